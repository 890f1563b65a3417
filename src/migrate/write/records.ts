/**
 * Records of what runs changed, so that `undo` can put every byte back. A run has one record for each group of files
 * that it changes together. `open`: the change is under way, or was interrupted. `done`: all files are changed.
 *
 * They are compressed, also so that no scan takes the code in them for code of the tree.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sha256Of } from './digest.js';
import type { Disk } from './disk.js';
import type { FileChange } from './exchange.js';

export interface RecordedFile {
  /** Relative to the tree, with `/`. */
  readonly path: string;
  /** What it held, in base64; null for a file that the run made. */
  readonly before: string | null;
  /** SHA-256 of what the run wrote. */
  readonly after: string;
}

interface RecordContent {
  readonly version: 1;
  readonly id: string;
  readonly files: readonly RecordedFile[];
}

export interface UndoRecord extends RecordContent {
  readonly state: 'open' | 'done';
  readonly run: number;
  readonly name: string;
}

/** A record cannot be read. */
export class BadRecord extends Error {}

const NAME = /^(\d{6})-\d{6}\.(open|done)$/;
const DIGITS = 6;

/** The records of a tree, in its state folder. */
export class Records {
  readonly #disk: Disk;
  readonly #folder: string;
  /** Part of the names of temporary files, the same for all that one run writes. */
  readonly #id = randomBytes(4).toString('hex');
  #run: number | undefined;
  #count = 0;

  constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#folder = folder;
  }

  /** Writes the record of a change that is about to happen. */
  open(changes: readonly FileChange[]): UndoRecord {
    this.#run ??= Math.max(0, ...this.#names().map(runOf)) + 1;
    const run = this.#run;
    const name = `${digits(run)}-${digits(++this.#count)}.open`;
    const files = changes.flatMap(({ path, before, after }) =>
      after === null ? [] : [{ path, before: before?.toString('base64') ?? null, after: sha256Of(after) }],
    );
    const content: RecordContent = { version: 1, id: this.#id, files };
    const temporary = join(this.#folder, `${name}.tmp`);
    this.#disk.remove(temporary);
    this.#disk.create(temporary, gzipSync(JSON.stringify(content), { level: 1 }));
    this.#disk.rename(temporary, join(this.#folder, name));
    return { ...content, state: 'open', run, name };
  }

  close(record: UndoRecord): void {
    this.#move(record, 'done');
  }

  reopen(record: UndoRecord): UndoRecord {
    return this.#move(record, 'open');
  }

  remove({ name }: UndoRecord): void {
    this.#disk.remove(join(this.#folder, name));
  }

  hasOpen(): boolean {
    return this.#names().some((name) => name.endsWith('.open'));
  }

  /** Those of an interrupted run. */
  interrupted(): readonly UndoRecord[] {
    return this.#read(this.#names().filter((name) => name.endsWith('.open')));
  }

  /** Those of the newest run, or of the run that is named. */
  newest(wanted?: number): readonly UndoRecord[] {
    const names = this.#names();
    const run = wanted ?? Math.max(0, ...names.map(runOf));
    return this.#read(names.filter((name) => runOf(name) === run));
  }

  #move(record: UndoRecord, state: UndoRecord['state']): UndoRecord {
    const name = record.name.replace(/(?<!\w)\w+$/, state);
    if (name !== record.name) this.#disk.rename(join(this.#folder, record.name), join(this.#folder, name));
    return { ...record, state, name };
  }

  #names(): readonly string[] {
    return this.#disk.list(this.#folder).filter((name) => NAME.test(name));
  }

  #read(names: readonly string[]): readonly UndoRecord[] {
    return names.map((name) => {
      const path = join(this.#folder, name);
      const content = contentOf(this.#disk.read(path));
      if (content === null)
        throw new BadRecord(`the record ${path} is damaged. Remove it to continue without undo`);
      const state = name.endsWith('.open') ? 'open' : 'done';
      return { ...content, state, run: runOf(name), name };
    });
  }
}

function contentOf(bytes: Buffer | null): RecordContent | null {
  try {
    const content: RecordContent = JSON.parse(gunzipSync(bytes ?? Buffer.alloc(0)).toString('utf8'));
    const isWhole = content.version === 1 && /^[0-9a-f]{8}$/.test(content.id) && content.files.every(isFile);
    return isWhole ? content : null;
  } catch {
    return null;
  }
}

function isFile({ path, before, after }: RecordedFile): boolean {
  const isText = typeof path === 'string' && typeof after === 'string';
  return isText && (before === null || typeof before === 'string');
}

function runOf(name: string): number {
  return Number.parseInt(name, 10);
}

function digits(number: number): string {
  return String(number).padStart(DIGITS, '0');
}
