/**
 * Decides how spellings are laid out for the matcher.
 *
 * The matcher does not look for whole spellings: it looks for one window of four bytes of each, and only
 * where a window stands is the whole compared. Two choices decide its speed, none its answers:
 *
 * 1. Which window of each spelling. One that is rare in source text, and one that many spellings share:
 *    `firewall/rules` and `firewall/waf` both contain `ewal`, so one window serves both. This is a weighted
 *    set cover, solved greedily: again and again the window with the lowest frequency per spelling it covers
 *    is taken, until every spelling has one.
 * 2. Which of the eight buckets of the SIMD filter holds the window. A bucket keeps, for each of the four
 *    positions, the set of low and of high half bytes of its windows; text passes if its half bytes are in
 *    those sets, so unlike windows in one bucket let through what neither of them is. Windows go, the most
 *    frequent first, into the bucket whose pass rate grows least, and are then moved while that helps.
 *
 * A spelling shorter than a window is its own window, the missing bytes standing for any byte.
 */

import { BYTE_FREQUENCY } from './byte-frequency.js';
import { byteVariants, type Spelling } from './triggers.js';

export const WINDOW = 4;
export const BUCKETS = 8;

/** One window: for each of its positions the bytes allowed there, `undefined` for any. */
export type Window = readonly (readonly number[] | undefined)[];

export interface Placement {
  /** Where the window begins inside the spelling. */
  readonly offset: number;
  readonly bucket: number;
}

/** One placement per spelling, in the order of the spellings. */
export type Layout = readonly Placement[];

export function windowOf(spelling: Spelling, offset: number): Window {
  return Array.from({ length: WINDOW }, (_, position) => {
    const byte = spelling.bytes[offset + position];
    return byte === undefined ? undefined : byteVariants(byte, spelling.caseInsensitive);
  });
}

function frequencyOf(window: Window): number {
  let product = 1;
  for (const bytes of window) {
    if (bytes === undefined) continue;
    let sum = 0;
    for (const byte of bytes) sum += BYTE_FREQUENCY[byte] ?? 0;
    product *= sum;
  }
  return product;
}

interface Choice {
  readonly window: Window;
  readonly frequency: number;
  /** Spelling index to offset of this window in it. */
  readonly covers: Map<number, number>;
}

/** For each spelling the windows it could be found by. */
function choicesOf(spellings: readonly Spelling[]): Choice[][] {
  const known = new Map<string, Choice>();
  return spellings.map((spelling, index) => {
    const own: Choice[] = [];
    const last = Math.max(0, spelling.bytes.length - WINDOW);
    for (let offset = 0; offset <= last; offset++) {
      const window = windowOf(spelling, offset);
      const key = window.map((bytes) => bytes?.join('|') ?? '*').join();
      let choice = known.get(key);
      if (choice === undefined) {
        choice = { window, frequency: frequencyOf(window), covers: new Map() };
        known.set(key, choice);
      }
      if (choice.covers.has(index)) continue;
      choice.covers.set(index, offset);
      own.push(choice);
    }
    return own;
  });
}

/** The windows taken, each with the spellings it stands for. */
function coverSpellings(spellings: readonly Spelling[]): Choice[] {
  const choicesBySpelling = choicesOf(spellings);
  const left = new Set(choicesBySpelling.flat());
  const taken: Choice[] = [];
  while (left.size > 0) {
    let best: Choice | undefined;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const choice of left) {
      const cost = choice.frequency / choice.covers.size;
      if (cost < bestCost) {
        best = choice;
        bestCost = cost;
      }
    }
    if (best === undefined) break;
    left.delete(best);
    taken.push(best);
    for (const index of best.covers.keys()) {
      for (const choice of choicesBySpelling[index] ?? []) {
        if (choice === best) continue;
        choice.covers.delete(index);
        if (choice.covers.size === 0) left.delete(choice);
      }
    }
  }
  return taken;
}

/** The half bytes a bucket lets through, as bit sets: low then high, for each position. */
class Bucket {
  readonly #windows = new Set<Window>();

  add(window: Window): void {
    this.#windows.add(window);
  }

  delete(window: Window): void {
    this.#windows.delete(window);
  }

  passRate(extra?: Window): number {
    const windows = extra === undefined ? [...this.#windows] : [...this.#windows, extra];
    if (windows.length === 0) return 0;
    let rate = 1;
    for (let position = 0; position < WINDOW; position++) rate *= positionRate(windows, position);
    return rate;
  }
}

function positionRate(windows: readonly Window[], position: number): number {
  let low = 0;
  let high = 0;
  for (const window of windows) {
    const bytes = window[position];
    if (bytes === undefined) return 1;
    for (const byte of bytes) {
      low |= 1 << (byte & 15);
      high |= 1 << (byte >> 4);
    }
  }
  let rate = 0;
  for (let highHalf = 0; highHalf < 16; highHalf++) {
    if ((high & (1 << highHalf)) === 0) continue;
    for (let lowHalf = 0; lowHalf < 16; lowHalf++) {
      if ((low & (1 << lowHalf)) !== 0) rate += BYTE_FREQUENCY[(highHalf << 4) | lowHalf] ?? 0;
    }
  }
  return rate;
}

const REFINEMENTS = 2;

function bucketsOf(windows: readonly Window[]): Map<Window, number> {
  const buckets = Array.from({ length: BUCKETS }, () => new Bucket());
  const placed = new Map<Window, number>();
  const place = (window: Window): void => {
    let best = 0;
    let bestGrowth = Number.POSITIVE_INFINITY;
    buckets.forEach((bucket, index) => {
      const growth = bucket.passRate(window) - bucket.passRate();
      if (growth < bestGrowth) {
        best = index;
        bestGrowth = growth;
      }
    });
    buckets[best]?.add(window);
    placed.set(window, best);
  };
  const order = [...windows].sort((a, b) => frequencyOf(b) - frequencyOf(a));
  for (const window of order) place(window);
  for (let round = 0; round < REFINEMENTS; round++) {
    for (const window of order) {
      buckets[placed.get(window) ?? 0]?.delete(window);
      place(window);
    }
  }
  return placed;
}

export function layOut(spellings: readonly Spelling[]): Layout {
  const cover = coverSpellings(spellings);
  const buckets = bucketsOf(cover.map((choice) => choice.window));
  const layout: Placement[] = new Array(spellings.length);
  for (const choice of cover) {
    const bucket = buckets.get(choice.window) ?? 0;
    for (const [index, offset] of choice.covers) layout[index] = { offset, bucket };
  }
  return layout;
}
