import { spawn } from 'node:child_process';
import { accessSync, constants as modes, statSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { watchFamily } from './family.js';

export interface ProgramEnd {
  /** The program's exit code; null if a signal ended it or it never started. */
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it could not be started. */
  readonly problem: string | null;
}

export type OutputChunk = (chunk: Buffer, stream: 'stdout' | 'stderr') => void;

/** Runs a command without a shell, its output handed on; tells which programs ran that are not Node. */
export function runProgram(
  command: readonly string[],
  options: {
    readonly cwd: string;
    readonly environment: Record<string, string>;
    readonly output: OutputChunk;
    readonly signal?: AbortSignal;
  },
): Promise<ProgramEnd & { readonly others: readonly string[] }> {
  const [program = '', ...args] = command;
  return new Promise((done) => {
    const child = spawn(resolveProgram(program), args, {
      cwd: options.cwd,
      env: options.environment,
      stdio: ['inherit', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const family = watchFamily(child.pid, program);
    const stop = () => child.kill('SIGTERM');
    options.signal?.addEventListener('abort', stop, { once: true });
    child.stdout.on('data', (chunk: Buffer) => options.output(chunk, 'stdout'));
    child.stderr.on('data', (chunk: Buffer) => options.output(chunk, 'stderr'));
    child.on('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'ENOENT' ? `there is no program "${program}" on the search path` : error.message;
      family.stop();
      done({ code: null, signal: null, problem: why, others: [] });
    });
    child.on('close', (code, signal) => {
      options.signal?.removeEventListener('abort', stop);
      done({ code, signal, problem: null, others: family.stop() });
    });
  });
}

/** On Windows npm and npx are command files, which cannot be started without a shell: run their scripts by Node. */
export function resolveProgram(program: string): string {
  return program === 'node' ? process.execPath : program;
}

/** The file that a program's name leads to, or null. */
export function reach(program: string, searchPath: string, cwd: string): string | null {
  const folders = searchPath.split(delimiter).map((folder) => resolve(cwd, folder));
  const places = program.includes('/')
    ? [resolve(cwd, program)]
    : folders.map((folder) => join(folder, program));
  return places.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, modes.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The exit code a shell would give for a program's end. */
export function shellCode(end: ProgramEnd): number | null {
  if (end.signal === null) return end.code;
  const number = Object.entries(constants.signals).find(([name]) => name === end.signal)?.[1];
  return number === undefined ? null : 128 + number;
}
