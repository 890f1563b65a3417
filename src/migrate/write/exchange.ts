/**
 * Replaces the contents of several files: all of them, or none.
 *
 * Each new content goes into a temporary file beside its target. Then every file is checked once more and takes its
 * new content by a rename. Where one of them cannot, those before it get their old content back.
 */
import { basename, dirname, join } from 'node:path';
import { isSafeName } from '../../scan/walk/index.js';
import type { Disk, Ownership } from './disk.js';

export interface Change {
  /** Relative to the tree, with `/`. */
  readonly path: string;
  /** What the file must hold now; null where it must not exist. */
  readonly before: Buffer | null;
  /** What it is to hold; null where it is to go. */
  readonly after: Buffer | null;
}

/** A file cannot be replaced. Nothing was changed. */
export class Refused extends Error {
  readonly path: string;
  readonly reason: 'read-only' | 'changed' | 'link' | 'hard-link' | 'failed';

  constructor(path: string, reason: Refused['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.path = path;
    this.reason = reason;
  }
}

/** Some files hold their new content, some their old one, and neither way could be gone to the end. */
export class Unfinished extends Error {}

/** Where a change takes place. */
export interface Place {
  readonly disk: Disk;
  /** Absolute path of the tree. */
  readonly tree: string;
  /** Part of the names of temporary files. */
  readonly id: string;
}

const OWNER_WRITES = 0o200;

export function exchange(place: Place, changes: readonly Change[]): void {
  const done: { readonly change: Change; readonly like: Ownership | undefined }[] = [];
  try {
    for (const { path, after } of changes)
      translated(path, () => {
        const like = checkReplaceable(place, path);
        if (after !== null) place.disk.create(temporaryOf(place, path), after, like);
      });
    for (const change of changes)
      translated(change.path, () => {
        const like = checkReplaceable(place, change.path);
        checkContent(place, change);
        put(place, change);
        done.push({ change, like });
      });
  } catch (error) {
    putBack(place, done);
    removeTemporaries(place, changes);
    throw error;
  }
}

/** What is left of an exchange that was interrupted. */
export function removeTemporaries(place: Place, files: readonly { readonly path: string }[]): void {
  for (const { path } of files) {
    const temporary = temporaryOf(place, path);
    if (hasPlainFolders(place, path) && place.disk.status(temporary)?.kind === 'file')
      place.disk.remove(temporary);
  }
}

/** Null where there is no such file. A file outside of the tree or behind a link counts as none. */
export function readIn(place: Pick<Place, 'disk' | 'tree'>, path: string): Buffer | null {
  return hasPlainFolders(place, path) ? place.disk.read(join(place.tree, path)) : null;
}

function putBack(place: Place, done: readonly { change: Change; like: Ownership | undefined }[]): void {
  try {
    for (const { change, like } of [...done].reverse()) {
      const { path, before } = change;
      checkReplaceable(place, path);
      checkContent(place, { path, before: change.after });
      place.disk.remove(temporaryOf(place, path));
      if (before !== null) place.disk.create(temporaryOf(place, path), before, like);
      put(place, { path, after: before });
    }
  } catch (error) {
    throw new Unfinished(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function put(place: Place, { path, after }: Pick<Change, 'path' | 'after'>): void {
  const target = join(place.tree, path);
  if (after === null) place.disk.remove(target);
  else place.disk.rename(temporaryOf(place, path), target);
}

function temporaryOf({ tree, id }: Place, path: string): string {
  const target = join(tree, path);
  return join(dirname(target), `.${basename(target)}.edge-sunset-${id}.tmp`);
}

/** Gives what the new file has to keep of the old one. */
function checkReplaceable(place: Place, path: string): Ownership | undefined {
  if (!hasPlainFolders(place, path))
    throw new Refused(path, 'link', 'a folder on the way to it is a link, or its path leads out of the tree');
  const status = place.disk.status(join(place.tree, path));
  if (status === null) return undefined;
  if (status.kind === 'link') throw new Refused(path, 'link', 'it is a link');
  if (status.kind !== 'file') throw new Refused(path, 'changed', 'it is no regular file');
  if ((status.mode & OWNER_WRITES) === 0) throw new Refused(path, 'read-only', 'it is read-only');
  if (status.links > 1)
    throw new Refused(
      path,
      'hard-link',
      'it has another name (a hard link), which would keep the old content; make a copy of it first',
    );
  return status;
}

function checkContent({ disk, tree }: Place, { path, before }: Pick<Change, 'path' | 'before'>): void {
  const now = disk.read(join(tree, path));
  const isSame = now === null || before === null ? now === before : now.equals(before);
  if (!isSame) throw new Refused(path, 'changed', 'it was changed meanwhile; run again');
}

/** Whether a path stays in the tree, and no folder on the way is a link. */
function hasPlainFolders({ disk, tree }: Pick<Place, 'disk' | 'tree'>, path: string): boolean {
  const names = path.split('/');
  if (!names.every((name) => isSafeName(name, process.platform === 'win32'))) return false;
  let folder = tree;
  for (const name of names.slice(0, -1)) {
    folder = join(folder, name);
    if (disk.status(folder)?.kind !== 'folder') return false;
  }
  return true;
}

/** Errors of the system name temporary files; a person wants to know of the file itself. */
function translated(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof Refused || !(error instanceof Error) || !('code' in error)) throw error;
    const [what] = error.message.split(', ');
    throw new Refused(path, 'failed', `it could not be replaced (${what})`, error);
  }
}
