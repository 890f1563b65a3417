/**
 * Writes several files so that either all of them change or none does, whenever the process ends.
 *
 * 1. The journal says which temporary files are about to be made.
 * 2. Each new content goes into a temporary file beside its target.
 * 3. The journal is exchanged for one that says `commit`. From here on the change has happened: whoever finds the
 *    journal finishes it. Before, whoever finds it takes the temporary files away.
 * 4. Each temporary file takes the name of its target; files to be removed are removed.
 * 5. The journal goes.
 */
import { basename, dirname, join } from 'node:path';
import { sha256Of } from './digest.js';
import type { Disk } from './disk.js';

export interface Change {
  /** Absolute. */
  readonly path: string;
  /** What the file must hold now; null where it must not exist. */
  readonly before: Buffer | null;
  /** What it is to hold; null where it is to go. */
  readonly after: Buffer | null;
}

interface Step {
  readonly path: string;
  readonly temporary: string | null;
  readonly after: string | null;
}

interface Journal {
  readonly state: 'prepare' | 'commit';
  readonly steps: readonly Step[];
}

/** A file is not what it was when the change was planned. */
export class ChangedMeanwhile extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`${path} was changed meanwhile`);
    this.path = path;
  }
}

/** The file may not be written. */
export class ReadOnly extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`${path} is read-only`);
    this.path = path;
  }
}

/** The change has happened, and not all of it could be carried out: the next run will. */
export class Unfinished extends Error {}

const NEW_FILE = 0o644;
const OWNER_WRITES = 0o200;

/**
 * Throws where nothing was changed, `Unfinished` apart; returns where everything was. `beforeCommit` may still call
 * it off.
 */
export function writeAll(
  disk: Disk,
  stateFolder: string,
  changes: readonly Change[],
  beforeCommit: () => void = () => {},
): void {
  for (const { path, before } of changes) {
    const mode = disk.mode(path);
    if (mode !== null && (mode & OWNER_WRITES) === 0) throw new ReadOnly(path);
    check(disk, path, before);
  }
  const id = freeId(disk, stateFolder);
  const steps = changes.map(({ path, after }) => ({
    path,
    temporary: after === null ? null : join(dirname(path), `.${basename(path)}.edge-sunset-${id}.tmp`),
    after: after === null ? null : sha256Of(after),
  }));
  const journal = journalPath(stateFolder, id);
  disk.makeFolder(dirname(journal));
  writeWhole(disk, journal, { state: 'prepare', steps });
  try {
    changes.forEach(({ path, after }, index) => {
      const temporary = steps[index]?.temporary ?? null;
      if (after === null || temporary === null) return;
      disk.makeFolder(dirname(path));
      disk.create(temporary, after, disk.mode(path) ?? NEW_FILE);
    });
    for (const { path, before } of changes) check(disk, path, before);
    beforeCommit();
    writeWhole(disk, journal, { state: 'commit', steps });
  } catch (error) {
    rollBack(disk, journal, steps);
    throw error;
  }
  try {
    finish(disk, journal, steps);
  } catch (error) {
    throw new Unfinished(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export interface Recovery {
  readonly finished: readonly string[];
  readonly rolledBack: readonly string[];
}

/** Whether an earlier run was stopped in the middle, or another one is in the middle now. */
export function isUnsettled(disk: Disk, stateFolder: string): boolean {
  return disk.list(join(stateFolder, 'journal')).length > 0;
}

/** Brings to an end what earlier runs were stopped in. */
export function recover(disk: Disk, stateFolder: string): Recovery {
  const folder = join(stateFolder, 'journal');
  const finished: string[] = [];
  const rolledBack: string[] = [];
  for (const name of disk.list(folder)) {
    const path = join(folder, name);
    if (!name.endsWith('.json')) {
      disk.remove(path);
      continue;
    }
    const journal = readJournal(disk, path);
    const paths = journal.steps.map((step) => step.path);
    if (journal.state === 'commit') {
      finish(disk, path, journal.steps);
      finished.push(...paths);
    } else {
      rollBack(disk, path, journal.steps);
      rolledBack.push(...paths);
    }
  }
  return { finished, rolledBack };
}

function check(disk: Disk, path: string, before: Buffer | null): void {
  const now = disk.read(path);
  const isSame = now === null || before === null ? now === before : now.equals(before);
  if (!isSame) throw new ChangedMeanwhile(path);
}

function finish(disk: Disk, journal: string, steps: readonly Step[]): void {
  for (const { path, temporary } of steps) {
    if (temporary === null) disk.remove(path);
    // One that is gone has its new name already.
    else if (disk.mode(temporary) !== null) disk.rename(temporary, path);
  }
  disk.remove(journal);
}

function rollBack(disk: Disk, journal: string, steps: readonly Step[]): void {
  for (const { temporary } of steps) if (temporary !== null) disk.remove(temporary);
  disk.remove(`${journal}.new`);
  disk.remove(journal);
}

function journalPath(stateFolder: string, id: string): string {
  return join(stateFolder, 'journal', `${id}.json`);
}

function freeId(disk: Disk, stateFolder: string): string {
  const taken = new Set(disk.list(join(stateFolder, 'journal')));
  for (let count = 1; ; count++) if (!taken.has(`${count}.json`)) return String(count);
}

/** A file of our own, whole or not at all. */
export function writeWhole(disk: Disk, path: string, value: unknown): void {
  disk.remove(`${path}.new`);
  disk.create(`${path}.new`, Buffer.from(`${JSON.stringify(value)}\n`), NEW_FILE);
  disk.rename(`${path}.new`, path);
}

function readJournal(disk: Disk, path: string): Journal {
  return JSON.parse(disk.read(path)?.toString('utf8') ?? '{"state":"prepare","steps":[]}');
}
