import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../../src/scan/candidates/decode.js';
import { Fingerprints } from '../../src/scan/results/fingerprint.js';
import { Lines } from '../../src/scan/results/lines.js';

describe('lines', () => {
  it.each(['a\nb\nc', 'a\r\nb\r\nc', 'a\rb\rc'])('end alike: %j', (text) => {
    const lines = new Lines(text);
    expect(lines.count).toBe(3);
    expect([1, 2, 3].map((line) => lines.line(line))).toEqual(['a', 'b', 'c']);
    expect(lines.range(text.indexOf('c'), text.length)).toEqual({
      line: 3,
      column: 1,
      endLine: 3,
      endColumn: 2,
    });
  });

  it('columns are UTF-16 units, and U+2028 ends no line', () => {
    expect(new Lines('😀\u2028x').range(3, 4)).toEqual({ line: 1, column: 4, endLine: 1, endColumn: 5 });
  });

  it('an empty text has one line', () => {
    expect(new Lines('').range(0, 0)).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 1 });
  });

  it('line and column lead back to the offset', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r', '😀') }), (text) => {
        const lines = new Lines(text);
        for (let offset = 0; offset <= text.length; offset++) {
          const { line, column } = lines.range(offset, offset);
          expect(lines.start(line) + column - 1).toBe(offset);
        }
      }),
      { seed: 37 },
    );
  });
});

describe('decoding', () => {
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

  it('reads UTF-8 with and without its mark, and UTF-16 both ways round', () => {
    const big = utf16('aé');
    expect(decode(Buffer.from('aé'))).toEqual({ kind: 'text', text: 'aé' });
    expect(decode(Buffer.from('\ufeffaé'))).toEqual({ kind: 'text', text: 'aé' });
    expect(decode(big)).toEqual({ kind: 'text', text: 'aé' });
    expect(decode(big.swap16())).toEqual({ kind: 'text', text: 'aé' });
  });

  it('replaces bytes that are wrong, one for one', () => {
    expect(decode(Buffer.from([0x61, 0xff, 0x62]))).toEqual({ kind: 'text', text: 'a\ufffdb' });
  });

  it('takes a NUL for binary', () => {
    expect(decode(Buffer.from('a\0b'))).toEqual({ kind: 'binary' });
  });
});

describe('fingerprints', () => {
  const place = {
    entry: 'minify',
    kind: 'endpoint',
    method: 'PATCH',
    endpoint: '/zones/{zone_id}/settings/minify',
    text: 'minify',
    line: '  call("minify")',
  };
  const first = (identity: typeof place) => new Fingerprints().next(identity)();

  it('do not change with indentation', () => {
    expect(first({ ...place, line: '\tcall( "minify" )' })).toBe(first(place));
  });

  it('do not change with a token on the line', () => {
    const withToken = (token: string) =>
      first({ ...place, line: `call("minify", { Authorization: "Bearer ${token}" })` });
    expect(withToken('a'.repeat(40))).toBe(withToken('b'.repeat(40)));
  });

  it('differ for other entries and other lines', () => {
    expect(
      new Set([first(place), first({ ...place, entry: 'brotli' }), first({ ...place, line: 'other' })]).size,
    ).toBe(3);
  });

  it('are unique among equal places', () => {
    const fingerprints = new Fingerprints();
    expect(new Set([1, 2, 3].map(() => fingerprints.next(place)())).size).toBe(3);
  });
});
