/** Variables of programs in PHP and Ruby: what one holds at a place, and where it is used until it holds something else. */
import {
  closest,
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { Syntax } from './syntax.js';

export interface Variable {
  readonly name: string;
  readonly statement: SyntaxNode;
  readonly target: SyntaxNode;
  readonly value: SyntaxNode;
  /** All uses of this value. */
  readonly uses: readonly SyntaxNode[];
}

/** The function or method around a node. */
export function functionAround(syntax: Syntax, node: SyntaxNode): SyntaxNode | null {
  return closest(node.parent, syntax.functions);
}

export function classAround(syntax: Syntax, node: SyntaxNode): SyntaxNode | null {
  return closest(node.parent, syntax.classes);
}

export function namesIn(
  syntax: Syntax,
  tree: SyntaxTree,
  scope: SyntaxNode,
  name: string,
): readonly SyntaxNode[] {
  const owner = syntax.functions.has(scope.type) ? scope : null;
  return walk(scope).filter(
    (node) =>
      syntax.isVariable(node) && textOf(tree, node) === name && functionAround(syntax, node) === owner,
  );
}

/** What a name stands for at a use, where one assignment above it decides that. */
export function valueAt(syntax: Syntax, tree: SyntaxTree, use: SyntaxNode): Variable | null {
  if (!syntax.isVariable(use)) return null;
  const scope = functionAround(syntax, use) ?? tree.root;
  const all = namesIn(syntax, tree, scope, textOf(tree, use));
  const targets = all.filter((one) => isAssigned(syntax, one) || syntax.isBound(one));
  const last = targets.findLast(({ start }) => start < use.start);
  const found = last === undefined ? null : assignedAt(syntax, tree, last);
  return found?.uses.includes(use) ? found : null;
}

/** The variable that an assignment fills, by its target. */
export function assignedAt(syntax: Syntax, tree: SyntaxTree, target: SyntaxNode): Variable | null {
  const assignment = target.parent;
  if (assignment === null || !isAssigned(syntax, target)) return null;
  const statement = syntax.statementOf(assignment);
  const value = assignment.children.at(-1);
  const block = statement?.parent;
  if (statement === null || value === undefined || block == null) return null;
  const scope = functionAround(syntax, target) ?? tree.root;
  const name = textOf(tree, target);
  const all = namesIn(syntax, tree, scope, name);
  const isTarget = (one: SyntaxNode) => isAssigned(syntax, one) || syntax.isBound(one);
  const next = all.find((one) => one.start > target.start && isTarget(one));
  const uses = all.filter(
    (one) =>
      one !== target &&
      !isTarget(one) &&
      one.start > statement.end &&
      (next === undefined || one.start < next.start),
  );
  // Behind its block it may hold something else.
  return uses.every((use) => isInside(use, block)) ? { name, statement, target, value, uses } : null;
}

function isAssigned(syntax: Syntax, { parent, field }: SyntaxNode): boolean {
  return parent?.type === syntax.assignment && field === 'left';
}

/** Names that a function gives itself, of those in some nodes. */
export function localNames(
  syntax: Syntax,
  tree: SyntaxTree,
  nodes: readonly SyntaxNode[],
): readonly string[] {
  const names = nodes.flatMap((node) =>
    walk(node).flatMap((one) => {
      const name = textOf(tree, one);
      if (!syntax.isVariable(one) || name === '$this' || isWithinClosure(one, node)) return [];
      if (syntax.language === 'php') return [name];
      const scope = functionAround(syntax, one) ?? tree.root;
      const isOwn = namesIn(syntax, tree, scope, name).some(
        (use) => isAssigned(syntax, use) || syntax.isBound(use),
      );
      return isOwn ? [name] : [];
    }),
  );
  return [...new Set(names)];
}

/** Parameters of a closure within the node are its own. */
function isWithinClosure(name: SyntaxNode, node: SyntaxNode): boolean {
  const closure = closest(name, new Set(['anonymous_function', 'arrow_function', 'block', 'do_block']));
  return closure !== null && isInside(closure, node);
}

/** A name in an expression gets another value between two places. */
export function isChangedBetween(
  syntax: Syntax,
  tree: SyntaxTree,
  expression: SyntaxNode,
  from: number,
  to: number,
): boolean {
  return walk(expression)
    .filter(syntax.isVariable)
    .some((one) => {
      const scope = functionAround(syntax, one) ?? tree.root;
      return namesIn(syntax, tree, scope, textOf(tree, one)).some(
        (use) => (isAssigned(syntax, use) || syntax.isBound(use)) && from <= use.start && use.end <= to,
      );
    });
}
