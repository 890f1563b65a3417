import type { Hole, TextPiece, TextValue, Value } from '../../../../value/index.js';
import type { Piece, Term, Text } from './term.js';

const MAX_LOWERED_DEPTH = 12;

/** The term as a value of the shared domain. */
export function lower(term: Term, depth = 0): Value {
  if (depth > MAX_LOWERED_DEPTH) return { kind: 'unknown', why: 'nested too deep', origin: null };
  switch (term.kind) {
    case 'text':
      return lowerText(term);
    case 'url':
      return lowerText(term.href);
    case 'scalar':
      return term;
    case 'object':
      return {
        kind: 'object',
        properties: term.members.map((member) => ({
          key: member.key,
          keyOrigin: member.keyOrigin,
          origin: member.origin,
          value: lower(member.value, depth + 1),
        })),
        open: term.open,
        origin: term.origin,
      };
    case 'array':
      return {
        kind: 'array',
        items: term.items.map((item) => lower(item, depth + 1)),
        open: term.open,
        origin: term.origin,
      };
    case 'choice':
      return { kind: 'choice', of: term.of.map((option) => lower(option, depth + 1)), origin: term.origin };
    case 'unknown':
      return { kind: 'unknown', why: term.why, origin: term.origin };
    default:
      return { kind: 'unknown', why: term.kind, origin: 'origin' in term ? term.origin : null };
  }
}

function lowerText(text: Text): TextValue {
  return {
    kind: 'text',
    origin: text.origin,
    pieces: text.pieces.map(lowerPiece),
  };
}

function lowerPiece(piece: Piece): TextPiece | Hole {
  if (piece.kind === 'text') return piece;
  const { origin, name, written } = piece;
  if (name === undefined) return { kind: 'hole', origin };
  return written === undefined ? { kind: 'hole', origin, name } : { kind: 'hole', origin, name, written };
}
