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
import { type Rehearsal, type RehearseOptions, rehearse } from '../rehearse/index.js';
import { differences, type RunDifference } from './difference.js';
import { applyExemptions, type Exempted, type Exemption } from './exemptions.js';
import { Identity } from './identity.js';
import { equalStates } from './states.js';

export interface CompareOptions {
  readonly entries: readonly Entry[];
  readonly profile: Profile;
  readonly command: readonly string[];
  /** Folders in which the command runs. */
  readonly before: string;
  readonly after: string;
  readonly beforeDate: string;
  readonly afterDate: string;
  readonly schedule?: Schedule;
  /** Where both runs start. */
  readonly state?: EdgeState;
  /** Trouble that meets all runs alike. */
  readonly faults?: Faults;
  /** The tree before, run after the end, where that was done already. */
  readonly stale?: Rehearsal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exemptions?: readonly Exemption[];
  readonly passEnv?: readonly string[];
  readonly allowHosts?: readonly string[];
  readonly isolation?: RehearseOptions['isolation'];
  readonly echo?: RehearseOptions['echo'];
  readonly signal?: AbortSignal;
}

export interface RunComparison {
  readonly command: readonly string[];
  readonly before: Rehearsal;
  readonly after: Rehearsal;
  /** The tree before, run after the end. */
  readonly stale: Rehearsal;
  /** Differences that no exemption covers. */
  readonly open: readonly RunDifference[];
  readonly exempted: readonly Exempted[];
  readonly unused: readonly Exemption[];
  /** Why the runs prove nothing, whatever they have in common. */
  readonly doubts: readonly string[];
  readonly equal: boolean;
}

export async function compareRuns(options: CompareOptions): Promise<RunComparison> {
  const { entries, state } = options;
  // Ids differ between the runs on purpose: one that is written down somewhere must not pass for equal.
  const run = (cwd: string, now: string, seed: string) =>
    rehearse({
      edge: new Edge({
        entries,
        now,
        seed,
        schedule: options.schedule ?? 'spec',
        ...(state === undefined ? {} : { state }),
        ...(options.faults === undefined ? {} : { faults: options.faults }),
      }),
      command: options.command,
      cwd,
      env: options.env,
      profile: options.profile,
      passEnv: options.passEnv ?? [],
      allowHosts: options.allowHosts ?? [],
      isolation: options.isolation ?? 'auto',
      echo: options.echo ?? (() => {}),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  const before = await run(options.before, options.beforeDate, 'before');
  const after = await run(options.after, options.afterDate, 'after');
  const stale = options.stale ?? (await run(options.before, options.afterDate, 'stale'));
  const found = compareRehearsals(before, after, {
    entries,
    folders: { before: options.before, after: options.after },
  });
  const { open, exempted, unused } = applyExemptions(found, options.exemptions ?? []);
  const doubts = doubtsOf(before, after, stale);
  return {
    command: options.command,
    before,
    after,
    stale,
    open,
    exempted,
    unused,
    doubts,
    equal: open.length === 0 && doubts.length === 0,
  };
}

/** In what two runs differ: states and their effects, what was said, how it ended. */
export function compareRehearsals(
  before: Rehearsal,
  after: Rehearsal,
  options: {
    readonly entries?: readonly Entry[];
    /** Names of the two folders in what the programs said are made equal. */
    readonly folders?: { readonly before: string; readonly after: string };
  } = {},
): readonly RunDifference[] {
  const identity = new Identity(before.aliases, after.aliases);
  const lines = (run: Rehearsal, stream: 'stdout' | 'stderr', folder: string | undefined) =>
    (folder === undefined ? run.output[stream] : run.output[stream].replaceAll(folder, '<folder>')).split(
      '\n',
    );
  const { folders } = options;
  return [
    ...equalStates(before.state, after.state, { entries: options.entries ?? [], identity }),
    ...(['stdout', 'stderr'] as const).flatMap((stream) =>
      differences(
        stream,
        stream,
        lines(before, stream, folders?.before),
        lines(after, stream, folders?.after),
        identity,
      ),
    ),
    ...differences('exit', 'exit', before.exitCode, after.exitCode, identity),
  ];
}

function doubtsOf(before: Rehearsal, after: Rehearsal, stale: Rehearsal): string[] {
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
  if (stale.problem === null && dead(stale).length === 0 && stale.exitCode === before.exitCode) {
    doubts.push(`the old tree still works on ${stale.now}: the runs do not show that a migration is needed`);
  }
  return doubts;
}
