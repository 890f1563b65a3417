import { spawn } from 'node:child_process';
import { constants } from 'node:os';

export interface ProgramEnd {
  /** The program's exit code; null if a signal ended it or it never started. */
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it could not be started. */
  readonly problem: string | null;
}

/** Runs a command without a shell, with our standard streams or its output handed on. */
export function runProgram(
  command: readonly string[],
  options: {
    readonly cwd: string;
    readonly environment: Record<string, string>;
    readonly output: (chunk: Buffer, stream: 'stdout' | 'stderr') => void;
    readonly signal?: AbortSignal;
  },
): Promise<ProgramEnd> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(resolveProgram(program), args, {
      cwd: options.cwd,
      env: options.environment,
      stdio: ['inherit', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const stop = () => child.kill('SIGTERM');
    options.signal?.addEventListener('abort', stop, { once: true });
    child.stdout.on('data', (chunk: Buffer) => options.output(chunk, 'stdout'));
    child.stderr.on('data', (chunk: Buffer) => options.output(chunk, 'stderr'));
    child.on('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'ENOENT' ? `there is no program "${program}" on the search path` : error.message;
      resolve({ code: null, signal: null, problem: why });
    });
    child.on('close', (code, signal) => {
      options.signal?.removeEventListener('abort', stop);
      resolve({ code, signal, problem: null });
    });
  });
}

/** On Windows npm and npx are command files, which cannot be started without a shell: run their scripts by Node. */
function resolveProgram(program: string): string {
  return program === 'node' ? process.execPath : program;
}

/** The exit code a shell would give for a program's end. */
export function shellCode(end: ProgramEnd): number | null {
  if (end.signal === null) return end.code;
  const number = Object.entries(constants.signals).find(([name]) => name === end.signal)?.[1];
  return number === undefined ? null : 128 + number;
}
