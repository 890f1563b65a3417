/** Runs a program in one scenario: before its migration while the API lived, after it once it has ended. */
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { compareRehearsals } from '../../src/edge/compare/index.js';
import { Edge, type EdgeState } from '../../src/edge/index.js';
import { type Rehearsal, rehearse } from '../../src/edge/rehearse/index.js';
import { type GoldenScenario, stateOf } from './scenarios.js';

export const LIVE = '2025-01-01';
export const ENDED = '2026-06-22';

export interface Trees {
  readonly before: string;
  readonly after: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Row {
  readonly scenario: GoldenScenario;
  readonly calls: { readonly before: number; readonly after: number };
  /** In what the runs differ; empty if in nothing. */
  readonly differences: readonly string[];
  /** Whether the program before has to write, and what becomes of it after the end. */
  readonly hadToWrite: boolean;
  readonly failsLate: boolean;
  /** Writes of a second run. */
  readonly again: { readonly before: number; readonly after: number };
}

export async function runScenario(scenario: GoldenScenario, trees: Trees): Promise<Row> {
  const start = stateOf(scenario);
  const before = await once(trees.before, LIVE, 'before', start, scenario, trees);
  const after = await once(trees.after, ENDED, 'after', start, scenario, trees);
  const late = await once(trees.before, ENDED, 'late', start, scenario, trees);
  const beforeAgain = await once(trees.before, LIVE, 'before', before.state, scenario, trees);
  const afterAgain = await once(trees.after, ENDED, 'after', after.state, scenario, trees);
  const found = compareRehearsals(before, after, {
    entries: builtinCatalogue().entries,
    folders: { before: trees.before, after: trees.after },
  });
  const dead = after.calls.filter((call) => call.dead).map(({ method, path }) => `dead: ${method} ${path}`);
  return {
    scenario,
    calls: { before: before.calls.length, after: after.calls.length },
    differences: [...found.map(({ kind, where }) => `${kind} ${where}`), ...dead],
    hadToWrite: writes(before) > 0,
    failsLate: late.exitCode !== 0 && late.calls.some((call) => call.dead),
    again: { before: writes(beforeAgain), after: writes(afterAgain) },
  };
}

function once(
  cwd: string,
  now: string,
  seed: string,
  state: EdgeState,
  scenario: GoldenScenario,
  { command, env }: Trees,
): Promise<Rehearsal> {
  const { entries, profiles } = builtinCatalogue();
  const [profile] = profiles;
  if (profile === undefined) throw new Error('the catalogue has no profile');
  return rehearse({
    edge: new Edge({ entries, now, seed, state }),
    command,
    cwd,
    env: { ...env, WANTED_PARTS: JSON.stringify(scenario.wanted) },
    profile,
    passEnv: [],
    isolation: 'never',
    echo: () => {},
  });
}

function writes({ calls }: Rehearsal): number {
  return calls.filter(({ method }) => method !== 'GET').length;
}

/** Whether the row shows what it has to. */
export function holds(row: Row): boolean {
  const writesLess = row.again.before > 0 || row.again.after === 0;
  return row.differences.length === 0 && writesLess && (!row.hadToWrite || row.failsLate);
}

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ scenario, calls, differences, hadToWrite, failsLate, again }) =>
    [
      `${scenario.id} ${scenario.title}`,
      calls.before,
      calls.after,
      differences.length === 0 ? 'yes' : `no: ${differences[0]}`,
      failsLate ? 'fails' : hadToWrite ? 'does not fail' : 'has nothing to write',
      `${again.before} / ${again.after}`,
    ].join(' | '),
  );
  return [
    '| scenario | calls before | calls after | equal | before, on the later day | writes of a second run |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n');
}
