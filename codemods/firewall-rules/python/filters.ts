/** A filter that is created for one rule, in Python: the two calls become one. */

import type { Edit } from '../../../src/analysis/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../src/grammar/index.js';
import { pairNamed, pairValue } from '../../languages/elements.js';
import { withoutStatements } from '../../languages/statements.js';
import { functionAround, type PythonCall } from '../../python/call.js';
import { type Assigned, assignedTo, chainOf, outerOf } from '../../python/uses.js';
import { isChangedBetween } from '../../python/variables.js';
import { withNewFields } from '../renamed-fields.js';

export interface CreatedFilter {
  /** Source of the expression. */
  readonly expression: string;
  /** Source of its description. */
  readonly description: string | null;
  /** The edits that take its statements out. */
  readonly edits: readonly Edit[];
}

/**
 * The filter that a rule is given, or whose id it is given; null where it is made elsewhere, or used for more.
 * `isChecked`: the program looks at the answer of the rule, so it may look at that of the filter no more.
 */
export function filterFor(
  tree: SyntaxTree,
  given: SyntaxNode,
  { filters, isChecked }: { readonly filters: readonly PythonCall[]; readonly isChecked: boolean },
): { readonly call: PythonCall; readonly filter: CreatedFilter } | null {
  const scope = functionAround(given) ?? tree.root;
  for (const call of filters) {
    const isMade = call.method === 'POST' && call.id === null;
    if (!isMade || (functionAround(call.node) ?? tree.root) !== scope) continue;
    const following: Following = { tree, call, given, isChecked };
    const chain = chainOf(outerOf(call.node));
    const first = assignedTo(tree, chain);
    const path = tree.text.slice(outerOf(call.node).end, chain.end);
    const gone = first === null ? null : goneWith(following, first, path);
    if (gone === null || gone.isUsed !== 1) continue;
    const value = expressionValue(tree, call.body);
    if (value === null || isChangedBetween(tree, value, value.end, given.start)) return null;
    const { bodyVariable: body } = call;
    const all = [...(body === null ? [] : [body.statement]), ...gone.statements].toSorted(
      (one, other) => one.start - other.start,
    );
    const areBeside = all.every(({ parent }) => parent === first?.block);
    const edits = areBeside ? withoutStatements(tree, all, /\bfilter/i) : null;
    const expression = withNewFields(textOf(tree, value));
    const description = descriptionOf(tree, value.parent?.parent ?? null);
    return edits === null ? null : { call, filter: { expression, description, edits } };
  }
  return null;
}

interface Following {
  readonly tree: SyntaxTree;
  readonly call: PythonCall;
  readonly given: SyntaxNode;
  readonly isChecked: boolean;
}

interface Gone {
  readonly statements: readonly SyntaxNode[];
  /** How often the rule is given what was made. */
  readonly isUsed: number;
}

/** The statements that only make the filter and check it; null where its answer is used for more. */
function goneWith(following: Following, { name, statement, uses }: Assigned, path: string): Gone | null {
  const { tree, call, given, isChecked } = following;
  const statements = [statement];
  let isUsed = 0;
  for (const use of uses) {
    if (statements.some((one) => isInside(use, one))) continue;
    const chain = chainOf(use);
    const steps = `${path}${tree.text.slice(use.end, chain.end)}`;
    if (chain === given) {
      if (!isFilter(steps, call)) return null;
      isUsed += 1;
      continue;
    }
    const next = assignedTo(tree, chain);
    if (next !== null) {
      const inner = goneWith(following, next, steps);
      if (inner === null) return null;
      statements.push(...inner.statements);
      isUsed += inner.isUsed;
      continue;
    }
    const around = statement.parent?.children.find((one) => isInside(use, one));
    if (around === undefined) return null;
    const isCheck = textOf(tree, around) === `${name}.raise_for_status()`;
    if (!isCheck && !(isChecked && isGuard(tree, around, name))) return null;
    statements.push(around);
  }
  return { statements, isUsed };
}

/** `['result'][0]['id']`, as far as the call has not taken it apart, or the filter itself. */
function isFilter(path: string, { returns }: PythonCall): boolean {
  const steps = path
    .replaceAll("'", '"')
    .replaceAll('.json()', '')
    .replace(/\["id"\]$/, '');
  return steps === (returns === 'result' ? '[0]' : '["result"][0]');
}

const LEAVES = /^(?:return|raise|continue|break|(?:sys\.)?exit\()/;
const SAYS = /^(?:print|click\.echo|(?:self\.)?_?log(?:ger|ging)?\.\w+)\(/;

/** `if not made: return 1`: it only looks at the filter, says something, and leaves. */
function isGuard(tree: SyntaxTree, statement: SyntaxNode, name: string): boolean {
  if (statement.type !== 'if_statement') return false;
  const [condition] = statement.children.filter(({ field }) => field === 'condition');
  const body = statement.children.find(({ field }) => field === 'consequence');
  if (condition === undefined || body === undefined) return false;
  if (statement.children.some(({ type }) => /^el(?:se|if)_clause$/.test(type))) return false;
  const names = walk(condition).filter(({ type, field }) => type === 'identifier' && field !== 'attribute');
  const inner = body.children.filter(({ isNamed, type }) => isNamed && type !== 'comment');
  const last = inner.at(-1);
  return (
    names.every((one) => textOf(tree, one) === name) &&
    last !== undefined &&
    LEAVES.test(textOf(tree, last)) &&
    inner.every((one) => LEAVES.test(textOf(tree, one)) || SAYS.test(textOf(tree, one)))
  );
}

/** Functions that only make a text. */
const PURE = /(?:\.(?:format|join|strip|lower|upper)|\b(?:str|int|len|sorted))\(/g;

/** The expression of the one filter that is created. */
export function expressionValue(tree: SyntaxTree, body: SyntaxNode | null): SyntaxNode | null {
  const [filter, ...others] = body?.type === 'list' ? body.children.filter(({ isNamed }) => isNamed) : [];
  if (filter?.type !== 'dictionary' || others.length > 0) return null;
  const pairs = filter.children.filter(({ isNamed }) => isNamed);
  const pair = pairNamed(tree, filter, 'expression');
  const value = pair === null ? null : pairValue(pair);
  const isPlain = pairs.every((one) => /^["'](?:expression|description|ref)["']/.test(textOf(tree, one)));
  if (value === null || !isPlain) return null;
  const outside = textOf(tree, value)
    .replaceAll(/(["']).*?\1/gs, '')
    .replaceAll(PURE, '');
  return outside.includes('(') ? null : value;
}

/** The description of a filter, if it is a text: a rule that has none takes it. */
export function descriptionOf(tree: SyntaxTree, filter: SyntaxNode | null): string | null {
  const pair = filter === null ? null : pairNamed(tree, filter, 'description');
  const value = pair === null ? null : pairValue(pair);
  return value?.type === 'string' && value.children.every(({ type }) => type !== 'interpolation')
    ? textOf(tree, value)
    : null;
}
