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
  ['src/report/text/summary.ts', String.raw`\B(?=(?:\d{3})+$)`, 'the digits of a number'],
];

const isOf = ({ place, source }: Pattern, [file, begin]: readonly [string, string, ...unknown[]]) =>
  place.startsWith(`${file}:`) && source.startsWith(begin);

const timesOf = (patterns: readonly Pattern[]) =>
  slowPatterns(patterns.map((pattern) => ({ ...pattern, texts: hostileTexts(pattern) })));

/** The limits are wide: the processor time of the patterns is limited where they run. */
describe('the time that a pattern takes', () => {
  it('grows with the length of the text at most', () => {
    const paths = repositoryFiles().filter((path) => path.startsWith('src/') && path.endsWith('.ts'));
    const patterns = constantPatterns(paths);
    expect(patterns.length).toBeGreaterThan(1000);
    expect(BOUNDED.filter((one) => !patterns.some((pattern) => isOf(pattern, one)))).toEqual([]);
    const judged = patterns.filter((pattern) => !BOUNDED.some((one) => isOf(pattern, one)));
    expect(timesOf(judged).map(({ place, source, text }) => [place, source, text])).toEqual([]);
  }, 3_600_000);

  it('is judged rightly', () => {
    const sources = [/\s+$/, /(?<!\s)\s+$/, /^(?:a|aa)+$/].map(({ source }) => source);
    const slow = timesOf(sources.map((source) => ({ place: 'a.ts:1', source, flags: '' })));
    expect(slow.map(({ source }) => source)).toEqual([sources[0], sources[2]]);
  });
});
