/** Variables of a script: which places mean the same one. */
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../src/grammar/index.js';

const FUNCTION: ReadonlySet<string> = new Set(['function_definition']);

/** Where the variable that a place means is read. */
export function usesOf(tree: SyntaxTree, name: string, place: SyntaxNode): readonly SyntaxNode[] {
  const scope = scopeOf(tree, name, place);
  return [...walk(scope)].filter(
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
  return [...walk(scope)].filter(
    (node) =>
      node.type === 'variable_assignment' &&
      [`${name}=`, `${name}+=`].some((start) => textOf(tree, node).startsWith(start)) &&
      scopeOf(tree, name, node) === scope,
  );
}

/** The function that has a variable of its own of that name, else the whole script. */
function scopeOf(tree: SyntaxTree, name: string, place: SyntaxNode): SyntaxNode {
  let around = closest(place, FUNCTION);
  while (around !== null && !declares(tree, around, name)) around = closest(around.parent, FUNCTION);
  return around ?? tree.root;
}

function declares(tree: SyntaxTree, around: SyntaxNode, name: string): boolean {
  return [...walk(around)].some(
    (node) =>
      node.type === 'declaration_command' &&
      /^(?:local|declare|typeset)\b/.test(textOf(tree, node)) &&
      node.children.some((child) => {
        const declared = child.type === 'variable_assignment' ? child.children[0] : child;
        return declared?.type === 'variable_name' && textOf(tree, declared) === name;
      }),
  );
}
