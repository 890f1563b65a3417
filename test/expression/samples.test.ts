import { describe, expect, it } from 'vitest';
import { formatError, parseFilter, parseValue, printTokens, tokenize } from '../../src/expression/index.js';
import { QUIRKS, REFUSED, VALID, VALUES } from './samples.js';

describe('valid expressions', () => {
  it.each(VALID)('%s', (text) => {
    expect(parseFilter(text)).toMatchObject({ ok: true, expression: { quirks: [] } });
    expect(parseFilter(text, { mode: 'strict' })).toMatchObject({ ok: true });
  });
});

describe('what only the published engine lets through', () => {
  it.each(QUIRKS)('%j', (text) => {
    const tolerant = parseFilter(text);
    expect(tolerant.ok && tolerant.expression.quirks.length).toBeGreaterThan(0);
    expect(parseFilter(text, { mode: 'strict' })).toMatchObject({ ok: false, errors: [{ kind: 'quirk' }] });
  });
});

describe('value expressions', () => {
  it.each(VALUES)('%s', (text) => {
    expect(parseValue(text)).toMatchObject({ ok: true });
    expect(parseValue(text, { mode: 'strict' })).toMatchObject({ ok: true });
  });

  it.each([
    ['http.host eq "a"', 'syntax'],
    ['http.request.headers.names[*]', 'type'],
    ['"https://a.example"', 'syntax'],
    ['', 'syntax'],
    ['lower(http.host) and ssl', 'syntax'],
  ])('%s is none', (text, kind) => {
    expect(parseValue(text, { mode: 'strict' })).toMatchObject({ ok: false, errors: [{ kind }] });
  });
});

/** Takes the marks out of a sample and says where they stood. */
function unmark(marked: string): { text: string; start: number; end: number } {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  return { text: marked.replace('«', '').replace('»', ''), start, end };
}

describe('refused expressions', () => {
  it.each(REFUSED)('$kind: $marked', ({ kind, marked }) => {
    const { text, start, end } = unmark(marked);
    const strict = parseFilter(text, { mode: 'strict' });
    expect(strict).toMatchObject({ ok: false, errors: [{ kind, start, end }] });
    const onlyStrict = kind === 'type' || kind === 'scheme' || kind === 'quirk';
    expect(parseFilter(text).ok).toBe(onlyStrict);
  });

  it('nests up to 128 levels and no deeper', () => {
    const nested = (depth: number): string => `${'('.repeat(depth)}ssl${')'.repeat(depth)}`;
    expect(parseFilter(nested(128), { mode: 'strict' })).toMatchObject({ ok: true });
    expect(parseFilter(nested(129))).toMatchObject({ ok: false, errors: [{ kind: 'limit', start: 128 }] });
    const mixed = `${'not ('.repeat(64)}not ssl${')'.repeat(64)}`;
    expect(parseFilter(mixed)).toMatchObject({ ok: false, errors: [{ kind: 'limit' }] });
    const calls = `${'lower('.repeat(129)}http.host${')'.repeat(129)} eq "a"`;
    expect(parseFilter(calls)).toMatchObject({ ok: false, errors: [{ kind: 'limit' }] });
  });

  it('takes up to 4096 characters', () => {
    const long = (length: number): string => `http.host eq "${'a'.repeat(length - 15)}"`;
    expect(parseFilter(long(4096), { mode: 'strict' })).toMatchObject({ ok: true });
    expect(parseFilter(long(4097))).toMatchObject({ ok: false, errors: [{ kind: 'limit' }] });
  });
});

describe('hints for the usual mistakes', () => {
  it.each([
    ['http.host = "a"', 'equality is written eq or =='],
    ['http.host === "a"', 'equality is written eq or =='],
    ['ip.src not in {192.0.2.0/24}', 'negation stands before the whole comparison'],
    ['ip.src !in {192.0.2.0/24}', 'negation stands before the whole comparison'],
    ['ip.src eq 192.0.2.0/24', 'write in {192.0.2.0/24}'],
    ['http.host in {"a", "b"}', 'separated by spaces'],
    ['ip.src eq "192.0.2.1"', 'remove the quotes'],
    ['SSL OR cf.client.bot', 'lower case: or'],
    ["http.host eq 'a'", 'double quotes'],
    ['http.host eq http.referer', 'always a literal'],
    ['http.host eq a', 'double quotes'],
    ['ssl // secure', 'no comments'],
    ['ssl\tand cf.client.bot', 'a tab is not allowed'],
    ['http.host ends_with "a"', 'is a function'],
    ['http.hots eq "a"', 'did you mean http.host?'],
    ['http.request.headers ["a"][0] eq "b"', 'remove the white space'],
  ])('%s', (text, hint) => {
    const parsed = parseFilter(text, { mode: 'strict' });
    expect(parsed.ok ? '' : parsed.errors[0].hint).toContain(hint);
  });

  it('says nothing where it knows nothing', () => {
    const parsed = parseFilter('ssl ? cf.client.bot');
    expect(parsed.ok ? undefined : parsed.errors[0]).not.toHaveProperty('hint');
  });
});

describe('errors as text', () => {
  it('points at the place with a caret', () => {
    const text = 'ssl and\nhttp.host = "a"';
    const parsed = parseFilter(text);
    expect(parsed.ok ? '' : formatError(text, parsed.errors[0])).toBe(
      [
        'syntax: unexpected "=", expected an operator (line 2, column 11)',
        '  http.host = "a"',
        '            ^',
        '  hint: equality is written eq or ==',
      ].join('\n'),
    );
  });

  it('shortens long lines and shows no control characters', () => {
    const text = `http.host eq "\u001b[31m${'a'.repeat(300)}" & "${'b'.repeat(300)}"`;
    const parsed = parseFilter(text);
    const shown = parsed.ok ? '' : formatError(text, parsed.errors[0]);
    expect(shown.split('\n').every((line) => line.length < 160)).toBe(true);
    expect(shown).not.toContain('\u001b');
  });
});

describe('tokens', () => {
  it.each([...VALID, ...QUIRKS, ...VALUES, ...REFUSED.map(({ marked }) => unmark(marked).text)])(
    'give the text again: %j',
    (text) => {
      expect(printTokens(text, tokenize(text))).toBe(text);
    },
  );

  const kinds = (text: string): string[] =>
    tokenize(text).map((token) => `${token.kind}:${text.slice(token.start, token.end)}`);

  it('reads a quoted string after matches by the rules of regular expressions', () => {
    expect(kinds('a matches "[x"]" and b eq "y"')).toEqual([
      'name:a',
      'comparison:matches',
      'regex:"[x"]"',
      'logical:and',
      'name:b',
      'comparison:eq',
      'string:"y"',
      'end:',
    ]);
    expect(kinds('a eq "[x"]"')).not.toEqual(expect.arrayContaining(['string:"[x"]"']));
  });

  it('knows operators by where they stand, without white space', () => {
    expect(kinds('notssl')).toEqual(['not:not', 'name:ssl', 'end:']);
    expect(kinds('in.x in{in}')).toEqual(['name:in.x', 'comparison:in', '{:{', 'word:in', '}:}', 'end:']);
    expect(kinds('a eq 443and b')).toEqual([
      'name:a',
      'comparison:eq',
      'word:443',
      'logical:and',
      'name:b',
      'end:',
    ]);
  });

  it('takes every spelling of an operator for the same', () => {
    const operators = tokenize('! a == b && c ~ "d" || e ^^ f').map((token) => token.operator);
    expect(operators.filter((operator) => operator !== null)).toEqual(['eq', 'and', 'matches', 'or', 'xor']);
  });
});
