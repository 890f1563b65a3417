/** A filter that is created for one rule, in Python: the two calls become one. */

import type { Edit } from '../../../src/analysis/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../src/grammar/index.js';
import { literally } from '../../../src/value/index.js';
import { pairNamed, pairValue } from '../../languages/elements.js';
import { withoutStatements } from '../../languages/statements.js';
import { functionAround, type PythonCall } from '../../python/call.js';
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

/** The filter whose id a rule is given; null where it is made elsewhere, or used for more. */
export function filterFor(
  tree: SyntaxTree,
  id: SyntaxNode,
  filters: readonly PythonCall[],
  about: RegExp,
): { readonly call: PythonCall; readonly filter: CreatedFilter } | null {
  const [, variable = '', path = ''] = /^(\w+)((?:\[[^\]]*\])*)$/.exec(textOf(tree, id)) ?? [];
  const scope = functionAround(id) ?? tree.root;
  for (const call of filters) {
    if (call.method !== 'POST' || call.id !== null || (functionAround(call.node) ?? tree.root) !== scope)
      continue;
    const made = madeBy(tree, call, scope);
    if (made === null || made.variable !== variable || !isId(`${made.path}${path}`, call)) continue;
    const value = expressionValue(tree, call.body);
    if (value === null || isChangedBetween(tree, value, call.node.end, id.start)) return null;
    const uses = namesIn(tree, scope, made.names).filter(
      (use) => !made.statements.some((one) => isInside(use, one)),
    );
    if (uses.length !== 1 || uses[0] === undefined || !isInside(uses[0], id)) return null;
    const edits = withoutStatements(tree, made.statements, about);
    const expression = withNewFields(textOf(tree, value));
    const description = descriptionOf(tree, value.parent?.parent ?? null);
    return edits === null ? null : { call, filter: { expression, description, edits } };
  }
  return null;
}

/** `['result'][0]['id']`, as far as the call has not taken it apart. */
function isId(path: string, { returns }: PythonCall): boolean {
  const steps = path.replaceAll("'", '"').replaceAll('.json()', '');
  return steps === (returns === 'result' ? '[0]["id"]' : '["result"][0]["id"]');
}

interface Made {
  /** The variable that the id is read from, and what has been taken from the answer until there. */
  readonly variable: string;
  readonly path: string;
  readonly statements: readonly SyntaxNode[];
  readonly names: ReadonlySet<string>;
}

/** `x = create(…)[…]`, or `r = create(…)`, `r.raise_for_status()` and `x = r.json()[…]` one after the other. */
function madeBy(tree: SyntaxTree, { node }: PythonCall, scope: SyntaxNode): Made | null {
  const first = assignmentOf(node);
  if (first === null || first.block === null) return null;
  const name = textOf(tree, first.target);
  const path = tree.text.slice(node.end, first.value.end);
  const siblings = first.block.children.filter(({ isNamed, type }) => isNamed && type !== 'comment');
  const statements = [first.statement];
  let index = siblings.indexOf(first.statement) + 1;
  for (; isCheck(tree, siblings[index], name); index++) statements.push(siblings[index] as SyntaxNode);
  const [inner] = siblings[index]?.children ?? [];
  const [target, , value] = inner?.type === 'assignment' ? inner.children : [];
  const next = siblings[index];
  if (path === '' && next !== undefined && target !== undefined && value !== undefined) {
    const source = textOf(tree, value);
    const isTaken = new RegExp(`^${literally(name)}(?:\\.json\\(\\))?(?:\\[[^\\]]*\\])+$`).test(source);
    const last = textOf(tree, target);
    if (isTaken && /^\w+$/.test(last))
      return {
        variable: last,
        path: source.slice(name.length),
        statements: [...statements, next],
        names: new Set([name, last]),
      };
  }
  return scope === null ? null : { variable: name, path, statements, names: new Set([name]) };
}

interface Assignment {
  readonly statement: SyntaxNode;
  readonly block: SyntaxNode | null;
  readonly target: SyntaxNode;
  readonly value: SyntaxNode;
}

/** The assignment whose value begins with a call. */
function assignmentOf(call: SyntaxNode): Assignment | null {
  let value = call;
  while (value.parent !== null && value.parent.type !== 'assignment') {
    if (!['attribute', 'call', 'subscript'].includes(value.parent.type) || value.parent.start !== call.start)
      return null;
    value = value.parent;
  }
  const assignment = value.parent;
  const [target] = assignment?.children ?? [];
  const statement = assignment?.parent;
  if (
    assignment?.type !== 'assignment' ||
    target?.type !== 'identifier' ||
    statement?.type !== 'expression_statement'
  )
    return null;
  return { statement, block: statement.parent, target, value };
}

function isCheck(tree: SyntaxTree, statement: SyntaxNode | undefined, name: string): boolean {
  return statement !== undefined && textOf(tree, statement) === `${name}.raise_for_status()`;
}

function namesIn(tree: SyntaxTree, scope: SyntaxNode, names: ReadonlySet<string>): readonly SyntaxNode[] {
  return walk(scope).filter((node) => node.type === 'identifier' && names.has(textOf(tree, node)));
}

/** The expression of the one filter that is created. */
function expressionValue(tree: SyntaxTree, body: SyntaxNode | null): SyntaxNode | null {
  const [filter, ...others] = body?.type === 'list' ? body.children.filter(({ isNamed }) => isNamed) : [];
  if (filter?.type !== 'dictionary' || others.length > 0) return null;
  const pairs = filter.children.filter(({ isNamed }) => isNamed);
  const pair = pairNamed(tree, filter, 'expression');
  const value = pair === null ? null : pairValue(pair);
  const isPlain = pairs.every((one) => /^["'](?:expression|description|ref)["']/.test(textOf(tree, one)));
  if (value === null || !isPlain || /\(/.test(textOf(tree, value).replaceAll(/(["']).*?\1/gs, '')))
    return null;
  return value;
}

/** The description of a filter, if it is a text: a rule that has none takes it. */
export function descriptionOf(tree: SyntaxTree, filter: SyntaxNode | null): string | null {
  const pair = filter === null ? null : pairNamed(tree, filter, 'description');
  const value = pair === null ? null : pairValue(pair);
  return value?.type === 'string' && value.children.every(({ type }) => type !== 'interpolation')
    ? textOf(tree, value)
    : null;
}
