import type { Io } from '../base/command.js';
import { foldersOutside } from '../base/search-path.js';
import { run } from './run.js';

/** Exit codes by the shell's convention: 128 and the number of the signal. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;
const SIGNAL_NAMES = ['SIGINT', 'SIGTERM'] as const;

/** Runs one command on the real process: its streams, clock, signals and exit code. */
export function runProcess(argv: readonly string[]): Promise<void> {
  return runIo((io) => run(argv, io));
}

export async function runIo(work: (io: Io) => Promise<number>): Promise<void> {
  const interruption = new AbortController();
  let awaited = false;
  const leave = (signal: keyof typeof SIGNALS) =>
    awaited ? interruption.abort(SIGNALS[signal]) : process.exit(SIGNALS[signal]);
  // Reports are written whole at the end, so leaving at once never leaves half of one behind.
  const listen = () => {
    for (const signal of SIGNAL_NAMES) process.once(signal, leave);
  };
  /** Without a listener the system ends the process itself. The first process of a container it would spare. */
  const readingOnly = async <T>(work: () => Promise<T>): Promise<T> => {
    if (process.pid === 1) return work();
    // A signal that came while modules were loaded would be lost with its listener.
    await loopTurn();
    for (const signal of SIGNAL_NAMES) process.off(signal, leave);
    try {
      return await work();
    } finally {
      listen();
    }
  };
  listen();
  const awaitInterruption = () => {
    awaited = true;
    return interruption.signal;
  };
  process.exitCode = await work(processIo(awaitInterruption, readingOnly));
}

/** A whole turn of the event loop: whatever has arrived is dealt with. */
async function loopTurn(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

function processIo(interruption: () => AbortSignal, readingOnly: Io['readingOnly']): Io {
  return {
    stdout: writerOf(process.stdout),
    stderr: writerOf(process.stderr),
    stdin: readStdin,
    cwd: process.cwd(),
    env: process.env,
    isTerminal: { stdout: process.stdout.isTTY === true, stderr: process.stderr.isTTY === true },
    today: () => new Date().toISOString().slice(0, 10),
    interruption,
    readingOnly,
    // The stream of standard input takes a while to make: asked for last.
    ...(process.stderr.isTTY === true && process.stdin.isTTY === true ? { ask, edit } : {}),
  };
}

async function ask(question: string): Promise<string | null> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    lines.on('close', () => resolve(null));
    // An interrupt at a question ends the process as it does everywhere else.
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}

/** `VISUAL` and `EDITOR` may hold options: `code --wait`. */
function edit(path: string): boolean {
  const [program, ...options] = (process.env.VISUAL ?? process.env.EDITOR ?? '').split(' ').filter(Boolean);
  if (program === undefined) return false;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const env = { ...process.env, PATH: foldersOutside(process.cwd(), process.env.PATH ?? '') };
  return spawnSync(program, [...options, path], { stdio: 'inherit', env }).error === undefined;
}

/** A reader that went away (`| head`) is no error: the rest is dropped and the exit code stays what it is. */
function writerOf(stream: NodeJS.WriteStream): (text: string) => void {
  let open = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    open = false;
    if (error.code !== 'EPIPE') {
      process.exitCode = 2;
      if (stream === process.stdout)
        process.stderr.write(`edge-sunset: cannot write the report: ${error.message}\n`);
    }
  });
  return (text) => {
    if (open) stream.write(text);
  };
}

/** A list of many roots, or a file that is scanned; what never ends is refused. */
const LARGEST_INPUT = 256 * 1024 * 1024;

async function readStdin(): Promise<Uint8Array> {
  const { boundedBytes } = await import('../base/given-file.js');
  return boundedBytes(process.stdin, 'standard input', LARGEST_INPUT);
}
