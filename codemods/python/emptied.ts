/** Statements that have nothing left to do when others are taken out of them, in a program in Python. */
import { type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';

/**
 * The `try` around statements that are all there is in it, and the loop around that which only prints besides. Of other
 * statements the same are given back.
 */
export function withEmptied(tree: SyntaxTree, gone: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const block = gone[0]?.parent;
  const outer = block?.parent;
  if (block?.type !== 'block' || outer == null) return gone;
  const left = block.children.filter(
    (one) => one.isNamed && one.type !== 'comment' && !gone.some(({ start }) => start === one.start),
  );
  if (outer.type === 'try_statement' && left.length === 0 && isOnlyGuard(outer))
    return withEmptied(tree, [outer]);
  const isLoop = outer.type === 'for_statement' && block.field === 'body' && !outer.children.some(isElse);
  return isLoop && left.every((one) => isPrint(tree, one)) ? [outer] : gone;
}

/** A `try` that catches errors, and does nothing in the end or where there were none. */
function isOnlyGuard(statement: SyntaxNode): boolean {
  return statement.children.every(({ type }) => type !== 'finally_clause' && type !== 'else_clause');
}

function isElse({ type }: SyntaxNode): boolean {
  return type === 'else_clause';
}

/** A print of values that are at hand. */
function isPrint(tree: SyntaxTree, statement: SyntaxNode): boolean {
  const calls = walk(statement).filter(({ type }) => type === 'call');
  return (
    statement.type === 'expression_statement' &&
    statement.children[0] === calls[0] &&
    calls.length === 1 &&
    calls.every((call) => /^print\(/.test(textOf(tree, call)))
  );
}
