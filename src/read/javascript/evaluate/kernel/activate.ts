import type { Binding } from '../../syntax/bindings.js';
import type { Node } from '../../syntax/estree.js';
import { parametersOf } from '../../syntax/nodes.js';
import { type At, type Closure, type Environment, type Term, UNDEFINED } from '../domain/term.js';
import type { Engine } from '../engine.js';
import { bindPattern } from './patterns.js';

/** Calls nested deeper than this, from wrapper to wrapper, are unknown. */
export const MAX_CALL_DEPTH = 8;

/** A call as the callee sees it. */
export interface Site {
  readonly node: Node;
  readonly at: At;
}

/** The environment of one activation of a function. */
export function activate(
  engine: Engine,
  closure: Closure,
  self: Term | null,
  args: readonly Term[],
  depth: number,
  outer: Environment | null = closure.at.env,
): At {
  const values = new Map<Binding, Term>();
  const env: Environment = {
    frame: closure.node,
    values,
    self: self ?? closure.self,
    outer,
    depth: Math.max(depth, (outer?.depth ?? 0) + 1),
    memo: new Map(),
  };
  const at: At = { module: closure.at.module, env };
  parametersOf(closure.node).forEach((parameter, index) => {
    if (parameter.type === 'RestElement') {
      const rest: Term = { kind: 'array', items: args.slice(index), open: false, origin: null };
      bindPattern(engine, parameter.argument, rest, at, values);
    } else bindPattern(engine, parameter, args[index] ?? UNDEFINED, at, values);
  });
  return at;
}

/** The activation that there is for the same arguments, or a new one: its expressions are evaluated once. */
export function activateOnce(
  engine: Engine,
  closure: Closure,
  self: Term | null,
  args: readonly Term[],
  depth: number,
): At {
  return (
    engine.activations.find(closure, self, args, depth) ??
    engine.activations.keep(activate(engine, closure, self, args, depth), closure, self, args, depth)
  );
}
