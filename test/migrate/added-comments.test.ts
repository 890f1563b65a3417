/** Which files need no second run: nothing but comments is new to them, and these stand for all that is found. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadGrammars } from '../../src/grammar/index.js';
import { applied } from '../../src/migrate/compose/apply.js';
import { onlyGetsMarkers } from '../../src/migrate/gates/added-comments.js';
import { languageOf } from '../../src/read/index.js';
import { HAND_CALL, planWith, SAFE_CALL } from './project.js';

const NOTE = '// a note\n';
const HASH = '# a note\n';

beforeAll(() => loadGrammars(['python', 'shell', 'go', 'php', 'ruby']));

/** `>>` stands where the text is added. */
function isOnlyComment(path: string, marked: string, text = NOTE, removed = 0): boolean {
  const start = marked.indexOf('>>');
  const before = marked.replace('>>', '');
  const edits = [{ start, end: start + removed, text }];
  const file = { path, before, after: applied(before, edits), edits, clusters: new Set<number>() };
  return onlyGetsMarkers(file, languageOf(path, before), []);
}

describe('only comments are new', () => {
  it.each([
    ['above a statement', 'a.mjs', 'a();\n>>b();\n', NOTE],
    ['above all', 'a.ts', '>>let a: number;\n', NOTE],
    ['with the indent of the line below', 'a.js', 'if (a) {\n>>  b();\n}\n', `  ${NOTE}`],
    ['with the line ends of Windows', 'a.cjs', 'a();\r\n>>b();\r\n', '// a note\r\n'],
    ['in a list', 'a.tsx', 'const a = [\n>>  <b />,\n];\n', NOTE],
    ['in Python', 'a.py', 'def a():\n>>    b()\n', `    ${HASH}`],
    ['in arguments of Python', 'a.py', 'a(\n>>    b,\n)\n', `    ${HASH}`],
    ['in a shell script', 'a.sh', 'if a; then\n>>  b "$c"\nfi\n', `  ${HASH}`],
    ['in Go', 'a.go', 'package a\n\nfunc b() {\n>>\tc()\n}\n', `\t${NOTE}`],
    ['in PHP', 'a.php', '<?php\n>>b();\n', NOTE],
    ['in Ruby', 'a.rb', 'def a\n>>  b\nend\n', `  ${HASH}`],
  ])('%s', (_, path, text, note) => {
    expect(isOnlyComment(path, text, note)).toBe(true);
  });

  it.each([
    ['in a template', 'a.mjs', 'const a = `\n>>b`;\n', NOTE],
    ['in the text of an element', 'a.jsx', 'const a = (\n<p>\n>>b</p>\n);\n', NOTE],
    ['in another comment', 'a.mjs', '/*\n>>b();\n*/\n', NOTE],
    ['at the end of a line, which it breaks', 'a.mjs', 'function a() { return >>b; }\n', NOTE],
    [
      'before the first line of a script that names its program',
      'a.mjs',
      '>>#!/usr/bin/env node\na();\n',
      NOTE,
    ],
    ['with code', 'a.mjs', 'a();\n>>b();\n', 'c(); // a note\n'],
    ['with code below', 'a.mjs', 'a();\n>>b();\n', '// a note\nc();\n'],
    ['without an end of its line', 'a.mjs', 'a();\n>>b();\n', '// a note '],
    ['where the rest cannot be parsed', 'a.mjs', 'a(;\n>>b();\n', NOTE],
    ['in a language without a parser', 'a.cs', 'class A {\n>>  int b;\n}\n', NOTE],
    ['in a text of Python', 'a.py', 'a = """\n>>b"""\n', HASH],
    ['in a document of a shell script', 'a.sh', 'cat <<EOF\n>>a\nEOF\n', HASH],
    ['in a command that goes on', 'a.sh', 'a \\\n>>  -b\n', HASH],
    ['in an expression that goes on', 'a.py', 'a = b + \\\r\n>>  c\n', HASH],
    ['in the page around PHP', 'a.php', '<p>\n>>b</p>\n<?php b();\n', NOTE],
    ['where a grammar cannot read the rest', 'a.py', 'def a(\n>>b()\n', HASH],
    ['with a sign that is none of the language', 'a.py', 'a()\n>>b()\n', NOTE],
    ['between a comment to a tool and its line', 'a.mjs', '// eslint-disable-next-line no-b\n>>b();\n', NOTE],
    ['among comments of ours', 'a.mjs', '// edge-sunset-ignore-next-line brotli -- b\n>>b();\n', NOTE],
  ])('not %s', (_, path, text, note) => {
    expect(isOnlyComment(path, text, note)).toBe(false);
  });

  it('not in the place of a line', () => {
    expect(isOnlyComment('a.mjs', 'a();\n>>b();\n', NOTE, 'b();\n'.length)).toBe(false);
  });
});

it('a marker has to stand for what is found', () => {
  const marker = '// edge-sunset-todo zone-analytics 01234567: Do it.\n';
  const edits = [{ start: 0, end: 0, text: marker }];
  const file = {
    path: 'a.mjs',
    before: 'a();\n',
    after: `${marker}a();\n`,
    edits,
    clusters: new Set<number>(),
  };
  const found = { entry: 'zone-analytics', fingerprint: '0123456789abcdef' };
  expect(onlyGetsMarkers(file, 'javascript', [found])).toBe(true);
  expect(onlyGetsMarkers(file, 'javascript', [found, { ...found, fingerprint: 'abcdef0123456789' }])).toBe(
    false,
  );
  expect(onlyGetsMarkers(file, 'javascript', [{ ...found, entry: 'minify' }])).toBe(false);
});

it.each([
  ['is not run on a file that only gets markers', HAND_CALL, []],
  ['is run where a comment to another tool stands', `// eslint-env es6\n${HAND_CALL}`, ['a.mjs']],
  ['is run where an edit is made', `${HAND_CALL}${SAFE_CALL}`, ['a.mjs']],
])('a second run %s', async (_, text, expected) => {
  const asked: string[] = [];
  await planWith({ 'a.mjs': text }, [], {}, (material) => ({
    ...material,
    again: (paths, texts) => {
      asked.push(...paths);
      return material.again(paths, texts);
    },
  }));
  expect(asked).toEqual(expected);
});
