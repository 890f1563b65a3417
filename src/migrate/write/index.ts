/**
 * Writes a plan: clusters that meet in a file go together, each such batch whole or not at all. What could not be
 * written is said, and the rest goes on.
 */
import type { PlannedFile, RootPlan } from '../plan.js';
import type { Disk } from './disk.js';
import { decodeExactly } from './encoding.js';
import { exchange, type FileChange, ReplaceError, readIn, Unfinished } from './exchange.js';
import type { Records, UndoRecord } from './records.js';

export { type Disk, realDisk } from './disk.js';
export { exchange, ReplaceError, Unfinished } from './exchange.js';
export { type Lock, takeLock } from './lock.js';
export { withoutFailures } from './outcome.js';
export { BadRecord, Records } from './records.js';
export { BadState, existingStateOf, hasState, stateFolderOf, type Tree, treeOf } from './state-folder.js';

export interface Written {
  /** Files that changed, relative to the root. */
  readonly files: readonly string[];
  readonly failures: readonly WriteFailure[];
}

export interface WriteFailure {
  /** Files of the batch, none of which changed unless the reason is `unfinished`. */
  readonly files: readonly string[];
  readonly clusters: readonly number[];
  readonly path: string;
  readonly reason: ReplaceError['reason'] | 'encoding' | 'unfinished';
  readonly detail: string;
}

/** Where a plan is written. */
export interface WriteTarget {
  readonly disk: Disk;
  /** Real path of the tree. */
  readonly tree: string;
  /** The root of the plan, relative to the tree with `/`. */
  readonly above: string;
  readonly records: Records;
}

/** A record is written for so many files at once; only if they cannot all be replaced, for each batch alone. */
const FILES_PER_RECORD = 100;

export function writePlan(plan: RootPlan, target: WriteTarget): Written {
  const { above } = target;
  const pathOf = (path: string) => (above === '' ? path : `${above}/${path}`);
  const files: string[] = [];
  const failures: WriteFailure[] = [];
  const write = (batch: readonly PlannedFile[]): WriteFailure | null => {
    const failure = writeBatch(batch, pathOf, target);
    if (failure === null) for (const { path } of batch) files.push(path);
    return failure;
  };
  for (const group of groupsOf(batchesOf(plan.files))) {
    const failure = write(group.flat());
    if (failure === null) continue;
    if (group.length === 1 || failure.reason === 'unfinished') failures.push(failure);
    else for (const batch of group) failures.push(...[write(batch)].filter((one) => one !== null));
  }
  return { files, failures };
}

function groupsOf(
  batches: readonly (readonly PlannedFile[])[],
): readonly (readonly (readonly PlannedFile[])[])[] {
  const groups: (readonly PlannedFile[])[][] = [];
  let size = FILES_PER_RECORD;
  for (const batch of batches) {
    if (size + batch.length > FILES_PER_RECORD) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(batch);
    size += batch.length;
  }
  return groups;
}

/** Files that share a cluster, directly or through others. Files with nothing but comments stand alone. */
export function batchesOf(files: readonly PlannedFile[]): readonly (readonly PlannedFile[])[] {
  const batches = new Map<number, PlannedFile[]>();
  const batchOfCluster = new Map<number, number>();
  files.forEach((file, index) => {
    const met = new Set(file.clusters.flatMap((id) => batchOfCluster.get(id) ?? []));
    const [batch = index, ...others] = [...met].sort((a, b) => a - b);
    const members = batches.get(batch) ?? [];
    for (const other of others) {
      for (const member of batches.get(other) ?? []) {
        members.push(member);
        for (const id of member.clusters) batchOfCluster.set(id, batch);
      }
      batches.delete(other);
    }
    members.push(file);
    batches.set(batch, members);
    for (const id of file.clusters) batchOfCluster.set(id, batch);
  });
  return [...batches.values()];
}

function writeBatch(
  batch: readonly PlannedFile[],
  pathOf: (path: string) => string,
  { disk, tree, records }: Omit<WriteTarget, 'above'>,
): WriteFailure | null {
  const fail = (path: string | undefined, reason: WriteFailure['reason'], detail: string): WriteFailure => ({
    files: batch.map((file) => file.path),
    clusters: [...new Set(batch.flatMap((file) => file.clusters))],
    path: batch.find((file) => pathOf(file.path) === path)?.path ?? batch[0]?.path ?? '',
    reason,
    detail,
  });
  const changes: FileChange[] = [];
  try {
    for (const file of batch) {
      const path = pathOf(file.path);
      const change = changeOf(readIn({ disk, tree }, path), path, file);
      if (change === 'encoding') return fail(path, 'encoding', 'it is not valid text in its encoding');
      changes.push(change);
    }
    const record = records.open(changes);
    try {
      exchange({ disk, tree, id: record.id }, changes);
    } catch (error) {
      if (!(error instanceof Unfinished)) dropped(records, record);
      throw error;
    }
    closed(records, record);
    return null;
  } catch (error) {
    if (error instanceof ReplaceError) return fail(error.path, error.reason, error.message);
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof Unfinished)
      return fail(undefined, 'unfinished', `${message}; edge-sunset undo restores its old content`);
    return fail(undefined, 'failed', message);
  }
}

/** A record that stays is no harm: all of its files hold what they held before. */
function dropped(records: Records, record: UndoRecord): void {
  try {
    records.remove(record);
  } catch {}
}

function closed(records: Records, record: UndoRecord): void {
  try {
    records.close(record);
  } catch (error) {
    throw new Unfinished(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function changeOf(
  bytes: Buffer | null,
  path: string,
  { before, after }: PlannedFile,
): FileChange | 'encoding' {
  // What must not exist, or exists no more, is found when the files are exchanged.
  if (before === null) return { path, before: null, after: Buffer.from(after, 'utf8') };
  const encoded = bytes === null ? null : decodeExactly(bytes);
  if (bytes !== null && encoded === null) return 'encoding';
  const planned = encoded ?? { text: null, encode: (text: string) => Buffer.from(text, 'utf8') };
  return {
    path,
    before: planned.text === before ? bytes : Buffer.from(before, 'utf8'),
    after: planned.encode(after),
  };
}
