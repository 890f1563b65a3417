/**
 * Spreads windows over the eight buckets of the SIMD search.
 *
 * A bucket keeps, for each position, the set of low half bytes of its windows; text passes if its half bytes are in
 * those sets, so unlike windows in one bucket let through what neither of them is. Each window goes into the bucket
 * whose pass rate it raises least, and is taken out and placed again while that helps. What comes out depends on the
 * order, so with time at hand several orders are tried.
 */

import { HALVES_COUNTED } from './half-frequency.js';

export const BUCKETS = 8;

/** Values of a half byte. */
const HALVES = 16;

/** How often each of them stands in source text. */
const COUNTED = Float64Array.from({ length: HALVES }, (_, half) =>
  HALVES_COUNTED.slice(half * HALVES, (half + 1) * HALVES).reduce((sum, count) => sum + count, 0),
);
const ALL_COUNTED = COUNTED.reduce((sum, count) => sum + count, 0);
const SHARE = COUNTED.map((count) => count / ALL_COUNTED);

/** The share that each has behind another: a row for each first, in it a number for each second. */
const SHARE_BEHIND = Float64Array.from(
  HALVES_COUNTED,
  (count, at) => count / (COUNTED[Math.floor(at / HALVES)] ?? 1),
);

/** For each position the low half bytes, as a set of sixteen bits. */
export type HalfBytes = readonly number[];

const ROUNDS = 4;

/** The bucket of each item. `orders` is how many orders are tried. */
export function spread(items: readonly HalfBytes[], orders: number): readonly number[] {
  let best: Assignment | undefined;
  let order = items.map((_, index) => index);
  for (let attempt = 0; attempt < orders; attempt++) {
    const assignment = new Assignment(items);
    assignment.improve(order);
    if (best === undefined || assignment.rate() < best.rate()) best = assignment;
    order = shuffled(order);
  }
  return best?.buckets ?? [];
}

class Assignment {
  readonly buckets: number[];
  readonly #items: readonly HalfBytes[];
  readonly #contents = Array.from({ length: BUCKETS }, () => new Bucket());

  constructor(items: readonly HalfBytes[]) {
    this.#items = items;
    this.buckets = items.map(() => -1);
  }

  improve(order: readonly number[]): void {
    for (let round = 0, moved = true; round < ROUNDS && moved; round++) {
      moved = false;
      for (const index of order) {
        const item = this.#items[index];
        if (item === undefined) continue;
        const before = this.buckets[index] ?? -1;
        this.#contents[before]?.delete(item);
        const after = this.#cheapest(item);
        this.#contents[after]?.add(item);
        this.buckets[index] = after;
        moved ||= after !== before;
      }
    }
  }

  rate(): number {
    return this.#contents.reduce((sum, bucket) => sum + bucket.rate, 0);
  }

  #cheapest(item: HalfBytes): number {
    let best = 0;
    let bestGrowth = Number.POSITIVE_INFINITY;
    this.#contents.forEach((bucket, index) => {
      const growth = bucket.rateWith(item) - bucket.rate;
      if (growth >= bestGrowth) return;
      best = index;
      bestGrowth = growth;
    });
    return best;
  }
}

class Bucket {
  readonly #items = new Set<HalfBytes>();
  #all: HalfBytes = [];
  rate = 0;

  add(item: HalfBytes): void {
    this.#items.add(item);
    this.#update();
  }

  delete(item: HalfBytes): void {
    if (this.#items.delete(item)) this.#update();
  }

  #update(): void {
    this.#all = [];
    for (const item of this.#items) this.#all = joined(this.#all, item);
    this.rate = this.#items.size === 0 ? 0 : passRate(this.#all);
  }

  rateWith(item: HalfBytes): number {
    return passRate(joined(this.#all, item));
  }
}

function joined(all: HalfBytes, item: HalfBytes): HalfBytes {
  return item.map((set, position) => set | (all[position] ?? 0));
}

/**
 * The share of places in source text that pass. From position to position it is kept how many of the places that
 * passed so far have each half byte there, and from that follows what stands at the next position.
 */
function passRate(sets: HalfBytes): number {
  let shares = SHARE;
  let passed = SCRATCH[0];
  for (const set of sets) {
    passed.fill(0);
    for (let before = 0; before < HALVES; before++) {
      const share = shares[before] ?? 0;
      if (share === 0) continue;
      const row = before * HALVES;
      for (let left = set; left !== 0; left &= left - 1) {
        const half = 31 - Math.clz32(left & -left);
        passed[half] = (passed[half] ?? 0) + share * (SHARE_BEHIND[row + half] ?? 0);
      }
    }
    shares = passed;
    passed = passed === SCRATCH[0] ? SCRATCH[1] : SCRATCH[0];
  }
  let rate = 0;
  for (const share of shares) rate += share;
  return rate;
}

/** Shares at one position and at the next. */
const SCRATCH = [new Float64Array(HALVES), new Float64Array(HALVES)] as const;

/** Another order, the same on every machine: each position changes places with one from a fixed sequence. */
function shuffled(order: readonly number[]): number[] {
  const next = [...order];
  let state = order.length;
  for (let index = next.length - 1; index > 0; index--) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const other = (state >>> 8) % (index + 1);
    [next[index], next[other]] = [next[other] ?? 0, next[index] ?? 0];
  }
  return next;
}
