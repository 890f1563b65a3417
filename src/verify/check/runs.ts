/**
 * Both trees against the emulated API, isolated as rehearsals are: the tree before on a day on which all that it calls
 * lives, the tree after on the day of the verification, on every state that is made for the unit.
 */
import type { Catalogue, Profile } from '../../catalogue/index.js';
import {
  type EdgeState,
  openSetup,
  type Rehearsal,
  type RehearsalSetup,
  runTree,
  type SeenCall,
} from '../../edge/index.js';
import { languageOf } from '../../read/index.js';
import type { Material } from '../../scan/index.js';
import { type Noted, watchLines } from '../coverage/index.js';
import { dataWords } from './data-words.js';
import type { Exercised } from './idle-lines.js';
import type { Findings, Gap } from './model.js';
import { hostNames, ruleExpressions, ruleNames } from './rule-names.js';
import { judgeRun, lastWords } from './run-judgement.js';
import { copiesOf, type LeftFiles, NO_FILES, type RunTree, type RunTrees } from './run-trees.js';
import type { Sent, SentResource, TreeUsages } from './sent.js';
import { type Made, type MadeState, type StateRow, statesFor } from './states.js';
import type { ChangedFile } from './trees.js';

export interface RunOptions {
  /** Each as a line for a shell. */
  readonly commands: readonly string[];
  readonly now: string;
  /** Refutations after which no further state is run. */
  readonly most?: number;
  /** Runs of the tree before, for several changes of the same tree. */
  readonly kept?: KeptRuns;
}

/** By the command and its place among the others, and the state; with the folder that the output may name. */
export type KeptRuns = Map<string, { readonly folder: string; readonly run: Promise<Ran> }>;

interface Ran extends Rehearsal {
  readonly files: LeftFiles;
  /** Lines of the tree that ran. */
  readonly lines: readonly Noted[];
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
  /** Filled by the runs. */
  readonly exercised: Exercised;
}

const MOST_REFUTATIONS = 3;

/** What one command left: the state of the API, and the files of the tree. */
interface Left {
  readonly before: Ran;
  readonly after: Ran;
}

interface Session extends RunInput {
  readonly trees: RunTrees;
  readonly setup: RehearsalSetup;
  readonly findings: Findings;
  /** Calls of the tree before. */
  readonly seen: SeenCall[];
  /** After the commands that ran already, one on top of the other. */
  left: Left | null;
  /** A command ended well before the change. Others may tell with their exit code that there is nothing to do. */
  hasWorked: boolean;
  /** How the first command ended before the change, where it failed. */
  failure: string | null;
}

export async function runChecks(input: RunInput, findings: Findings): Promise<void> {
  const { commands, most = MOST_REFUTATIONS } = input.runs;
  if (findings.refutations.length >= most) return;
  const trees = copiesOf(input.before.material.root, input.after.root);
  const setup = await openSetup();
  try {
    const session: Session = {
      ...input,
      trees,
      setup,
      findings,
      seen: [],
      left: null,
      hasWorked: false,
      failure: null,
    };
    for (const [place, command] of commands.entries())
      if (findings.refutations.length < most) await runCommand({ command, place }, session);
    if (!session.hasWorked && session.failure !== null)
      findings.gaps.push(
        gap(`each command failed before the change, too, in every state: ${session.failure}`),
      );
    findings.gaps.push(...uncalled(session));
  } finally {
    await setup.close();
    trees.close();
  }
}

function gap(what: string, at: Gap['at'] = null): Gap {
  return { check: 'runs', what, at, byRuns: false };
}

/** Retired calls that no run made; of what is retired in a body or an expression, any call that may send it. */
function uncalled({ old, isRetired, seen, entries }: Session): readonly Gap[] {
  const asked = old.requests.filter(isRetired);
  if (asked.length === 0)
    // What no reader followed is told by the runs themselves.
    return seen.some((call) => entries.includes(call.entry ?? '') || mayCarry(call, old))
      ? []
      : [gap('no run made a call that has to be migrated: add a --run that does')];
  return asked
    .filter((one) => !seen.some((call) => isCallOf(call, one)))
    .map(({ method, template, at }) =>
      gap(`no run made the call ${method ?? ''} ${template}: add a --run that does`, at),
    );
}

function mayCarry(call: SeenCall, { requests }: TreeUsages): boolean {
  return requests.length === 0 || requests.some((one) => isCallOf(call, one));
}

function isCallOf({ method: verb, path }: SeenCall, { method, template }: Sent): boolean {
  if (method !== null && verb !== method) return false;
  const [left, right] = [path.split('?')[0]?.split('/') ?? [], template.split('/')];
  return (
    left.length === right.length &&
    left.every((part, index) => part === right[index] || /\{\w*\}/.test(right[index] ?? ''))
  );
}

interface Both {
  readonly before: Ran;
  readonly after: Ran;
  readonly folders: { readonly before: string; readonly after: string };
}

/** The same command may come again, on what those before it left. */
interface Asked {
  readonly command: string;
  readonly place: number;
}

const FRESH: MadeState = { name: 'a fresh zone', state: null, row: { name: 'a fresh zone' } };

async function runCommand(asked: Asked, session: Session): Promise<void> {
  const { command } = asked;
  const { findings, entries, catalogue, allowed, runs, seen } = session;
  const chain = session.left;
  const first = await runBoth(asked, FRESH, null, session);
  const own: Left = first;
  if (chain === null) session.left = own;
  const faulty = new Set<string>();
  let usual = first;
  // Where the program has something to write, if it has nothing in the usual state.
  let busy: Tried | null = null;
  // Where it comes to its end, if it fails in the usual state.
  let working: Tried | null = null;
  for (const one of statesFor({ entries, ...namesFor(command, session), ...idsOf(first) })) {
    const { row } = one;
    if (row.after === 'others' && chain === null) continue;
    const other: Tried | null =
      row.faults === undefined
        ? null
        : row.only === 'writes'
          ? isWriting(usual)
            ? null
            : busy
          : isEnded(usual)
            ? null
            : working;
    const made: MadeState = other === null ? one : { ...one, state: other.state };
    const known = other?.both ?? usual;
    if (row.faults !== undefined && !isNewFault(row, known, faulty, session)) continue;
    const from = row.after === 'self' ? own : row.after === 'others' ? chain : null;
    const both = made.name === FRESH.name ? first : await runBoth(asked, made, from, session);
    const unusable = unusableFor(command, both);
    if (unusable !== null) return void findings.gaps.push(unusable);
    const { before, after } = both;
    seen.push(...before.calls);
    session.exercised.before.add(before.lines);
    session.exercised.after.add(after.lines);
    session.hasWorked ||= before.exitCode === 0;
    if (before.exitCode !== 0) session.failure ??= failureOf(command, before);
    const initial = from?.after.state ?? made.state;
    judgeRun({ command, made, initial, usual, ...both }, { entries: catalogue.entries, allowed }, findings);
    if (findings.refutations.length >= (runs.most ?? MOST_REFUTATIONS)) return;
    // What makes no call does the same in all states.
    if (before.calls.length === 0 && after.calls.length === 0) return;
    if (row.after === 'others') session.left = both;
    if (row.rules !== undefined && row.faults === undefined && usual === first) usual = both;
    if (row.rules !== undefined && row.faults === undefined) {
      if (isWriting(both)) busy ??= { state: made.state, both };
      if (isEnded(both)) working ??= { state: made.state, both };
    }
  }
}

interface Tried {
  readonly state: EdgeState | null;
  readonly both: Both;
}

function isEnded({ before, after }: Both): boolean {
  return before.exitCode === 0 && after.exitCode === 0;
}

function isWriting({ before, after }: Both): boolean {
  return [before, after].every(
    ({ calls, exitCode }) => exitCode === 0 && calls.some(({ method }) => method !== 'GET'),
  );
}

function failureOf(command: string, { exitCode, output }: Rehearsal): string {
  return `${command} ended with ${exitCode}${lastWords(output.stderr)}`;
}

function unusableFor(command: string, { before, after }: Both): Gap | null {
  const problem = before.problem ?? after.problem;
  if (problem !== null) return gap(`${command} could not be started: ${problem}`);
  const missing = [...before.calls, ...after.calls].find(({ status }) => status === 501);
  return missing === undefined
    ? null
    : gap(`the emulated API does not have ${missing.method} ${missing.path}, which ${command} calls`);
}

function idsOf({ before, after }: Both): Pick<Made, 'zones' | 'accounts'> {
  const ids = (of: 'zones' | 'accounts') => [
    ...new Set([before, after].flatMap(({ state }) => Object.keys(state[of]))),
  ];
  const zones = ids('zones');
  // A program that lists the zones first saw none.
  return { zones: zones.length === 0 ? MADE_ZONES : zones, accounts: ids('accounts') };
}

const MADE_ZONES = ['c', 'd'].map((end) => end.padStart(32, '0'));

function namesFor(
  command: string,
  { changes, old, trees }: Session,
): Pick<Made, 'names' | 'hosts' | 'expressions'> {
  const texts = [
    ...new Set([...changes.flatMap(({ before }) => before ?? []), ...old.texts.map(({ text }) => text)]),
  ];
  const language = languageOf(changes[0]?.path ?? '', texts[0]?.slice(0, 200).split('\n')[0] ?? '');
  const data = dataWords(trees.before.folder, [command, ...texts]);
  return {
    names: ruleNames(command, texts, language, data),
    hosts: hostNames([command, ...texts, ...data]),
    expressions: ruleExpressions(command, texts, language),
  };
}

/** An error that meets the same request as one before it shows nothing new. */
function isNewFault(
  { only, faults }: StateRow,
  { before, after }: Both,
  known: Set<string>,
  { changes, old }: Session,
): boolean {
  const [answer] = faults?.answers ?? [];
  const places = [before, after].map(({ calls }) =>
    answer?.of === 'write' ? calls.findIndex(({ method }) => method !== 'GET') : 0,
  );
  if (only === 'writes' && places.every((place) => place < 0)) return false;
  const texts = [...changes.map((one) => one.before ?? ''), ...old.texts.map(({ text }) => text)];
  // What is written until then differs between the APIs.
  if (only === 'reads' && [before, after].some(({ calls }) => calls[1]?.method !== 'GET')) return false;
  if (only instanceof RegExp && !texts.some((text) => only.test(text))) return false;
  const key = `${answer?.status} ${answer?.nth} ${places.join(' ')}`;
  if (known.has(key)) return false;
  known.add(key);
  return true;
}

async function runBoth(
  { command, place }: Asked,
  made: MadeState,
  from: Left | null,
  session: Session,
): Promise<Both> {
  const { catalogue, profile, env, runs, entries, trees, setup } = session;
  const { row } = made;
  const run = async (tree: RunTree, date: string, seed: 'before' | 'after'): Promise<Ran> => {
    const state = from?.[seed].state ?? made.state ?? undefined;
    tree.begin(from?.[seed].files ?? NO_FILES);
    const watch = watchLines(tree.folder, env);
    const ran = await runTree({
      entries: catalogue.entries,
      profile,
      command: ['sh', '-c', command],
      folder: tree.folder,
      date,
      seed: row.after === undefined ? seed : `${seed} again`,
      ...(state === undefined ? {} : { state }),
      ...(row.faults === undefined ? {} : { faults: row.faults }),
      strictIds: row.isMissing === true,
      env: watch.env,
      setup,
    });
    return { ...ran, files: tree.end(), lines: watch.end() };
  };
  const ends = catalogue.entries
    .filter(({ id }) => entries.includes(id))
    .flatMap(({ endOfLife }) => endOfLife ?? []);
  const old = keptOr(runs.kept, JSON.stringify([place, command, made]), trees.before.folder, () =>
    run(trees.before, dayBefore(ends.sort()[0] ?? '2020-01-01'), 'before'),
  );
  const [before, after] = await Promise.all([old.run, run(trees.after, runs.now, 'after')]);
  return { before, after, folders: { before: old.folder, after: trees.after.folder } };
}

function keptOr(kept: KeptRuns = new Map(), key: string, folder: string, make: () => Promise<Ran>) {
  const known = kept.get(key) ?? { folder, run: make() };
  kept.set(key, known);
  return known;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
