/** A page cannot end work from outside: the worker is ended by the page if it takes too long. */
const WORK = Symbol.for('edge-sunset.work');

export class Script {
  runInThisContext() {
    const work = globalThis[WORK];
    if (work === undefined) return false;
    work();
    return true;
  }
}
export const runInNewContext = () => () => {};
