/** The segments of one path, in arrays that are used again for the next. */

export const LITERAL = 0;
/** A literal whose text differs from what is written (`%20`, `\/`): it stands in `texts`. */
export const DECODED = 1;
export const PLACEHOLDER = 2;
/** Text and placeholders together. */
export const MIXED = 3;
/** Text and then placeholders at the very end, `rules${query}`: the text stands in `texts`. */
export const OPEN_LITERAL = 4;

export class Segments {
  text = '';
  count = 0;
  starts = new Int32Array(32);
  ends = new Int32Array(32);
  hashes = new Int32Array(32);
  kinds = new Uint8Array(32);
  texts: (string | undefined)[] = [];
  /** Host in lower case; empty when one stands there but is not known; null when there is none. */
  host: string | null = null;
  /** Range of the host with its port. */
  hostStart = -1;
  hostEnd = -1;
  /** Where the query string starts (behind `?`) and ends, or -1. */
  queryStart = -1;
  queryEnd = -1;
  /** True when a path without host begins with `/`. */
  rooted = false;

  add(start: number, end: number, kind: number, hash: number, text?: string): void {
    if (this.count === this.starts.length) this.#grow();
    const index = this.count++;
    this.starts[index] = start;
    this.ends[index] = end;
    this.kinds[index] = kind;
    this.hashes[index] = hash;
    this.texts[index] = text;
  }

  /** The text of a literal segment. */
  literal(index: number): string {
    return this.texts[index] ?? this.text.slice(this.starts[index], this.ends[index]);
  }

  #grow(): void {
    const size = this.starts.length * 2;
    this.starts = larger(this.starts, new Int32Array(size));
    this.ends = larger(this.ends, new Int32Array(size));
    this.hashes = larger(this.hashes, new Int32Array(size));
    this.kinds = larger(this.kinds, new Uint8Array(size));
  }
}

function larger<T extends Int32Array | Uint8Array>(old: T, next: T): T {
  next.set(old);
  return next;
}

/** Keeps a hash a small integer. */
export const HASH_MASK = 0x3fffffff;

/** Hash of one literal segment, as the scan computes it. */
export function segmentHash(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) & HASH_MASK;
  return hash;
}
