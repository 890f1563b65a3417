/**
 * Restores what files held before a run, unless somebody has edited them since: of the newest run for `undo`, and of
 * a run that was interrupted before anything else is done.
 */
import { sha256Of } from './write/digest.js';
import type { Disk } from './write/disk.js';
import { exchange, type FileChange, ReplaceError, readIn, removeTemporaries } from './write/exchange.js';
import type { Records, UndoRecord } from './write/records.js';

export interface Restored {
  readonly kind: 'restored';
  /** Relative to the tree. */
  readonly restored: readonly string[];
  readonly removed: readonly string[];
}

export type UndoResult =
  | { readonly kind: 'nothing' }
  /** Files that hold neither what they held before the run nor what it wrote; nothing was changed. */
  | { readonly kind: 'edited'; readonly paths: readonly string[] }
  | Restored;

/** Where something is undone. */
export interface UndoTarget {
  readonly disk: Disk;
  /** Real path of the tree. */
  readonly tree: string;
  readonly records: Records;
}

/** The newest run; if a run was interrupted, that one. */
export function undo(place: UndoTarget): UndoResult {
  return restore(place, place.records.newest(place.records.interrupted()[0]?.run));
}

/** What an interrupted run has left of a change that it could not end. */
export function recover(place: UndoTarget): UndoResult {
  return restore(place, place.records.interrupted());
}

/** Gives up the records of the newest run; its files stay as they are. */
export function forget({ disk, tree, records }: UndoTarget): UndoResult {
  const given = records.newest(records.interrupted()[0]?.run);
  if (given.length === 0) return { kind: 'nothing' };
  for (const record of given) {
    removeTemporaries({ disk, tree, id: record.id }, record.files);
    records.remove(record);
  }
  return { kind: 'restored', restored: [], removed: [] };
}

function restore({ disk, tree, records }: UndoTarget, given: readonly UndoRecord[]): UndoResult {
  const [first] = given;
  if (first === undefined) return { kind: 'nothing' };
  for (const record of given) removeTemporaries({ disk, tree, id: record.id }, record.files);
  const changes: FileChange[] = [];
  const edited: string[] = [];
  for (const { path, before, after } of given.flatMap(({ files }) => files)) {
    const now = readIn({ disk, tree }, path);
    const wanted = before === null ? null : Buffer.from(before, 'base64');
    const isBack = wanted === null ? now === null : now?.equals(wanted) === true;
    if (isBack) continue;
    if (now === null || sha256Of(now) !== after) edited.push(path);
    else changes.push({ path, before: now, after: wanted });
  }
  if (edited.length > 0) return { kind: 'edited', paths: edited };
  // Killed from here on, the next run goes on with it.
  const open = given.map((record) => records.reopen(record));
  try {
    exchange({ disk, tree, id: first.id }, changes);
  } catch (error) {
    if (error instanceof ReplaceError)
      for (const [index, record] of open.entries()) if (given[index]?.state === 'done') records.close(record);
    throw error;
  }
  for (const record of open) records.remove(record);
  const paths = (removed: boolean) =>
    changes.flatMap(({ path, after }) => ((after === null) === removed ? [path] : []));
  return { kind: 'restored', restored: paths(false), removed: paths(true) };
}
