/** Functions that are called with the `this` of their caller. */
import { keyName, type Node } from '../../src/read/javascript/syntax/index.js';

/** `request.call(this, …)`, and not a method of that name. */
export function isBoundCall(callee: Node): boolean {
  return (
    callee.type === 'MemberExpression' &&
    keyName(callee.property, callee.computed) === 'call' &&
    callee.object.type !== 'ThisExpression' &&
    callee.parent?.type === 'CallExpression' &&
    callee.parent.arguments[0]?.type === 'ThisExpression'
  );
}
