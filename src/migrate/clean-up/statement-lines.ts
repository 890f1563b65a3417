/** Lines of statements in languages other than JavaScript, and what edits take or write there. */
import type { Edit } from '../../analysis/index.js';
import type { SyntaxNode, SyntaxTree } from '../../grammar/index.js';

/** The lines of a statement, with one of two blank lines around it. */
export function lineOf({ text }: SyntaxTree, node: SyntaxNode): Edit {
  const start = text.lastIndexOf('\n', node.start - 1) + 1;
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(node.end));
  const end = node.end + (rest?.[0].length ?? 0);
  const gap = /^[ \t]*\r?\n/.exec(text.slice(end));
  const isAfterGap = /(?:^|\n[ \t]*\r?\n|\{[ \t]*\r?\n)$/.test(text.slice(0, start));
  return { start, end: end + (isAfterGap && gap !== null ? gap[0].length : 0), text: '' };
}

export function isWholeLine({ text }: SyntaxTree, node: SyntaxNode): boolean {
  const start = text.lastIndexOf('\n', node.start - 1) + 1;
  return text.slice(start, node.start).trim() === '' && /^[ \t]*(?:\r?\n|$)/.test(text.slice(node.end));
}

export function isGone(edits: readonly Edit[], node: SyntaxNode): boolean {
  return edits.some(({ start, end }) => start <= node.start && node.end <= end && end > start);
}

/** Words that edits write. */
export function wordsOf(edits: readonly Edit[]): ReadonlySet<string> {
  return new Set(edits.flatMap(({ text }) => text.match(/\w+/g) ?? []));
}
