import type { Hole, Origin, Piece, TextPiece, TextValue, Value } from './value.js';

/** A complete text as written at `origin`; `offsets` only where escapes shift the characters. */
export function text(content: string, origin: Origin | null, offsets?: readonly number[]): TextValue {
  return { kind: 'text', pieces: content === '' ? [] : [textPiece(content, origin, offsets)], origin };
}

export function textPiece(content: string, origin: Origin | null, offsets?: readonly number[]): TextPiece {
  return offsets === undefined
    ? { kind: 'text', text: content, origin }
    : { kind: 'text', text: content, origin, offsets };
}

export function hole(origin: Origin | null, name?: string): Hole {
  return name === undefined ? { kind: 'hole', origin } : { kind: 'hole', origin, name };
}

/** One text after the other. Neighbouring pieces stay apart, so that each keeps its origin. */
export function joinPieces(parts: readonly (readonly Piece[])[], origin: Origin | null): TextValue {
  return { kind: 'text', pieces: parts.flat(), origin };
}

/** The text if it is wholly known, else null. Numbers count as the text they print as. */
export function knownText(value: Value): string | null {
  if (value.kind === 'scalar' && typeof value.value === 'number') return String(value.value);
  if (value.kind !== 'text') return null;
  let all = '';
  for (const piece of value.pieces) {
    if (piece.kind === 'hole') return null;
    all += piece.text;
  }
  return all;
}

/** The text with every hole written as `mark`. */
export function shapeOf(pieces: readonly Piece[], mark = '{}'): string {
  let all = '';
  for (const piece of pieces) all += piece.kind === 'hole' ? mark : piece.text;
  return all;
}

/** The source range of characters `from` to `to` of one piece, or null if no source shows them. */
export function originWithin(piece: TextPiece, from: number, to: number): Origin | null {
  const { origin, offsets } = piece;
  if (origin === null) return null;
  if (offsets === undefined) return { file: origin.file, start: origin.start + from, end: origin.start + to };
  const start = offsets[from];
  const end = offsets[to];
  return start === undefined || end === undefined ? null : { file: origin.file, start, end };
}

/** The part of a piece between two of its characters, with its own origin. */
export function slicePiece(piece: TextPiece, from: number, to: number): TextPiece {
  const end = Math.min(to, piece.text.length);
  const content = piece.text.slice(from, end);
  const origin = originWithin(piece, from, end);
  return piece.offsets === undefined || origin === null
    ? { kind: 'text', text: content, origin }
    : { kind: 'text', text: content, origin, offsets: piece.offsets.slice(from, end + 1) };
}

/** Characters that stand as they are, so that the piece can be renamed in place. */
export function mapPiece(piece: TextPiece, content: string): TextPiece {
  return content.length === piece.text.length
    ? { ...piece, text: content }
    : { kind: 'text', text: content, origin: piece.origin };
}

/** Whether one stretch of a file holds all of another. */
export function covers(outer: Origin, inner: Origin): boolean {
  return outer.file === inner.file && outer.start <= inner.start && inner.end <= outer.end;
}

/** The smallest range that covers all of `origins` that lie in the file of the first; null for none. */
export function spanOf(origins: readonly (Origin | null)[]): Origin | null {
  let span: Origin | null = null;
  for (const origin of origins) {
    if (origin === null) continue;
    if (span === null) span = origin;
    else if (origin.file === span.file) {
      span = {
        file: span.file,
        start: Math.min(span.start, origin.start),
        end: Math.max(span.end, origin.end),
      };
    }
  }
  return span;
}
