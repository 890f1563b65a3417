import { describe, expect, it } from 'vitest';
import { parsePrograms } from './program-format.js';

const parseOne = (source: string) => parsePrograms(source, 'sample.idioms')[0];

describe('the format of the programs', () => {
  it('takes the marks out and gives each expectation its range', () => {
    const program = parseOne(
      '=== title\nexpect: brotli GET exact\nexpect: minify -\n--- a.js\nf("⟦x⟧");\n--- b.js\n⟦yz⟧\n',
    );
    expect(program?.files).toEqual([
      { path: 'a.js', text: 'f("x");\n' },
      { path: 'b.js', text: 'yz\n' },
    ]);
    expect(program?.expectations).toEqual([
      { entry: 'brotli', method: 'GET', confidence: 'exact', path: 'a.js', start: 3, end: 4 },
      { entry: 'minify', method: null, path: 'b.js', start: 0, end: 2 },
    ]);
  });

  it('lets marks nest', () => {
    const program = parseOne('=== t\nexpect: brotli\nexpect: minify\n--- a.js\n⟦a⟦b⟧⟧c\n');
    expect(program?.expectations.map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  it('keeps a line of dashes in a file', () => {
    expect(
      parseOne('=== t\nexpect: nothing\n--- a.astro\n---\nconst a = 1;\n---\n<p/>\n')?.files[0]?.text,
    ).toBe('---\nconst a = 1;\n---\n<p/>\n');
  });

  it.each([
    ['=== t\n--- a.js\nx\n', /neither an expectation nor/],
    ['=== t\nexpect: brotli\nexpect: nothing\n--- a.js\n⟦x⟧\n', /something and nothing/],
    ['=== t\nexpect: nothing\n', /no file/],
    ['=== t\nexpect: brotli\n--- a.js\nx\n', /0 marks for 1 expect/],
    ['=== t\nexpect: nothing\n--- a.js\n⟦x⟧\n', /1 marks for 0 expect/],
    ['=== t\nexpect: brotli\n--- a.js\n⟦x\n', /never closed/],
    ['=== t\nexpect: nothing\n--- a.js\nx⟧\n', /too many/],
    ['=== t\nexpect: brotli SOMETIMES\n--- a.js\n⟦x⟧\n', /unknown word "SOMETIMES"/],
    ['=== t\nexpects: nothing\n--- a.js\nx\n', /head line/],
    ['words\n=== t\nexpect: nothing\n--- a.js\nx\n', /before the first/],
  ])('refuses %j', (source, message) => {
    expect(() => parsePrograms(source, 'sample.idioms')).toThrow(message);
  });
});
