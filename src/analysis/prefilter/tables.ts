/**
 * The tables both engines search with, and the list that says what a found window may belong to.
 *
 * There is one block of tables per set of tiers, so that a search that wants fewer tiers has nothing to do with
 * the windows of the others; a block is made when its set is first wanted. A block holds the half byte tables of
 * the SIMD search and two bit sets of 65,536 bits: one over a hash of four bytes, and one over two bytes as they
 * stand, for spellings too short to have four.
 */

import { type Layout, WINDOW, type Window, windowOf } from './layout.js';
import type { Spelling } from './triggers.js';

/** Low and high half bytes, sixteen entries each, for each position of the window. */
const HALF_BYTE_TABLES = WINDOW * 32;
const BIT_SET = 8192;

/** Where the parts of a block begin; `teddy.wat` has the same numbers. */
export const HASHES_AT = HALF_BYTE_TABLES;
export const PAIRS_AT = HASHES_AT + BIT_SET;
export const BLOCK = PAIRS_AT + BIT_SET;

/** An odd number with well spread bits; the search in `teddy.wat` uses the same. */
const HASH_FACTOR = 0x9e3779b1;

export function hashWindow(word: number): number {
  return Math.imul(word, HASH_FACTOR) >>> 16;
}

/** One window with what it is searched for. */
interface Entry {
  readonly window: Window;
  readonly bucket: number;
  /** Of the spellings whose window it is. */
  tiers: number;
  /** Bytes of the shortest of them. */
  length: number;
}

export class Tables {
  /** Four bytes, as a little endian number with a sign, to the spellings (by index) whose window that is. */
  readonly byWindow: ReadonlyMap<number, readonly number[]>;
  /** Spellings shorter than a window: to be compared wherever any window stands. */
  readonly short: readonly number[];
  readonly #entries: readonly Entry[];

  constructor(spellings: readonly Spelling[], layout: Layout) {
    requireOwnLayout(spellings, layout);
    const byWindow = new Map<number, number[]>();
    const short: number[] = [];
    const entries = new Map<number, Entry>();
    const others: Entry[] = [];
    spellings.forEach((spelling, index) => {
      const { offset, bucket } = layout[index] ?? { offset: 0, bucket: 0 };
      const { bytes, tierBit, caseInsensitive } = spelling;
      const { length } = bytes;
      if (length < WINDOW) short.push(index);
      if (length < WINDOW || caseInsensitive) {
        const window = windowOf(spelling, offset);
        others.push({ window, bucket, tiers: tierBit, length });
        if (length >= WINDOW) for (const word of numbersOf(window, WINDOW)) pushTo(byWindow, word, index);
        return;
      }
      // The usual case: many spellings share few windows.
      const word = wordAt(bytes, offset);
      pushTo(byWindow, word, index);
      const entry = entries.get(word);
      if (entry === undefined)
        entries.set(word, { window: windowOf(spelling, offset), bucket, tiers: tierBit, length });
      else entry.tiers |= tierBit;
    });
    this.byWindow = byWindow;
    this.short = short;
    this.#entries = [...entries.values(), ...others];
  }

  /** The tables of one set of tiers. */
  block(tiers: number): Uint8Array {
    const block = new Uint8Array(BLOCK);
    for (const { window, bucket, tiers: own, length } of this.#entries) {
      if ((own & tiers) === 0) continue;
      addHalfBytes(block, window, bucket);
      if (length < WINDOW - 1) for (const pair of numbersOf(window, 2)) addBit(block, PAIRS_AT, pair);
      else for (const word of numbersOf(window, WINDOW)) addBit(block, HASHES_AT, hashWindow(word));
    }
    return block;
  }
}

/** Four bytes as a little endian number with a sign: such numbers need no memory of their own. */
export function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}

function pushTo(lists: Map<number, number[]>, key: number, index: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [index]);
  else list.push(index);
}

/** A layout kept from another list would still be right where it fits, so only what does not fit is refused. */
function requireOwnLayout(spellings: readonly Spelling[], layout: Layout): void {
  const fits = spellings.every((spelling, index) => {
    const offset = layout[index]?.offset ?? -1;
    return offset >= 0 && offset <= Math.max(0, spelling.bytes.length - WINDOW);
  });
  if (!fits || layout.length !== spellings.length) {
    throw new RangeError('The layout belongs to another list of triggers: make it anew with layoutOf().');
  }
}

function addHalfBytes(block: Uint8Array, window: Window, bucket: number): void {
  const bit = 1 << bucket;
  for (let position = 0; position < WINDOW; position++) {
    const low = position * 32;
    const high = low + 16;
    const bytes = window[position];
    if (bytes === undefined) {
      for (let at = low; at < low + 32; at++) block[at] = (block[at] ?? 0) | bit;
      continue;
    }
    for (const byte of bytes) {
      block[low + (byte & 15)] = (block[low + (byte & 15)] ?? 0) | bit;
      block[high + (byte >> 4)] = (block[high + (byte >> 4)] ?? 0) | bit;
    }
  }
}

const ANY_BYTE: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte);

/** Every value the first `length` bytes of a window may have, as little endian numbers with a sign. */
export function numbersOf(window: Window, length: number): readonly number[] {
  let numbers: number[] = [0];
  for (let position = 0; position < length; position++) {
    const longer: number[] = [];
    for (const byte of window[position] ?? ANY_BYTE) {
      for (const number of numbers) longer.push(number | (byte << (8 * position)));
    }
    numbers = longer;
  }
  return numbers;
}

function addBit(block: Uint8Array, part: number, bit: number): void {
  const at = part + (bit >>> 3);
  block[at] = (block[at] ?? 0) | (1 << (bit & 7));
}
