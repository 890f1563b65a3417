import { describe, expect, it } from 'vitest';
import { directivesOf } from '../../src/scan/comments/directives.js';

describe('suppression comments', () => {
  it.each([
    ['// edge-sunset-ignore-next-line minify -- built elsewhere\ncall();', 2],
    ['# edge-sunset-ignore-next-line minify -- built elsewhere\ncall', 2],
    ['/* edge-sunset-ignore-next-line minify -- built elsewhere */\ncall', 2],
    ['/**\n * edge-sunset-ignore-next-line minify -- built elsewhere\n */\ncall', 3],
    ['<!-- edge-sunset-ignore-next-line minify -- built elsewhere -->\ncall', 2],
    ['{/* edge-sunset-ignore-next-line minify -- built elsewhere */}\ncall', 2],
    ['{# edge-sunset-ignore-next-line minify -- built elsewhere #}\ncall', 2],
    ['{{!-- edge-sunset-ignore-next-line minify -- built elsewhere --}}\ncall', 2],
    ['-- edge-sunset-ignore-next-line minify -- built elsewhere\ncall', 2],
    ['; edge-sunset-ignore-next-line minify -- built elsewhere\r\ncall', 2],
    ['REM edge-sunset-ignore-next-line minify -- built elsewhere\ncall', 2],
    ['call(); // edge-sunset-ignore-line minify -- built elsewhere', 1],
    ['call # edge-sunset-ignore-line minify -- built elsewhere', 1],
  ])('%j', (text, target) => {
    expect(directivesOf(text)).toMatchObject([
      { kind: 'ignore', target, entries: ['minify'], reason: 'built elsewhere' },
    ]);
  });

  it('may name several entries', () => {
    expect(directivesOf('// edge-sunset-ignore-next-line minify, brotli -- why\nx')).toMatchObject([
      { entries: ['minify', 'brotli'] },
    ]);
  });

  it('stacked ones and blank lines are passed over', () => {
    const text =
      '// edge-sunset-ignore-next-line minify -- one\n# edge-sunset-ignore-next-line brotli -- two\n\ncall();';
    expect(directivesOf(text)).toMatchObject([
      { line: 1, target: 4 },
      { line: 2, target: 4 },
    ]);
  });

  it('without a reason or a name say so', () => {
    expect(directivesOf('// edge-sunset-ignore-next-line minify\nx')).toMatchObject([{ reason: null }]);
    expect(directivesOf('// edge-sunset-ignore-next-line minify -- \nx')).toMatchObject([{ reason: null }]);
    expect(directivesOf('// edge-sunset-ignore-next-line\nx')).toMatchObject([{ entries: [] }]);
  });

  it.each([
    'const text = "edge-sunset-ignore-next-line minify -- no comment";',
    '// edge-sunset-ignore-next-lines minify -- another word',
    '// edge-sunset-ignore-next-line <entry> -- <reason>',
    '// see edge-sunset-ignore-next-line in the manual',
  ])('%j is none', (text) => {
    expect(directivesOf(text)).toEqual([]);
  });
});

describe('migration markers', () => {
  it('carry their entry and id', () => {
    const text =
      '  // edge-sunset-todo firewall-rules 0123abcd: dead since 2025-01-15. Create a custom rule.\ncall();';
    expect(directivesOf(text)).toEqual([
      { kind: 'marker', line: 1, entry: 'firewall-rules', ids: ['0123abcd'] },
    ]);
  });

  it('stand for as many findings as they have ids', () => {
    const [marker] = directivesOf(
      '# edge-sunset-todo srv-data 0123abcd 89abcdef: dead since 2022-11-30. Go.',
    );
    expect(marker).toEqual({ kind: 'marker', line: 1, entry: 'srv-data', ids: ['0123abcd', '89abcdef'] });
    const [other] = directivesOf('# edge-sunset-todo srv-data 0123abcd: 89abcdef is no id here');
    expect(other).toMatchObject({ ids: ['0123abcd'] });
  });

  it.each([
    '// edge-sunset-todo firewall-rules: no id',
    '// edge-sunset-todo',
    '// edge-sunset-todo x 0123: short',
  ])('%j is none', (text) => {
    expect(directivesOf(text)).toEqual([]);
  });
});
