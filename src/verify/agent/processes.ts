/**
 * Ends everything that an agent has started. Its command is the leader of a process group; what left the group is found
 * on Linux by a variable of its environment, which children inherit.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const MARK = 'EDGE_SUNSET_AGENT';
/** A process that starts others while it is looked for may be missed by one look. */
const LOOKS = 5;

export interface ProcessMark {
  readonly variable: Readonly<Record<string, string>>;
  /** Ends whatever carries the mark, wherever it has gone. */
  readonly killAll: () => void;
}

export function processMark(): ProcessMark {
  const value = randomBytes(12).toString('hex');
  const text = Buffer.from(`${MARK}=${value}`);
  const killAll = () => {
    for (let look = 0; look < LOOKS; look++) {
      const carriers = processesWith(text);
      if (carriers.length === 0) return;
      for (const pid of carriers) kill(pid, 'SIGKILL');
    }
  };
  return { variable: { [MARK]: value }, killAll };
}

function processesWith(text: Buffer): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) return [];
    try {
      return readFileSync(`/proc/${name}/environ`).includes(text) ? [pid] : [];
    } catch {
      // It has ended, or belongs to another user.
      return [];
    }
  });
}

export function killGroup(leader: number, signal: NodeJS.Signals): void {
  kill(process.platform === 'win32' ? leader : -leader, signal);
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/**
 * Ends a group if this process is killed, so that nobody can do it from here. The pipe between both closes then.
 * What it gives says that the group has ended.
 */
export function watchOver(leader: number): () => void {
  if (process.platform === 'win32') return () => {};
  const watcher = spawn('/bin/sh', ['-c', 'read -r _ || kill -s KILL -- "-$1"', 'sh', String(leader)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  });
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {});
  watcher.unref();
  return () => void watcher.stdin.end('\n');
}
