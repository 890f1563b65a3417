/** Puts back every byte that the newest run changed, unless somebody has edited the files since. */
import { sha256Of } from './write/digest.js';
import type { Disk } from './write/disk.js';
import { type Change, writeAll } from './write/transaction.js';
import { newestRecord } from './write/undo-records.js';

export type UndoResult =
  | { readonly kind: 'nothing' }
  /** Files that were edited or removed since; nothing was changed. */
  | { readonly kind: 'edited'; readonly paths: readonly string[] }
  | { readonly kind: 'undone'; readonly restored: readonly string[]; readonly removed: readonly string[] };

export function undo(disk: Disk, stateFolder: string): UndoResult {
  const newest = newestRecord(disk, stateFolder);
  if (newest === null) return { kind: 'nothing' };
  const changes: Change[] = [];
  const edited: string[] = [];
  for (const { path, before, after } of newest.record.files) {
    const now = disk.read(path);
    const wanted = before === null ? null : Buffer.from(before, 'base64');
    const isBack = wanted === null ? now === null : now?.equals(wanted) === true;
    if (isBack) continue;
    if (now === null || sha256Of(now) !== after) edited.push(path);
    else changes.push({ path, before: now, after: wanted });
  }
  if (edited.length > 0) return { kind: 'edited', paths: edited };
  if (changes.length > 0) writeAll(disk, stateFolder, changes);
  disk.remove(newest.path);
  const paths = (removed: boolean) =>
    changes.flatMap(({ path, after }) => ((after === null) === removed ? [path] : []));
  return { kind: 'undone', restored: paths(false), removed: paths(true) };
}
