import { detectExpression } from '../../../expression/index.js';
import { type Piece, shapeOf, slicePiece, type TextValue, type Value } from '../../../value/index.js';
import type { Context, Evidence, ExpressionUsage } from '../../usage.js';

/** Texts that are expressions of the rules language, by what they say. */

/** How a field begins; looked for before anything is parsed. */
const FIELD = /(?:^|[^\w.])(?:raw\.http|http|cf|ip|vendor|ssl|tcp|udp)\.[a-z_]/;
const MAX_LENGTH = 8_192;

export function mayHoldExpression(text: string): boolean {
  return FIELD.test(text);
}

export function expressionUsage(
  value: Value,
  context: Context,
  evidence: readonly Evidence[],
): ExpressionUsage | null {
  if (value.kind !== 'text' || value.origin === null) return null;
  const text = trimmed(value);
  const shape = shapeOf(text.pieces, ' ');
  if (shape.length > MAX_LENGTH || !FIELD.test(shape)) return null;
  const isOne = detectExpression({
    pieces: text.pieces.map((piece) =>
      piece.kind === 'text' ? { text: piece.text } : { hole: piece.name ?? '' },
    ),
  });
  return isOne === null
    ? null
    : { kind: 'expression', text, place: 'shape', site: value.origin, evidence, context };
}

/** A part that a program joins to others: without the operator it begins or ends with. */
function trimmed(value: TextValue): TextValue {
  const [first] = value.pieces;
  const last = value.pieces.at(-1);
  let pieces: readonly Piece[] = value.pieces;
  if (first?.kind === 'text') {
    const from = /^\s*(?:(?:and|or|xor|&&|\|\|)\s+)?/.exec(first.text)?.[0].length ?? 0;
    if (from > 0) pieces = [slicePiece(first, from, first.text.length), ...pieces.slice(1)];
  }
  const tail = pieces.at(-1);
  if (last?.kind === 'text' && tail?.kind === 'text') {
    const to = tail.text
      .trimEnd()
      .replace(/\s(?:and|or|xor|&&|\|\|)$/, '')
      .trimEnd().length;
    if (to < tail.text.length) pieces = [...pieces.slice(0, -1), slicePiece(tail, 0, to)];
  }
  return { ...value, pieces };
}
