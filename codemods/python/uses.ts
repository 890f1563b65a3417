/** Where the value of a call goes in a program in Python. */

import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';
import { functionAround } from './call.js';
import { namesIn, valueAt } from './variables.js';

/** A call with the brackets that an `await` needs. */
export function outerOf(node: SyntaxNode): SyntaxNode {
  return node.parent?.type === 'parenthesized_expression' ? node.parent : node;
}

/** The expression that a node begins, with all that is taken from it. */
export function chainOf(node: SyntaxNode): SyntaxNode {
  let chain = node;
  while (
    chain.parent !== null &&
    ['attribute', 'call', 'subscript'].includes(chain.parent.type) &&
    chain.parent.children[0] === chain
  )
    chain = chain.parent;
  return chain;
}

export interface Assigned {
  readonly name: string;
  readonly statement: SyntaxNode;
  readonly block: SyntaxNode | null;
  readonly target: SyntaxNode;
  /** Until the name is given something else. */
  readonly uses: readonly SyntaxNode[];
}

/** The variable that is given exactly this expression; null where it is read before it is assigned again as well. */
export function assignedTo(tree: SyntaxTree, value: SyntaxNode): Assigned | null {
  const assignment = value.parent;
  const [target] = assignment?.children ?? [];
  const statement = assignment?.parent;
  if (
    assignment?.type !== 'assignment' ||
    target?.type !== 'identifier' ||
    assignment.children.at(-1) !== value ||
    statement?.type !== 'expression_statement'
  )
    return null;
  const name = textOf(tree, target);
  const scope = functionAround(value) ?? tree.root;
  const names = namesIn(tree, scope, name).filter(({ start }) => start > target.start);
  const uses: SyntaxNode[] = [];
  for (const node of names) {
    const isAnew = node.parent?.type === 'assignment' && node.parent.children[0] === node;
    const isAlwaysAnew =
      isAnew && statement.parent !== null && node.parent?.parent?.parent === statement.parent;
    if (isAlwaysAnew) break;
    if (isAnew) continue;
    const means = valueAt(tree, node);
    // In a loop or a branch it may be either.
    if (means === null || means.statement === statement) uses.push(node);
  }
  return { name, statement, block: statement.parent, target, uses };
}

/** Calls of the function in which a node stands, within the file. */
export function callersOf(tree: SyntaxTree, node: SyntaxNode): readonly SyntaxNode[] {
  const name = functionName(tree, node);
  if (name === null) return [];
  return walk(tree.root).flatMap((call) => {
    const [callee] = call.children;
    if (call.type !== 'call' || callee === undefined) return [];
    const isIt = new RegExp(`(?:^|\\.)${literally(name)}$`).test(textOf(tree, callee));
    return isIt ? [call.parent?.type === 'await' ? call.parent : call] : [];
  });
}

export function functionName(tree: SyntaxTree, node: SyntaxNode): string | null {
  const name = functionAround(node)?.children.find(({ field }) => field === 'name');
  return name === undefined ? null : textOf(tree, name);
}

/** A function that somebody else calls, by a route or as a tool, gives its value to whoever that is. */
export function isDecorated(node: SyntaxNode): boolean {
  return functionAround(node)?.parent?.type === 'decorated_definition';
}

/** Only whether there is a value, or whether it counts as true, decides something: `not data`, `data is None`. */
export function isLook(tree: SyntaxTree, node: SyntaxNode): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case undefined:
      return false;
    case 'not_operator':
      return true;
    case 'comparison_operator':
      return /^(?:is|is\s+not|==|!=)\s+None$/.test(tree.text.slice(node.end, parent?.end).trim());
    case 'boolean_operator': {
      const isGuard = node.field === 'left' && /^and\b/.test(tree.text.slice(node.end).trim());
      return isGuard || (parent !== null && isLook(tree, parent));
    }
    case 'parenthesized_expression':
      return parent !== null && isLook(tree, parent);
    case 'conditional_expression':
      return parent?.children.filter(({ isNamed }) => isNamed)[1] === node;
    case 'argument_list':
      return /^bool\(/.test(textOf(tree, parent?.parent ?? node));
    default:
      return node.field === 'condition';
  }
}

/** The response of a call in `async with session.get(…) as response:`, within that block; no name where none is given. */
export function blockResponse(tree: SyntaxTree, call: SyntaxNode): Pick<Assigned, 'name' | 'uses'> | null {
  const statement = closest(call, new Set(['with_statement']));
  const body = statement?.children.find(({ field }) => field === 'body');
  const target = call.parent?.children.find(({ type }) => type === 'as_pattern_target');
  if (body === undefined) return null;
  if (target === undefined) return call.parent?.type === 'with_item' ? { name: '', uses: [] } : null;
  const name = textOf(tree, target);
  return { name, uses: namesIn(tree, body, name) };
}

/** What a response is parsed to: `response.json()`, or `(await response.json())`. */
export function parsedOf(json: SyntaxNode): SyntaxNode {
  return json.parent?.type === 'await' ? outerOf(json.parent) : json;
}
