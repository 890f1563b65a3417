/**
 * What flows through a pipe of operators: `from(list).pipe(map(f), concatMap(send))` hands each item of the list to `f`,
 * and what `f` makes of it to `send`.
 */

import type { Call, Node } from '../../syntax/estree.js';
import { keyName, unwrap } from '../../syntax/nodes.js';
import { elementsOf } from '../domain/collections.js';
import type { At, Term } from '../domain/term.js';
import type { Engine } from '../engine.js';

const OPERATORS =
  /^(?:map|mapTo|concatMap|mergeMap|switchMap|exhaustMap|flatMap|expand|tap|filter|mergeScan|catchError|delayWhen|toArray)$/;
/** Operators that hand on what their callback makes of an item, or of what it gives back each item. */
const MAKING = /^(?:map|concatMap|mergeMap|switchMap|exhaustMap|flatMap)$/;

/** The items that the callback of an operator gets, if a call is one in a pipe. */
export function pipedItems(engine: Engine, operator: Call, at: At): readonly Term[] | null {
  const pipe = operator.parent;
  if (pipe?.type !== 'CallExpression' || operatorName(operator) === null) return null;
  const position = pipe.arguments.indexOf(operator);
  const callee = unwrap(pipe.callee);
  if (
    position < 0 ||
    callee.type !== 'MemberExpression' ||
    keyName(callee.property, callee.computed) !== 'pipe'
  )
    return null;
  let items = itemsOf(engine.evaluate(callee.object, at));
  for (const before of pipe.arguments.slice(0, position)) {
    if (items === null) return null;
    items = through(engine, before, items, at);
  }
  return items;
}

function operatorName(node: Node): string | null {
  const inner = unwrap(node);
  if (inner.type !== 'CallExpression') return null;
  const { callee } = inner;
  const name =
    callee.type === 'Identifier'
      ? callee.name
      : callee.type === 'MemberExpression'
        ? keyName(callee.property, callee.computed)
        : null;
  return name !== null && OPERATORS.test(name) ? name : null;
}

/** A list gives its items one by one; an answer comes as a whole. */
function itemsOf(term: Term): readonly Term[] | null {
  if (term.kind === 'response') return [term];
  return elementsOf(term);
}

function through(engine: Engine, node: Node, items: readonly Term[], at: At): readonly Term[] {
  const operator = unwrap(node);
  const name = operatorName(node);
  if (operator.type !== 'CallExpression' || name === null || !MAKING.test(name)) return items;
  const [callback] = operator.arguments;
  if (callback === undefined) return items;
  const made = engine.evaluate(callback, at);
  return items.flatMap((item): readonly Term[] => {
    const value = engine.invoke(made, null, [item], { node: operator, at });
    return name === 'map' ? [value] : (itemsOf(value) ?? [value]);
  });
}
