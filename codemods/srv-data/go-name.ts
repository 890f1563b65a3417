/** The whole name of a service record in Go, put together from its parts as they are written. */
import type { Edit } from '../../src/analysis/index.js';
import { fieldOf, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { Surroundings } from '../../src/migrate/index.js';
import { type ObjectValue, type Origin, propertyOf } from '../../src/value/index.js';
import { pairValue } from '../languages/elements.js';
import { fieldAt } from '../languages/fields.js';

interface Piece {
  readonly isText: boolean;
  readonly text: string;
}

/** Null where a part is worked out on the spot, or the record has no name outside. */
export function nameInGo(
  around: Surroundings,
  data: ObjectValue,
  outer: Origin | null,
): readonly Edit[] | null {
  const name = outer === null ? null : fieldAt(around, outer);
  const place = name === null ? null : pairValue(name.pair);
  if (place === null) return null;
  const parts = ['service', 'proto', 'name'].map((part): readonly Piece[] | null => {
    const origin = propertyOf(data, part)?.keyOrigin ?? null;
    const field = origin === null ? null : fieldAt(around, origin);
    const value = field === null ? null : pairValue(field.pair);
    return field === null || value === null ? null : piecesOf(field.tree, value);
  });
  if (parts.includes(null)) return null;
  const dot: Piece = { isText: true, text: '.' };
  const pieces = parts.flatMap((part, index) => (index === 0 ? (part ?? []) : [dot, ...(part ?? [])]));
  return [{ start: place.start, end: place.end, text: sumOf(pieces) }];
}

function piecesOf(tree: SyntaxTree, node: SyntaxNode): readonly Piece[] | null {
  const text = textOf(tree, node);
  if (node.type === 'literal_element')
    return node.children[0] === undefined ? null : piecesOf(tree, node.children[0]);
  if (node.type === 'interpreted_string_literal')
    return text.includes('\\') ? null : [{ isText: true, text: text.slice(1, -1) }];
  if (node.type === 'identifier' || /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(text))
    return [{ isText: false, text }];
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  if (node.type !== 'binary_expression' || left === null || right === null) return null;
  const sides = [piecesOf(tree, left), piecesOf(tree, right)];
  const isSum = node.children.some(({ type }) => type === '+');
  return !isSum || sides.includes(null) ? null : sides.flatMap((side) => side ?? []);
}

function sumOf(pieces: readonly Piece[]): string {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last?.isText === true && piece.isText)
      merged[merged.length - 1] = { isText: true, text: last.text + piece.text };
    else merged.push(piece);
  }
  return merged.map(({ isText, text }) => (isText ? `"${text}"` : text)).join(' + ');
}
