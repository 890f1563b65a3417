/** Folders of a run, below that for temporary files. What a run that was killed left behind goes with the next one. */
import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../write/lock.js';

/** A new folder, `edge-sunset-<kind>-<process>-<random>`; those of runs that ended are removed. */
export function openTemporary(kind: string, remove: (folder: string) => void = removeFolder): string {
  const top = realpathSync.native(tmpdir());
  const start = `edge-sunset-${kind}-`;
  for (const name of readdirSync(top)) {
    const [, pid] = name.startsWith(start) ? (/^(\d+)-\w{6}$/.exec(name.slice(start.length)) ?? []) : [];
    if (pid !== undefined && !isAlive(Number(pid)) && isOwn(join(top, name))) remove(join(top, name));
  }
  return mkdtempSync(join(top, `${start}${process.pid}-`));
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function isOwn(folder: string): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  return (
    status?.isDirectory() === true && (process.geteuid === undefined || status.uid === process.geteuid())
  );
}
