/**
 * Reads files that a hostile tree may have replaced by a pipe, a device or something far too large. Nothing here ever
 * waits: what is no regular file is not opened, and a file that became one in between is opened without blocking.
 */

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { sep } from 'node:path';

export type RegularFile =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'missing' }
  /** In words that complete "it is …" or "it cannot …". */
  | { readonly kind: 'refused'; readonly why: string };

const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * `follow`: whether the last component may be a link, as in folders that are the user's own. `inside`: the real path of
 * a folder in which the file that was opened has to lie, whatever its path leads through by now.
 */
export function readRegularFile(
  file: string | Buffer,
  limit: number,
  options: { readonly follow?: boolean; readonly inside?: string } = {},
): RegularFile {
  const refuse = (why: string): RegularFile => ({ kind: 'refused', why });
  const follow = options.follow === true;
  let open: number | undefined;
  try {
    const before = (follow ? statSync : lstatSync)(file, { throwIfNoEntry: false });
    if (before === undefined) return { kind: 'missing' };
    if (!before.isFile()) return refuse('it is not a regular file');
    open = openSync(file, OPEN_FLAGS | (follow ? 0 : (constants.O_NOFOLLOW ?? 0)));
    const { size, isRegular } = regularSize(open);
    if (!isRegular) return refuse('it is not a regular file');
    if (options.inside !== undefined && !liesIn(options.inside, file, open))
      return refuse('it is not in the scanned folder');
    if (size > limit) return refuse(`it is larger than ${sizeText(limit)}`);
    return { kind: 'read', bytes: readUpTo(open, size) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    return refuse(`it cannot be read (${code})`);
  } finally {
    if (open !== undefined) closeSync(open);
  }
}

/** A file that was reached through a folder that is a link by now, or was one when it was opened, is another one. */
function liesIn(folder: string, file: string | Buffer, open: number): boolean {
  const prefix = Buffer.from(folder.endsWith(sep) ? folder : folder + sep);
  const isBelow = (path: Buffer): boolean => prefix.compare(path, 0, prefix.length) === 0;
  const opened = pathOfOpened(open);
  if (opened !== null) return isBelow(opened);
  const real = realpathSync.native(file, { encoding: 'buffer' });
  return isBelow(real) && isSame(open, real);
}

/** Where the file that was opened lies, as the system tells it in one call; null where it does not. */
function pathOfOpened(open: number): Buffer | null {
  if (process.platform !== 'linux') return null;
  try {
    return readlinkSync(`/proc/self/fd/${open}`, { encoding: 'buffer' });
  } catch {
    return null;
  }
}

function isSame(open: number, real: Buffer): boolean {
  const [opened, found] = [fstatSync(open), statSync(real)];
  return opened.ino === found.ino && opened.dev === found.dev;
}

function regularSize(open: number): { readonly size: number; readonly isRegular: boolean } {
  const status = fstatSync(open);
  return { size: status.size, isRegular: status.isFile() };
}

/** A file that grows meanwhile is read as long as it was when it was opened. */
function readUpTo(open: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const read = readSync(open, bytes, filled, size - filled, null);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

function sizeText(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.round(bytes / 1024)} kB`;
}
