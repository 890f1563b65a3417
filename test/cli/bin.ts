import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { bundle, ROOT } from '../../scripts/build/bundle.js';

/** Builds the bin for one file of tests, beside the packages it needs, and gives its path. */
export function builtBin(name: string): () => string {
  const outdir = `.tmp/${name}-${process.pid}`;
  beforeAll(() => bundle(outdir));
  afterAll(() => rmSync(join(ROOT, outdir), { recursive: true, force: true }));
  return () => join(ROOT, outdir, 'cli/main.js');
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
