/** What stands around the answer of a call: whether it is tested, empty, written to or exported. */
import {
  type FunctionNode,
  type Identifier,
  isFunction,
  keyName,
  type Node,
} from '../../src/read/javascript/syntax/index.js';

export function functionAround(node: Node): FunctionNode | null {
  let current = node.parent;
  while (current !== undefined && !isFunction(current)) current = current.parent;
  return current ?? null;
}

/** Only whether there is something is asked. */
export function isTest(node: Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return parent.test === node;
    case 'UnaryExpression':
      return parent.operator === '!';
    case 'LogicalExpression':
      return (parent.left === node && parent.operator === '&&') || isTest(parent);
    case 'ArrowFunctionExpression':
      return parent.body === node && isPredicate(parent);
    default:
      return false;
  }
}

/** It only says which items of a list are meant. */
export function isPredicate({ parent }: Node): boolean {
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return false;
  const { property, computed } = parent.callee;
  return /^(?:filter|find|findLast|findIndex|some|every)$/.test(keyName(property, computed) ?? '');
}

export function isEmpty(node: Node): boolean {
  if (node.type === 'ArrayExpression') return node.elements.length === 0;
  if (node.type === 'ObjectExpression') return node.properties.length === 0;
  return (
    (node.type === 'Literal' && node.value === null) ||
    (node.type === 'Identifier' && node.name === 'undefined')
  );
}

export function isWritten({ parent, ...node }: Identifier): boolean {
  if (parent?.type === 'AssignmentExpression') return parent.left.range[0] === node.range[0];
  return parent?.type === 'UpdateExpression';
}

export function isExported(name: Node): boolean {
  let current: Node | undefined = name.parent;
  while (current !== undefined && !isFunction(current) && current.type !== 'BlockStatement') {
    if (/^Export/.test(current.type)) return true;
    current = current.parent;
  }
  return (
    isFunction(current) &&
    /^Export/.test(current.parent?.type ?? '') &&
    current.type === 'FunctionDeclaration' &&
    current.id === name
  );
}
