import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const OTHERS_WRITE = 0o022;
const OTHERS = 0o077;
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The same folder, made where it does not exist, or null if somebody else may have put something there: another user,
 * or the author of a tree that the command line names or that the folder lies in.
 */
export function ownFolder(folder: string, places: readonly string[]): string | null {
  try {
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
      if (!isOwnPath(dirname(folder))) return null;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    }
    const status = lstatSync(folder);
    const isOwn = status.isDirectory() && isOurs(status) && !hasMode(status, OTHERS_WRITE);
    return isOwn && !isInTree(folder, places) ? folder : null;
  } catch {
    return null;
  }
}

/** Whether all below a folder was made by this user, and no other one can get in. */
export function isPrivate(folder: string): boolean {
  try {
    const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return (
      !hasMode(lstatSync(folder), OTHERS) &&
      entries.every((name) => {
        const status = lstatSync(join(folder, name));
        return isOurs(status) && (status.isDirectory() || (status.isFile() && status.nlink === 1));
      })
    );
  } catch {
    return false;
  }
}

/** The bytes of a file that only this user can have written. */
export function readOwnFile(file: string): Buffer | null {
  let open: number | undefined;
  try {
    open = openSync(file, READ);
    const status = fstatSync(open);
    const isOwn = status.isFile() && status.nlink === 1 && isOurs(status) && !hasMode(status, OTHERS_WRITE);
    return isOwn ? readFileSync(open) : null;
  } catch {
    return null;
  } finally {
    if (open !== undefined) closeSync(open);
  }
}

/** Nothing is made in a folder of another user, or behind their links. */
function isOwnPath(path: string): boolean {
  return ancestorsOf(path).every((folder) => {
    const status = lstatSync(folder, { throwIfNoEntry: false });
    return status === undefined || status.uid === 0 || isOurs(status);
  });
}

function isInTree(folder: string, places: readonly string[]): boolean {
  const trees = new Set(places.flatMap((place) => realPath(place) ?? []));
  return ancestorsOf(realpathSync(folder)).some(
    (at) => trees.has(at) || lstatSync(join(at, '.git'), { throwIfNoEntry: false }) !== undefined,
  );
}

/** The folder itself first. */
function ancestorsOf(path: string): string[] {
  const folders = [resolve(path)];
  for (let at = folders[0] ?? ''; dirname(at) !== at; ) {
    at = dirname(at);
    folders.push(at);
  }
  return folders;
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** Windows keeps the folders of its users apart by itself. */
function isOurs({ uid }: Stats): boolean {
  return process.geteuid === undefined || uid === process.geteuid();
}

function hasMode({ mode }: Stats, bits: number): boolean {
  return process.platform !== 'win32' && (mode & bits) !== 0;
}

/**
 * Writes a file that can be made again: whole or not at all, for the user alone. `false` where it cannot be written,
 * which nobody needs to know.
 */
export function keepFile(file: string, bytes: Uint8Array): boolean {
  const aside = `${file}.${process.pid}`;
  try {
    writeFileSync(aside, bytes, { mode: 0o600, flag: 'wx' });
    renameSync(aside, file);
    return true;
  } catch {
    discard(aside);
    return false;
  }
}

export function discard(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It is not there.
  }
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
