/**
 * The tables both engines search with, and the lists that say what a found window may belong to.
 *
 * There is one block of tables per set of tiers, so that a search that wants fewer tiers has nothing to do with
 * the windows of the others; a block is made when its set is first wanted. A block holds the half byte tables of
 * the SIMD search and one bit set of 65,536 bits over hashes.
 *
 * What is hashed of a spelling are the four bytes its window begins with and up to two groups of four beside them,
 * behind them first: the more, the less other text is let through. How many there are is the class of the
 * spelling. A place in a text has one hash per class, and the spellings that may stand there are those of its
 * class with the same hash.
 *
 * Letter case is no concern of windows and hashes: bit 5 of each byte, which tells `A` from `a`, is taken as set.
 * So `firewallRules` and `FirewallRules` share a window, and a spelling in which case does not matter has one
 * hash, not thousands. Other characters that differ in that bit alone are let through to the comparison.
 */

import { type Layout, POSITIONS } from './layout.js';
import type { TriggerSpelling } from './triggers.js';

/** A table of sixteen entries for each position that is looked at. */
const HALF_BYTE_TABLES = POSITIONS * 16;
const BIT_SET = 8192;

/** Where the parts of a block begin; `teddy.wat` has the same numbers. */
export const HASHES_AT = HALF_BYTE_TABLES;
export const BLOCK = HASHES_AT + BIT_SET;

/** How many bytes of a spelling are hashed: some before the beginning of its window, some from there on. */
interface Reach {
  readonly before: number;
  readonly behind: number;
}

/** A spelling belongs to the first class whose reach it has; one of a single byte to the last. */
const CLASSES: readonly Reach[] = [
  { before: 0, behind: 12 },
  { before: 4, behind: 8 },
  { before: 0, behind: 8 },
  { before: 4, behind: 4 },
  { before: 0, behind: 4 },
  { before: 0, behind: 2 },
];
const PAIR = CLASSES.length - 1;

/** The most bytes that are read before a place and from it on. */
export const READ_BEFORE = 4;
const READ_BEHIND = 12;

/** Odd numbers with well spread bits; the search in `teddy.wat` uses the same. */
const FACTOR_BEFORE = 0x27d4eb2f;
const FACTOR_FIRST = 0x9e3779b1;
const FACTOR_SECOND = 0x85ebca77;
const FACTOR_THIRD = 0xc2b2ae3d;
const FOLDED = 0x20202020;
const FOLDED_PAIR = 0x2020;

/** The hashes of one place, by class. They have a sign: such numbers need no memory of their own. */
export type Hashes = Int32Array;

export function newHashes(): Hashes {
  return new Int32Array(CLASSES.length);
}

/** Puts the hashes of a place into `hashes`. */
export function hashPlace(bytes: Uint8Array, at: number, hashes: Hashes): void {
  const start = wordAt(bytes, at);
  const before = Math.imul(wordAt(bytes, at - 4), FACTOR_BEFORE);
  const first = Math.imul(start, FACTOR_FIRST);
  const two = (first + Math.imul(wordAt(bytes, at + 4), FACTOR_SECOND)) | 0;
  hashes[0] = two + Math.imul(wordAt(bytes, at + 8), FACTOR_THIRD);
  hashes[1] = two + before;
  hashes[2] = two;
  hashes[3] = first + before;
  hashes[4] = first;
  hashes[5] = Math.imul(start & 0xffff, FACTOR_FIRST);
}

/** Whether a bit is set for one of the hashes. */
export function isHashed(block: Uint8Array, hashes: Hashes): boolean {
  for (let index = 0; index < hashes.length; index++) {
    const bit = (hashes[index] ?? 0) >>> 16;
    if ((((block[HASHES_AT + (bit >>> 3)] ?? 0) >>> (bit & 7)) & 1) !== 0) return true;
  }
  return false;
}

/** Four bytes with bit 5 set, as a little endian number with a sign. */
function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24) |
    FOLDED
  );
}

/** Two bytes with bit 5 set, as a little endian number. */
export function pairAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | FOLDED_PAIR;
}

/** A spelling with what it is searched by. */
interface Entry {
  readonly spelling: TriggerSpelling;
  readonly offset: number;
  readonly bucket: number;
  readonly hashes: readonly number[];
}

export class Tables {
  /** By class and hash the spellings, as indexes in their list. */
  readonly byHash: readonly ReadonlyMap<number, readonly number[]>[];
  readonly #entries: readonly Entry[];

  constructor(spellings: readonly TriggerSpelling[], layout: Layout) {
    requireOwnLayout(spellings, layout);
    const byHash = CLASSES.map(() => new Map<number, number[]>());
    const hasher = new Hasher(spellings);
    this.#entries = spellings.map((spelling, index) => {
      const { offset, bucket } = layout[index] ?? { offset: 0, bucket: 0 };
      const kind = classOf(spelling.bytes.length, offset);
      const own = hasher.hashesOf(spelling.bytes, offset, kind);
      const lists = byHash[kind];
      if (lists !== undefined) for (const hash of own) pushTo(lists, hash, index);
      return { spelling, offset, bucket, hashes: own };
    });
    this.byHash = byHash;
  }

  /** The tables of one set of tiers. */
  block(tiers: number): Uint8Array {
    const block = new Uint8Array(BLOCK);
    for (const { spelling, offset, bucket, hashes } of this.#entries) {
      if ((spelling.tierBit & tiers) === 0) continue;
      addHalfBytes(block, spelling.bytes, offset, 1 << bucket);
      for (const hash of hashes) addBit(block, hash >>> 16);
    }
    return block;
  }

  /** Bytes of the shortest spelling from its window on. */
  shortest(tiers: number): number {
    let shortest = Number.POSITIVE_INFINITY;
    for (const { spelling, offset } of this.#entries) {
      if ((spelling.tierBit & tiers) !== 0) shortest = Math.min(shortest, spelling.bytes.length - offset);
    }
    return shortest;
  }

  /** For two bytes, as a number of `pairAt`, the buckets of the windows that may have them at a position. */
  bucketsByPair(tiers: number, position: number): Uint8Array {
    let ended = 0;
    for (const { spelling, offset, bucket } of this.#entries) {
      const isOver = offset + position >= spelling.bytes.length;
      if (isOver && (spelling.tierBit & tiers) !== 0) ended |= 1 << bucket;
    }
    const buckets = new Uint8Array(65_536).fill(ended);
    this.eachPair(tiers, position, (pair, bit) => {
      buckets[pair] = (buckets[pair] ?? 0) | bit;
    });
    return buckets;
  }

  /** Tells of each two bytes that a window has at a position, if it has any there, and the bit of its bucket. */
  eachPair(tiers: number, position: number, take: (pair: number, bucketBit: number) => void): void {
    for (const { spelling, offset, bucket } of this.#entries) {
      const first = spelling.bytes[offset + position];
      const second = spelling.bytes[offset + position + 1];
      if ((spelling.tierBit & tiers) === 0 || first === undefined) continue;
      for (const high of second === undefined ? ANY_BYTE : [second]) {
        take(first | (high << 8) | FOLDED_PAIR, 1 << bucket);
      }
    }
  }
}

/** Behind the end of a spelling any byte is allowed. */
const ANY_BYTE: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte);

function classOf(length: number, offset: number): number {
  for (let index = 0; index < PAIR; index++) {
    const { before, behind } = CLASSES[index] ?? { before: 0, behind: 0 };
    if (offset >= before && length - offset >= behind) return index;
  }
  return PAIR;
}

/** Hashes spellings. */
class Hasher {
  readonly #hashes = newHashes();
  /** Has room around a spelling, for reading beyond an array takes long. */
  readonly #room: Uint8Array;

  constructor(spellings: readonly TriggerSpelling[]) {
    const longest = spellings.reduce((most, { bytes }) => Math.max(most, bytes.length), 0);
    this.#room = new Uint8Array(READ_BEFORE + longest + READ_BEHIND);
  }

  /** The hash of its class that a spelling has; a single byte has one for each byte that may stand behind it. */
  hashesOf(bytes: Uint8Array, offset: number, kind: number): readonly number[] {
    this.#room.set(bytes, READ_BEFORE);
    if (bytes.length > 1) return [this.#hash(offset, kind)];
    const all = new Set<number>();
    for (const second of ANY_BYTE) {
      this.#room[READ_BEFORE + 1] = second;
      all.add(this.#hash(offset, kind));
    }
    return [...all];
  }

  #hash(offset: number, kind: number): number {
    hashPlace(this.#room, READ_BEFORE + offset, this.#hashes);
    return this.#hashes[kind] ?? 0;
  }
}

function pushTo(lists: Map<number, number[]>, key: number, index: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [index]);
  else list.push(index);
}

/** A layout kept from another list would still be right where it fits, so only what does not fit is refused. */
function requireOwnLayout(spellings: readonly TriggerSpelling[], layout: Layout): void {
  const fits = spellings.every((spelling, index) => {
    const offset = layout[index]?.offset ?? -1;
    return offset >= 0 && offset <= Math.max(0, spelling.bytes.length - POSITIONS);
  });
  if (!fits || layout.length !== spellings.length) {
    throw new RangeError('The layout belongs to another list of triggers: create it again with layoutOf().');
  }
}

/** Where the spelling has no byte, any is allowed. */
function addHalfBytes(block: Uint8Array, bytes: Uint8Array, offset: number, bit: number): void {
  for (let position = 0; position < POSITIONS; position++) {
    const table = position * 16;
    const byte = bytes[offset + position];
    if (byte === undefined) for (let at = table; at < table + 16; at++) block[at] = (block[at] ?? 0) | bit;
    else block[table + (byte & 15)] = (block[table + (byte & 15)] ?? 0) | bit;
  }
}

function addBit(block: Uint8Array, bit: number): void {
  const at = HASHES_AT + (bit >>> 3);
  block[at] = (block[at] ?? 0) | (1 << (bit & 7));
}
