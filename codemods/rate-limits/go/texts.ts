/** Texts of limits in Go, with values that only the program knows in patterns of addresses. */
import type { SyntaxNode, SyntaxTree } from '../../../src/grammar/index.js';
import { piecesOf } from '../../go/text.js';

/** What stands for an expression in the text of a pattern: no program writes these characters. */
const FIRST_HOLE = 0xe000;
export const HOLE = /[\ue000-\ue0ff]/;
const HOLES = /[\ue000-\ue0ff]/g;

/** Null where it is no text; source of the values that stand in it goes to `holes`. */
export function textIn(tree: SyntaxTree, node: SyntaxNode, path: string, holes: string[]): string | null {
  const pieces = piecesOf(tree, node);
  const isPattern = path === 'match.request.url';
  if (
    pieces === null ||
    !pieces.every(({ isCode, text }) => !isCode || (isPattern && /^\w+(?:\.\w+)*$/.test(text)))
  )
    return null;
  // A value alone may be a host, whose home page was meant.
  const isPlain = pieces.every(({ isCode }) => !isCode);
  if (!isPlain && !pieces.some(({ isCode, text }) => !isCode && /[/*]/.test(text))) return null;
  return pieces
    .map(({ isCode, text }) => (isCode ? String.fromCharCode(FIRST_HOLE + holes.push(text) - 1) : text))
    .join('');
}

/** A text in quotes, with the values that stand in it; null where it cannot be written. */
export function quoted(holes: readonly string[], text: string): string | null {
  const hole = (one: string) => holes[one.charCodeAt(0) - FIRST_HOLE] ?? '';
  if (/[\\\n`]/.test(text)) return null;
  const [open, close] = text.includes('"') ? ['`', '`'] : ['"', '"'];
  if (!HOLE.test(text)) return `${open}${text}${close}`;
  const values = [...text.matchAll(HOLES)].map(([one]) => hole(one));
  const format = text.replaceAll('%', '%%').replaceAll(HOLES, '%s');
  return `fmt.Sprintf(${open}${format}${close}, ${values.join(', ')})`;
}
