/**
 * The differential proof of one case: the program before on a day when all its calls lived, the program after
 * today, and the program before today, which has to fail. Both run as processes.
 */

import { createRequire } from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { type Comparison, compareRuns } from '../../src/edge/compare/index.js';
import { type Case, expectedFiles, type Files, HELPER_STANDS_HERE, type Run } from './cases.js';
import { migrated, TODAY, written } from './migrated.js';
import { ACCOUNT, IDS, type Scenario, scenarioOf, ZONE } from './scenarios.js';
import { withTree } from './trees.js';

/** Before anything of the schedule had ended. */
const ONCE = '2020-02-03';

export interface TwinResult {
  readonly scenario: string;
  readonly calls: number;
  readonly equal: boolean;
  /** Names of announced differences that showed. */
  readonly shown: readonly string[];
  readonly faults: readonly string[];
}

export interface TwinOptions {
  /** Limits the scenarios, for a sample. */
  readonly scenarios?: readonly (string | Run['scenarios'][number])[];
  /** The program after, if it is not the one that is expected. */
  readonly after?: Files;
}

/** One result for each scenario; what is wrong with all of them together is told with the last. */
export async function runTwins(one: Case, options: TwinOptions = {}): Promise<readonly TwinResult[]> {
  const { run } = one.meta;
  if (run === undefined) return [];
  const results: TwinResult[] = [];
  const after = options.after ?? (await withHelpers(one));
  for (const given of options.scenarios ?? run.scenarios)
    results.push(await twin(one, run, scenarioOf(given), after));
  if (options.scenarios !== undefined) return results;
  const shown = new Set(results.flatMap((result) => result.shown));
  const unused = (run.exempt ?? []).filter(({ name }) => !shown.has(name)).map(({ name }) => name);
  const last = results.at(-1);
  if (last === undefined || unused.length === 0) return results;
  const fault = `announced differences that show in no scenario: ${unused.join(', ')}`;
  return [...results.slice(0, -1), { ...last, equal: false, faults: [...last.faults, fault] }];
}

/** Helpers are not kept with the cases. */
async function withHelpers(one: Case): Promise<Files> {
  const files = expectedFiles(one);
  if (![...files.values()].some((content) => content.toString() === HELPER_STANDS_HERE)) return files;
  const made = written(one.input, await migrated(one.input, one.meta));
  return new Map(
    [...files].map(([path, content]) => [
      path,
      content.toString() === HELPER_STANDS_HERE ? (made.get(path) ?? content) : content,
    ]),
  );
}

async function twin(one: Case, run: Run, scenario: Scenario, after: Files): Promise<TwinResult> {
  const { entries, profiles } = builtinCatalogue();
  const [profile] = profiles;
  if (profile === undefined) throw new Error('the catalogue has no profile');
  const comparison = await withTree(one.input, (before) =>
    withTree(after, (folder) =>
      compareRuns({
        entries,
        profile,
        command: commandOf(run.command),
        before,
        after: folder,
        beforeDate: ONCE,
        afterDate: TODAY,
        state: scenario.state,
        ...(scenario.faults === undefined ? {} : { faults: scenario.faults }),
        env: environment(run),
        exemptions: run.exempt ?? [],
        offline: true,
      }),
    ),
  );
  const faults = faultsOf(comparison, run, scenario);
  return {
    scenario: scenario.name,
    calls: comparison.after.calls.length,
    equal: faults.length === 0,
    shown: comparison.exempted.map(({ exemption }) => exemption.name),
    faults,
  };
}

/** What the old program does after the end does not count where it is broken by the scenario already. */
function faultsOf({ open, doubts, before, stale }: Comparison, run: Run, { faults }: Scenario): string[] {
  const differences = open.map(
    ({ kind, where, before: was, after: is }) =>
      `${kind} ${where}: ${JSON.stringify(was)} before, ${JSON.stringify(is)} after`,
  );
  const stillWorks = (doubt: string) => doubt.startsWith('the tree before still works');
  const isBroken = faults !== undefined && before.exitCode !== 0;
  const tolerated = run.noop !== undefined || isBroken;
  const others = doubts.filter((doubt) => !(tolerated && stillWorks(doubt)));
  const isNoop = run.noop !== undefined && !isBroken && !doubts.some(stillWorks);
  return [
    ...differences,
    ...others,
    ...(isNoop
      ? [
          `the program before fails after the end (${stale.exitCode}), although meta.json says that it does not`,
        ]
      : []),
  ];
}

/** `tsx` runs TypeScript; `node` is this one. */
function commandOf(command: readonly string[]): string[] {
  const [program = '', ...rest] = command;
  if (program === 'node') return [process.execPath, ...rest];
  if (program !== 'tsx') return [program, ...rest];
  const loader = createRequire(import.meta.url).resolve('tsx');
  return [process.execPath, '--import', pathToFileURL(loader).href, ...rest];
}

function environment(run: Run): Record<string, string | undefined> {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_NO_WARNINGS: '1',
    CLOUDFLARE_API_TOKEN: 'token-of-nobody',
    ZONE_ID: ZONE,
    ACCOUNT_ID: ACCOUNT,
    CLOUDFLARE_ZONE_ID: ZONE,
    CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    ...IDS,
    ...run.env,
  };
}
