import type { Node } from '../../syntax/estree.js';
import type { At, Closure, Environment, Term } from '../domain/term.js';

/** Activations of one call that are kept, the latest first. A call in a loop has one per run. */
const MAX_KEPT = 4;

interface Kept {
  readonly at: At;
  readonly closure: Closure;
  readonly self: Term | null;
  readonly args: readonly Term[];
  readonly depth: number;
  readonly caller: Environment | null;
}

interface Place {
  readonly node: Node;
  readonly at: At;
}

/** The latest activations of calls, for whoever enters the same call again. */
export class Activations {
  readonly #byCall = new Map<Node, Kept[]>();

  find(closure: Closure, self: Term | null, args: readonly Term[], depth: number, site: Place): At | null {
    const kept = this.#byCall.get(site.node);
    if (kept === undefined) return null;
    for (const one of kept) {
      if (
        one.at.env?.isCut !== true &&
        one.caller === site.at.env &&
        one.depth === depth &&
        one.self === self &&
        one.closure.node === closure.node &&
        one.closure.at.env === closure.at.env &&
        one.closure.self === closure.self &&
        haveSameItems(one.args, args)
      )
        return one.at;
    }
    return null;
  }

  keep(at: At, closure: Closure, self: Term | null, args: readonly Term[], depth: number, site: Place): At {
    const one: Kept = { at, closure, self, args, depth, caller: site.at.env };
    const kept = this.#byCall.get(site.node);
    if (kept === undefined) this.#byCall.set(site.node, [one]);
    else {
      kept.unshift(one);
      if (kept.length > MAX_KEPT) kept.pop();
    }
    return at;
  }
}

function haveSameItems(a: readonly Term[], b: readonly Term[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
