import { describe, expect, it } from 'vitest';
import { constantPatterns, hostileTexts, type Pattern } from './hostile-texts.js';
import { slowPatterns } from './pattern-times.js';
import { repositoryFiles } from './sources.js';

/** Patterns that never see a long text of the tree. */
const BOUNDED: readonly (readonly [file: string, begin: string, why: string])[] = [
  ['src/migrate/compose/index.ts', String.raw`(\r?\n)\s*$`, 'an import that we wrote'],
  ['src/migrate/compose/test-data.ts', String.raw`(?:^|\/)(?:tests?|`, 'a path, which systems keep short'],
  ['src/migrate/pull-request/git.ts', String.raw`(\b[a-z][a-z0-9+.-]*:`, 'what git prints'],
  ['src/read/cipher-lists.ts', '', 'the 400 characters in front of a name'],
  ['src/read/text/plain/prose.ts', '([A-Za-z]+)[', 'the few characters in front of an address'],
  ['src/report/text-summary.ts', String.raw`\B(?=(?:\d{3})+$)`, 'the digits of a number'],
];

/** Patterns that take quadratic time for texts of the tree. The list may only get shorter. */
const STILL_QUADRATIC: readonly (readonly [file: string, begin: string])[] = [
  ['src/analysis/edits/remove-item.ts', String.raw`\/\*[\s\S]*?\*\/`],
  ['src/migrate/compose/shared-calls.ts', String.raw`\b(\w+)(<[^()]*>)?`],
  ['src/read/javascript/clients/command-line.ts', String.raw`[<[][^\]>]*[\]>]`],
  ['src/read/javascript/evaluate/filled.ts', '<%[=-]?[^%]*%>'],
  ['src/read/javascript/evaluate/filled.ts', String.raw`:\w+(?:\([^)]*\))?`],
  ['src/read/javascript/modules/tsconfig.ts', String.raw`"(?:[^"\\\n]|\\.)*"|\/\/`],
  ['src/read/javascript/parse/blocks.ts', '^([ \\t]*)(```+|~~~+)'],
  ['src/read/javascript/parse/template.ts', String.raw`^[^\\\r\n]*:\/\/`],
  ['src/read/javascript/storage/patterns.ts', String.raw`\bContents\b`],
  ['src/read/text/storage/python.ts', String.raw`(\w+)\.get_paginator`],
  ['src/read/text/storage/rclone.ts', String.raw`^[ \t]*([A-Za-z_]\w*)[ \t]*=`],
  ['src/report/secrets/lines.ts', String.raw`(?:^|[{,([]|^[-+]|\n)\s*$`],
  ['src/report/secrets/lines.ts', String.raw`(?:env\w*|getenv`],
  ['src/report/secrets/lines.ts', String.raw`[A-Za-z]\d[\w-]*`],
  ['src/report/secrets/literals.ts', `^([("'[{<]*)(.*?)`],
  ['src/report/secrets/literals.ts', '^@?[A-Za-z]+(?:[-_.]'],
  ['src/report/secrets/shapes.ts', String.raw`\b(?<secret>(?:gh[pousr]_`],
  ['src/report/secrets/source.ts', String.raw`(?:^|\s)[|>]`],
  ['src/scan/comments.ts', String.raw`(?:\/\/+!?|`],
  ['src/scan/walk/repository.ts', '^gitdir: '],
];

const EXCEPTIONS = [...BOUNDED, ...STILL_QUADRATIC];
const isOf = ({ place, source }: Pattern, [file, begin]: readonly [string, string, ...unknown[]]) =>
  place.startsWith(`${file}:`) && source.startsWith(begin);

const timesOf = (patterns: readonly Pattern[]) =>
  slowPatterns(patterns.map((pattern) => ({ ...pattern, texts: hostileTexts(pattern) })));

describe('the time that a pattern takes', () => {
  it('grows with the length of the text at most', () => {
    const paths = repositoryFiles().filter((path) => path.startsWith('src/') && path.endsWith('.ts'));
    const patterns = constantPatterns(paths);
    expect(patterns.length).toBeGreaterThan(1000);
    expect(EXCEPTIONS.filter((one) => !patterns.some((pattern) => isOf(pattern, one)))).toEqual([]);
    const judged = patterns.filter((pattern) => !EXCEPTIONS.some((one) => isOf(pattern, one)));
    expect(timesOf(judged).map(({ place, source, text }) => [place, source, text])).toEqual([]);
  }, 120_000);

  it('is judged rightly', () => {
    const sources = [/\s+$/, /(?<!\s)\s+$/, /^(?:a|aa)+$/].map(({ source }) => source);
    const slow = timesOf(sources.map((source) => ({ place: 'a.ts:1', source, flags: '' })));
    expect(slow.map(({ source }) => source)).toEqual([sources[0], sources[2]]);
  }, 30_000);
});
