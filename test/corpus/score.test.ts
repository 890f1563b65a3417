import { describe, expect, it } from 'vitest';
import type { Label, LabelledRepository } from '../../scripts/corpus/labels.js';
import { corpusPage, withNotes } from '../../scripts/corpus/page.js';
import { type ReportedFinding, type ScanReport, scoreRepository } from '../../scripts/corpus/score.js';

const label = (line: number, more: Partial<Label> = {}): Label => ({
  path: 'src/a.ts',
  line,
  entry: 'rate-limits',
  language: 'typescript',
  method: 'GET',
  how: 'literal',
  tier: 'call',
  certainty: 'definite',
  ...more,
});

const finding = (line: number, more: Partial<ReportedFinding> = {}): ReportedFinding => ({
  path: 'src/a.ts',
  line,
  endLine: line,
  entry: 'rate-limits',
  confidence: 'exact',
  severity: 'error',
  method: 'GET',
  message: '',
  ...more,
});

const repository = (more: Partial<LabelledRepository>): LabelledRepository => ({
  repo: 'owner/name',
  commit: 'c',
  positives: [],
  negatives: [],
  ignore: [],
  fully_labelled_files: [],
  unlabelled_candidate_lines: 1,
  ...more,
});

const report = (findings: ReportedFinding[], more: Partial<ScanReport> = {}): ScanReport => ({
  findings,
  undetermined: [],
  skipped: [],
  ...more,
});

const found = (labels: Label[], findings: ReportedFinding[]) =>
  scoreRepository(repository({ positives: labels }), report(findings)).outcomes.map((one) => one.found);

describe('answering labels', () => {
  it('allows one line of slack, not two', () => {
    expect(found([label(5)], [finding(6)])).toEqual([true]);
    expect(found([label(5)], [finding(7)])).toEqual([false]);
  });

  it('gives one finding to the nearest of two labels', () => {
    expect(found([label(5), label(6)], [finding(6)])).toEqual([false, true]);
    expect(found([label(5), label(6)], [finding(6), finding(5)])).toEqual([true, true]);
  });

  it('says which method a call was found with', () => {
    const outcome = (labels: Label[], findings: ReportedFinding[]) =>
      scoreRepository(repository({ positives: labels }), report(findings)).outcomes;
    const [put] = outcome([label(5)], [finding(5, { method: 'PUT' })]);
    expect(put).toMatchObject({ found: true, method: 'PUT' });
    const [unnamed] = outcome([label(5, { method: null })], [finding(5)]);
    expect(unnamed).not.toHaveProperty('method');
    const page = corpusPage({
      split: 'dev',
      version: '1.0.0',
      repositories: 1,
      absent: [],
      outcomes: outcome([label(5), label(9)], [finding(5, { method: null }), finding(9)]).map((one) => ({
        ...one,
        repo: 'owner/name',
      })),
      negatives: 0,
      negativesHit: [],
      alarms: [],
      parity: null,
    });
    expect(page).toContain('| method as labelled, of the calls found | 1 of 2 = 0.500 |');
    expect(page).toContain('| owner/name `src/a.ts:5` | rate-limits | GET | not told |');
  });

  it('takes of two calls on one line the one with the labelled method', () => {
    const both = [finding(5, { method: 'PUT' }), finding(5, { method: 'POST' })];
    const labels = [label(5, { method: 'POST' }), label(5, { method: 'PUT' })];
    const { outcomes } = scoreRepository(repository({ positives: labels }), report(both));
    expect(outcomes.map(({ method }) => method)).toEqual(['POST', 'PUT']);
  });

  it('counts a group once, answered by any of its labels', () => {
    expect(found([label(5, { group: 'g' }), label(9, { group: 'g' })], [finding(9)])).toEqual([true]);
  });

  it('does not take another entry, a long range, a possible finding or a hint for an answer', () => {
    expect(found([label(5)], [finding(5, { entry: 'minify' })])).toEqual([false]);
    expect(found([label(5)], [finding(5, { endLine: 9 })])).toEqual([false]);
    expect(found([label(5)], [finding(5, { confidence: 'possible' })])).toEqual([false]);
    expect(found([label(5)], [finding(5, { severity: 'hint' })])).toEqual([false]);
  });

  it('takes a hint for documentation and types', () => {
    expect(found([label(5, { tier: 'docs' })], [finding(5, { severity: 'hint' })])).toEqual([true]);
  });

  it('credits a constant where it is used', () => {
    const labels = repository({
      positives: [label(5, { how: 'constant' })],
      ignore: [{ path: 'src/a.ts', line: 40 }],
    });
    const used = scoreRepository(labels, report([finding(40)]));
    expect(used.outcomes.map((one) => one.found)).toEqual([true]);
  });
});

describe('wrong reports', () => {
  it('counts a negative that is covered, unless a label explains it', () => {
    const negatives = [{ path: 'src/a.ts', line: 5 }];
    expect(scoreRepository(repository({ negatives }), report([finding(5)])).negativesHit).toHaveLength(1);
    expect(
      scoreRepository(repository({ negatives, positives: [label(5)] }), report([finding(5)])).negativesHit,
    ).toHaveLength(0);
  });

  it('counts an alarm only where everything is labelled', () => {
    const alarms = (more: Partial<LabelledRepository>) =>
      scoreRepository(repository(more), report([finding(5)])).alarms.length;
    expect(alarms({})).toBe(0);
    expect(alarms({ fully_labelled_files: ['src/a.ts'] })).toBe(1);
    expect(alarms({ unlabelled_candidate_lines: 0 })).toBe(1);
    expect(alarms({ unlabelled_candidate_lines: 0, ignore: [{ path: 'src/a.ts', line: 5 }] })).toBe(0);
  });
});

describe('why a label was missed', () => {
  const why = (made: ScanReport) =>
    scoreRepository(repository({ positives: [label(5)] }), made).outcomes[0]?.why;

  it('tells quiet findings, skipped files and undetermined calls apart', () => {
    expect(why(report([finding(5, { severity: 'hint' })]))).toBe('only a hint');
    expect(why(report([finding(5, { confidence: 'possible' })]))).toBe('only possible');
    expect(why(report([], { skipped: [{ path: 'src/a.ts', reason: 'unparsable' }] }))).toBe(
      'file unparsable',
    );
    expect(why(report([], { undetermined: [{ path: 'src/a.ts', line: 4, why: 'a parameter' }] }))).toBe(
      'undetermined: a parameter',
    );
    expect(why(report([finding(8)]))).toBe('reported at line 8');
    expect(why(report([finding(5, { entry: 'minify' })]))).toBe('reported as minify');
    expect(why(report([]))).toBe('not reached; nothing in the file was');
  });
});

it('writes rates, misses and alarms on the page', () => {
  const page = corpusPage({
    split: 'dev',
    version: '1.2.3',
    repositories: 1,
    absent: ['owner/gone at 0123456789: no repository'],
    outcomes: [
      { repo: 'owner/name', label: label(5), found: true },
      { repo: 'owner/name', label: label(9, { language: 'python' }), found: false, why: 'only a | hint' },
    ],
    negatives: 4,
    negativesHit: [],
    alarms: [{ ...finding(7), repo: 'owner/name' }],
    parity: { compared: { espree: 3 }, differences: ['owner/name `src/a.ts` (espree)'] },
  });
  expect(page).toContain('| espree | 3 | 1 |');
  expect(page).toContain('| recall, code that fails today, JavaScript and TypeScript | 1 of 1 = 1.000 |');
  expect(page).toContain('| recall, code that fails today, all languages | 1 of 2 = 0.500 |');
  expect(page).toContain('| look-alikes reported | 0 of 4 |');
  expect(page).toContain(
    '| owner/name `src/a.ts:9` | rate-limits | literal | call, definite | only a \\| hint |',
  );
  expect(page).toContain('| owner/name `src/a.ts:7` | rate-limits | exact |');
  expect(page).toContain('- owner/gone at 0123456789: no repository');
});

it('keeps what people have written under the last title', () => {
  const before = '# Old\n\n| 1 |\n\n## What the misses have in common\n\nThe weather.\n';
  expect(withNotes('# New\n', before)).toBe('# New\n\n## What the misses have in common\n\nThe weather.\n');
  expect(withNotes('# New\n', '# Old\n')).toBe('# New\n');
});
