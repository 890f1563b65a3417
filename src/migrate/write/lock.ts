/** One run at a time changes a tree: whoever writes, undoes or finishes an earlier run holds the lock. */
import { join } from 'node:path';
import type { Disk } from './disk.js';

export type Lock =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'taken'; readonly by: number; readonly file: string };

export function takeLock(disk: Disk, stateFolder: string): Lock {
  const file = join(stateFolder, 'lock');
  disk.makeFolder(stateFolder);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      disk.create(file, Buffer.from(`${process.pid}\n`), 0o644);
      return { kind: 'held', release: () => disk.remove(file) };
    } catch (error) {
      const holder = Number(disk.read(file)?.toString('utf8') ?? Number.NaN);
      if (Number.isNaN(holder)) throw error;
      if (isAlive(holder)) return { kind: 'taken', by: holder, file };
      // It ended without giving the lock back.
      disk.remove(file);
    }
  }
  return { kind: 'taken', by: 0, file };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
