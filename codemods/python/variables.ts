/** Variables of a program in Python: what one holds at a place, and where it is used until it holds something else. */
import {
  closest,
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';

export interface Variable {
  readonly name: string;
  readonly statement: SyntaxNode;
  readonly value: SyntaxNode;
  /** All uses of this value. */
  readonly uses: readonly SyntaxNode[];
}

/** What a name stands for at a use, where one assignment above it decides that. */
export function valueAt(tree: SyntaxTree, use: SyntaxNode): Variable | null {
  const name = textOf(tree, use);
  const own = closest(use.parent, SCOPES);
  const scope = own ?? tree.root;
  const all = namesIn(tree, scope, name);
  const targets = all.filter((one) => isTarget(one) && closest(one.parent, SCOPES) === own);
  if (own !== null && targets.length === 0) return moduleValue(tree, use);
  const last = targets.findLast(({ start }) => start < use.start);
  const assignment = last?.parent ?? null;
  const statement = assignment?.parent ?? null;
  const value = assignment?.children.at(-1);
  if (last === undefined || statement?.type !== 'expression_statement' || value === undefined) return null;
  if (assignment?.type !== 'assignment' || statement.parent === null || !isInside(use, statement.parent))
    return null;
  const next = targets.find(({ start }) => start > last.start);
  // Before the first assignment of a loop's round the last round's value would be meant.
  const uses = all.filter(
    (one) => !isTarget(one) && one.start > statement.end && (next === undefined || one.start < next.start),
  );
  return { name, statement, value, uses };
}

function moduleValue(tree: SyntaxTree, use: SyntaxNode): Variable | null {
  const name = textOf(tree, use);
  const all = namesIn(tree, tree.root, name);
  const targets = all.filter(isTarget);
  const [only] = targets;
  const statement = only?.parent?.parent ?? null;
  const value = only?.parent?.children.at(-1);
  const isConstant =
    targets.length === 1 && statement?.parent === tree.root && only?.parent?.type === 'assignment';
  return isConstant && statement !== null && value !== undefined
    ? { name, statement, value, uses: all.filter((one) => !isTarget(one)) }
    : null;
}

const SCOPES: ReadonlySet<string> = new Set(['function_definition', 'lambda']);

/** Where a name is written; not as that of an attribute, or of an argument. */
export function namesIn(tree: SyntaxTree, scope: SyntaxNode, name: string): readonly SyntaxNode[] {
  return walk(scope).filter(
    (node) =>
      node.type === 'identifier' &&
      node.field !== 'attribute' &&
      !(node.parent?.type === 'keyword_argument' && node.field === 'name') &&
      textOf(tree, node) === name,
  );
}

/** It is written here: assigned, a parameter, or what a loop goes through. */
function isTarget(node: SyntaxNode): boolean {
  const { parent } = node;
  if (parent === null) return false;
  if (/^(?:assignment|augmented_assignment)$/.test(parent.type)) return parent.children[0] === node;
  if (/^(?:for_statement|for_in_clause)$/.test(parent.type)) return node.field === 'left';
  return (
    /^(?:parameters|typed_parameter|as_pattern_target)$/.test(parent.type) ||
    (/default_parameter$/.test(parent.type) && node.field === 'name') ||
    (parent.type === 'pattern_list' && parent.field === 'left')
  );
}

/** A name in an expression gets another value between two places. */
export function isChangedBetween(
  tree: SyntaxTree,
  expression: SyntaxNode,
  from: number,
  to: number,
): boolean {
  const names = new Set(
    walk(expression)
      .filter(({ type }) => type === 'identifier')
      .map((node) => textOf(tree, node)),
  );
  const scope = closest(expression.parent, SCOPES) ?? tree.root;
  const targets = walk(scope).filter(
    ({ field, start, end }) => (field === 'left' || field === 'alias') && from <= start && end <= to,
  );
  return targets.some((target) => walk(target).some((node) => names.has(textOf(tree, node))));
}

/** The variable that holds a body, if nothing else uses it. */
export function bodyVariable(tree: SyntaxTree, value: SyntaxNode): Variable | null {
  const variable = value.type === 'identifier' ? valueAt(tree, value) : null;
  const isOwn = variable !== null && variable.uses.length === 1;
  return isOwn && /^(?:list|dictionary)$/.test(variable.value.type) ? variable : null;
}

/** `name["key"] = value`, as a statement. */
export interface Addition {
  readonly key: SyntaxNode;
  readonly value: SyntaxNode;
}

export interface GrownBody {
  readonly variable: Variable;
  readonly additions: readonly Addition[];
}

/** The variable that holds a map, which only gets more keys before its one use. */
export function grownBody(tree: SyntaxTree, use: SyntaxNode): GrownBody | null {
  const variable = use.type === 'identifier' ? valueAt(tree, use) : null;
  if (variable === null || variable.value.type !== 'dictionary') return null;
  const additions: Addition[] = [];
  for (const one of variable.uses) {
    if (one.start === use.start) continue;
    const addition = one.start < use.start ? additionTo(one) : null;
    if (addition === null) return null;
    additions.push(addition);
  }
  return { variable, additions };
}

function additionTo(name: SyntaxNode): Addition | null {
  const target = name.parent;
  const assignment = target?.parent;
  const [holder, key] = target?.children.filter(({ isNamed }) => isNamed) ?? [];
  const value = assignment?.children.at(-1);
  const isAddition =
    target?.type === 'subscript' &&
    holder === name &&
    assignment?.type === 'assignment' &&
    assignment.children[0] === target &&
    assignment.parent?.type === 'expression_statement';
  return isAddition && key?.type === 'string' && value !== undefined && value.type !== 'assignment'
    ? { key, value }
    : null;
}
