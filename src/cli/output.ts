import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { FORMATS, type Format, formatNamed } from '../report/index.js';
import { UsageError } from './arguments.js';

/** A report that goes to a file. */
export interface Output {
  readonly format: Format;
  /** Absolute. */
  readonly file: string;
  /** As the user wrote it. */
  readonly shown: string;
}

/** Kinds of files that reports are written to; a report over anything else would destroy somebody's source. */
const REPORT_EXTENSIONS: ReadonlySet<string> = new Set([
  '',
  '.csv',
  '.htm',
  '.html',
  '.json',
  '.jsonl',
  '.log',
  '.md',
  '.ndjson',
  '.sarif',
  '.txt',
  '.xml',
]);

/** Reads `--output sarif=report.sarif`. */
export function parseOutput(written: string, cwd: string): Output {
  const equals = written.indexOf('=');
  const name = equals < 0 ? '' : written.slice(0, equals);
  const shown = equals < 0 ? '' : written.slice(equals + 1);
  const format = formatNamed(name);
  if (format === null || shown === '') {
    const names = FORMATS.map((candidate) => candidate.name).join(', ');
    throw new UsageError(`--output is <format>=<file> with one of ${names}, not ${JSON.stringify(written)}.`);
  }
  const file = resolve(cwd, shown);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true)
    throw new UsageError(`--output ${shown}: this is a folder; name a file in it.`);
  if (stat?.isFile() === true && !REPORT_EXTENSIONS.has(extname(file).toLowerCase())) {
    throw new UsageError(
      `--output ${shown}: this file exists and does not look like a report; name another one.`,
    );
  }
  if (statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UsageError(`--output ${shown}: the folder ${JSON.stringify(dirname(shown))} does not exist.`);
  }
  return { format, file, shown };
}

/**
 * Writes a whole report or nothing: into a new file beside the wanted one, which then takes its name. Done in
 * one go, so that a signal cannot come between.
 */
export function writeAtomically(output: Output, pieces: Iterable<string>): void {
  // A terminal, a pipe or /dev/stdout cannot be replaced, only written to.
  const stat = statSync(output.file, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile()) {
    const descriptor = openSync(output.file, 'w');
    writePieces(descriptor, pieces);
    return;
  }
  const temporary = join(dirname(output.file), `.${basename(output.file)}.${process.pid}.tmp`);
  try {
    writePieces(openSync(temporary, 'wx'), pieces);
    renameSync(temporary, output.file);
  } catch (error) {
    rmSync(temporary, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--output ${output.shown}: the report could not be written (${reason}).`);
  }
}

function writePieces(descriptor: number, pieces: Iterable<string>): void {
  try {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece, 'utf8');
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    }
    flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Pipes and some file systems cannot be flushed, which is no fault of the report. */
function flush(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } catch {
    return;
  }
}
