/**
 * Decides how spellings are laid out for the matcher.
 *
 * The matcher does not look for whole spellings: it looks for one window of six bytes of each, and only
 * where a window stands is the whole compared. Which window of each spelling decides its speed, never its
 * answers: one that is rare in source text, and one that many spellings share. `firewall/rules` and
 * `firewall/waf` both contain `irewal`, so one window serves both. This is a weighted set cover, solved greedily:
 * again and again the window with the lowest cost per spelling it covers is taken, until every spelling has
 * one. How the windows are then spread over the buckets of the SIMD search is told in `buckets.ts`.
 *
 * A spelling shorter than a window is its own window, the missing bytes standing for any byte. Letter case is
 * left out of account (`tables.ts`).
 */

import { type HalfBytes, spread } from './buckets.js';
import { TIER_BITS, type TriggerSpelling } from './triggers.js';
import { commonGroups, GROUP, RARE } from './window-frequency.js';

/** Bytes that the spellings of a window have in common. */
const WINDOW = 6;

/** Bytes that the search looks at: the window and the byte behind it. */
export const POSITIONS = 7;

export interface Placement {
  /** Where the window begins inside the spelling. */
  readonly offset: number;
  readonly bucket: number;
}

/** One placement per spelling, in the order of the spellings. */
export type Layout = readonly Placement[];

/** Letters without their case, as in `tables.ts`. */
function fold(bytes: Uint8Array): string {
  return Buffer.from(bytes.map((byte) => byte | 0x20)).toString('latin1');
}

/** How often a window stands in source text: no more often than any group of bytes in it. */
function frequencyOf(window: string, common: ReadonlyMap<string, number>): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = 0; at + GROUP <= window.length; at++) {
    lowest = Math.min(lowest, common.get(window.slice(at, at + GROUP)) ?? RARE);
  }
  return lowest === Number.POSITIVE_INFINITY ? RARE : lowest;
}

interface Choice {
  readonly window: string;
  readonly frequency: number;
  /** Spelling index to offset of this window in it. */
  readonly covers: Map<number, number>;
}

/**
 * What one more window costs beside its own frequency: it lets other text through in its bucket. That costs more
 * than all but the most common windows do by standing in a text.
 */
const PRICE = 1e-3;

const NO_BYTES = new Uint8Array();

/** For each spelling of a group the windows it could be found by. */
function choicesOf(spellings: readonly TriggerSpelling[], group: readonly number[]): Choice[][] {
  const known = new Map<string, Choice>();
  const common = commonGroups();
  const choices: Choice[][] = [];
  for (const index of group) {
    const text = fold(spellings[index]?.bytes ?? NO_BYTES);
    const own: Choice[] = [];
    choices[index] = own;
    const last = Math.max(0, text.length - POSITIONS);
    for (let offset = 0; offset <= last; offset++) {
      const window = text.slice(offset, offset + WINDOW);
      let choice = known.get(window);
      if (choice === undefined) {
        choice = { window, frequency: frequencyOf(window, common), covers: new Map() };
        known.set(window, choice);
      }
      if (choice.covers.has(index)) continue;
      choice.covers.set(index, offset);
      own.push(choice);
    }
  }
  return choices;
}

/** The windows taken, each with the spellings it stands for. */
function coverSpellings(spellings: readonly TriggerSpelling[], group: readonly number[]): Choice[] {
  const choicesBySpelling = choicesOf(spellings, group);
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

const ANY = 0xffff;

function halvesOf({ covers }: Choice, spellings: readonly TriggerSpelling[]): HalfBytes {
  const sets: number[] = new Array(POSITIONS).fill(0);
  for (const [index, offset] of covers) {
    for (let position = 0; position < POSITIONS; position++) {
      const byte = spellings[index]?.bytes[offset + position];
      sets[position] = (sets[position] ?? 0) | (byte === undefined ? ANY : 1 << (byte & 15));
    }
  }
  return sets;
}

/**
 * Weak spellings are laid out for themselves: a scan looks for the others in every file, and for the weak ones
 * later and in few. `orders`: how many ways to spread the windows over the buckets are tried.
 */
export function layOut(spellings: readonly TriggerSpelling[], orders = 1): Layout {
  const layout: Placement[] = new Array(spellings.length);
  const indexes = [...spellings.keys()];
  const isWeak = (index: number) => spellings[index]?.tierBit === TIER_BITS.weak;
  for (const group of [indexes.filter((index) => !isWeak(index)), indexes.filter(isWeak)]) {
    const cover = coverSpellings(spellings, group);
    const buckets = spread(
      cover.map((choice) => halvesOf(choice, spellings)),
      orders,
    );
    cover.forEach((choice, index) => {
      for (const [spelling, offset] of choice.covers)
        layout[spelling] = { offset, bucket: buckets[index] ?? 0 };
    });
  }
  return layout;
}
