/** One process at a time writes, to a tree or a stream: it holds a lock, which is a file with its number. */
import { readFileSync } from 'node:fs';
import type { Disk } from './disk.js';

export type Lock =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'taken'; readonly by: number; readonly file: string };

const ATTEMPTS = 3;

export function takeLock(disk: Disk, file: string): Lock {
  const own = `${file}.${process.pid}`;
  disk.remove(own);
  // The name appears with its content, so that a lock that names no process is never one that is being made.
  disk.create(own, Buffer.from(`${process.pid} ${startOf(process.pid) ?? ''}`.trim().concat('\n')));
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        disk.link(own, file);
        return { kind: 'held', release: () => disk.remove(file) };
      } catch (error) {
        const content = disk.read(file);
        if (content === null && disk.status(file) !== null) throw error;
        const holder = content === null ? null : processIn(content);
        if (holder !== null && isRunning(holder)) return { kind: 'taken', by: holder.pid, file };
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

interface Holder {
  readonly pid: number;
  /** Null where the system does not tell. */
  readonly start: string | null;
}

function processIn(content: Buffer): Holder | null {
  const [, pid, start] = /^([1-9]\d{0,9})(?: (\d{1,20}))?$/.exec(content.toString('latin1').trim()) ?? [];
  return pid === undefined ? null : { pid: Number(pid), start: start ?? null };
}

/** In a container that is started again, processes get the numbers of those before them: they began at another time. */
function isRunning({ pid, start }: Holder): boolean {
  if (!isAlive(pid)) return false;
  const now = startOf(pid);
  return start === null || now === null || start === now;
}

/** When a process began, in ticks since the system did; null on systems other than Linux. */
function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name before it may hold anything.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[FIELD_OF_START] ?? null;
  } catch {
    return null;
  }
}

const FIELD_OF_START = 19;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
