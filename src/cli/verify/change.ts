/** Judges the change between two folders: for `verify` and for whatever asks an agent for a change. */
import { CODEMODS } from '../../../codemods/index.js';
import { checkTypes, typesNotRun } from '../../migrate/index.js';
import { visible } from '../../report/index.js';
import {
  changedFiles,
  filesReached,
  lendDependencies,
  type RunOptions,
  type Shown,
  shownIn,
  type UnitPlace,
  unitsAt,
  type Verification,
  verify,
  withNewCalls,
} from '../../verify/index.js';
import { UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { materialOf, type PlannedUnits, plannedUnits } from './planned-units.js';

export interface Change {
  /** Folders, absolute. */
  readonly before: string;
  readonly after: string;
  /** Only the unit there; null for all that were touched. */
  readonly unit: UnitPlace | null;
  /** What `--run` was given. */
  readonly commands: readonly string[];
  /** How far runs go, and what they share with those of other changes of the same tree. */
  readonly runs?: Pick<RunOptions, 'most' | 'kept'>;
  /** Decisions that a person made: the value by the name. */
  readonly decided: ReadonlyMap<string, string>;
  /** Names of differences that are accepted. */
  readonly allowed: ReadonlySet<string>;
  /** A UTC day. */
  readonly now: string;
  /** Also scan what the change cannot reach: a test compares both. */
  readonly everything?: true;
}

export interface Judgement {
  readonly result: Verification;
  readonly shown: Shown;
}

export async function verifyChange(change: Change, io: Io): Promise<Judgement> {
  return verifyPlanned(
    change,
    await plannedUnits(change.before, { now: change.now, sitesOnly: true }, io),
    io,
  );
}

/** The same for a tree before that is planned already, as it is when several changes of it are judged. */
export async function verifyPlanned(
  { before, after, unit, commands, runs = {}, decided, allowed, now, everything }: Change,
  old: PlannedUnits,
  io: Io,
): Promise<Judgement> {
  if (unit !== null && unitsAt(old.units, unit).length === 0)
    throw new UsageError(
      `the tree before has no unit ${unit.kind === 'id' ? unit.id : `at ${visible(unit.path)}`}.`,
    );
  const [profile] = old.catalogue.profiles;
  if (profile === undefined) throw new Error('the catalogue has no profile');
  const changes = changedFiles(before, after, io.env);
  const files = everything === true ? {} : { files: filesReached(changes, old) };
  const changed = await materialOf(after, { now, ...files, catalogue: withNewCalls }, io);
  if (commands.length > 0) lendDependencies(after, before);
  const texts = new Map(
    changes.flatMap(({ path, after: text }) => (text === null ? [] : [[path, text] as const])),
  );
  // The TypeScript of the project is code of the project: it runs where commands of it do.
  const types = (commands.length > 0 ? checkTypes : typesNotRun)(before, texts);
  const result = await verify({
    before: old,
    after: changed,
    changes,
    types,
    codemods: CODEMODS,
    catalogue: old.catalogue,
    profile,
    env: io.env,
    unit,
    runs: { ...runs, commands, now },
    decided,
    allowed,
  });
  return { result, shown: shownIn(old.material.program, changed.program) };
}
