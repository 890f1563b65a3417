/**
 * The differential proof of one case: the program before on a day when all its calls lived, the program after
 * today, and the program before today, which has to fail. All run as processes: from the states that the case names,
 * then from states and with troubles that every case meets, then with each other major version of the SDK.
 */

import { join } from 'node:path';
import process from 'node:process';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { compareRuns, type RunComparison, type RunDifference } from '../../src/edge/compare/index.js';
import type { Rehearsal } from '../../src/edge/rehearse/index.js';
import { besideFiles, type Case, expectedFiles, type Files, type Run } from './cases.js';
import { compiled, compiledName } from './compiled.js';
import { majorOf, withMajor } from './majors.js';
import { migrated, TODAY, written } from './migrated.js';
import { ACCOUNT, IDS, type Scenario, scenarioOf, ZONE } from './scenarios.js';
import { withTree } from './trees.js';
import { type Calls, type KINDS, kindOf, meetTroubles, statesFor, troubleNamed } from './troubles.js';

/** Before anything of the schedule had ended. */
const ONCE = '2020-02-03';

export interface TwinResult {
  readonly scenario: string;
  readonly kind: (typeof KINDS)[number];
  /** Major version of the vendor's SDK that was run, if the program uses it. */
  readonly major: number | null;
  readonly calls: number;
  readonly equal: boolean;
  /** Names of announced differences that showed. */
  readonly shown: readonly string[];
  readonly faults: readonly string[];
}

export interface TwinOptions {
  /** Only these of the states that the case names; no others, no troubles, no other majors. */
  readonly scenarios?: readonly (string | Run['scenarios'][number])[];
  /** With `scenarios`: only this trouble from the first of them on. */
  readonly trouble?: string;
  /** The program after, if it is not the one that is expected. */
  readonly after?: Files;
}

interface Pair {
  readonly one: Case;
  readonly run: Run;
  readonly before: Files;
  readonly after: Files;
}

interface Ran {
  readonly result: TwinResult;
  readonly comparison: RunComparison;
  readonly calls: Calls;
}

/** One result for each scenario; what is wrong with all of them together is told with the last. */
export async function runTwins(one: Case, options: TwinOptions = {}): Promise<readonly TwinResult[]> {
  const { run } = one.meta;
  if (run === undefined) return [];
  const program = options.after ?? expectedFiles(one);
  const pair: Pair = { one, run, before: one.input, after: program };
  if (options.scenarios !== undefined) {
    const scenarios = options.scenarios.map(scenarioOf);
    const { trouble } = options;
    if (trouble === undefined) return resultsOf(await inTurn(scenarios, (scenario) => twin(pair, scenario)));
    const troubled = scenarios.map((base) => troubleNamed(trouble, base));
    return resultsOf(await inTurn(troubled, (scenario) => twin(pair, scenario, 'elsewhere')));
  }
  return everyTwin(pair, await majorPairs(pair));
}

async function everyTwin(pair: Pair, majors: readonly Pair[]): Promise<readonly TwinResult[]> {
  const { one, run } = pair;
  const named = await inTurn(run.scenarios.map(scenarioOf), (scenario) => twin(pair, scenario));
  const base = baseOf(run, named);
  if (base === undefined) throw new Error(`${one.codemod}/${one.name} names no scenario without faults`);
  const { before, after, stale } = base.ran.comparison;
  if (named.every(({ comparison }) => comparison.before.calls.every(({ status }) => status >= 400))) {
    const fault = 'the API refuses every call of the program before, so that its run shows nothing';
    return resultsOf(named).map((result) => ({ ...result, equal: false, faults: [...result.faults, fault] }));
  }
  if (run.only !== undefined) return withUnseen(run, named);
  const states = await inTurn(statesFor(one), (scenario) => twin(pair, scenario, stale));
  const troubles = await meetTroubles(
    base.scenario,
    { before: before.calls, after: after.calls },
    (scenario) => twin(pair, scenario, stale),
  );
  const others = await inTurn(majors, (other) => twin(other, base.scenario));
  return withUnseen(run, [...named, ...states, ...troubles, ...others]);
}

/** The scenario of the case in which the program calls most, with nothing in its way. */
function baseOf(
  run: Run,
  named: readonly Ran[],
): { readonly scenario: Scenario; readonly ran: Ran } | undefined {
  const calm = named.flatMap((ran, index) => {
    const given = run.scenarios[index];
    const scenario = given === undefined ? undefined : scenarioOf(given);
    return scenario === undefined || scenario.faults !== undefined ? [] : [{ scenario, ran }];
  });
  const calls = ({ ran }: (typeof calm)[number]) => ran.comparison.before.calls.length;
  return calm.reduce<(typeof calm)[number] | undefined>(
    (most, next) => (most === undefined || calls(next) > calls(most) ? next : most),
    undefined,
  );
}

/** The program for every other major version of the SDK, migrated with it. */
function majorPairs({ one, run }: Pair): Promise<readonly Pair[]> {
  const own = majorOf(one.input);
  return inTurn(
    (run.majors ?? []).filter((major) => major !== own),
    async (major) => {
      const before = withMajor(one.input, major);
      return { one, run, before, after: written(before, await migrated(before, one.meta)) };
    },
  );
}

/** What may differ in a scenario has to differ there, or nobody needs to allow it. */
function withUnseen(run: Run, ran: readonly Ran[]): readonly TwinResult[] {
  const results = resultsOf(ran);
  const faults = (run.exempt ?? []).flatMap((allowed) => {
    const seen = ran.filter(({ comparison }) =>
      comparison.exempted.some(({ exemption }) => exemption === allowed),
    );
    const names = new Set(seen.map(({ result }) => result.scenario));
    const { name, kind, where } = allowed;
    return allowed.scenarios
      .filter((scenario) => !names.has(scenario))
      .map((scenario) => `${name} (${kind} ${where}) is allowed in ${scenario}, and does not show there`);
  });
  const last = results.at(-1);
  if (last === undefined || faults.length === 0) return results;
  return [...results.slice(0, -1), { ...last, equal: false, faults: [...last.faults, ...faults] }];
}

/** `failure`: where it is shown that the program before fails after the end, if not here: in a run that is known, or elsewhere. */
async function twin(
  { one, run, before, after }: Pair,
  scenario: Scenario,
  failure: Rehearsal | 'elsewhere' | 'here' = 'here',
): Promise<Ran> {
  const { entries, profiles } = builtinCatalogue();
  const [profile] = profiles;
  if (profile === undefined) throw new Error('the catalogue has no profile');
  const driven = (program: Files) => compiled(new Map([...program, ...besideFiles(one)]));
  const comparison = await withTree(driven(before), (old) =>
    withTree(driven(after), (folder) =>
      compareRuns({
        entries,
        profile,
        command: commandOf(run.command),
        before: old,
        after: folder,
        beforeDate: ONCE,
        afterDate: TODAY,
        state: scenario.state,
        ...(scenario.faults === undefined ? {} : { faults: scenario.faults }),
        ...(typeof failure === 'string' ? {} : { stale: failure }),
        env: environment(run),
        exemptions: (run.exempt ?? []).filter(({ scenarios }) => scenarios.includes(scenario.name)),
        isolation: 'never',
      }),
    ),
  );
  const faults = faultsOf(comparison, run, scenario, failure !== 'here');
  const result: TwinResult = {
    scenario: scenario.name,
    kind: kindOf(scenario),
    major: majorOf(before),
    calls: comparison.after.calls.length,
    equal: faults.length === 0,
    shown: comparison.exempted.map(({ exemption }) => exemption.name),
    faults,
  };
  const { before: old, after: now } = comparison;
  return { result, comparison, calls: { before: old.calls, after: now.calls } };
}

/** What the old program does after the end does not count where it is broken by the scenario already. */
function faultsOf(
  { open, doubts, before, after, stale }: RunComparison,
  run: Run,
  { faults }: Scenario,
  isShownElsewhere: boolean,
): string[] {
  const plain = [before, after].map(withoutAddresses);
  const crashes = [before, after].map((run) => withoutCrash(withoutAddresses(run)(run.output.stderr)));
  const isSameCrash = crashes[0]?.headline !== null && same(crashes[0], crashes[1]);
  const isSame = ({ kind, before: was, after: is }: RunDifference) =>
    (kind === 'stderr' && isSameCrash) ||
    (typeof was === 'string' &&
      typeof is === 'string' &&
      (kind === 'stderr' || kind === 'stdout') &&
      plain[0]?.(was) === plain[1]?.(is));
  const differences = open
    .filter((difference) => !isSame(difference))
    .map(
      ({ kind, where, before: was, after: is }) =>
        `${kind} ${where}: ${JSON.stringify(was)} before, ${JSON.stringify(is)} after`,
    );
  const stillWorks = (doubt: string) => doubt.startsWith('the old tree still works');
  const isBroken = isShownElsewhere || (faults !== undefined && before.exitCode !== 0);
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

/** Place and source line, then the error with its stack and its fields, then the version. */
const CRASH = /^\S+:\d+\n.*\n\s*\^+\n\s*([^\n]*)[\s\S]*?^Node\.js v\S+\n?/m;

/** Places and lines of source, then the error. */
const PYTHON_CRASH = /^Traceback \(most recent call last\):\n(?:[ \t].*\n)+(.*)\n?/m;

/**
 * Of an error that nobody catches, Node shows the whole object: addresses that had to change, ports, times. What the
 * program itself says is all that stands before, and the name and message of the error.
 */
function withoutCrash(stderr: string): { readonly said: string; readonly headline: string | null } {
  const headline = (CRASH.exec(stderr) ?? PYTHON_CRASH.exec(stderr))?.[1] ?? null;
  return { said: stderr.replace(CRASH, '').replace(PYTHON_CRASH, ''), headline };
}

/** Method and address of a call have to change, also where the program says them: they count as those of that call. */
function withoutAddresses({ calls }: Rehearsal): (said: string) => string {
  const paths = [...new Set(calls.flatMap(({ path }) => [path, path.replace(/\?.*/, '')]))];
  const longestFirst = paths.filter((path) => path.length > 1).sort((a, b) => b.length - a.length);
  return (said) =>
    longestFirst
      .reduce((text, path) => text.replaceAll(path, '<address>'), said)
      .replace(/\b(?:GET|POST|PUT|PATCH|DELETE) (?=<address>)/g, '');
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function resultsOf(ran: readonly Ran[]): readonly TwinResult[] {
  return ran.map(({ result }) => result);
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** Modules that programs in other languages use. */
const [PYTHON, PHP, RUBY] = ['python', 'php', 'ruby'].map((name) => join(import.meta.dirname, name));

/** `tsx` is what a person would type: here the program is compiled before. */
function commandOf(command: readonly string[]): string[] {
  const [program = '', file = '', ...rest] = command;
  if (program === 'node') return [process.execPath, file, ...rest];
  return program === 'tsx' ? [process.execPath, compiledName(file), ...rest] : [...command];
}

function environment(run: Run): Record<string, string | undefined> {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_NO_WARNINGS: '1',
    PYTHONPATH: PYTHON,
    PYTHONDONTWRITEBYTECODE: '1',
    PHP_INI_SCAN_DIR: `:${PHP}`,
    PROOF_PHP: PHP,
    RUBYLIB: RUBY,
    // Programs in Go use nothing but the standard library.
    GO111MODULE: 'on',
    GOFLAGS: '-mod=mod',
    GOPROXY: 'off',
    GOTOOLCHAIN: 'local',
    CLOUDFLARE_API_TOKEN: 'token-of-nobody',
    ZONE_ID: ZONE,
    ACCOUNT_ID: ACCOUNT,
    CLOUDFLARE_ZONE_ID: ZONE,
    CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    ...IDS,
    ...run.env,
  };
}
