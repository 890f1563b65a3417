/** The statements of a Python program that declare resources. */
import type { Edit } from '../../../src/analysis/index.js';
import type { SyntaxNode, SyntaxTree } from '../../../src/grammar/index.js';

export function statementOf(call: SyntaxNode): SyntaxNode | null {
  const inner = call.parent?.type === 'assignment' ? call.parent : call;
  const statement = inner.parent;
  return statement?.type === 'expression_statement' && statement.children.length === 1 ? statement : null;
}

/** Comments on the lines right above. */
export function commentsAbove(
  { text }: SyntaxTree,
  { start }: Pick<SyntaxNode, 'start'>,
): { readonly lines: readonly string[]; readonly start: number } {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const [block = ''] = /(?:^|(?<=\n))(?:[ \t]*#[^\n]*\n)*$/.exec(text.slice(0, lineStart)) ?? [];
  const lines = block.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return { lines, start: lineStart - block.length };
}

/** With the comments above and the empty lines behind it; null where it shares a line with something else. */
export function withoutStatement(tree: SyntaxTree, { start, end }: SyntaxNode): Edit | null {
  const { text } = tree;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const gap = /^[ \t]*\r?\n(?:[ \t]*\r?\n)*/.exec(text.slice(end))?.[0].length ?? 0;
  if (text.slice(lineStart, start).trim() !== '' || gap === 0) return null;
  return { start: commentsAbove(tree, { start }).start, end: end + gap, text: '' };
}
