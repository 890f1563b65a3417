/** The few things a migration does to a disk; tests hand in one that fails where they want it to. */
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { type OpenFolder, openFolder } from './open-folder.js';

/** What is at a path, without following a link. */
export interface PathStatus {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** How many names the file has. */
  readonly links: number;
}

/** What a file keeps when its content is replaced. */
export type FileOwnership = Pick<PathStatus, 'mode' | 'uid' | 'gid'>;

export interface Disk {
  /** A folder of a tree, to be closed in the end; null where no such folder is, or a link is on the way to it. */
  openFolder(tree: string, names: readonly string[]): OpenFolder | null;
  /** Null where there is no such regular file. */
  read(path: string): Buffer | null;
  /** Null where there is nothing. */
  status(path: string): PathStatus | null;
  /** A new file, on the disk when this returns; nothing is left of it where this throws. */
  create(path: string, bytes: Buffer, like?: FileOwnership): void;
  /** A second name for a file; throws where the name is taken. */
  link(from: string, to: string): void;
  rename(from: string, to: string): void;
  /** Nothing happens where there is no such file. */
  remove(path: string): void;
  /** Names in a folder; none where there is no such folder. */
  list(path: string): readonly string[];
}

const NEW_FILE_MODE = 0o666;
const PERMISSIONS = 0o7777;

/** A link is not followed, and a pipe is not waited for. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export const realDisk: Disk = {
  openFolder,
  read: (path) => (realDisk.status(path)?.kind === 'file' ? readRegular(path) : null),
  status(path) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return null;
    const { mode, uid, gid, nlink } = found;
    const kind = found.isFile()
      ? 'file'
      : found.isDirectory()
        ? 'folder'
        : found.isSymbolicLink()
          ? 'link'
          : 'other';
    return { kind, mode, uid, gid, links: nlink };
  },
  create(path, bytes, like) {
    const descriptor = openSync(path, 'wx', like === undefined ? NEW_FILE_MODE : 0o600);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
      if (like !== undefined && process.platform !== 'win32') keepOwnership(descriptor, like);
      fsyncSync(descriptor);
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
  },
  link: linkSync,
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
  list(path) {
    try {
      return readdirSync(path).sort();
    } catch {
      return [];
    }
  },
};

function readRegular(path: string): Buffer | null {
  const descriptor = openSync(path, READ);
  try {
    return fstatSync(descriptor).isFile() ? readFileSync(descriptor) : null;
  } finally {
    closeSync(descriptor);
  }
}

function keepOwnership(descriptor: number, { uid, gid, mode }: FileOwnership): void {
  const now = fstatSync(descriptor);
  if (now.uid !== uid || now.gid !== gid) fchownSync(descriptor, uid, gid);
  // Last: a change of the owner takes some permissions away.
  fchmodSync(descriptor, mode & PERMISSIONS);
}
