/**
 * Replaces the contents of several files: all of them, or none.
 *
 * Each new content goes into a temporary file beside its target. Then every file is checked once more and takes its
 * new content by a rename. Where one of them cannot, those before it get their old content back.
 */
import { basename, dirname, join } from 'node:path';
import { isSafeName } from '../../scan/walk/index.js';
import type { Disk, FileOwnership } from './disk.js';

export interface FileChange {
  /** Relative to the tree, with `/`. */
  readonly path: string;
  /** What the file must hold now; null where it must not exist. */
  readonly before: Buffer | null;
  /** What it is to hold; null where it is to go. */
  readonly after: Buffer | null;
}

/** A file cannot be replaced. Nothing was changed. */
export class ReplaceError extends Error {
  readonly path: string;
  readonly reason: 'read-only' | 'changed' | 'link' | 'hard-link' | 'failed';

  constructor(path: string, reason: ReplaceError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.path = path;
    this.reason = reason;
  }
}

/** Some files hold their new content, some their old one, and neither way could be gone to the end. */
export class Unfinished extends Error {}

/** Where a change takes place. */
export interface WriteLocation {
  readonly disk: Disk;
  /** Absolute path of the tree. */
  readonly tree: string;
  /** Part of the names of temporary files. */
  readonly id: string;
}

const OWNER_WRITES = 0o200;

export function exchange(place: WriteLocation, changes: readonly FileChange[]): void {
  const { disk, id } = place;
  const done: { readonly change: FileChange; readonly like: FileOwnership | undefined }[] = [];
  try {
    for (const { path, after } of changes)
      replacing(place, path, (target) => {
        const like = checkReplaceable(disk, target, path);
        if (after !== null) disk.create(temporaryOf(target, id), after, like);
      });
    for (const change of changes)
      replacing(place, change.path, (target) => {
        const like = checkReplaceable(disk, target, change.path);
        checkContent(disk, target, change);
        put(place, target, change.after);
        done.push({ change, like });
      });
  } catch (error) {
    putBack(place, done);
    removeTemporaries(place, changes);
    throw error;
  }
}

/** What is left of an exchange that was interrupted. */
export function removeTemporaries(place: WriteLocation, files: readonly { readonly path: string }[]): void {
  const { disk, id } = place;
  for (const { path } of files)
    inFolder(place, path, (target) => {
      const temporary = temporaryOf(target, id);
      if (disk.status(temporary)?.kind === 'file') disk.remove(temporary);
    });
}

/** Null where there is no such file. A file outside of the tree or behind a link counts as none. */
export function readIn(place: Pick<WriteLocation, 'disk' | 'tree'>, path: string): Buffer | null {
  return translated(path, 'read', () => inFolder(place, path, (target) => place.disk.read(target)));
}

function putBack(
  place: WriteLocation,
  done: readonly { change: FileChange; like: FileOwnership | undefined }[],
): void {
  const { disk, id } = place;
  for (const { change, like } of [...done].reverse()) {
    const { path, before, after } = change;
    try {
      replacing(place, path, (target) => {
        checkReplaceable(disk, target, path);
        checkContent(disk, target, { path, before: after });
        disk.remove(temporaryOf(target, id));
        if (before !== null) disk.create(temporaryOf(target, id), before, like);
        put(place, target, before);
      });
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      throw new Unfinished(`${path}: ${what}`, { cause: error });
    }
  }
}

function put({ disk, id }: WriteLocation, target: string, after: Buffer | null): void {
  if (after === null) disk.remove(target);
  else disk.rename(temporaryOf(target, id), target);
}

function temporaryOf(target: string, id: string): string {
  return join(dirname(target), `.${basename(target)}.edge-sunset-${id}.tmp`);
}

/** Gives what the new file has to keep of the old one. */
function checkReplaceable(disk: Disk, target: string, path: string): FileOwnership | undefined {
  const status = disk.status(target);
  if (status === null) return undefined;
  if (status.kind === 'link') throw new ReplaceError(path, 'link', 'it is a link');
  if (status.kind !== 'file') throw new ReplaceError(path, 'changed', 'it is not a regular file');
  if ((status.mode & OWNER_WRITES) === 0) throw new ReplaceError(path, 'read-only', 'it is read-only');
  if (status.links > 1)
    throw new ReplaceError(
      path,
      'hard-link',
      'it has a hard link, which would keep the old content; replace it by a copy first',
    );
  return status;
}

function checkContent(
  disk: Disk,
  target: string,
  { path, before }: Pick<FileChange, 'path' | 'before'>,
): void {
  const now = disk.read(target);
  const isSame = now === null || before === null ? now === before : now.equals(before);
  if (isSame) return;
  // Bytes of a name that are not UTF-8 arrive as U+FFFD, and the path then leads to no file.
  if (now === null && path.includes('\ufffd'))
    throw new ReplaceError(path, 'changed', 'its name is not valid UTF-8; rename it first');
  throw new ReplaceError(path, 'changed', 'it was changed in the meantime; run the command again');
}

function replacing(place: WriteLocation, path: string, replace: (target: string) => void): void {
  const isReached = translated(path, 'replaced', () =>
    inFolder(place, path, (target) => {
      replace(target);
      return true;
    }),
  );
  if (isReached === null)
    throw new ReplaceError(
      path,
      'link',
      'a folder on the way to it is a link, or its path leads out of the tree',
    );
}

/**
 * Does something with a file by a path on which no folder can become a link meanwhile. Null where the path leads out of
 * the tree, or a folder on the way is a link.
 */
function inFolder<T>(
  { disk, tree }: Pick<WriteLocation, 'disk' | 'tree'>,
  path: string,
  work: (target: string) => T,
): T | null {
  const names = path.split('/');
  if (!names.every((name) => isSafeName(name, process.platform === 'win32'))) return null;
  const folder = disk.openFolder(tree, names.slice(0, -1));
  if (folder === null) return null;
  try {
    return work(join(folder.path, names.at(-1) ?? ''));
  } finally {
    folder.close();
  }
}

/** Errors of the system name temporary files; a person wants to know of the file itself. */
function translated<T>(path: string, act: 'read' | 'replaced', work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ReplaceError || !(error instanceof Error) || !('code' in error)) throw error;
    const [what] = error.message.split(', ');
    throw new ReplaceError(path, 'failed', `it could not be ${act} (${what})`, error);
  }
}
