import { describe, expect, it } from 'vitest';
import { inStyle } from '../../src/migrate/compose/style.js';

const DOUBLE = { eol: '\n', indent: '  ', quote: '"', semicolons: true, width: 100 } as const;

describe('new modules beside files with double quotes', () => {
  it.each([
    ['texts', "const kind = 'zone';", 'const kind = "zone";'],
    [
      'texts that a template puts in',
      "const a = `in {${list.join(' ')}}`;",
      'const a = `in {${list.join(" ")}}`;',
    ],
  ])('%s get them', (_, before, after) => expect(inStyle(before, DOUBLE)).toBe(after));

  it.each([
    ['texts of a template', "const a = `it's ${name} and 'more'`;"],
    ['texts with double quotes in them', 'const a = `in {${list.join(\'" "\')}}`;'],
    ['patterns', "const a = /['x]'/.test(text);"],
    ['comments', "// what 'zone' is"],
  ])('%s stay', (_, text) => expect(inStyle(text, DOUBLE)).toBe(text));
});
