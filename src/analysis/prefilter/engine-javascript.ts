/**
 * The search without WebAssembly. Three pairs of bytes of a window tell in which buckets they may stand, and where all
 * agree on one the place is hashed and looked up as in the SIMD search.
 *
 * Where all windows are long it goes on by steps, after Wu and Manber: it looks at the pair that ends the shortest of
 * them, and that tells how many places can be passed over because no window that begins there has it where it stands.
 * Where some are short, nearly every pair may belong to one, and it looks at each place.
 */

import { READ_AHEAD, type SearchEngine } from './engine.js';
import { type Hashes, hashPlace, isHashed, newHashes, pairAt, READ_BEFORE, type Tables } from './tables.js';

const FIRST_CAPACITY = 64 * 1024;

/** Different pairs of bytes. */
const PAIRS = 65_536;

/** Bytes of a window that are looked at in pairs. */
const PAIRED = 6;

/** The tables of one set of tiers. */
interface TierSet {
  readonly block: Uint8Array;
  /** How far behind the beginning of a window the pair stands that steps are told by; 0 if there are none. */
  readonly back: number;
  /** For each pair how many places can be passed over. */
  readonly steps: Uint8Array;
  /** For each pair at the beginning, in the middle and at the end of a window its buckets. */
  readonly first: Uint8Array;
  readonly middle: Uint8Array;
  readonly last: Uint8Array;
}

export function javascriptEngine(tables: Tables): SearchEngine {
  const sets: TierSet[] = [];
  const hashes = newHashes();
  let bytes = new Uint8Array(FIRST_CAPACITY + READ_AHEAD);
  return {
    kind: 'javascript',
    textStart: READ_BEFORE,
    memory: () => bytes,
    reserve(textBytes) {
      const needed = READ_BEFORE + textBytes + READ_AHEAD;
      if (needed <= bytes.length) return;
      const larger = new Uint8Array(Math.max(needed, bytes.length * 2));
      larger.set(bytes);
      bytes = larger;
    },
    next(from, end, tiers) {
      sets[tiers] ??= tierSet(tables, tiers);
      const set = sets[tiers];
      return set.back === 0
        ? nextByPlaces(bytes, from, end, set, hashes)
        : nextBySteps(bytes, from, end, set, hashes);
    },
  };
}

function nextBySteps(bytes: Uint8Array, from: number, end: number, set: TierSet, hashes: Hashes): number {
  const { block, back, steps, first, middle, last } = set;
  for (let at = from; at < end; ) {
    const step = steps[pairAt(bytes, at + back)] ?? 1;
    if (step !== 0) {
      at += step;
      continue;
    }
    const buckets = (first[pairAt(bytes, at)] ?? 0) & (middle[pairAt(bytes, at + 2)] ?? 0);
    if ((buckets & (last[pairAt(bytes, at + 4)] ?? 0)) !== 0) {
      hashPlace(bytes, at, hashes);
      if (isHashed(block, hashes)) return at;
    }
    at++;
  }
  return -1;
}

function nextByPlaces(bytes: Uint8Array, from: number, end: number, set: TierSet, hashes: Hashes): number {
  const { block, first, middle, last } = set;
  let pair = pairAt(bytes, from);
  let overlapping = pairAt(bytes, from + 1);
  for (let at = from; at < end; at++) {
    const behind = pairAt(bytes, at + 2);
    const buckets = (first[pair] ?? 0) & (middle[behind] ?? 0);
    pair = overlapping;
    overlapping = behind;
    if (buckets === 0 || (buckets & (last[pairAt(bytes, at + 4)] ?? 0)) === 0) continue;
    hashPlace(bytes, at, hashes);
    if (isHashed(block, hashes)) return at;
  }
  return -1;
}

function tierSet(tables: Tables, tiers: number): TierSet {
  const back = Math.max(0, Math.min(PAIRED, tables.shortest(tiers)) - 2);
  const steps = new Uint8Array(PAIRS).fill(back + 1);
  // From the beginning of a window on, so that the last to be written is the shortest step.
  for (let position = 0; position <= back; position++) {
    tables.eachPair(tiers, position, (pair) => {
      steps[pair] = back - position;
    });
  }
  return {
    block: tables.block(tiers),
    back,
    steps,
    first: tables.bucketsByPair(tiers, 0),
    middle: tables.bucketsByPair(tiers, 2),
    last: tables.bucketsByPair(tiers, 4),
  };
}
