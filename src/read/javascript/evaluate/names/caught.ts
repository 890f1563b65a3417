import type { Node } from '../../syntax/estree.js';
import { isFunction } from '../../syntax/nodes.js';
import { type At, alternatives, CAUGHT, choose, type Term } from '../domain/term.js';
import type { Engine } from '../engine.js';

/** Calls of one block whose failure may be what is caught. */
const MAX_FAILING = 8;

/**
 * What a `catch` gets may carry the answer of any call that the block waits for: clients throw errors that
 * hold it, each under names of its own.
 */
export function caughtTerm(engine: Engine, declaration: Node, at: At): Term | null {
  let clause: Node | undefined = declaration;
  while (clause !== undefined && clause.type !== 'CatchClause') clause = clause.parent;
  const statement = clause?.parent;
  if (statement?.type !== 'TryStatement') return null;
  const failing = at.module.callsWithin(statement.block).filter(isWaitedFor).slice(0, MAX_FAILING);
  return failing.length === 0
    ? null
    : choose(failing.flatMap((call) => failuresOf(engine.evaluate(call, at)) ?? [failed(call, at)]));
}

/** The same for a callback that is handed to `catch`: the answer it was to be, as an error. */
export function failureOf(answer: Term): Term {
  return choose(failuresOf(answer) ?? [answer]);
}

function failuresOf(answer: Term): readonly Term[] | null {
  const found = alternatives(answer).flatMap((option) =>
    option.kind === 'response' ? [failed(option.call, option.at)] : [],
  );
  return found.length === 0 ? null : found;
}

function failed(call: Node, at: At): Term {
  return { kind: 'response', call, at, path: [CAUGHT] };
}

function isWaitedFor(call: Node): boolean {
  const parent = call.parent;
  if (parent?.type === 'AwaitExpression' || parent?.type === 'ReturnStatement') return true;
  return isFunction(parent) && parent.body === call;
}
