/** Variables of a script: which places mean the same one. */
import {
  closest,
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';

const FUNCTION: ReadonlySet<string> = new Set(['function_definition']);

/** Where the variable that a place means is read. */
export function usesOf(tree: SyntaxTree, name: string, place: SyntaxNode): readonly SyntaxNode[] {
  const scope = scopeOf(tree, name, place);
  return walk(scope).filter(
    (node) =>
      node.type === 'variable_name' &&
      node.field !== 'name' &&
      node.parent?.type !== 'declaration_command' &&
      textOf(tree, node) === name &&
      scopeOf(tree, name, node) === scope,
  );
}

/** Where the variable that a place means is given a value. */
export function assignmentsOf(tree: SyntaxTree, name: string, place: SyntaxNode): readonly SyntaxNode[] {
  const scope = scopeOf(tree, name, place);
  return walk(scope).filter(
    (node) =>
      node.type === 'variable_assignment' &&
      [`${name}=`, `${name}+=`].some((start) => textOf(tree, node).startsWith(start)) &&
      scopeOf(tree, name, node) === scope,
  );
}

/** Where what an assignment gives is read: until the next one beside it. */
export function usesOfValue(tree: SyntaxTree, name: string, assignment: SyntaxNode): readonly SyntaxNode[] {
  const uses = usesOf(tree, name, assignment).filter((use) => !isInOtherBranch(assignment, use));
  const next = assignmentsOf(tree, name, assignment).find(
    ({ start, parent }) => start > assignment.end && parent === assignment.parent,
  );
  return next === undefined
    ? uses
    : uses.filter(({ start, end }) => assignment.start < start && end <= next.end);
}

const BRANCHES: ReadonlySet<string> = new Set(['elif_clause', 'else_clause', 'case_item']);

/** Another branch of the same `if` is taken instead. */
function isInOtherBranch(node: SyntaxNode, other: SyntaxNode): boolean {
  for (let branch = closest(other, BRANCHES); branch !== null; branch = closest(branch.parent, BRANCHES))
    if (branch.parent !== null && isInside(node, branch.parent) && !isInside(node, branch)) return true;
  return false;
}

/** Programs that the script starts get it, too. */
export function isExported(tree: SyntaxTree, name: string): boolean {
  return walk(tree.root).some((node) => {
    const [keyword, ...words] = node.type === 'declaration_command' ? node.children : [];
    const isExport = [keyword, ...words].some(
      (word) => word !== undefined && /^(?:export|-\w*x\w*)$/.test(textOf(tree, word)),
    );
    return isExport && declaredNames(tree, node).includes(name);
  });
}

const SETTERS: ReadonlySet<string> = new Set(['read', 'printf', 'mapfile', 'readarray', 'getopts']);

/** One of the variables, or of the arguments, gets another value. */
export function isGivenBy(tree: SyntaxTree, node: SyntaxNode, names: readonly string[]): boolean {
  const [first, ...words] = node.children.map((child) => textOf(tree, child));
  if (node.type === 'variable_assignment') return names.includes(first ?? '');
  if (node.type === 'for_statement' || node.type === 'unset_command')
    return words.some((word) => names.includes(word));
  if (node.type !== 'command' || first === undefined) return false;
  const isOfArguments = first === 'shift' || (first === 'set' && !/^[-+]\w/.test(words[0] ?? ''));
  return (
    (isOfArguments && names.some((name) => /^[\d@*]+$/.test(name))) ||
    (SETTERS.has(first) && words.some((word) => names.includes(word)))
  );
}

/** The function that has a variable of its own of that name, else the whole script. */
function scopeOf(tree: SyntaxTree, name: string, place: SyntaxNode): SyntaxNode {
  let around = closest(place, FUNCTION);
  while (around !== null && !declares(tree, around, name)) around = closest(around.parent, FUNCTION);
  return around ?? tree.root;
}

function declares(tree: SyntaxTree, around: SyntaxNode, name: string): boolean {
  return walk(around).some(
    (node) =>
      declaredNames(tree, node).includes(name) && /^(?:local|declare|typeset)\b/.test(textOf(tree, node)),
  );
}

/** `local answer id=…` */
function declaredNames(tree: SyntaxTree, { type, children }: SyntaxNode): readonly string[] {
  return (type === 'declaration_command' ? children : []).flatMap((child) => {
    const declared = child.type === 'variable_assignment' ? child.children[0] : child;
    return declared?.type === 'variable_name' ? [textOf(tree, declared)] : [];
  });
}
