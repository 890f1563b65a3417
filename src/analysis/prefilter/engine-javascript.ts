/**
 * The search without WebAssembly. Two neighbouring bytes choose whether a window may begin at the first of
 * them; where one may, the four bytes are hashed and looked up as in the SIMD search.
 */

import { type Engine, READ_AHEAD } from './engine.js';
import { type Layout, windowOf } from './layout.js';
import { HASHES_AT, hashWindow, numbersOf, PAIRS_AT, type Tables } from './tables.js';
import type { Spelling } from './triggers.js';

const FIRST_CAPACITY = 64 * 1024;

export function javascriptEngine(spellings: readonly Spelling[], layout: Layout, tables: Tables): Engine {
  const beginnings = beginningsOf(spellings, layout);
  const blocks: Uint8Array[] = [];
  let bytes = new Uint8Array(FIRST_CAPACITY + READ_AHEAD);
  return {
    kind: 'javascript',
    textStart: 0,
    memory: () => bytes,
    reserve(textBytes) {
      if (textBytes + READ_AHEAD <= bytes.length) return;
      const larger = new Uint8Array(Math.max(textBytes + READ_AHEAD, bytes.length * 2));
      larger.set(bytes);
      bytes = larger;
    },
    next(from, end, tiers) {
      blocks[tiers] ??= tables.block(tiers);
      const block = blocks[tiers];
      let second = bytes[from] ?? 0;
      for (let at = from; at < end; at++) {
        const pair = second | ((bytes[at + 1] ?? 0) << 8);
        second = pair >>> 8;
        if (((beginnings[pair] ?? 0) & tiers) === 0) continue;
        const hash = hashWindow(pair | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24));
        if (hasBit(block, HASHES_AT, hash) || hasBit(block, PAIRS_AT, pair)) return at;
      }
      return -1;
    },
  };
}

function hasBit(block: Uint8Array, part: number, bit: number): boolean {
  return (((block[part + (bit >>> 3)] ?? 0) >>> (bit & 7)) & 1) !== 0;
}

/** For every two bytes the tiers of the windows that begin with them. */
function beginningsOf(spellings: readonly Spelling[], layout: Layout): Uint8Array {
  const beginnings = new Uint8Array(65_536);
  spellings.forEach((spelling, index) => {
    for (const pair of numbersOf(windowOf(spelling, layout[index]?.offset ?? 0), 2)) {
      beginnings[pair] = (beginnings[pair] ?? 0) | spelling.tierBit;
    }
  });
  return beginnings;
}
