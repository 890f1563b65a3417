import { ITERATORS } from '../../evaluate/language/contexts.js';
import type { Call, New } from '../../syntax/estree.js';
import { isFunction, keyName, unwrap } from '../../syntax/nodes.js';

/**
 * Whether a call runs, for each item of a list, a function that is not written where it is handed over. One that
 * is written there, or named by a name of its own, is found from inside.
 */
export function isIteration(node: Call | New): boolean {
  const callee = unwrap(node.callee);
  const [run] = node.arguments;
  if (callee.type !== 'MemberExpression' || run === undefined || node.type === 'NewExpression') return false;
  const inner = unwrap(run);
  return (
    !isFunction(inner) &&
    inner.type !== 'Identifier' &&
    ITERATORS.has(keyName(callee.property, callee.computed) ?? '')
  );
}
