/**
 * A text as another language writes it, and the way back. The decoded text is what the expression parser reads;
 * every character of it knows the range of source it came from, through escapes, stripped indentation, folded
 * lines and strings within strings.
 *
 * The text is a list of segments. A run is copied as it is, so its offsets differ from those of the source by a
 * constant. An atom (an escape, a folded line break, a hole) can only be replaced whole. A region is a stretch
 * with one way of writing characters, such as one pair of quotes; an edit over several regions becomes one edit
 * in each, so that no quote is lost.
 */
import type { TextEdit } from '../changes/edits.js';
import { HOLE_CHARACTER, type Pieces, type SourcePiece } from '../syntax/source.js';

/** How a text is written in a region; null where it cannot be. */
export type Encode = (text: string) => string | null;

interface Segment {
  /** Offset in the decoded text. */
  readonly at: number;
  readonly length: number;
  readonly start: number;
  readonly end: number;
  readonly atom: boolean;
  readonly region: number;
  /** The hole as it is written. */
  readonly hole: string | null;
}

export class HostTextBuilder {
  private readonly segments: Segment[] = [];
  private readonly encoders: Encode[] = [];
  private readonly parts: string[] = [];
  private length = 0;

  /** What is added from here on is written this way. */
  region(encode: Encode): void {
    this.encoders.push(encode);
  }

  /** Text that stands in the source as it is. */
  run(text: string, start: number): void {
    if (text !== '') this.push(text, start, start + text.length, false, null);
  }

  /** Text that stands for a whole range of the source. */
  atom(text: string, start: number, end: number): void {
    if (text !== '') this.push(text, start, end, true, null);
  }

  hole(written: string, start: number, end: number): void {
    this.push(HOLE_CHARACTER, start, end, true, written);
  }

  build(): HostText {
    return new HostText(this.parts.join(''), this.segments, this.encoders);
  }

  private push(text: string, start: number, end: number, atom: boolean, hole: string | null): void {
    const { length } = this;
    const region = this.encoders.length - 1;
    this.segments.push({ at: length, length: text.length, start, end, atom, region, hole });
    this.parts.push(text);
    this.length += text.length;
  }
}

export class HostText implements Pieces {
  constructor(
    /** The decoded text; every hole is one character. */
    readonly text: string,
    private readonly segments: readonly Segment[],
    private readonly encoders: readonly Encode[],
  ) {}

  get pieces(): readonly SourcePiece[] {
    const pieces: SourcePiece[] = [];
    let from = 0;
    for (const segment of this.segments) {
      if (segment.hole === null) continue;
      if (segment.at > from) pieces.push({ text: this.text.slice(from, segment.at) });
      pieces.push({ hole: segment.hole });
      from = segment.at + 1;
    }
    if (from < this.text.length) pieces.push({ text: this.text.slice(from) });
    return pieces;
  }

  /** The smallest range of the source that holds a range of the decoded text. */
  range(start: number, end: number): { readonly start: number; readonly end: number } {
    if (start >= end) {
      const place = this.insertionPoint(start);
      return { start: place.source, end: place.source };
    }
    const first = this.segmentAt(start);
    const last = this.segmentAt(end - 1);
    return {
      start: first === undefined ? 0 : first.atom ? first.start : first.start + start - first.at,
      end: last === undefined ? 0 : last.atom ? last.end : last.start + end - last.at,
    };
  }

  /**
   * The edits of the source that do the same as these edits of the decoded text; null where one would cut
   * through an escape, or where the host cannot write what is put in.
   */
  sourceEdits(edits: readonly TextEdit[]): TextEdit[] | null {
    const result: TextEdit[] = [];
    for (const edit of edits) {
      const mapped = this.sourceEdit(edit);
      if (mapped === null) return null;
      for (const one of mapped) result.push(one);
    }
    return result;
  }

  private sourceEdit({ start, end, text }: TextEdit): TextEdit[] | null {
    const place = this.insertionPoint(start);
    const written = text === '' ? '' : (this.encoders[place.region]?.(text) ?? null);
    if (written === null || this.cutsAtom(start) || this.cutsAtom(end)) return null;
    const edits: TextEdit[] = [];
    let region = -1;
    for (let at = start; at < end; ) {
      const segment = this.segmentAt(at);
      if (segment === undefined) return null;
      const until = Math.min(end, segment.at + segment.length);
      const range = this.range(at, until);
      const last = edits.at(-1);
      if (last !== undefined && segment.region === region) {
        edits[edits.length - 1] = { ...last, end: range.end };
      } else edits.push({ ...range, text: edits.length === 0 ? written : '' });
      region = segment.region;
      at = until;
    }
    const last = edits.at(-1);
    const next = this.segmentAt(end);
    // What the host drops before the next character (indentation, a joined line) goes with what is cut.
    if (last !== undefined && next?.at === end && next.region === region) {
      edits[edits.length - 1] = { ...last, end: next.start };
    }
    if (edits.length > 0 || written === '') return edits;
    return [{ start: place.source, end: place.source, text: written }];
  }

  /** Where text put in before an offset goes, and the region it becomes part of. */
  private insertionPoint(offset: number): { source: number; region: number } {
    const segment = this.segmentAt(offset);
    if (segment !== undefined) {
      const source = segment.atom ? segment.start : segment.start + offset - segment.at;
      return { source, region: segment.region };
    }
    const last = this.segments.at(-1);
    return last === undefined ? { source: 0, region: 0 } : { source: last.end, region: last.region };
  }

  private cutsAtom(offset: number): boolean {
    const segment = this.segmentAt(offset);
    return segment?.atom === true && segment.at !== offset;
  }

  private segmentAt(offset: number): Segment | undefined {
    let low = 0;
    let high = this.segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.segments[middle]?.at ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const segment = this.segments[low];
    return segment !== undefined && offset < segment.at + segment.length ? segment : undefined;
  }

  /** This text's part from `start` to `end`, decoded once more by a host that stands inside this one. */
  through(inner: HostText): HostText {
    const builder = new HostTextBuilder();
    const copied = { inner: -1, outer: -1 };
    for (const segment of inner.segments) {
      for (let at = segment.start; at < segment.end; ) {
        const outer = this.segmentAt(at);
        if (outer === undefined) break;
        if (segment.region !== copied.inner || outer.region !== copied.outer) {
          const [encodeInner, encodeOuter] = [inner.encoders[segment.region], this.encoders[outer.region]];
          builder.region((text) => {
            const once = encodeInner?.(text) ?? null;
            return once === null ? null : (encodeOuter?.(once) ?? null);
          });
          copied.inner = segment.region;
          copied.outer = outer.region;
        }
        if (segment.atom) {
          const { start, end } = this.range(segment.start, segment.end);
          if (segment.hole !== null) builder.hole(segment.hole, start, end);
          else builder.atom(inner.text.slice(segment.at, segment.at + segment.length), start, end);
          break;
        }
        const until = Math.min(segment.end, outer.at + outer.length);
        const { start, end } = this.range(at, until);
        const text = this.text.slice(at, until);
        if (outer.hole !== null) builder.hole(outer.hole, start, end);
        else if (outer.atom) builder.atom(text, start, end);
        else builder.run(text, start);
        at = until;
      }
    }
    return builder.build();
  }
}
