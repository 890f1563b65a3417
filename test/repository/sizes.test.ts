/**
 * Files, functions and parameter lists are short, texts hold no sentinel characters, and codemods know each other by their
 * `index.ts`. What broke these rules when they were made stands in `size-limits.json`: its numbers may only fall, and an entry
 * that is not needed any more has to go.
 */
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  functionsIn,
  linesIn,
  MAX_FILE_LINES,
  MAX_FUNCTION_LINES,
  MAX_PARAMETERS,
  type SizedFunction,
  sentinelsIn,
} from '../../scripts/sizes/measure.js';
import { importsOf, repositoryFiles, textOf } from './sources.js';

type Limits = Readonly<Record<string, number>>;
type Rule = 'files' | 'functions' | 'parameters' | 'sentinels' | 'faces';

const LIMITS = JSON.parse(textOf('test/repository/size-limits.json')) as Readonly<Record<Rule, Limits>>;

const SOURCES = repositoryFiles()
  .filter((path) => /^(?:src|rules|codemods)\/.*\.[cm]?ts$/.test(path) && !path.includes('/generated/'))
  .map((path) => ({ path, text: textOf(path) }));

let functions: readonly { readonly path: string; readonly own: readonly SizedFunction[] }[] | null = null;

/** Parsed once for all rules. */
function functionsOfSources() {
  functions ??= SOURCES.map(({ path, text }) => ({ path, own: functionsIn(path, text) }));
  return functions;
}

/** By the key under which it is listed, where it is more than the rule allows: the largest of those that share a key. */
function measured(rule: Rule): Limits {
  const found = new Map<string, number>();
  const note = (key: string, value: number, max: number) => {
    if (value > max) found.set(key, Math.max(value, found.get(key) ?? 0));
  };
  for (const { path, text } of SOURCES) {
    if (rule === 'files') note(path, linesIn(text), MAX_FILE_LINES);
    if (rule === 'sentinels') note(path, sentinelsIn(text).length, 0);
    if (rule === 'faces') {
      const [home = ''] = /^\w+\/[^/]+/.exec(path) ?? [];
      note(home, (found.get(home) ?? 0) + pastFaces(path, text).length, 0);
    }
  }
  if (rule === 'functions' || rule === 'parameters')
    for (const { path, own } of functionsOfSources())
      for (const { name, lines, parameters } of own) {
        if (rule === 'functions') note(`${path}: ${name}`, lines, MAX_FUNCTION_LINES);
        else note(`${path}: ${name}`, parameters, MAX_PARAMETERS);
      }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Imports of a file in `codemods` or `src/rewrite` that go into another folder of these, past its `index.ts`. */
function pastFaces(path: string, text: string): readonly string[] {
  const home = /^(?:codemods|src\/rewrite)\/[^/]+\//.exec(path)?.[0];
  if (home === undefined) return [];
  return importsOf(text)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier))
    .filter((target) => /^(?:codemods|src\/rewrite)\/[^/]+\//.test(target))
    .filter((target) => !target.startsWith(home) && !target.endsWith('/index.js'));
}

/** What is over its limit, and what is listed in vain. */
function faultsOf(limits: Limits, found: Limits): readonly string[] {
  return [
    ...Object.entries(found).flatMap(([key, value]) =>
      limits[key] === undefined
        ? [`${key}: ${value} is too much`]
        : value > limits[key]
          ? [`${key}: ${value}, and at most ${limits[key]} is allowed`]
          : [],
    ),
    ...Object.keys(limits).flatMap((key) =>
      found[key] === undefined ? [`${key} keeps the rule: take it out of size-limits.json`] : [],
    ),
  ];
}

describe('the sources', () => {
  it.each(['files', 'functions', 'parameters', 'sentinels', 'faces'] as const)(
    'keep the limit of %s',
    (rule) => {
      expect(faultsOf(LIMITS[rule], measured(rule))).toEqual([]);
    },
  );

  it('would be told of what is too large, and of what is listed in vain', () => {
    expect(faultsOf({ a: 90, b: 90 }, { a: 91, c: 81 })).toEqual([
      'a: 91, and at most 90 is allowed',
      'c: 81 is too much',
      'b keeps the rule: take it out of size-limits.json',
    ]);
    expect(faultsOf({ a: 90 }, { a: 85 })).toEqual([]);
  });
});

describe('the measures', () => {
  it('see functions of every kind, with the name of what holds them', () => {
    const text = [
      'export function plain(a: number, b: number) {',
      '  return a + b;',
      '}',
      'const arrow = (one: string) => one;',
      'class Box { value() { return [1].map((x) => x); } }',
      'declare function nothing(): void;',
      '',
    ].join('\n');
    expect(functionsIn('a.ts', text)).toEqual([
      { name: 'plain', line: 1, lines: 3, parameters: 2 },
      { name: 'arrow', line: 4, lines: 1, parameters: 1 },
      { name: 'value', line: 5, lines: 1, parameters: 0 },
      { name: 'value', line: 5, lines: 1, parameters: 1 },
    ]);
  });

  it('see sentinel characters in texts only', () => {
    expect(sentinelsIn("const a = 'x';\nconst HOLE = '\\0';\nconst mark = `\\ue000${a}`;\n")).toEqual([2, 3]);
    expect(sentinelsIn("const a = '\\n';\n// \\0\n")).toEqual([]);
  });

  it('see imports past the face of another folder', () => {
    const text =
      "import a from '../../python/a.js';\nimport b from '../../python/index.js';\nimport c from '../c.js';\n";
    expect(pastFaces('codemods/firewall-rules/x/y.ts', text)).toEqual(['codemods/python/a.js']);
    expect(pastFaces('src/scan/x/y.ts', text)).toEqual([]);
  });
});
