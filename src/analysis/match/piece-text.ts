import { type Hole, type Origin, originWithin, type Piece, spanOf } from '../../value/index.js';

/** Pieces further apart than this in a file are not one text to a person. */
const LARGEST_GAP = 200;

/**
 * A partly known text as one string, in which ranges can be found and led back to the source. Holes are
 * written as the reader of the string needs them.
 */
export class PieceText {
  readonly text: string;
  readonly #pieces: readonly Piece[];
  /** Where each piece starts in `text`; negative where its beginning was left out. */
  readonly #starts: readonly number[];

  /** Leaves out what stands before the offset that `from` names in the whole text. */
  constructor(
    pieces: readonly Piece[],
    holeText: (hole: Hole) => string,
    from: (text: string) => number = () => 0,
  ) {
    const starts: number[] = [];
    let text = '';
    for (const piece of pieces) {
      starts.push(text.length);
      text += piece.kind === 'hole' ? holeText(piece) : piece.text;
    }
    const cut = from(text);
    this.text = cut === 0 ? text : text.slice(cut);
    this.#pieces = pieces;
    this.#starts = cut === 0 ? starts : starts.map((start) => start - cut);
  }

  /** Where the characters from `start` to `end` are written, or null if no source shows them. */
  origin(start: number, end: number): Origin | null {
    return this.#span(start, end, true) ?? this.#span(start, end, false);
  }

  /** Slashes that are written by themselves, as what segments are joined by, say nothing of where the segments are. */
  #span(start: number, end: number, skipsSlashes: boolean): Origin | null {
    let span: Origin | null = null;
    for (const [index, piece] of this.#pieces.entries()) {
      const from = this.#starts[index] ?? 0;
      const to = this.#starts[index + 1] ?? this.text.length;
      if (to <= start || from >= end || piece.kind === 'hole') continue;
      if (skipsSlashes && /^\/+$/.test(piece.text)) continue;
      const part = originWithin(piece, Math.max(start, from) - from, Math.min(end, to) - from);
      // Of parts that are written far from each other the last, most specific one counts.
      if (part !== null) span = span !== null && areNear(span, part) ? spanOf([span, part]) : part;
    }
    return span;
  }
}

function areNear(before: Origin, after: Origin): boolean {
  return before.file === after.file && after.start >= before.start && after.start - before.end <= LARGEST_GAP;
}
