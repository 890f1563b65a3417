/**
 * The differential proof: one command in two trees. The tree before runs while everything it calls still lives,
 * the tree after once it has ended; both must leave the same state, do the same to requests, say the same and end
 * the same way. Last, the tree before runs after the end: it must fail, or the comparison proves nothing.
 */
import type { Entry, Profile } from '../../catalogue/index.js';
import { Edge } from '../core/edge.js';
import type { Faults } from '../core/faults.js';
import type { EdgeState } from '../core/state.js';
import type { Schedule } from '../dates.js';
import {
  openSetup,
  type Rehearsal,
  type RehearsalSetup,
  type RehearseOptions,
  rehearse,
} from '../rehearse/index.js';
import { Comparer, type RunDifference, type SameMeaning } from './difference.js';
import { applyExemptions, type Exempted, type Exemption } from './exemptions.js';
import { Identity } from './identity.js';
import { unifiedDiff } from './output-diff.js';
import { equalStates, withEffects } from './states.js';

/** How programs are run. */
interface RunConditions {
  readonly entries: readonly Entry[];
  readonly profile: Profile;
  readonly command: readonly string[];
  readonly schedule?: Schedule;
  /** Where every run starts. */
  readonly state?: EdgeState;
  /** Trouble that meets all runs alike. */
  readonly faults?: Faults;
  /** Zones and accounts that the state has not do not exist. */
  readonly strictIds?: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly passEnv?: readonly string[];
  readonly allowHosts?: readonly string[];
  readonly isolation?: RehearseOptions['isolation'];
  readonly echo?: RehearseOptions['echo'];
  readonly signal?: AbortSignal;
  /** What the runs share. */
  readonly setup?: RehearsalSetup;
}

export interface TreeRun extends RunConditions {
  readonly folder: string;
  /** The day of the emulated API. */
  readonly date: string;
  /** Makes other ids from the same requests. */
  readonly seed?: string;
}

export interface CompareOptions extends RunConditions {
  /** Folders in which the command runs. */
  readonly before: string;
  readonly after: string;
  readonly beforeDate: string;
  readonly afterDate: string;
  /** The tree before, run after the end, where that was done already. */
  readonly stale?: Rehearsal;
  readonly exemptions?: readonly Exemption[];
}

export interface RecordingOptions {
  /** Entries whose ended settings do not count; none by default. */
  readonly entries?: readonly Entry[];
  /** Names of the two folders in what the programs said are made equal. */
  readonly folders?: { readonly before: string; readonly after: string };
}

export interface RecordingComparison {
  /** Differences that no exemption covers. */
  readonly open: readonly RunDifference[];
  readonly exempted: readonly Exempted[];
  readonly unused: readonly Exemption[];
  readonly sameMeanings: readonly SameMeaning[];
  /** Unified diffs of what the programs said, empty where they said the same. */
  readonly output: Readonly<Record<'stdout' | 'stderr', string>>;
  readonly equal: boolean;
}

export interface RunComparison extends RecordingComparison {
  readonly command: readonly string[];
  readonly before: Rehearsal;
  readonly after: Rehearsal;
  /** The tree before, run after the end. */
  readonly stale: Rehearsal;
  /** Why the runs prove nothing, whatever they have in common. */
  readonly doubts: readonly string[];
}

export async function compareRuns(given: CompareOptions): Promise<RunComparison> {
  const setup = given.setup ?? (await openSetup());
  try {
    return await compareRunsWith(setup, given);
  } finally {
    if (given.setup === undefined) await setup.close();
  }
}

async function compareRunsWith(setup: RehearsalSetup, given: CompareOptions): Promise<RunComparison> {
  const options = { ...given, setup };
  const { beforeDate, afterDate } = options;
  // Ids differ between the runs on purpose: one that is written down somewhere must not pass for equal.
  const before = await runTree({ ...options, folder: options.before, date: beforeDate, seed: 'before' });
  const after = await runTree({ ...options, folder: options.after, date: afterDate, seed: 'after' });
  const stale =
    options.stale ?? (await runTree({ ...options, folder: options.before, date: afterDate, seed: 'stale' }));
  const compared = compareRecordings(before, after, {
    entries: options.entries,
    folders: { before: options.before, after: options.after },
    exemptions: options.exemptions ?? [],
  });
  const doubts = doubtsOf(before, after, stale, options);
  return {
    ...compared,
    command: options.command,
    before,
    after,
    stale,
    doubts,
    equal: compared.equal && doubts.length === 0,
  };
}

/** Runs the command in one tree, against the emulated API as it is on a day. */
export function runTree(options: TreeRun): Promise<Rehearsal> {
  const { entries, state, faults } = options;
  return rehearse({
    edge: new Edge({
      entries,
      now: options.date,
      schedule: options.schedule ?? 'spec',
      ...(options.seed === undefined ? {} : { seed: options.seed }),
      ...(state === undefined ? {} : { state }),
      ...(faults === undefined ? {} : { faults }),
      strictIds: options.strictIds ?? false,
    }),
    command: options.command,
    cwd: options.folder,
    env: options.env,
    profile: options.profile,
    passEnv: options.passEnv ?? [],
    allowHosts: options.allowHosts ?? [],
    isolation: options.isolation ?? 'auto',
    echo: options.echo ?? (() => {}),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.setup === undefined ? {} : { setup: options.setup }),
  });
}

/** Compares two runs and sorts their differences into those that an exemption names and open ones. */
export function compareRecordings(
  before: Rehearsal,
  after: Rehearsal,
  options: RecordingOptions & { readonly exemptions?: readonly Exemption[] } = {},
): RecordingComparison {
  const { found, sameMeanings, output } = compared(before, after, options);
  const { open, exempted, unused } = applyExemptions(found, options.exemptions ?? []);
  const shown = withEffects(open);
  return { open: shown, exempted, unused, sameMeanings, output, equal: shown.length === 0 };
}

/** All in which two runs differ: states and their effects, what was said, how it ended. */
export function compareRehearsals(
  before: Rehearsal,
  after: Rehearsal,
  options: RecordingOptions = {},
): readonly RunDifference[] {
  return compared(before, after, options).found;
}

function compared(before: Rehearsal, after: Rehearsal, { entries = [], folders }: RecordingOptions) {
  const comparer = new Comparer(new Identity(before.aliases, after.aliases));
  const states = equalStates(before.state, after.state, { entries, comparer });
  const streams = (['stdout', 'stderr'] as const).map((stream) => {
    const [left, right] = [
      linesOf(before.output[stream], folders?.before),
      linesOf(after.output[stream], folders?.after),
    ];
    const differences = comparer.differences(stream, stream, left, right);
    return { stream, differences, diff: unifiedDiff(left, right, differences, stream) };
  });
  const exit = comparer.differences('exit', 'exit', before.exitCode, after.exitCode);
  const diffOf = (wanted: 'stdout' | 'stderr') => streams.find(({ stream }) => stream === wanted)?.diff ?? '';
  return {
    found: [...states, ...streams.flatMap(({ differences }) => differences), ...exit],
    sameMeanings: comparer.sameMeanings,
    output: { stdout: diffOf('stdout'), stderr: diffOf('stderr') },
  };
}

/** The name of the folder counts as the same in both trees. */
function linesOf(text: string, folder: string | undefined): readonly string[] {
  return (folder === undefined ? text : text.replaceAll(folder, '<folder>')).split('\n');
}

function doubtsOf(
  before: Rehearsal,
  after: Rehearsal,
  stale: Rehearsal,
  { entries, before: folder }: CompareOptions,
): string[] {
  const dead = (run: Rehearsal) => run.calls.filter((call) => call.dead);
  const names = (run: Rehearsal) => [...new Set(dead(run).map(({ entry }) => entry))].join(', ');
  const doubts: string[] = [];
  for (const [tree, run] of [
    ['before', before],
    ['after', after],
  ] as const) {
    if (run.problem !== null)
      doubts.push(`the program could not be started in the tree ${tree}: ${run.problem}`);
    else if (run.calls.length === 0) doubts.push(`the program made no visible call in the tree ${tree}`);
  }
  if (dead(before).length > 0) {
    doubts.push(
      `calls of the old tree were already retired on ${before.now} (${names(before)}): choose an earlier day`,
    );
  }
  if (dead(after).length > 0)
    doubts.push(`calls of the new tree are retired on ${after.now} (${names(after)})`);
  const folders = { before: folder, after: folder };
  const stillWorks = () =>
    stale.problem === null &&
    dead(stale).length === 0 &&
    compareRehearsals(before, stale, { entries, folders }).length === 0;
  if (stillWorks()) {
    doubts.push(`the old tree still works on ${stale.now}: the runs do not show that a migration is needed`);
  }
  return doubts;
}
