/**
 * Writes a plan: clusters that meet in a file go together, each such batch whole or not at all. What could not be
 * written is said, and the rest goes on.
 */
import { join } from 'node:path';
import type { PlannedFile, RootPlan } from '../plan.js';
import type { Disk } from './disk.js';
import { decodeExactly } from './encoding.js';
import { type Change, ChangedMeanwhile, ReadOnly, Unfinished, writeAll } from './transaction.js';
import type { Recorder } from './undo-records.js';

export { type Disk, realDisk } from './disk.js';
export { type Lock, takeLock } from './lock.js';
export { stateFolderOf } from './state-folder.js';
export { isUnsettled, ReadOnly, recover, Unfinished } from './transaction.js';
export { Recorder } from './undo-records.js';

export interface Written {
  /** Files that changed, relative to the root. */
  readonly files: readonly string[];
  readonly failures: readonly WriteFailure[];
}

export interface WriteFailure {
  /** Files of the batch, none of which changed. */
  readonly files: readonly string[];
  readonly clusters: readonly number[];
  readonly path: string;
  readonly reason: 'read-only' | 'changed' | 'encoding' | 'failed' | 'unfinished';
  readonly detail: string;
}

export function writePlan(plan: RootPlan, disk: Disk, stateFolder: string, recorder: Recorder): Written {
  const files: string[] = [];
  const failures: WriteFailure[] = [];
  for (const batch of batchesOf(plan.files)) {
    const failure = writeBatch(plan.root, batch, disk, stateFolder, recorder);
    if (failure === null) files.push(...batch.map(({ path }) => path));
    else failures.push(failure);
  }
  return { files, failures };
}

/** Files that share a cluster, directly or through others. Files with nothing but comments stand alone. */
export function batchesOf(files: readonly PlannedFile[]): readonly (readonly PlannedFile[])[] {
  const batches: { files: PlannedFile[]; clusters: Set<number> }[] = [];
  for (const file of files) {
    const met = batches.filter(({ clusters }) => file.clusters.some((id) => clusters.has(id)));
    const merged = {
      files: [...met.flatMap((batch) => batch.files), file],
      clusters: new Set([...met.flatMap((batch) => [...batch.clusters]), ...file.clusters]),
    };
    for (const batch of met) batches.splice(batches.indexOf(batch), 1);
    batches.push(merged);
  }
  return batches.map((batch) => batch.files);
}

function writeBatch(
  root: string,
  batch: readonly PlannedFile[],
  disk: Disk,
  stateFolder: string,
  recorder: Recorder,
): WriteFailure | null {
  const fail = (path: string, reason: WriteFailure['reason'], detail: string): WriteFailure => ({
    files: batch.map((file) => file.path),
    clusters: [...new Set(batch.flatMap((file) => file.clusters))],
    path,
    reason,
    detail,
  });
  const changes: Change[] = [];
  for (const { path, before, after } of batch) {
    const absolute = join(root, path);
    const change = changeOf(disk, absolute, before, after);
    if (change === 'changed')
      return fail(path, 'changed', 'it was changed since the plan was made; run again');
    if (change === 'encoding') return fail(path, 'encoding', 'its bytes are no valid text in its encoding');
    changes.push(change);
  }
  try {
    writeAll(disk, stateFolder, changes, () => recorder.add(changes));
    return null;
  } catch (error) {
    if (error instanceof Unfinished)
      return fail(
        batch[0]?.path ?? '',
        'unfinished',
        `${error.message}; the next run of migrate or undo finishes it`,
      );
    recorder.drop(changes);
    const nameOf = (absolute: string) =>
      batch.find(({ path }) => join(root, path) === absolute)?.path ?? batch[0]?.path ?? '';
    if (error instanceof ReadOnly) return fail(nameOf(error.path), 'read-only', 'it is read-only');
    if (error instanceof ChangedMeanwhile)
      return fail(nameOf(error.path), 'changed', 'it was changed while it was to be written; run again');
    return fail(batch[0]?.path ?? '', 'failed', error instanceof Error ? error.message : String(error));
  }
}

function changeOf(
  disk: Disk,
  path: string,
  before: string | null,
  after: string,
): Change | 'changed' | 'encoding' {
  const bytes = disk.read(path);
  if (before === null || bytes === null) {
    if ((before === null) !== (bytes === null)) return 'changed';
    return { path, before: null, after: Buffer.from(after, 'utf8') };
  }
  const encoded = decodeExactly(bytes);
  if (encoded === null) return 'encoding';
  return encoded.text === before ? { path, before: bytes, after: encoded.encode(after) } : 'changed';
}
