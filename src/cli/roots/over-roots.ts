/** One command on many folders: a stream of lines, with a `done` line for each folder, whatever became of it. */
import { relative, resolve, sep } from 'node:path';
import { jsonLine, SCHEMA_VERSION, sha256, visible, visibleLines } from '../../report/index.js';
import { targetsOf } from '../../scan/index.js';
import { originOf } from '../../scan/walk/index.js';
import { VERSION } from '../../version.js';
import { type Arguments, type Flags, isUsageError, UsageError } from '../base/arguments.js';
import type { Command, Io, PerRoot } from '../base/command.js';
import { EXIT, worst } from '../base/exit-code.js';
import { runQuietly } from '../base/quiet-run.js';
import { rootsListed } from './list.js';
import { type Sink, sinkOf } from './sink.js';

type Given = Arguments<Flags>;

interface Listed {
  /** As the list names it, without `./` and a slash at the end. */
  readonly label: string;
  /** Absolute. */
  readonly folder: string;
}

/** Whether a command is to work on a list of folders. */
export function asksForRoots(values: Given['values']): boolean {
  if (values.into !== undefined && values.roots === undefined)
    throw new UsageError('--into needs --roots with a list of folders.');
  return values.roots !== undefined;
}

/** Runs a command on each folder of `--roots`, one after the other. A folder that fails does not stop the others. */
export async function overRoots(command: Command, { values, positionals }: Given, io: Io): Promise<number> {
  const { perRoot, name } = command;
  if (perRoot === undefined || typeof values.roots !== 'string')
    throw new Error(`${name} has no list of folders`);
  for (const flag of ['format', 'output', 'interactive'] as const)
    if (isGiven(values[flag]) && values[flag] !== 'ndjson')
      throw new UsageError(`--roots prints NDJSON: leave out --${flag}.`);
  const options = optionsOf(command, values, io);
  const listed = distinct([...positionals, ...(await rootsListed(values.roots, io))], io);
  const sink = await sinkOf(
    typeof values.into === 'string' ? values.into : undefined,
    { command: name, options: digestOf(options) },
    io,
  );
  const start = startLine(command, options, typeof values.now === 'string' ? values.now : io.today());
  try {
    return await each(listed, { command, perRoot, options, sink, start }, io);
  } finally {
    sink.close();
  }
}

interface Work {
  readonly command: Command;
  readonly perRoot: PerRoot;
  readonly options: readonly string[];
  readonly sink: Sink;
  readonly start: string;
}

/** The exit code is that of all folders, also of those that an earlier run has done. */
async function each(listed: readonly Listed[], work: Work, io: Io): Promise<number> {
  const { sink, start } = work;
  const left = listed.filter(({ label }) => !sink.done.has(label));
  const codes = listed.flatMap(({ label }) => sink.done.get(label) ?? []);
  if (left.length > 0) sink.write(start);
  for (const root of left) {
    const { code, lines } = await oneRoot(root, work, io);
    // Interrupted: this folder has no `done` line, and is the first of the next run.
    if (code >= 128) return code;
    codes.push(code);
    sink.write(lines);
  }
  if (left.length < listed.length)
    io.stderr(
      `edge-sunset ${work.command.name}: ${listed.length - left.length} of ${listed.length} folders were done before.\n`,
    );
  return worst(codes);
}

async function oneRoot(
  { label, folder }: Listed,
  { command, perRoot, options }: Work,
  io: Io,
): Promise<{ readonly code: number; readonly lines: string }> {
  const isInsideRoot = perRoot.isInside === true;
  const told = (text: string) => io.stderr(text.replace(/^(?=.)/gm, `${visible(label)}: `));
  const done = { type: 'done', root: label, ...placeOf(folder, perRoot, io) };
  try {
    const targets = targetsOf([label], io.cwd);
    if (!targets.ok) throw new UsageError(`${targets.problem}.`);
    const own = { ...io, ...(isInsideRoot ? { cwd: folder } : {}) };
    const run = await runQuietly(command, [...options, ...perRoot.argv(label)], own);
    told(run.stderr);
    const { rows, summary } = perRoot.rows(run.stdout);
    const lines = rows.map(({ type, ...row }) => ({ type, root: label, ...row }));
    return { code: run.code, lines: linesOf([...lines, { ...done, exit: run.code, summary }]) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isBug = !isUsageError(error);
    told(visibleLines(`edge-sunset ${command.name}: ${isBug ? 'internal error: ' : ''}${message}\n`));
    return { code: EXIT.usage, lines: linesOf([{ ...done, exit: EXIT.usage, error: visible(message) }]) };
  }
}

/** What tells a folder from others, on any machine, and what the paths of its rows begin with. */
function placeOf(folder: string, { hasPathsOfCwd }: PerRoot, { cwd }: Io) {
  const repository = originOf(folder);
  const way = relative(cwd, folder).split(sep).join('/');
  return {
    ...(hasPathsOfCwd === true ? { prefix: way === '' ? '' : `${way}/` } : {}),
    ...(repository === null ? {} : { repository }),
  };
}

function distinct(written: readonly string[], { cwd }: Io): readonly Listed[] {
  const known = new Map<string, Listed>();
  for (const one of written) {
    const folder = resolve(cwd, one);
    if (!known.has(folder)) known.set(folder, { label: labelOf(one), folder });
  }
  return [...known.values()];
}

function labelOf(written: string): string {
  const label = written
    .split(sep)
    .join('/')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/^(?:\.\/)+(?=.)/, '');
  return label === '' ? '/' : label;
}

/** The options that were given, for one folder of the list; files are named so that they are found from every folder. */
function optionsOf({ flags, perRoot }: Command, values: Given['values'], io: Io): readonly string[] {
  return Object.entries(flags).flatMap(([name, flag]) => {
    const value = values[name];
    if (name === 'roots' || name === 'into' || name === 'format') return [];
    if (flag.kind === 'switch') return value === true ? [`--${name}`] : [];
    const given = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
    const isPath = perRoot?.isInside === true && flag.value === 'FILE';
    return given.map((one: string) => `--${name}=${isPath ? resolve(io.cwd, one) : one}`);
  });
}

function isGiven(value: Given['values'][string] | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}

function startLine(command: Command, options: readonly string[], now: string): string {
  const tool = { name: 'edge-sunset', version: VERSION };
  const start = { type: 'start', schemaVersion: SCHEMA_VERSION, tool, now };
  return linesOf([{ ...start, command: command.name, options: digestOf(options) }]);
}

/** Options may hold secrets of a command; the stream only has to know whether they are the same. */
function digestOf(options: readonly string[]): string {
  return sha256(JSON.stringify(options)).slice(0, 16);
}

function linesOf(rows: readonly object[]): string {
  return rows.map((row) => `${jsonLine(row)}\n`).join('');
}
