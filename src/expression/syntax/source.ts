/**
 * The text an expression is read from. It is either a plain string or a list of pieces: known text, and holes
 * whose content is only known at run time (`${ips}`, `%s`, `+ name +`).
 *
 * Pieces are read as one virtual text in which every hole is one character long. All offsets this folder
 * returns are offsets in that text; `locate` turns one back into piece and offset.
 */

export interface SourceTextPiece {
  readonly text: string;
}

export interface HolePiece {
  /** How the hole is written where it comes from, for messages only: `${ips}`, `%s`. */
  readonly hole: string;
}

export type SourcePiece = SourceTextPiece | HolePiece;

export interface Pieces {
  readonly pieces: readonly SourcePiece[];
}

export type ExpressionSource = string | Pieces;

/** Stands for a hole in the virtual text. A noncharacter; a place is a hole only if the table says so. */
export const HOLE_CHARACTER = '\uFDD0';
export const HOLE_CODE = 0xfdd0;

export interface PieceOffset {
  readonly piece: number;
  readonly offset: number;
}

const START: readonly number[] = [0];

export class SourceText {
  private constructor(
    readonly text: string,
    private readonly given: readonly SourcePiece[] | null,
    /** Virtual offset of the start of each piece. */
    private readonly starts: readonly number[],
    /** Virtual offset of each hole, to the index of its piece; null when there is none. */
    readonly holes: ReadonlyMap<number, number> | null,
  ) {}

  get pieces(): readonly SourcePiece[] {
    return this.given ?? [{ text: this.text }];
  }

  static of(source: ExpressionSource): SourceText {
    if (typeof source === 'string') return new SourceText(source, null, START, null);
    const starts: number[] = [];
    const holes = new Map<number, number>();
    const parts: string[] = [];
    let length = 0;
    source.pieces.forEach((piece, index) => {
      starts.push(length);
      const part = 'text' in piece ? piece.text : HOLE_CHARACTER;
      if (!('text' in piece)) holes.set(length, index);
      parts.push(part);
      length += part.length;
    });
    return new SourceText(parts.join(''), source.pieces, starts, holes.size > 0 ? holes : null);
  }

  /**
   * Piece and offset of a virtual offset. At the border of two pieces `side` decides: `start` takes the later
   * piece (where a range begins), `end` the earlier one (where a range ends).
   */
  locate(virtual: number, side: 'start' | 'end' = 'start'): PieceOffset {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const start = this.starts[middle] ?? 0;
      if (side === 'start' ? start <= virtual : start < virtual) low = middle;
      else high = middle - 1;
    }
    return { piece: Math.max(low, 0), offset: virtual - (this.starts[low] ?? 0) };
  }

  /** The pieces of a part of the text, cut where it begins and ends. */
  piecesBetween(start: number, end: number): SourcePiece[] {
    if (this.holes === null) return [{ text: this.text.slice(start, end) }];
    const pieces: SourcePiece[] = [];
    for (const [index, piece] of this.pieces.entries()) {
      const from = this.starts[index] ?? 0;
      if (!('text' in piece)) {
        if (from >= start && from < end) pieces.push(piece);
        continue;
      }
      const text = piece.text.slice(Math.max(0, start - from), Math.max(0, end - from));
      if (text !== '') pieces.push({ text });
    }
    return pieces;
  }

  /** The text as a person would recognise it: holes as they are written at their place. */
  display(start = 0, end = this.text.length): string {
    if (this.holes === null) return this.text.slice(start, end);
    let shown = '';
    let from = start;
    for (const [offset, piece] of this.holes) {
      if (offset < from || offset >= end) continue;
      const hole = this.pieces[piece];
      shown += this.text.slice(from, offset) + (hole !== undefined && 'hole' in hole ? hole.hole : '');
      from = offset + 1;
    }
    return shown + this.text.slice(from, end);
  }
}
