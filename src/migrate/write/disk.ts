/** The few things a migration does to a disk; tests hand in one that fails where they want it to. */
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';

export interface Disk {
  /** Null where there is no such file. */
  read(path: string): Buffer | null;
  /** Permission bits; null where there is no such file. */
  mode(path: string): number | null;
  /** A new file, on the disk when this returns. */
  create(path: string, bytes: Buffer, mode: number): void;
  rename(from: string, to: string): void;
  /** Nothing happens where there is no such file. */
  remove(path: string): void;
  makeFolder(path: string): void;
  /** Names in a folder; none where there is no such folder. */
  list(path: string): readonly string[];
}

export const realDisk: Disk = {
  read: (path) => (isFile(path) ? readFileSync(path) : null),
  mode: (path) => lstatSync(path, { throwIfNoEntry: false })?.mode ?? null,
  create(path, bytes, mode) {
    const descriptor = openSync(path, 'wx', mode & 0o777);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
      // What the umask took away is given back: the file that is replaced had it.
      if (process.platform !== 'win32') fchmodSync(descriptor, mode & 0o777);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  },
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
  makeFolder: (path) => {
    mkdirSync(path, { recursive: true });
  },
  list(path) {
    try {
      return readdirSync(path).sort();
    } catch {
      return [];
    }
  },
};

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
