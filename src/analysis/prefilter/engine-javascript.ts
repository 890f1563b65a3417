/**
 * The search without WebAssembly: Wu and Manber's algorithm over the same windows and filters.
 *
 * Looked at is the pair of bytes at the end of the window. A table says how far the window may move on
 * because that pair stands no nearer to the end of any window; where it may not move, the four bytes are
 * hashed and looked up in the filter.
 */

import { type Engine, READ_AHEAD } from './engine.js';
import { type Layout, WINDOW, type Window, windowOf } from './layout.js';
import { FILTER_BYTES, hashWindow, type Tables } from './tables.js';
import type { Spelling } from './triggers.js';

const FIRST_CAPACITY = 64 * 1024;

export function javascriptEngine(spellings: readonly Spelling[], layout: Layout, tables: Tables): Engine {
  const shifts = shiftTable(
    spellings.map((spelling, index) => windowOf(spelling, layout[index]?.offset ?? 0)),
  );
  const { filters } = tables;
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
      const filter = tiers * FILTER_BYTES;
      for (let at = from; at < end; ) {
        const third = bytes[at + 2] ?? 0;
        const fourth = bytes[at + 3] ?? 0;
        const shift = shifts[third | (fourth << 8)] ?? 0;
        if (shift > 0) {
          at += shift;
          continue;
        }
        const hash = hashWindow(
          (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | (third << 16) | (fourth << 24),
        );
        if ((((filters[filter + (hash >>> 3)] ?? 0) >>> (hash & 7)) & 1) !== 0) return at;
        at++;
      }
      return -1;
    },
  };
}

function shiftTable(windows: readonly Window[]): Uint8Array {
  const shifts = new Uint8Array(65_536).fill(WINDOW - 1);
  for (const window of windows) {
    for (let shift = 0; shift <= WINDOW - 2; shift++) {
      const first = window[WINDOW - 2 - shift];
      const second = window[WINDOW - 1 - shift];
      lowerShifts(shifts, first, second, shift);
    }
  }
  return shifts;
}

type Allowed = readonly number[] | undefined;

function lowerShifts(shifts: Uint8Array, first: Allowed, second: Allowed, shift: number): void {
  for (const high of second ?? allBytes()) {
    for (const low of first ?? allBytes()) {
      const pair = low | (high << 8);
      if ((shifts[pair] ?? 0) > shift) shifts[pair] = shift;
    }
  }
}

function* allBytes(): Generator<number> {
  for (let byte = 0; byte < 256; byte++) yield byte;
}
