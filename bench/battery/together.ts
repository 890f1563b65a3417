/**
 * Measures many cases in few processes. What came near a bound, or ended the process, is left to be measured alone: there
 * the start is part of the time, and nothing that earlier cases left is part of the memory.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { END_SECONDS, type Row, shareOfBounds } from './bounds.js';
import type { BatteryCase } from './cases.js';
import { cpuOf } from './process.js';

/** A share of a bound from which on a case is measured alone. */
const NEAR = 0.7;
const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));

type Message = { readonly begun: string } | { readonly row: Row };

/** Hands over what was measured, case by case; gives back the cases that are to be measured alone. */
export async function measuredTogether(
  cases: readonly BatteryCase[],
  take: (row: Row) => void,
): Promise<readonly BatteryCase[]> {
  const alone = new Set<string>();
  let waiting = cases.map(({ name }) => name);
  while (waiting.length > 0) {
    const first = waiting[0] ?? '';
    const done = await inOneProcess(waiting, (row) => {
      if (row.faults.length > 0 || shareOfBounds(row) > NEAR) alone.add(row.name);
      else take(row);
    });
    // The process ended in the case after those.
    const next = waiting[done];
    if (next !== undefined) alone.add(next);
    waiting = waiting.slice(done + 1);
    if (waiting[0] === first) throw new Error(`no case after ${first} is measured`);
  }
  return cases.filter(({ name }) => alone.has(name));
}

/** The number of cases that came to their end. */
function inOneProcess(names: readonly string[], take: (row: Row) => void): Promise<number> {
  const child = fork(WORKER, names, { execArgv: [...process.execArgv, '--expose-gc'] });
  let done = 0;
  let begun = 0;
  child.on('message', (message: Message) => {
    if ('begun' in message) begun = cpuOf(child.pid);
    else {
      done += 1;
      take(message.row);
    }
  });
  const look = setInterval(() => {
    if (cpuOf(child.pid) - begun > END_SECONDS) child.kill('SIGKILL');
  }, 500);
  return new Promise((resolve) => {
    child.on('close', () => {
      clearInterval(look);
      resolve(done);
    });
  });
}
