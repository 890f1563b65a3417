import {
  hole,
  knownText,
  type Origin,
  type Piece,
  slicePiece,
  type TextPiece,
  type TextValue,
  text as textOf,
  textPiece,
  type Value,
} from '../../../value/index.js';
import { piecesOf } from './pieces.js';

/**
 * Format directives of all languages in one reading: `%s`, `%(zone)s`, `%1$s`, `{}`, `{0}`, `{name}`,
 * `{zone.id:>3}`. Which of the two families a text uses is told by what it contains.
 */
const PERCENT = /%(?:\((\w+)\)|(\d+)\$)?[-+ #0]*(?:[1-9]\d*)?(?:\.\d+)?(?:hh?|ll?|[qjzt])?[sdvqxXfgiuc@]|%%/g;
const BRACES = /\{\{|\}\}|\{([^{}\n]{0,60})\}/g;

/** The text with its directives replaced by the values they take, in order or by name. */
export function applyFormat(
  format: TextValue,
  values: readonly Value[],
  origin: Origin | null,
  lookUp: (name: string) => Value | null = () => null,
): Value {
  const percent = format.pieces.some(
    (piece) =>
      piece.kind === 'text' && /%(?:\(\w+\)|\d+\$)?[-+ #0]*(?:[1-9]\d*)?(?:\.\d+)?[sdvqxi@]/.test(piece.text),
  );
  const named = values.find((value) => value.kind === 'object');
  let next = 0;
  const take = (name: string | undefined, position: string | undefined): readonly Piece[] => {
    if (name !== undefined && /^[A-Za-z_]/.test(name)) {
      const key = /^\w+/.exec(name)?.[0] ?? name;
      const property = named?.kind === 'object' ? named.properties.find((one) => one.key === key) : undefined;
      const value = property?.value ?? lookUp(key);
      return value === null ? [hole(origin, key)] : piecesOf(value);
    }
    const index = position === undefined ? next++ : Number(position);
    const value = values[index];
    return value === undefined || value.kind === 'object' ? [hole(origin)] : piecesOf(value);
  };
  const pieces = format.pieces.flatMap((piece) =>
    piece.kind === 'hole' ? [piece] : formatPiece(piece, percent, take),
  );
  return { kind: 'text', pieces, origin: format.origin ?? origin };
}

function formatPiece(
  piece: TextPiece,
  percent: boolean,
  take: (name: string | undefined, position: string | undefined) => readonly Piece[],
): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const flush = (to: number): void => {
    if (to > from) pieces.push(slicePiece(piece, from, to));
  };
  for (const found of piece.text.matchAll(percent ? PERCENT : BRACES)) {
    const [whole, first, second] = found;
    flush(found.index);
    from = found.index + whole.length;
    if (whole === '%%' || whole === '{{' || whole === '}}') {
      pieces.push(slicePiece(piece, found.index, found.index + 1));
    } else if (percent) {
      for (const one of take(first, second === undefined ? undefined : String(Number(second) - 1)))
        pieces.push(one);
    } else {
      const index = /^\d+/.exec(first ?? '')?.[0];
      const named = index === undefined && first !== '' && !/^[:!]/.test(first ?? '');
      for (const one of take(named ? first : undefined, index)) pieces.push(one);
    }
  }
  flush(piece.text.length);
  return pieces;
}

/** The parts of an address put together with one slash between them. */
export function joinPath(values: readonly Value[], origin: Origin | null): Value {
  const pieces: Piece[] = [];
  for (const value of values.flatMap((one) => (one.kind === 'array' ? one.items : [one]))) {
    const more = piecesOf(value);
    if (more.length === 0) continue;
    const last = pieces.at(-1);
    const [first] = more;
    const ends = last?.kind === 'text' && last.text.endsWith('/');
    const begins = first?.kind === 'text' && first.text.startsWith('/');
    if (pieces.length > 0 && !ends && !begins) pieces.push(textPiece('/', null));
    for (const one of more) pieces.push(one);
  }
  return { kind: 'text', pieces, origin };
}

/** The values that fill a format: those of a tuple, or the one. */
export function itemsOf(value: Value): readonly Value[] {
  return value.kind === 'array' ? value.items : [value];
}

/** The items of a list with a separator between them. */
export function joinArray(
  items: readonly Value[],
  separators: readonly Value[],
  origin: Origin | null,
): Value {
  const separator = separators[0] === undefined ? ',' : (knownText(separators[0]) ?? ' ');
  const pieces = items.flatMap((item, index) => [
    ...(index === 0 || separator === '' ? [] : textOf(separator, null).pieces),
    ...piecesOf(item),
  ]);
  return { kind: 'text', pieces, origin };
}
