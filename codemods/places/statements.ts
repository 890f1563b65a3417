/** The statement before which something can be put that a call needs. */
import type { Node } from '../../src/read/javascript/syntax/index.js';

/** The statement of a block in which a call is evaluated first of all; a function in between would delay it. */
export function statementOf(call: Node): Node | null {
  let node: Node = call;
  for (let { parent } = node; parent !== undefined; { parent } = node) {
    if (['BlockStatement', 'Program', 'StaticBlock'].includes(parent.type)) return node;
    if (!PLAIN_PARENTS.has(parent.type)) return null;
    node = parent;
  }
  return null;
}

const PLAIN_PARENTS = new Set([
  'AwaitExpression',
  'ParenthesizedExpression',
  'ChainExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'MemberExpression',
  'CallExpression',
  'VariableDeclarator',
  'VariableDeclaration',
  'ExpressionStatement',
  'ReturnStatement',
  'AssignmentExpression',
]);
