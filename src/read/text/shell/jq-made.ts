import type { Hole, Origin, Piece, TextPiece } from '../../../value/index.js';

/** JSON that is put together of pieces that remember where they were written. */
export type Made =
  /** `rest`: fields that are not known here. */
  | {
      readonly kind: 'object';
      readonly fields: ReadonlyMap<string, Field>;
      readonly rest: Hole | null;
      readonly origin: Origin | null;
    }
  | { readonly kind: 'list'; readonly items: readonly Made[]; readonly origin: Origin | null }
  /** The inside of a string, escaped as in JSON. */
  | { readonly kind: 'text'; readonly pieces: readonly Piece[] }
  /** JSON as it stands. */
  | { readonly kind: 'json'; readonly pieces: readonly Piece[] };

export interface Field {
  readonly key: readonly Piece[];
  readonly value: Made;
}

/** A value of `--arg`. */
export function textMade(pieces: readonly Piece[]): Made {
  return { kind: 'text', pieces: pieces.map(escaped) };
}

export function printed(made: Made, isRaw: boolean): readonly Piece[] {
  switch (made.kind) {
    case 'json':
      return made.pieces;
    case 'text':
      return isRaw ? made.pieces.map(unescaped) : quoted(made.pieces, '"');
    case 'list':
      return bracketed(
        '[',
        made.items.map((item) => printed(item, false)),
        ']',
        made.origin,
      );
    case 'object': {
      const fields = [...made.fields.values()].map(({ key, value }) => [
        ...quoted(key, '":'),
        ...printed(value, false),
      ]);
      return bracketed('{', made.rest === null ? fields : [...fields, [made.rest]], '}', made.origin);
    }
  }
}

function quoted(pieces: readonly Piece[], closing: string): readonly Piece[] {
  const start = pieces.find(({ origin }) => origin !== null)?.origin ?? null;
  const end = pieces.findLast(({ origin }) => origin !== null)?.origin ?? null;
  return [sign('"', start, start?.start), ...pieces, sign(closing, end, end?.end)];
}

function bracketed(
  opening: string,
  parts: readonly (readonly Piece[])[],
  closing: string,
  origin: Origin | null,
): readonly Piece[] {
  const inner = parts.flatMap((part, index) => {
    const before = parts[index - 1]?.findLast((piece) => piece.origin !== null)?.origin ?? null;
    return index === 0 ? part : [sign(',', before, before?.end), ...part];
  });
  return [sign(opening, origin, origin?.start), ...inner, sign(closing, origin, origin?.end)];
}

/** What is printed and written nowhere: all of it is at one place. */
function sign(text: string, origin: Origin | null, place = 0): TextPiece {
  if (origin === null) return { kind: 'text', text, origin };
  const offsets = Array.from({ length: text.length + 1 }, () => place);
  return { kind: 'text', text, origin: { ...origin, start: place, end: place }, offsets };
}

/** As it stands inside of a JSON string. */
export function escaped(piece: Piece): Piece {
  if (piece.kind === 'hole') return piece.how === undefined ? { ...piece, how: 'in JSON' } : piece;
  return rewritten(piece, /["\\\n\t]/g, (one) => JSON.stringify(one).slice(1, -1));
}

function unescaped(piece: Piece): Piece {
  if (piece.kind !== 'hole')
    return rewritten(piece, /\\[\\"/nt]/g, (one) => JSON.parse(`"${one}"`) as string);
  const { how, ...plain } = piece;
  return how === 'in JSON' ? plain : piece;
}

/** Replaces parts of a text; each character keeps the place where it was written. */
function rewritten(piece: TextPiece, pattern: RegExp, to: (part: string) => string): TextPiece {
  if (!pattern.test(piece.text)) return piece;
  const { origin, offsets } = piece;
  const placeOf = (index: number) => offsets?.[index] ?? (origin?.start ?? 0) + index;
  const places: number[] = [];
  let text = '';
  let at = 0;
  const keep = (end: number) => {
    for (let index = at; index < end; index++) places.push(placeOf(index));
    text += piece.text.slice(at, end);
  };
  pattern.lastIndex = 0;
  for (const { 0: part, index } of piece.text.matchAll(pattern)) {
    keep(index);
    const other = to(part);
    for (let n = 0; n < other.length; n++) places.push(placeOf(index));
    text += other;
    at = index + part.length;
  }
  keep(piece.text.length);
  places.push(placeOf(piece.text.length));
  return origin === null ? { kind: 'text', text, origin } : { kind: 'text', text, origin, offsets: places };
}

/** Two texts one behind the other, or an object with the fields of another. */
export function added(one: Made, other: Made): Made | null {
  const texts = [one, other].map(insideOf);
  const [before, after] = texts;
  if ((one.kind === 'text' || other.kind === 'text') && before && after)
    return { kind: 'text', pieces: [...before, ...after] };
  const [left, right] = [opened(one), opened(other)];
  if (left === null || right === null || right.rest !== null) return null;
  return { ...left, fields: new Map([...left.fields, ...right.fields]) };
}

/** What it is inside of a string. */
export function insideOf(made: Made): readonly Piece[] | null {
  if (made.kind === 'text') return made.pieces;
  return made.kind === 'json' ? made.pieces.map(escaped) : null;
}

/** Something of which no field is known yet may be an object. */
export function opened(made: Made): Extract<Made, { kind: 'object' }> | null {
  if (made.kind === 'object') return made;
  if (made.kind !== 'json' || made.pieces.length !== 1) return null;
  const [only] = made.pieces;
  return only?.kind === 'hole'
    ? { kind: 'object', fields: new Map(), rest: only, origin: only.origin }
    : null;
}

export function opposite(made: Made): Made | null {
  const [only] = made.kind === 'json' || made.kind === 'text' ? made.pieces : [];
  if ((made.kind !== 'json' && made.kind !== 'text') || made.pieces.length !== 1 || only === undefined)
    return null;
  return { kind: 'json', pieces: [turned(only)] };
}

/** `true` for `false`, and a hole that stands for the opposite of what it names. */
export function turned(piece: Piece): Piece {
  if (piece.kind === 'text') {
    const text = piece.text === 'true' ? 'false' : 'true';
    return { kind: 'text', text, origin: null };
  }
  const { how, ...plain } = piece;
  return how === 'not' ? plain : { ...plain, how: 'not' };
}
