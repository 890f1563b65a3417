import { describe, expect, it } from 'vitest';
import { compileRegex } from '../../src/expression/regex/match.js';
import { parseRegex } from '../../src/expression/regex/parse.js';
import { processorTime } from '../processor-time.js';
import { Random } from './generate.js';

function find(pattern: string, text: string): string | null {
  const compiled = compileRegex(pattern);
  if (!compiled.ok) throw new Error(compiled.message);
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  const match = compiled.regex.find(bytes);
  return match === null
    ? null
    : Buffer.from(bytes.slice(match.slots[0], match.slots[1]), 'latin1').toString('utf8');
}

describe('patterns of Rust', () => {
  it.each([
    ['a|ab', 'xab', 'a'],
    ['a*?b', 'aab', 'aab'],
    ['a+?', 'aa', 'a'],
    ['(?U)a+', 'aa', 'a'],
    ['^b', 'a\nb', null],
    ['(?m)^b$', 'a\nb\nc', 'b'],
    ['a.b', 'a\nb', null],
    ['(?s)a.b', 'a\nb', 'a\nb'],
    ['(?i)É', 'é', 'é'],
    ['(?i:a)b', 'Ab', 'Ab'],
    ['(?i:a)b', 'AB', null],
    ['a(?i)b|c', 'C', 'C'],
    ['(?x) a b # note\n c', 'abc', 'abc'],
    ['\\d+', '٣4', '٣4'],
    ['\\p{Greek}+', 'abγδ', 'γδ'],
    ['\\pL+', '1é2', 'é'],
    ['[^\\x00-\\x7F]', 'aé', 'é'],
    ['[[:alpha:]&&[^b]]+', 'bac', 'ac'],
    ['[a-z--[aeiou]]+', 'aebcd', 'bcd'],
    ['[0-9~~4-8]+', '56123', '123'],
    ['[]a]+', 'x]a', ']a'],
    ['[a-]+', 'b-a', '-a'],
    ['\\bfoo\\b', 'a foo b', 'foo'],
    ['\\bfoo\\b', 'afoo', null],
    ['a{2,3}', 'aaaa', 'aaa'],
    ['a{2}', 'a', null],
    ['x{0}y', 'xy', 'y'],
    ['\\x{1F600}', '😀', '😀'],
    ['.', '😀', '😀'],
    ['(a*)*$', 'aaab', ''],
    ['(?P<n>a)(?<m>b)', 'ab', 'ab'],
    ['\\.\\-\\/\\ \\%', '.-/ %', '.-/ %'],
    ['}', '}', '}'],
  ])('%s in %j', (pattern, text, expected) => {
    expect(find(pattern, text)).toBe(expected);
  });

  it.each([
    '(?=a)',
    '(?!a)',
    '(?<=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(',
    ')',
    'a)',
    '[a',
    '[z-a]',
    '*a',
    'a|*',
    '{2}',
    'a{2',
    'a{3,2}',
    '\\',
    '\\y',
    '\\p{Nonsense}',
    '(?z)a',
    '(?P<n>a)(?P<n>b)',
    '[[:nope:]]',
    '\\xZZ',
    '\\u{110000}',
  ])('%s is refused', (pattern) => {
    expect(parseRegex(pattern)).toMatchObject({ ok: false });
  });

  it('does not match bytes that are no text', () => {
    const compiled = compileRegex('^.+$');
    expect(compiled.ok && compiled.regex.find('\xff')).toBeNull();
    expect(compiled.ok && compiled.regex.find('\xc3\xa9')).not.toBeNull();
  });

  it('gives the groups', () => {
    const compiled = compileRegex('(a)|(b)(c)?');
    expect(compiled.ok && compiled.regex.find('xb')?.slots).toEqual([1, 2, -1, -1, 1, 2, -1, -1]);
  });

  it('finds what the engine of this runtime finds, where the dialects agree', () => {
    const random = new Random(17);
    const atoms = ['a', 'b', '.', '[ab]', '[^a]', '(a|b)', '(ab)', '(?:ba)', '^', '$', '\\w', '\\b'];
    for (let round = 0; round < 3_000; round++) {
      let pattern = '';
      for (let length = 1 + random.below(5); length > 0; length--) {
        const atom = random.pick(atoms);
        pattern +=
          atom + (/[\^$]|\\b/.test(atom) ? '' : random.pick(['', '', '*', '+', '?', '*?', '{1,2}', '|']));
      }
      if (pattern.endsWith('|')) pattern += 'a';
      let text = '';
      for (let length = random.below(7); length > 0; length--) text += random.pick(['a', 'b', 'c', ' ']);
      const expected = new RegExp(pattern, 'u').exec(text)?.[0] ?? null;
      expect([pattern, text, find(pattern, text)]).toEqual([pattern, text, expected]);
    }
  });

  it('needs time in proportion to the text, whatever the pattern', () => {
    const compiled = compileRegex('(a*)*(a|aa)+[^b]*c');
    if (!compiled.ok) throw new Error(compiled.message);
    const time = (length: number): number => {
      const text = 'a'.repeat(length);
      const start = processorTime();
      compiled.regex.find(text);
      return processorTime() - start;
    };
    time(2_000);
    const short = Math.min(time(2_000), time(2_000), time(2_000));
    const long = Math.min(time(8_000), time(8_000), time(8_000));
    expect(long).toBeLessThan(short * 10 + 5);
  });
});
