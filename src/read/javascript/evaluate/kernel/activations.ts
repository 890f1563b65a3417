import type { FunctionNode } from '../../syntax/estree.js';
import { isSameValue } from '../domain/same-value.js';
import type { At, Closure, Term } from '../domain/term.js';

/** Activations of one function that are kept, the latest first. */
const MAX_KEPT = 8;

interface Kept {
  readonly at: At;
  readonly closure: Closure;
  readonly self: Term | null;
  readonly args: readonly Term[];
  readonly depth: number;
}

/** The latest activations of functions, for whoever calls one with the same arguments again, from wherever. */
export class Activations {
  readonly #byFunction = new Map<FunctionNode, Kept[]>();

  /** One that was called as deep, or less deep: it has come as far. One that runs is asked by itself. */
  find(closure: Closure, self: Term | null, args: readonly Term[], depth: number): At | null {
    const kept = this.#byFunction.get(closure.node);
    if (kept === undefined) return null;
    for (const one of kept) {
      if (
        one.at.env?.isCut !== true &&
        one.at.env?.isRunning !== true &&
        one.depth <= depth &&
        one.self === self &&
        one.closure.at.env === closure.at.env &&
        one.closure.self === closure.self &&
        haveSameItems(one.args, args)
      )
        return one.at;
    }
    return null;
  }

  keep(at: At, closure: Closure, self: Term | null, args: readonly Term[], depth: number): At {
    const one: Kept = { at, closure, self, args, depth };
    const kept = this.#byFunction.get(closure.node);
    if (kept === undefined) this.#byFunction.set(closure.node, [one]);
    else {
      kept.unshift(one);
      if (kept.length > MAX_KEPT) kept.pop();
    }
    return at;
  }
}

function haveSameItems(a: readonly Term[], b: readonly Term[]): boolean {
  return a.length === b.length && a.every((item, index) => isSameValue(item, b[index]));
}
