/**
 * The tables both engines search with, and the list that says what a found window may belong to.
 *
 * There is one block of tables per set of tiers, so that a search that has seen a weak trigger goes on without
 * the weak windows at no cost. A block holds the half byte tables of the SIMD search and two bit sets of 65,536
 * bits: one over a hash of four bytes, and one over two bytes as they stand, for spellings too short to have
 * four.
 */

import { type Layout, WINDOW, type Window, windowOf } from './layout.js';
import { type Spelling, TIER_SETS } from './triggers.js';

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

export interface Tables {
  /** The blocks of all sets of tiers, one after the other. */
  readonly blocks: Uint8Array;
  /** Four bytes, as a little endian number with a sign, to the spellings (by index) whose window that is. */
  readonly byWindow: ReadonlyMap<number, readonly number[]>;
  /** Spellings shorter than a window: to be compared wherever any window stands. */
  readonly short: readonly number[];
}

export function buildTables(spellings: readonly Spelling[], layout: Layout): Tables {
  requireOwnLayout(spellings, layout);
  const blocks = new Uint8Array(BLOCK * TIER_SETS);
  const byWindow = new Map<number, number[]>();
  const short: number[] = [];
  spellings.forEach((spelling, index) => {
    const { offset, bucket } = layout[index] ?? { offset: 0, bucket: 0 };
    const window = windowOf(spelling, offset);
    const tiers = setsWith(spelling.tierBit);
    for (const set of tiers) addHalfBytes(blocks, set * BLOCK, window, bucket);
    const { length } = spelling.bytes;
    if (length < WINDOW) short.push(index);
    if (length < WINDOW - 1) {
      for (const pair of numbersOf(window, 2)) addBit(blocks, tiers, PAIRS_AT, pair);
      return;
    }
    for (const word of numbersOf(window, WINDOW)) {
      addBit(blocks, tiers, HASHES_AT, hashWindow(word));
      if (length < WINDOW) continue;
      const owners = byWindow.get(word);
      if (owners === undefined) byWindow.set(word, [index]);
      else owners.push(index);
    }
  });
  return { blocks, byWindow, short };
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

function setsWith(tierBit: number): readonly number[] {
  const sets: number[] = [];
  for (let set = 1; set < TIER_SETS; set++) if ((set & tierBit) !== 0) sets.push(set);
  return sets;
}

function addHalfBytes(blocks: Uint8Array, block: number, window: Window, bucket: number): void {
  const bit = 1 << bucket;
  for (let position = 0; position < WINDOW; position++) {
    const low = block + position * 32;
    const high = low + 16;
    const bytes = window[position];
    if (bytes === undefined) {
      for (let at = low; at < low + 32; at++) blocks[at] = (blocks[at] ?? 0) | bit;
      continue;
    }
    for (const byte of bytes) {
      blocks[low + (byte & 15)] = (blocks[low + (byte & 15)] ?? 0) | bit;
      blocks[high + (byte >> 4)] = (blocks[high + (byte >> 4)] ?? 0) | bit;
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

function addBit(blocks: Uint8Array, sets: readonly number[], part: number, bit: number): void {
  for (const set of sets) {
    const at = set * BLOCK + part + (bit >>> 3);
    blocks[at] = (blocks[at] ?? 0) | (1 << (bit & 7));
  }
}
