/**
 * Decides how spellings are laid out for the matcher.
 *
 * The matcher does not look for whole spellings: it looks for one window of four bytes of each, and only
 * where a window stands is the whole compared. Which window of each spelling decides its speed, never its
 * answers: one that is rare in source text, and one that many spellings share. `firewall/rules` and
 * `firewall/waf` both contain `irew`, so one window serves both. This is a weighted set cover, solved greedily:
 * again and again the window with the lowest cost per spelling it covers is taken, until every spelling has
 * one. How the windows are then spread over the buckets of the SIMD search is told in `buckets.ts`.
 *
 * A spelling shorter than a window is its own window, the missing bytes standing for any byte.
 */

import { type BucketItem, spread } from './buckets.js';
import { BYTE_FREQUENCY } from './byte-frequency.js';
import { byteVariants, type Spelling, TIER_BITS } from './triggers.js';
import { commonWindows, RARE } from './window-frequency.js';

export const WINDOW = 4;

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

/** How often a window stands in source text, by the groups that are known to be common and by its bytes. */
function frequencyOf(window: Window, common: ReadonlyMap<string, number>): number {
  let texts: readonly string[] = [''];
  let product = 1;
  for (const bytes of window) {
    if (bytes === undefined) continue;
    texts = bytes.flatMap((byte) => texts.map((text) => text + String.fromCharCode(byte)));
    product *= bytes.reduce((sum, byte) => sum + (BYTE_FREQUENCY[byte] ?? 0), 0);
  }
  const known = texts.reduce((sum, text) => sum + (common.get(text) ?? 0), 0);
  return known > 0 ? known : window.includes(undefined) ? product : Math.min(product, RARE);
}

interface Choice {
  readonly window: Window;
  readonly frequency: number;
  /** Spelling index to offset of this window in it. */
  readonly covers: Map<number, number>;
}

/**
 * What one more window costs beside its own frequency: it lets other text through in its bucket. About what a
 * window among a few hundred adds to the pass rate.
 */
const PRICE = 1e-4;

/** For each spelling the windows it could be found by. */
function choicesOf(spellings: readonly Spelling[]): Choice[][] {
  const known = new Map<string, Choice>();
  const common = commonWindows();
  return spellings.map((spelling, index) => {
    const own: Choice[] = [];
    const last = Math.max(0, spelling.bytes.length - WINDOW);
    for (let offset = 0; offset <= last; offset++) {
      const window = windowOf(spelling, offset);
      const key = window.map((bytes) => bytes?.join('|') ?? '*').join();
      let choice = known.get(key);
      if (choice === undefined) {
        choice = { window, frequency: frequencyOf(window, common), covers: new Map() };
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
      const cost = (choice.frequency + PRICE) / choice.covers.size;
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

function itemOf(choice: Choice, spellings: readonly Spelling[]): BucketItem {
  const half = (shift: number): number[] =>
    choice.window.map((bytes) =>
      bytes === undefined ? 0xffff : bytes.reduce((set, byte) => set | (1 << ((byte >> shift) & 15)), 0),
    );
  const lasting = [...choice.covers.keys()].some((index) => spellings[index]?.tierBit !== TIER_BITS.weak);
  return { halves: { low: half(0), high: half(4) }, lasting };
}

/** `orders`: how many ways to spread the windows over the buckets are tried. */
export function layOut(spellings: readonly Spelling[], orders = 1): Layout {
  const cover = coverSpellings(spellings);
  const buckets = spread(
    cover.map((choice) => itemOf(choice, spellings)),
    orders,
  );
  const layout: Placement[] = new Array(spellings.length);
  cover.forEach((choice, index) => {
    for (const [spelling, offset] of choice.covers)
      layout[spelling] = { offset, bucket: buckets[index] ?? 0 };
  });
  return layout;
}
