/** What a search engine offers; `prefilter.ts` builds everything else on it. */
export interface SearchEngine {
  readonly kind: 'wasm' | 'javascript';
  /** Where the text begins in `memory()`; a few bytes before it can be read, whatever they are. */
  readonly textStart: number;
  /** The bytes the engine searches. Growing makes an older view useless, so ask anew after `reserve`. */
  memory(): Uint8Array;
  /** Makes room for a text of so many bytes and keeps the text that is there. */
  reserve(textBytes: number): void;
  /**
   * The next place at or after `from` where a window of one of the wanted tiers may stand, or -1. `from` and
   * `end` are positions in `memory()`. Never passes over a true place; false ones are the caller's to refuse.
   */
  next(from: number, end: number, tiers: number): number;
}

/** Bytes an engine may read behind the end of the text. */
export const READ_AHEAD = 32;
