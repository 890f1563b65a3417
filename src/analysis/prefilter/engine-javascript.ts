/**
 * The search without WebAssembly, after Wu and Manber. A window is looked at by the pair of bytes that ends its
 * shortest form. The pair tells how many places can be passed over because no window that begins there has it where
 * it stands; usually several. If it is none, three pairs of the window tell in which buckets they may stand, and where
 * all agree on one the place is hashed and looked up as in the SIMD search.
 */

import { type Engine, READ_AHEAD } from './engine.js';
import { hashPlace, isHashed, newHashes, pairAt, READ_BEFORE, type Tables } from './tables.js';

const FIRST_CAPACITY = 64 * 1024;

/** Different pairs of bytes. */
const PAIRS = 65_536;

/** Bytes of a window that are looked at in pairs. */
const PAIRED = 6;

/** The tables of one set of tiers. */
interface TierSet {
  readonly block: Uint8Array;
  /** How far behind the beginning of a window the pair stands that steps are told by. */
  readonly back: number;
  /** For each pair how many places can be passed over. */
  readonly steps: Uint8Array;
  /** For each pair at the beginning, in the middle and at the end of a window its buckets. */
  readonly first: Uint8Array;
  readonly middle: Uint8Array;
  readonly last: Uint8Array;
}

export function javascriptEngine(tables: Tables): Engine {
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
      const { block, back, steps, first, middle, last } = sets[tiers];
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
    },
  };
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
