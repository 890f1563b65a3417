/**
 * Spreads windows over the eight buckets of the SIMD search.
 *
 * A bucket keeps, for each of the four positions, the set of low and of high half bytes of its windows; text
 * passes if its half bytes are in those sets, so unlike windows in one bucket let through what neither of them
 * is. Each window goes into the bucket whose pass rate it raises least, and is taken out and placed again while
 * that helps. What comes out depends on the order, so with time at hand several orders are tried.
 *
 * Windows of strong triggers and of context count more: the search drops the weak ones from a text as soon as it
 * has seen one of them.
 */

import { BYTE_FREQUENCY } from './byte-frequency.js';

export const BUCKETS = 8;

/** For each position the low and the high half bytes of a window, as sets of sixteen bits. */
export interface HalfBytes {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

export interface BucketItem {
  readonly halves: HalfBytes;
  /** Not dropped from a text early. */
  readonly lasting: boolean;
}

const ROUNDS = 4;
/** A lasting window is looked for in nearly every byte, any other until the first is found. */
const LASTING_WEIGHT = 20;

/** The bucket of each item. `orders` is how many orders are tried. */
export function spread(items: readonly BucketItem[], orders: number): readonly number[] {
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
  readonly #items: readonly BucketItem[];
  readonly #contents = Array.from({ length: BUCKETS }, () => new Bucket());

  constructor(items: readonly BucketItem[]) {
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

  #cheapest(item: BucketItem): number {
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
  readonly #items = new Set<BucketItem>();
  #all = NO_SETS;
  #lasting = NO_SETS;
  rate = 0;

  add(item: BucketItem): void {
    this.#items.add(item);
    this.#all = joined(this.#all, item.halves);
    if (item.lasting) this.#lasting = joined(this.#lasting, item.halves);
    this.rate = weighted(this.#all, this.#lasting);
  }

  delete(item: BucketItem): void {
    if (!this.#items.delete(item)) return;
    this.#all = NO_SETS;
    this.#lasting = NO_SETS;
    const rest = [...this.#items];
    this.#items.clear();
    this.rate = 0;
    for (const other of rest) this.add(other);
  }

  rateWith(item: BucketItem): number {
    const lasting = item.lasting ? joined(this.#lasting, item.halves) : this.#lasting;
    return weighted(joined(this.#all, item.halves), lasting);
  }
}

const NO_SETS: HalfBytes = { low: [0, 0, 0, 0], high: [0, 0, 0, 0] };

function joined(a: HalfBytes, b: HalfBytes): HalfBytes {
  return {
    low: a.low.map((set, position) => set | (b.low[position] ?? 0)),
    high: a.high.map((set, position) => set | (b.high[position] ?? 0)),
  };
}

function weighted(all: HalfBytes, lasting: HalfBytes): number {
  return passRate(all) + LASTING_WEIGHT * passRate(lasting);
}

function passRate({ low, high }: HalfBytes): number {
  let rate = 1;
  for (let position = 0; position < low.length; position++) {
    rate *= positionRate(low[position] ?? 0, high[position] ?? 0);
  }
  return rate;
}

/** Pass rates of pairs of sets met before: the same pairs come up again and again. */
const known = new Map<number, number>();

function positionRate(low: number, high: number): number {
  const key = low * 65_536 + high;
  const before = known.get(key);
  if (before !== undefined) return before;
  let rate = 0;
  for (let byte = 0; byte < 256; byte++) {
    if (((low >> (byte & 15)) & (high >> (byte >> 4)) & 1) !== 0) rate += BYTE_FREQUENCY[byte] ?? 0;
  }
  known.set(key, rate);
  return rate;
}

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
