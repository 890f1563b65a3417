/**
 * The tables both engines search with, and the list that says what a found window may belong to.
 *
 * A filter is a bit set of 65,536 bits over a hash of four bytes. There is one per set of tiers, so that a
 * search that has seen a weak trigger goes on without the weak windows at no cost.
 */

import { type Layout, WINDOW, windowOf } from './layout.js';
import { type Spelling, TIER_SETS } from './triggers.js';

export const FILTER_BYTES = 8192;
/** Low and high half bytes, sixteen entries each, for each position of the window. */
export const HALF_BYTE_TABLES = WINDOW * 32;

/** An odd number with well spread bits; the matcher in `teddy.wat` uses the same. */
const HASH_FACTOR = 0x9e3779b1;

export function hashWindow(word: number): number {
  return Math.imul(word, HASH_FACTOR) >>> 16;
}

export interface Tables {
  readonly halfBytes: Uint8Array;
  /** The filters of all sets of tiers, one after the other. */
  readonly filters: Uint8Array;
  /** Four bytes, little endian, to the spellings (by index) whose window that is. */
  readonly byWindow: ReadonlyMap<number, readonly number[]>;
  /** Spellings shorter than a window: to be compared wherever any window stands. */
  readonly short: readonly number[];
}

export function buildTables(spellings: readonly Spelling[], layout: Layout): Tables {
  requireOwnLayout(spellings, layout);
  const halfBytes = new Uint8Array(HALF_BYTE_TABLES);
  const filters = new Uint8Array(FILTER_BYTES * TIER_SETS);
  const byWindow = new Map<number, number[]>();
  const short: number[] = [];
  spellings.forEach((spelling, index) => {
    const { offset, bucket } = layout[index] ?? { offset: 0, bucket: 0 };
    const window = windowOf(spelling, offset);
    addHalfBytes(halfBytes, window, bucket);
    if (spelling.bytes.length < WINDOW) short.push(index);
    if (spelling.bytes.length < WINDOW - 1) {
      // Two open positions stand for every hash: nothing is left to filter by.
      openFilters(filters, spelling.tierBit);
      return;
    }
    for (const word of wordsOf(window)) {
      addToFilters(filters, word, spelling.tierBit);
      if (spelling.bytes.length < WINDOW) continue;
      const owners = byWindow.get(word);
      if (owners === undefined) byWindow.set(word, [index]);
      else owners.push(index);
    }
  });
  return { halfBytes, filters, byWindow, short };
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

function addHalfBytes(
  table: Uint8Array,
  window: readonly (readonly number[] | undefined)[],
  bucket: number,
): void {
  window.forEach((bytes, position) => {
    const low = position * 32;
    const high = low + 16;
    if (bytes === undefined) {
      for (let half = 0; half < 32; half++) table[low + half] = (table[low + half] ?? 0) | (1 << bucket);
      return;
    }
    for (const byte of bytes) {
      table[low + (byte & 15)] = (table[low + (byte & 15)] ?? 0) | (1 << bucket);
      table[high + (byte >> 4)] = (table[high + (byte >> 4)] ?? 0) | (1 << bucket);
    }
  });
}

const ANY_BYTE: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte);

/** Every group of four bytes the window stands for, as a little endian number. */
function* wordsOf(window: readonly (readonly number[] | undefined)[]): Generator<number> {
  const [first, second, third, fourth] = window.map((bytes) => bytes ?? ANY_BYTE);
  for (const a of first ?? []) {
    for (const b of second ?? []) {
      for (const c of third ?? []) {
        for (const d of fourth ?? []) yield (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
      }
    }
  }
}

function openFilters(filters: Uint8Array, tierBit: number): void {
  for (let tiers = 1; tiers < TIER_SETS; tiers++) {
    if ((tiers & tierBit) !== 0) filters.fill(0xff, tiers * FILTER_BYTES, (tiers + 1) * FILTER_BYTES);
  }
}

function addToFilters(filters: Uint8Array, word: number, tierBit: number): void {
  const hash = hashWindow(word);
  for (let tiers = 1; tiers < TIER_SETS; tiers++) {
    if ((tiers & tierBit) === 0) continue;
    const at = tiers * FILTER_BYTES + (hash >>> 3);
    filters[at] = (filters[at] ?? 0) | (1 << (hash & 7));
  }
}
