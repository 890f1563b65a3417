/**
 * Both trees against the emulated API, isolated as rehearsals are: the tree before on a day on which all that it calls
 * lives, the tree after on the day of the verification, on every state that is made for the unit.
 */
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Catalogue, Profile } from '../../catalogue/index.js';
import {
  compareRecordings,
  type EdgeState,
  type Rehearsal,
  type RunDifference,
  runTree,
} from '../../edge/index.js';
import type { Material } from '../../scan/index.js';
import { pairsIn } from './conserved.js';
import type { Findings } from './model.js';
import type { Sent, SentResource, TreeUsages } from './sent.js';
import { type MadeState, statesFor } from './states.js';
import { type ChangedFile, lendDependencies } from './trees.js';

export interface RunOptions {
  /** Each as a line for a shell. */
  readonly commands: readonly string[];
  readonly now: string;
}

export interface RunInput {
  readonly before: { readonly material: Material };
  readonly after: Material;
  readonly catalogue: Catalogue;
  readonly profile: Profile;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly runs: RunOptions;
  readonly allowed: ReadonlySet<string>;
  readonly entries: readonly string[];
  readonly old: TreeUsages;
  readonly isRetired: (one: Sent | SentResource) => boolean;
  readonly changes: readonly ChangedFile[];
}

export async function runChecks(input: RunInput, findings: Findings): Promise<void> {
  const trees = copies(input);
  try {
    const seen: string[] = [];
    for (const command of input.runs.commands) await runCommand(command, input, trees, findings, seen);
    const asked = input.old.requests.filter((one) => one.method !== null && input.isRetired(one));
    for (const one of asked)
      if (!seen.some((call) => isCallOf(call, one)))
        findings.gaps.push({
          check: 'runs',
          what: `no run made the call ${one.method} ${one.template}: add a --run that does`,
          at: one.at,
          byRuns: false,
        });
    if (asked.length === 0)
      findings.gaps.push({ check: 'runs', what: 'which calls a run has to make', at: null, byRuns: false });
  } finally {
    trees.close();
  }
}

function isCallOf(call: string, { method, template }: Sent): boolean {
  const [verb, path = ''] = call.split(' ');
  if (verb !== method) return false;
  const [left, right] = [path.split('?')[0]?.split('/') ?? [], template.split('/')];
  return (
    left.length === right.length &&
    left.every((part, index) => part === right[index] || right[index]?.includes('{}') === true)
  );
}

interface Trees {
  readonly before: string;
  readonly after: string;
  readonly close: () => void;
}

/** Programs may write into their folders: they get copies. */
function copies({ before, after }: RunInput): Trees {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-verify-')));
  const copy = (from: string, name: string) => {
    const to = join(folder, name);
    cpSync(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !LENT.has(basename(path)),
    });
    lendDependencies(after.root, to);
    return to;
  };
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    return { before: copy(before.material.root, 'before'), after: copy(after.root, 'after'), close };
  } catch (error) {
    close();
    throw error;
  }
}

const LENT: ReadonlySet<string> = new Set(['.git', 'node_modules', '.venv']);
const MOST_REFUTATIONS = 3;

async function runCommand(
  command: string,
  input: RunInput,
  trees: Trees,
  findings: Findings,
  seen: string[],
): Promise<void> {
  const last: { before?: EdgeState; after?: EdgeState } = {};
  let zones: readonly string[] = [];
  let shown = 0;
  const first = await runBoth(command, { name: 'a fresh zone', state: null }, input, trees, last);
  zones = Object.keys(first.before.state.zones);
  const names = namesIn(command, input);
  for (const made of statesFor(input.entries, names, zones)) {
    const isFirst = made.state === null && made.faults === undefined && made.again === undefined;
    const { before, after } = isFirst ? first : await runBoth(command, made, input, trees, last);
    for (const { method, path } of before.calls) seen.push(`${method} ${path}`);
    shown += judgeRun({ command, made, before, after }, trees, input, findings);
    if (shown >= MOST_REFUTATIONS) return;
  }
}

/** Texts by which a program may name rules: what it is given, and what stands beside `description` or in comparisons. */
function namesIn(command: string, { changes }: RunInput): readonly string[] {
  const given = [...command.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)]
    .slice(1)
    .map(([, one, two, three]) => one ?? two ?? three ?? '');
  const written = changes.flatMap(({ before }) =>
    before === null ? [] : pairsIn(before).flatMap(([key, value]) => (key === 'description' ? [value] : [])),
  );
  const names = [...new Set([...given, ...written])].filter(
    (name) => /^[\w][\w ./:-]{1,40}$/.test(name) && !/\.\w{2,4}$/.test(name),
  );
  return names.slice(0, 6);
}

async function runBoth(
  command: string,
  made: MadeState,
  input: RunInput,
  trees: Trees,
  last: { before?: EdgeState; after?: EdgeState },
) {
  const { catalogue, profile, env, runs, entries } = input;
  const run = (folder: string, date: string, seed: 'before' | 'after'): Promise<Rehearsal> => {
    const state = made.again === true ? last[seed] : (made.state ?? undefined);
    return runTree({
      entries: catalogue.entries,
      profile,
      command: ['sh', '-c', command],
      folder,
      date,
      seed: made.again === true ? `${seed} again` : seed,
      ...(state === undefined ? {} : { state }),
      ...(made.faults === undefined ? {} : { faults: made.faults }),
      env,
    });
  };
  const ends = catalogue.entries
    .filter(({ id }) => entries.includes(id))
    .flatMap(({ endOfLife }) => endOfLife ?? []);
  const before = await run(trees.before, dayBefore(ends.sort()[0] ?? '2020-01-01'), 'before');
  const after = await run(trees.after, runs.now, 'after');
  if (made.state === null && made.faults === undefined) {
    last.before = before.state;
    last.after = after.state;
  }
  return { before, after };
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** What one command did in both trees, on one made state. */
interface MadeRun {
  readonly command: string;
  readonly made: MadeState;
  readonly before: Rehearsal;
  readonly after: Rehearsal;
}

/** How many refutations it added. */
function judgeRun(
  { command, made, before, after }: MadeRun,
  trees: Trees,
  input: RunInput,
  findings: Findings,
): number {
  const refute = (what: string, rest: { before?: string; after?: string } = {}) => {
    findings.refutations.push({
      check: 'runs',
      what,
      ...rest,
      shownBy: `${command}, with ${made.name}`,
      at: null,
    });
    return 1;
  };
  const problem = before.problem ?? after.problem;
  if (problem !== null) {
    findings.gaps.push({
      check: 'runs',
      what: `${command} could not be started: ${problem}`,
      at: null,
      byRuns: false,
    });
    return 0;
  }
  const dead = after.calls.find((call) => call.dead);
  if (dead !== undefined)
    return refute(`the new code still calls ${dead.method} ${dead.path}, which is retired`);
  if (before.calls.length === 0) {
    findings.gaps.push({ check: 'runs', what: `${command} makes no call`, at: null, byRuns: false });
    return 0;
  }
  if (made.again === true && before.exitCode !== 0 && after.exitCode === 0) {
    findings.differences.push({
      name: 'second-run',
      what: 'the retired API refused what a first run had made; a second run now makes it again',
    });
    return 0;
  }
  const all = differences(before, after, trees, input);
  const [first] = all.filter((one) => isWrong(one, made, before, after));
  nameDifferences(all, findings);
  if (first === undefined) return 0;
  if (input.allowed.has(first.kind)) return 0;
  const { effect } = first;
  const requests =
    effect === undefined ? '' : `; ${effect.requests} of the sampled requests are treated differently`;
  return refute(`${first.kind} differs at ${first.where}${requests}`, {
    before: text(first.before),
    after: text(first.after),
  });
}

function text(value: unknown): string {
  return value === undefined ? '(nothing)' : JSON.stringify(value).slice(0, 300);
}

/** Rules that moved and treat no request in another way may stand in any order. */
function differences(
  before: Rehearsal,
  after: Rehearsal,
  trees: Trees,
  { catalogue }: RunInput,
): readonly RunDifference[] {
  const { open } = compareRecordings(before, after, {
    entries: catalogue.entries,
    folders: { before: trees.before, after: trees.after },
  });
  return open.filter(({ change, effect }) => change !== 'moved' || effect !== undefined);
}

/** Words in which errors are told are not compared, nor what programs say on their way out. */
function isWrong(
  { kind, before, after }: RunDifference,
  made: MadeState,
  one: Rehearsal,
  two: Rehearsal,
): boolean {
  const failed = one.exitCode !== 0 && two.exitCode !== 0;
  if (kind === 'exit') return made.faults === undefined || (one.exitCode === 0) !== (two.exitCode === 0);
  if (kind === 'stderr') return !failed;
  if (kind === 'stdout') return made.faults === undefined && !isSkip(before, after);
  return true;
}

function isSkip(before: unknown, after: unknown): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  const word = (line: string) =>
    line.replace(/\b(?:allow|bypass|skip)\b/g, 'skip').replace(/\b[0-9a-f]{32}\b/g, '');
  return word(before) === word(after);
}

function nameDifferences(found: readonly RunDifference[], findings: Findings): void {
  if (!found.some(({ kind, before, after }) => kind === 'stdout' && isSkip(before, after))) return;
  if (findings.differences.some(({ name }) => name === 'allow-is-skip')) return;
  findings.differences.push({
    name: 'allow-is-skip',
    what: 'rules that allow are listed as rules that skip',
  });
}
