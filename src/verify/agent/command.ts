/** Runs the user's command on a unit, within a time and with a limit of what is kept of its output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Interrupted } from '../../migrate/index.js';
import { killGroup, processMark, watchOver } from './processes.js';

export interface AgentCommand {
  /** A line for a shell. */
  readonly command: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly input: string;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

export interface AgentEnd {
  /** Null where it was ended. */
  readonly code: number | null;
  readonly isOutOfTime: boolean;
  /** The end of what it printed; a line in front says how much is left out. */
  readonly output: string;
}

/** Long enough for a program that saves its state when it is asked to end. */
const GRACE_MILLISECONDS = 2000;
const MOST_OUTPUT = 64 * 1024;

/** An interrupt ends the command and all that it started, and is then told as `Interrupted`. */
export async function runAgent(options: AgentCommand): Promise<AgentEnd> {
  const { command, cwd, environment, input, seconds, signal } = options;
  if (signal.aborted) throw new Interrupted();
  const mark = processMark();
  const child = spawn(command, [], {
    cwd,
    env: { ...environment, ...mark.variable },
    shell: true,
    // A group of its own, which is ended as a whole.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const release = child.pid === undefined ? () => {} : watchOver(child.pid);
  const tail = new Tail();
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => tail.add(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let isOutOfTime = false;
  const { end, isEnding } = ending(child);
  const timer = setTimeout(() => {
    isOutOfTime = true;
    end();
  }, seconds * 1000);
  signal.addEventListener('abort', end, { once: true });
  try {
    const code = await exitOf(child);
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
    mark.killAll();
    if (signal.aborted) throw new Interrupted();
    await lastOutput(child);
    return { code: isEnding() ? null : code, isOutOfTime, output: tail.text() };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    release();
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
  }
}

/** Asks the group to end, and makes it end if it does not. */
function ending(child: ChildProcess): { readonly end: () => void; readonly isEnding: () => boolean } {
  let asked = false;
  const end = () => {
    const { pid } = child;
    if (asked || pid === undefined) return;
    asked = true;
    killGroup(pid, 'SIGTERM');
    const timer = setTimeout(() => killGroup(pid, 'SIGKILL'), GRACE_MILLISECONDS);
    child.once('exit', () => clearTimeout(timer));
  };
  return { end, isEnding: () => asked };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code) => resolve(code));
  });
}

/** A process that could not be ended may hold the pipes open: nobody waits for it long. */
async function lastOutput(child: ChildProcess): Promise<void> {
  if (child.stdout?.closed && child.stderr?.closed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, GRACE_MILLISECONDS);
    child.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

class Tail {
  #bytes = Buffer.alloc(0);
  #dropped = 0;

  add(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk.subarray(-MOST_OUTPUT)]);
    const most = 2 * MOST_OUTPUT;
    this.#dropped += Math.max(0, chunk.length - MOST_OUTPUT);
    if (this.#bytes.length > most) this.#cut();
  }

  text(): string {
    this.#cut();
    const head = this.#dropped === 0 ? '' : `(output cut: ${this.#dropped} bytes before this)\n`;
    return head + this.#bytes.toString('utf8');
  }

  #cut(): void {
    const over = Math.max(0, this.#bytes.length - MOST_OUTPUT);
    this.#dropped += over;
    this.#bytes = this.#bytes.subarray(over);
  }
}
