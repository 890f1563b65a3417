/**
 * Statements that have nothing left to do once others are taken out of them: conditions, loops, `try`, and functions
 * with the calls of them.
 */
import { callStatement, doesMoreThanSend, isPure } from '../../analysis/edits/index.js';
import type { Edit } from '../../analysis/index.js';
import {
  type FunctionNode,
  type Identifier,
  isFunction,
  keyName,
  type Module,
  type Node,
  pathTo,
} from '../../read/javascript/syntax/index.js';
import { isUsedElsewhere } from './names.js';
import type { Parts } from './unused.js';

/** Edits for what the removals leave empty; `removals` take out whole statements. */
export function emptiedBy(module: Module, removals: readonly Edit[], parts: Parts): readonly Edit[] {
  const seen = new Set<Node>();
  return removals.flatMap(({ start, end }) => {
    const first = start + Math.max(0, module.text.slice(start, end).search(/\S/));
    const block = pathTo(module.program, first).findLast(
      (node) => node.type === 'BlockStatement' && !parts.goes(node.range[0]),
    );
    if (block === undefined || seen.has(block)) return [];
    seen.add(block);
    return isEmptied(block, parts) ? edits(module, block, parts) : [];
  });
}

function isEmptied(block: Node, { goes }: Parts): boolean {
  return (
    block.type === 'BlockStatement' &&
    block.body.length > 0 &&
    block.body.every(({ range }) => goes(range[0]) && goes(range[1] - 1))
  );
}

function edits(module: Module, block: Node, parts: Parts): readonly Edit[] {
  const { parent } = block;
  const without = (node: Node): readonly Edit[] =>
    isInBlock(node) && parts.mayGo(...node.range)
      ? [{ start: node.range[0], end: node.range[1], text: '' }]
      : [];
  switch (parent?.type) {
    case 'IfStatement': {
      const { test, consequent, alternate } = parent;
      if (alternate === block) return [{ start: consequent.range[1], end: block.range[1], text: '' }];
      if (!isPure(test)) return [];
      if (alternate === null || alternate === undefined) return without(parent);
      return alternate.type === 'BlockStatement'
        ? [{ start: test.range[0], end: alternate.range[0], text: `${negated(module.text, test)}) ` }]
        : [];
    }
    case 'TryStatement':
      return parent.block === block && !parent.finalizer ? without(parent) : [];
    case 'ForOfStatement':
    case 'ForInStatement':
      return isPure(parent.right) ? without(parent) : [];
    default: {
      if (!isFunction(parent)) return [];
      const round = roundsOf(parent);
      return round === null ? withoutFunction(module, parent, parts) : without(round);
    }
  }
}

/** `list.forEach(() => {});` as a statement of its own. */
function roundsOf(callback: FunctionNode): Node | null {
  const call = callback.parent;
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return null;
  const isEach = keyName(call.callee.property, call.callee.computed) === 'forEach';
  const isStatement = isEach && isPure(call.callee.object) && call.parent?.type === 'ExpressionStatement';
  return isStatement && call.arguments[0] === callback ? (call.parent ?? null) : null;
}

function isInBlock({ parent }: Node): boolean {
  return parent?.type === 'BlockStatement' || parent?.type === 'Program';
}

function negated(text: string, test: Node): string {
  const written = text.slice(...test.range);
  if (test.type === 'UnaryExpression' && test.operator === '!') return text.slice(...test.argument.range);
  const isOne =
    test.type === 'Identifier' || test.type === 'MemberExpression' || test.type === 'CallExpression';
  return isOne ? `!${written}` : `!(${written})`;
}

/** A function that does nothing any more, and all calls of it. */
function withoutFunction(module: Module, node: FunctionNode, parts: Parts): readonly Edit[] {
  const named = namedStatement(node);
  const binding = named === null ? null : module.resolve(named.id);
  if (named === null || binding === null || !parts.mayGo(...named.statement.range)) return [];
  const calls: Node[] = [];
  for (const use of module.references(binding)) {
    if (parts.goes(use.range[0])) continue;
    const call = statementThatCalls(use);
    if (call === null || doesMoreThanSend(call) || !parts.mayGo(...call.range)) return [];
    calls.push(call);
  }
  const goes = (offset: number) =>
    parts.goes(offset) || calls.some(({ range }) => range[0] <= offset && offset < range[1]);
  if (isUsedElsewhere(module, binding, goes, named.statement)) return [];
  return [named.statement, ...calls].map(({ range: [start, end] }) => ({ start, end, text: '' }));
}

/** The statement that gives a function its name, and nothing else. */
export function namedStatement(
  node: FunctionNode,
): { readonly id: Identifier; readonly statement: Node } | null {
  if (node.type === 'FunctionDeclaration')
    return node.id && isInBlock(node) ? { id: node.id, statement: node } : null;
  const declaration = node.parent?.parent;
  return node.parent?.type === 'VariableDeclarator' &&
    node.parent.id.type === 'Identifier' &&
    declaration?.type === 'VariableDeclaration' &&
    declaration.declarations.length === 1 &&
    isInBlock(declaration)
    ? { id: node.parent.id, statement: declaration }
    : null;
}

/** `f();`, `await f(zone);`: the statement that is nothing but a call of the name. */
function statementThatCalls(use: Identifier): Node | null {
  const call = use.parent;
  if (call?.type !== 'CallExpression' || call.callee !== use) return null;
  const path: Node[] = [];
  for (let node: Node | undefined = call; node !== undefined; node = node.parent) path.unshift(node);
  return callStatement(path);
}
