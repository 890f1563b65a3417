/** What a run changed, kept so that `undo` can put every byte back. One file for each run, the newest last. */
import { join } from 'node:path';
import { sha256Of } from './digest.js';
import type { Disk } from './disk.js';
import { type Change, writeWhole } from './transaction.js';

export interface UndoneFile {
  /** Absolute. */
  readonly path: string;
  /** What it held, in base64; null for a file that the run made. */
  readonly before: string | null;
  /** SHA-256 of what the run left. */
  readonly after: string;
}

export interface UndoRecord {
  readonly version: 1;
  readonly files: readonly UndoneFile[];
}

/** Collects what one run changes; on the disk before anything else is. */
export class Recorder {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #files = new Map<string, UndoneFile>();
  #path: string | null = null;

  constructor(disk: Disk, stateFolder: string) {
    this.#disk = disk;
    this.#folder = join(stateFolder, 'undo');
  }

  add(changes: readonly Change[]): void {
    for (const { path, before, after } of changes) {
      if (after === null) continue;
      const row = { path, before: before?.toString('base64') ?? null, after: sha256Of(after) };
      this.#files.set(path, row);
    }
    this.#write();
  }

  /** Takes back what was not changed after all. */
  drop(changes: readonly Change[]): void {
    for (const { path } of changes) this.#files.delete(path);
    if (this.#path === null) return;
    try {
      if (this.#files.size > 0) this.#write();
      else this.#disk.remove(this.#path);
    } catch {
      // On a full disk the record stays as it is: `undo` sees that such a file holds its old bytes already.
    }
  }

  #write(): void {
    this.#disk.makeFolder(this.#folder);
    this.#path ??= join(this.#folder, nextName(this.#disk.list(this.#folder)));
    writeWhole(this.#disk, this.#path, { version: 1, files: [...this.#files.values()] });
  }
}

const DIGITS = 6;

function nextName(names: readonly string[]): string {
  const numbers = names.flatMap((name) => (/^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : []));
  return `${String(Math.max(0, ...numbers) + 1).padStart(DIGITS, '0')}.json`;
}

/** The record of the newest run and where it lies. */
export function newestRecord(
  disk: Disk,
  stateFolder: string,
): { readonly path: string; readonly record: UndoRecord } | null {
  const folder = join(stateFolder, 'undo');
  const name = disk
    .list(folder)
    .filter((candidate) => /^\d+\.json$/.test(candidate))
    .at(-1);
  if (name === undefined) return null;
  const path = join(folder, name);
  return { path, record: JSON.parse(disk.read(path)?.toString('utf8') ?? '{"version":1,"files":[]}') };
}
