/** One run at a time changes a tree: whoever writes, undoes or cleans up after an earlier run holds the lock. */
import { join } from 'node:path';
import type { Disk } from './disk.js';

export type Lock =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'taken'; readonly by: number; readonly file: string };

const ATTEMPTS = 3;

export function takeLock(disk: Disk, stateFolder: string): Lock {
  const file = join(stateFolder, 'lock');
  const own = join(stateFolder, `lock.${process.pid}`);
  disk.remove(own);
  // The name appears with its content, so that a lock that names no process is never one that is being made.
  disk.create(own, Buffer.from(`${process.pid}\n`));
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        disk.link(own, file);
        return { kind: 'held', release: () => disk.remove(file) };
      } catch (error) {
        const content = disk.read(file);
        if (content === null && disk.status(file) !== null) throw error;
        const holder = content === null ? null : processIn(content);
        if (holder !== null && isAlive(holder)) return { kind: 'taken', by: holder, file };
        if (content === null && attempt === ATTEMPTS - 1) throw error;
        removeAbandoned(disk, file, content);
      }
    }
  } finally {
    disk.remove(own);
  }
  throw new Error(`the lock ${file} could not be taken`);
}

/** Its process ended without releasing it, or a full disk left it empty. */
function removeAbandoned(disk: Disk, file: string, seen: Buffer | null): void {
  if (seen === null) return;
  const aside = `${file}.${process.pid}.old`;
  try {
    disk.rename(file, aside);
  } catch {
    // Another process was faster.
    return;
  }
  if (disk.read(aside)?.equals(seen) !== true) {
    // In between, another process has removed the abandoned lock and taken its own: it gets it back.
    disk.link(aside, file);
  }
  disk.remove(aside);
}

function processIn(content: Buffer): number | null {
  const text = content.toString('latin1').trim();
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
