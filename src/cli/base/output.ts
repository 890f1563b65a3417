import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { FORMATS, type Format, formatNamed, visible } from '../../report/index.js';
import { UsageError } from './arguments.js';
import { repositoryAround } from './search-path.js';

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
    throw new UsageError(
      `--output must be <format>=<file> with one of ${names}, not ${JSON.stringify(written)}.`,
    );
  }
  const file = resolve(cwd, shown);
  const stat = statSync(file, { throwIfNoEntry: false });
  const link = linkFault(file, cwd);
  if (link !== null) throw new UsageError(`--output ${shown}: ${link}.`);
  if (stat?.isDirectory() === true)
    throw new UsageError(`--output ${shown}: this is a folder; name a file in it.`);
  if (stat?.isFile() === true && !REPORT_EXTENSIONS.has(extname(file).toLowerCase())) {
    throw new UsageError(`--output ${shown}: this file exists and is not a report; name another one.`);
  }
  if (statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UsageError(`--output ${shown}: the folder ${JSON.stringify(dirname(shown))} does not exist.`);
  }
  return { format, file, shown };
}

/** Writes a whole report or nothing. */
export function writeAtomically({ file, shown }: Output, pieces: Iterable<string>): void {
  try {
    replaceFile(file, pieces);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--output ${shown}: the report could not be written (${reason}).`);
  }
}

/**
 * Writes into a new file beside the wanted one, which then takes its name. Done in one go, so that a signal cannot come
 * between.
 */
export function replaceFile(file: string, pieces: Iterable<string>): void {
  // A terminal, a pipe or /dev/stdout cannot be replaced, only written to.
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile()) {
    writePieces(stat.isFIFO() ? openedPipe(file) : openSync(file, 'w'), pieces);
    return;
  }
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
  const descriptor = openSync(temporary, 'wx');
  try {
    writePieces(descriptor, pieces);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * To open a pipe that nobody reads would wait for ever: a tree can hold one where a report goes. The first descriptor
 * stays open until the second one is, or the reader would come to its end in between.
 */
function openedPipe(file: string): number {
  let first: number;
  try {
    first = openSync(file, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
    throw new Error('this is a pipe that no program reads');
  }
  try {
    return openSync(file, 'w');
  } finally {
    closeSync(first);
  }
}

/** Why a file is not written: whoever made the tree could have put a link there that leads anywhere. */
export function linkFault(file: string, cwd: string): string | null {
  const link = [repositoryAround(cwd) ?? cwd, repositoryAround(dirname(file))]
    .map((top) => (top === null ? null : linkBelow(top, file)))
    .find((found) => found !== null);
  return link == null
    ? null
    : `${visible(relative(cwd, link))} is a link, which is not followed; name another file`;
}

/** The first link on the way from a folder to a file in it. */
function linkBelow(top: string, file: string): string | null {
  const way = relative(top, file).split(sep);
  if (way[0] === '..' || isAbsolute(way.join(sep)) || file.startsWith('/dev/')) return null;
  let path = top;
  for (const name of way) {
    path = join(path, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) return path;
  }
  return null;
}

function writePieces(descriptor: number, pieces: Iterable<string>): void {
  try {
    for (const text of joined(pieces)) {
      const bytes = Buffer.from(text, 'utf8');
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    }
    flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Characters written in one go: to ask the system for each piece takes longer than to make it. */
const WRITTEN = 64 * 1024;

function* joined(pieces: Iterable<string>): Iterable<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < WRITTEN) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** Pipes and some file systems cannot be flushed, which is no fault of the report. */
function flush(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } catch {
    return;
  }
}
