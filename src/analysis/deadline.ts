import { Script } from 'node:vm';

/**
 * Ends work that takes too long, wherever it is: in a loop of ours, in the evaluation of a program that never
 * settles, inside a regular expression. The engine itself stops it, so no code has to ask for the time. What is
 * stopped runs no `finally`: whoever sets a limit drops what the work has changed.
 */

const WORK = Symbol.for('edge-sunset.work');
const holder = globalThis as { [WORK]?: () => void };
/** Hosts with a global object of their own, as test runners have, hold the work elsewhere. */
const script = new Script(`(() => {
  const work = globalThis[Symbol.for('edge-sunset.work')];
  if (work === undefined) return false;
  work();
  return true;
})()`);

/** True if the work came to its end within the time. */
export function endsWithin(milliseconds: number, work: () => void): boolean {
  const around = holder[WORK];
  holder[WORK] = work;
  try {
    if (script.runInThisContext({ timeout: milliseconds }) === false) work();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  } finally {
    if (around === undefined) delete holder[WORK];
    else holder[WORK] = around;
  }
}
