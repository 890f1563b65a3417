import type { Piece } from '../value/index.js';

/** Stands for an unknown part while a text in another language is read inside a text. */
const MARK = '\uE000';

/** A partly known text as one string, with the way back to where its characters were written. */
export interface FlatText {
  readonly text: string;
  readonly file: string;
  readonly offset: (index: number) => number;
  /** Where the character before `index` ends: the next one may be written elsewhere. */
  readonly endOffset: (index: number) => number;
  readonly hole: (index: number) => Piece | null;
}

/** The whole of a file, or a stretch of it, as it stands. */
export function flatFile(file: string, text: string, start = 0): FlatText {
  const offset = (index: number): number => start + index;
  return { text, file, offset, endOffset: offset, hole: () => null };
}

/** Null when nothing in the text was written in a file. */
export function flatten(pieces: readonly Piece[]): FlatText | null {
  let text = '';
  const holes = new Map<number, Piece>();
  const starts: { readonly index: number; readonly piece: Piece }[] = [];
  let file: string | null = null;
  for (const piece of pieces) {
    starts.push({ index: text.length, piece });
    file ??= piece.origin?.file ?? null;
    if (piece.kind === 'hole') {
      holes.set(text.length, piece);
      text += MARK;
    } else text += piece.text;
  }
  if (file === null) return null;
  const fallback = pieces.find((piece) => piece.origin !== null)?.origin?.start ?? 0;
  const offsetAt = (index: number, within: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle]?.index ?? 0) <= within) low = middle;
      else high = middle - 1;
    }
    const found = starts[low];
    if (found === undefined || found.piece.origin === null) return fallback;
    const inside = index - found.index;
    if (found.piece.kind === 'hole') return inside === 0 ? found.piece.origin.start : found.piece.origin.end;
    return found.piece.offsets?.[inside] ?? found.piece.origin.start + inside;
  };
  return {
    text,
    file,
    offset: (index) => offsetAt(index, index),
    endOffset: (index) => offsetAt(index, Math.max(0, index - 1)),
    hole: (index) => holes.get(index) ?? null,
  };
}
