/** Where a stream goes: standard output, or a file that a run continues. */
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { visible } from '../../report/index.js';
import { UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { linesIn } from '../base/lines-in.js';
import { heldLock } from '../base/lock.js';
import { linkFault } from '../base/output.js';

export interface Sink {
  /** Folders that need not be done again, with their exit codes. */
  readonly done: ReadonlyMap<string, number>;
  /** Whole lines: a `start` line, or all of a folder up to its `done` line. */
  write(lines: string): void;
  close(): void;
}

/** What a stream was made with; another run may continue it with the same only. */
interface Origin {
  readonly command: string;
  readonly options: string;
}

export async function sinkOf(file: string | undefined, origin: Origin, io: Io): Promise<Sink> {
  if (file === undefined) return { done: new Map(), write: io.stdout, close: () => {} };
  const path = resolve(io.cwd, file);
  const fault = linkFault(path, io.cwd);
  if (fault !== null) throw new UsageError(`--into ${visible(file)}: ${fault}.`);
  const status = statSync(path, { throwIfNoEntry: false });
  if (status !== undefined && !status.isFile())
    throw new UsageError(`--into ${visible(file)}: this is not a file.`);
  // Two runs would cut off each other's folders.
  const release = await heldLock(path, `--into ${visible(file)}`);
  try {
    const sink = await continued(path, file, origin);
    const close = () => {
      sink.close();
      release();
    };
    return { ...sink, close };
  } catch (error) {
    release();
    throw error;
  }
}

async function continued(path: string, file: string, origin: Origin): Promise<Sink> {
  const status = statSync(path, { throwIfNoEntry: false });
  const before = status === undefined ? NOTHING : await whatStands(path, file, origin);
  const descriptor = opened(path, file);
  // What was cut off in the middle of a folder is made again.
  if (fstatSync(descriptor).size > before.end) ftruncateSync(descriptor, before.end);
  return {
    done: before.done,
    write: (lines) => {
      const bytes = Buffer.from(lines, 'utf8');
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    },
    close: () => {
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
  };
}

function opened(path: string, shown: string): number {
  try {
    return openSync(path, 'a');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new UsageError(`--into ${visible(shown)}: the file cannot be written (${code}).`);
  }
}

interface Standing {
  readonly done: ReadonlyMap<string, number>;
  /** Where the last whole folder ends, in bytes. */
  readonly end: number;
}

const NOTHING: Standing = { done: new Map(), end: 0 };
/** Of a line that is looked at: those that begin or end a folder are short. */
const LONGEST_LINE = 64 * 1024;

/** Reads the stream that an earlier run left behind, however long it is. */
async function whatStands(path: string, shown: string, origin: Origin): Promise<Standing> {
  const done = new Map<string, number>();
  let end = 0;
  let isFirst = true;
  for await (const { text, after } of linesIn(path, LONGEST_LINE)) {
    const row = text === null ? null : rowOf(text);
    if (isFirst) refuseOther(row, shown, origin);
    isFirst = false;
    if (row?.type !== 'done' && row?.type !== 'start') continue;
    end = after;
    if (row.type === 'start' || typeof row.root !== 'string') continue;
    // A folder that failed is tried again.
    if (row.error === undefined && typeof row.exit === 'number') done.set(row.root, row.exit);
    else done.delete(row.root);
  }
  return { done, end };
}

function refuseOther(row: Readonly<Record<string, unknown>> | null, shown: string, origin: Origin): void {
  const name = visible(shown);
  if (row?.type !== 'start' || typeof row.command !== 'string')
    throw new UsageError(`--into ${name}: this file is no stream of --roots; name another one.`);
  if (row.command !== origin.command)
    throw new UsageError(
      `--into ${name}: this is a stream of '${visible(row.command)}'; name another file for '${origin.command}'.`,
    );
  if (row.options !== origin.options)
    throw new UsageError(
      `--into ${name}: this stream was begun with other options. Use the same ones, or name another file.`,
    );
}

function rowOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
