/**
 * Holds on to a folder of a tree. Between a check of a path and the use of it somebody else may put a link there: so on
 * Linux the folder is opened, the place of what was opened is checked, and it is used by its descriptor from then on.
 * Node has no such way on other systems: there the path is checked, and used after that.
 */
import { closeSync, constants, lstatSync, openSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export interface OpenFolder {
  /** Leads to the folder that was checked until it is closed. */
  readonly path: string;
  close(): void;
}

/** `O_PATH`, which Node does not name: also opens folders that may be entered and not listed. */
const PLACE_ONLY = 0o10_000_000;
const DESCRIPTORS = '/proc/self/fd';
const NO_FOLDER: ReadonlySet<unknown> = new Set(['ELOOP', 'ENOENT', 'ENOTDIR']);

/** `tree` is a real path. Null where no such folder is, or a link is on the way to it. */
export function openFolder(tree: string, names: readonly string[]): OpenFolder | null {
  const opened = process.platform === 'linux' ? openByDescriptor(join(tree, ...names)) : undefined;
  return opened === undefined ? checkedPath(tree, names) : opened;
}

/** `undefined` where the system does not tell of descriptors. */
function openByDescriptor(folder: string): OpenFolder | null | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(folder, PLACE_ONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_FOLDER.has(error.code)) return null;
    throw error;
  }
  const path = `${DESCRIPTORS}/${descriptor}`;
  const close = () => closeSync(descriptor);
  const place = placeOf(path);
  if (place === folder) return { path, close };
  close();
  return place === undefined ? undefined : null;
}

function placeOf(descriptor: string): string | undefined {
  try {
    return readlinkSync(descriptor);
  } catch {
    return undefined;
  }
}

function checkedPath(tree: string, names: readonly string[]): OpenFolder | null {
  let path = tree;
  for (const name of ['', ...names]) {
    path = join(path, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return null;
  }
  return { path, close: () => {} };
}
