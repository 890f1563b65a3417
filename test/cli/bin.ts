import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, inject } from 'vitest';
import { bundle, ROOT } from '../../scripts/build/bundle.js';

/** The bin, built beside the packages it needs by the first file of tests of a run that asks for it. */
export function builtBin(): () => string {
  const folder = join(ROOT, '.tmp', basename(inject('temporary')));
  beforeAll(() => builtOnce(folder));
  return () => join(folder, 'cli/main.js');
}

/** Several processes may ask at a time: who makes the folder builds, the others wait for the word that it is done. */
async function builtOnce(folder: string): Promise<void> {
  const word = `${folder}.built`;
  mkdirSync(dirname(folder), { recursive: true });
  if (mkdirSync(folder, { recursive: true }) !== undefined) {
    let problem = '';
    await bundle(relative(ROOT, folder)).catch((error: unknown) => {
      problem = String(error);
    });
    writeFileSync(`${word}.new`, problem);
    renameSync(`${word}.new`, word);
  }
  while (!existsSync(word)) await setTimeout(50);
  const problem = readFileSync(word, 'utf8');
  if (problem !== '') throw new Error(`The bin could not be built: ${problem}`);
}

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Start {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Null keeps standard input open without a byte. */
  readonly stdin?: string | null;
  readonly during?: (child: ChildProcess) => void;
}

/** Variables with which a command says when it listens for a signal, or when it has come to a file and waits there. */
export function marks(at: { readonly signal: string } | { readonly file: string }): Record<string, string> {
  const preload = join(ROOT, 'test/cli/marks.cjs');
  return {
    NODE_OPTIONS: `--require ${JSON.stringify(preload)}`,
    ...('signal' in at ? { MARK_SIGNAL: at.signal } : { MARK_FILE: at.file }),
  };
}

/** Sends a signal once the command has said so. */
export function killAtMark(signal: NodeJS.Signals): (child: ChildProcess) => void {
  return (child) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      const before = said.includes('MARK');
      said += chunk.toString('utf8');
      if (!before && said.includes('MARK')) child.kill(signal);
    });
  };
}

/** Runs the bin as a process of its own. */
export function runBin(bin: string, argv: readonly string[], start: Start = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH ?? '', ...start.env };
    const child = spawn(process.execPath, [bin, ...argv], { cwd: start.cwd ?? ROOT, env });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
    child.stdin.on('error', () => {});
    if (start.stdin !== null) child.stdin.end(start.stdin ?? '');
    start.during?.(child);
  });
}
