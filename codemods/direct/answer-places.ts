/** What stands around the answer of a call: whether it is tested, empty, written to or exported. */
import {
  type FunctionNode,
  type Identifier,
  isFunction,
  keyName,
  type Module,
  type Node,
  type NodeOf,
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

/** A function that is declared under a name and not exported, with the uses of the name. */
export function functionNamed(
  module: Module,
  name: Identifier,
): { readonly node: FunctionNode; readonly uses: readonly Identifier[] } | null {
  const binding = module.resolve(name);
  const [declared] = binding?.declarations ?? [];
  const parent = declared?.parent;
  if (binding === null || declared === undefined || binding.declarations.length !== 1) return null;
  const node =
    parent?.type === 'VariableDeclarator' && parent.id === declared
      ? parent.init
      : isFunction(parent)
        ? parent
        : null;
  if (!isFunction(node) || isExported(declared)) return null;
  return { node, uses: module.references(binding) };
}

/** The text of a refusal, below a look at the status. */
export function isOfFailure({ text }: Module, { object, parent }: NodeOf<'MemberExpression'>): boolean {
  const from = text.slice(...object.range);
  let current: Node | undefined = parent;
  while (current !== undefined && !isFunction(current)) {
    if (current.type === 'IfStatement') {
      const test = text.slice(...current.test.range);
      if (test.includes(`${from}.ok`) || test.includes(`${from}.status`)) return true;
    }
    current = current.parent;
  }
  return false;
}
