/**
 * The prefilter: tells on bytes alone which tiers of triggers occur in a text, and where. An engine finds the
 * places where a window may stand; here the whole spelling is compared, so an answer is never a guess.
 */

import type { SearchEngine } from './engine.js';
import { javascriptEngine } from './engine-javascript.js';
import { wasmEngine } from './engine-wasm.js';
import { FileReader, type FileScan } from './file-reader.js';
import { type Layout, layOut } from './layout.js';
import { type Hashes, hashPlace, newHashes, Tables } from './tables.js';
import { foldByte, spellingsOf, TIER_SETS, type Trigger, type TriggerSpelling } from './triggers.js';

const ALL_TIERS = TIER_SETS - 1;

/** One occurrence, in bytes of the text scanned last. */
export interface TriggerHit {
  /** Index in the list of triggers. */
  readonly trigger: number;
  readonly start: number;
  readonly end: number;
}

export interface PrefilterOptions {
  /** `javascript` leaves WebAssembly out; without it the faster engine is taken that the runtime has. */
  readonly engine?: 'javascript';
  /** Made by `layoutOf` for the same triggers at build time; saves working it out at the start. */
  readonly layout?: Layout;
}

export interface Prefilter {
  readonly engine: 'wasm' | 'javascript';
  /** The tiers that occur in the text, as a sum of `TIER_BITS`; of those in `wanted` if that is given. */
  scan(bytes: Uint8Array, wanted?: number): number;
  /** The same for a text in memory. */
  scanText(text: string, wanted?: number): number;
  /** Looks for other tiers in the text scanned last. */
  scanAgain(wanted: number): number;
  /**
   * Reads a file and scans it; a path may be given as bytes. Files above `maxBytes` are scanned in pieces. The
   * fewer tiers are wanted, the faster.
   */
  scanFile(path: string | Buffer, maxBytes?: number, wanted?: number): FileScan;
  /** All occurrences in the text scanned last, by place and then by trigger. */
  hits(): TriggerHit[];
  /** The text scanned last, UTF-8 without its mark. A view: the next scan overwrites it. */
  content(): Uint8Array;
}

export function createPrefilter(triggers: readonly Trigger[], options: PrefilterOptions = {}): Prefilter {
  return startedPrefilter(searchFor(triggers, options.layout), options.engine);
}

/** What a search needs to know of its triggers. It never changes, so any number of prefilters may share it. */
export interface Search {
  readonly spellings: readonly TriggerSpelling[];
  readonly layout: Layout;
  readonly tables: Tables;
}

export function searchFor(triggers: readonly Trigger[], given?: Layout): Search {
  const spellings = spellingsOf(triggers);
  const layout = given ?? layOut(spellings);
  return { spellings, layout, tables: new Tables(spellings, layout) };
}

export function startedPrefilter(search: Search, kind?: PrefilterOptions['engine']): Prefilter {
  const engine =
    (kind === 'javascript' ? undefined : wasmEngine(search.tables)) ?? javascriptEngine(search.tables);
  return new EnginePrefilter(new Matcher(search, engine), engine);
}

/** Ways to spread windows that are tried where time does not matter. */
const THOROUGH = 150;

/** A better layout than `createPrefilter` has the time for, to be kept with the triggers it belongs to. */
export function layoutOf(triggers: readonly Trigger[]): Layout {
  return layOut(spellingsOf(triggers), THOROUGH);
}

const ENCODER = new TextEncoder();
/** A UTF-16 unit takes no more in UTF-8. */
const BYTES_PER_UNIT = 3;

class EnginePrefilter implements Prefilter {
  readonly engine: 'wasm' | 'javascript';
  readonly #matcher: Matcher;
  readonly #memory: SearchEngine;
  readonly #reader: FileReader;
  #wanted = ALL_TIERS;
  #start: number;
  #end: number;

  constructor(matcher: Matcher, memory: SearchEngine) {
    this.engine = memory.kind;
    this.#matcher = matcher;
    this.#memory = memory;
    this.#start = memory.textStart;
    this.#end = memory.textStart;
    this.#reader = new FileReader(memory, matcher.longest, (start, end) => this.#search(start, end));
  }

  scan(bytes: Uint8Array, wanted = ALL_TIERS): number {
    this.#memory.reserve(bytes.length);
    const start = this.#memory.textStart;
    this.#memory.memory().set(bytes, start);
    this.#wanted = wanted;
    return this.#search(start, start + bytes.length);
  }

  scanText(text: string, wanted = ALL_TIERS): number {
    const start = this.#memory.textStart;
    const most = text.length * BYTES_PER_UNIT;
    this.#memory.reserve(most);
    const { written } = ENCODER.encodeInto(text, this.#memory.memory().subarray(start, start + most));
    this.#wanted = wanted;
    return this.#search(start, start + written);
  }

  scanAgain(wanted: number): number {
    this.#wanted = wanted;
    return this.#search(this.#start, this.#end);
  }

  scanFile(path: string | Buffer, maxBytes?: number, wanted = ALL_TIERS): FileScan {
    this.#end = this.#start;
    this.#wanted = wanted;
    return this.#reader.scan(path, maxBytes);
  }

  hits(): TriggerHit[] {
    return this.#matcher.hits(this.#start, this.#end);
  }

  content(): Uint8Array {
    return this.#memory.memory().subarray(this.#start, this.#end);
  }

  #search(start: number, end: number): number {
    this.#start = start;
    this.#end = end;
    return this.#matcher.tiersIn(start, end, this.#wanted);
  }
}

class Matcher {
  /** Bytes of the longest spelling. */
  readonly longest: number;
  readonly #spellings: readonly TriggerSpelling[];
  readonly #offsets: Int32Array;
  readonly #tables: Tables;
  readonly #engine: SearchEngine;
  readonly #tierBits: Uint8Array;
  readonly #allTiers: number;
  readonly #hashes: Hashes = newHashes();

  constructor({ spellings, layout, tables }: Search, engine: SearchEngine) {
    this.#spellings = spellings;
    this.#offsets = Int32Array.from(layout, ({ offset }) => offset);
    this.#tables = tables;
    this.#engine = engine;
    this.#tierBits = Uint8Array.from(spellings, ({ tierBit }) => tierBit);
    this.#allTiers = this.#tierBits.reduce((tiers, bit) => tiers | bit, 0);
    this.longest = spellings.reduce((longest, spelling) => Math.max(longest, spelling.bytes.length), 0);
  }

  /** Stops looking for a tier once it is seen, and altogether once all are. */
  tiersIn(start: number, end: number, tiers: number): number {
    const sought = this.#allTiers & tiers;
    let wanted = sought;
    for (let from = start; wanted !== 0; from++) {
      from = this.#engine.next(from, end, wanted);
      if (from < 0) break;
      const bytes = this.#engine.memory();
      hashPlace(bytes, from, this.#hashes);
      for (let kind = 0; kind < this.#hashes.length; kind++) {
        const owners = this.#tables.byHash[kind]?.get(this.#hashes[kind] ?? 0);
        if (owners !== undefined) wanted &= ~this.#tiersAmong(owners, bytes, from, start, end, wanted);
      }
    }
    return sought & ~wanted;
  }

  #tiersAmong(
    indexes: readonly number[],
    bytes: Uint8Array,
    window: number,
    start: number,
    end: number,
    wanted: number,
  ): number {
    let found = 0;
    for (const index of indexes) {
      if (((this.#tierBits[index] ?? 0) & wanted & ~found) === 0) continue;
      const spelling = this.#spellings[index];
      if (spelling === undefined) continue;
      if (standsAt(bytes, window - (this.#offsets[index] ?? 0), start, end, spelling))
        found |= spelling.tierBit;
    }
    return found;
  }

  hits(start: number, end: number): TriggerHit[] {
    const hits: TriggerHit[] = [];
    const bytes = this.#engine.memory();
    for (let from = start; ; from++) {
      from = this.#engine.next(from, end, this.#allTiers);
      if (from < 0) break;
      hashPlace(bytes, from, this.#hashes);
      this.#tables.byHash.forEach((owners, kind) => {
        for (const index of owners.get(this.#hashes[kind] ?? 0) ?? []) {
          const spelling = this.#spellings[index];
          if (spelling === undefined) continue;
          const at = from - (this.#offsets[index] ?? 0);
          if (!standsAt(bytes, at, start, end, spelling)) continue;
          hits.push({
            trigger: spelling.trigger,
            start: at - start,
            end: at - start + spelling.bytes.length,
          });
        }
      });
    }
    return hits.sort((a, b) => a.start - b.start || a.trigger - b.trigger);
  }
}

function standsAt(
  bytes: Uint8Array,
  at: number,
  start: number,
  end: number,
  spelling: TriggerSpelling,
): boolean {
  const wanted = spelling.bytes;
  if (at < start || at + wanted.length > end) return false;
  if (spelling.wholeWord && !isWhole(bytes, at, at + wanted.length, start, end)) return false;
  for (let index = 0; index < wanted.length; index++) {
    const found = bytes[at + index] ?? 0;
    const expected = wanted[index] ?? 0;
    if (found === expected) continue;
    if (!spelling.caseInsensitive || foldByte(found) !== foldByte(expected)) return false;
  }
  return true;
}

const BACKSLASH = 0x5c;
const PERCENT = 0x25;

/** ASCII letters, digits and the underscore. */
const WORD = Uint8Array.from({ length: 256 }, (_, byte) =>
  /^[0-9A-Za-z_]$/.test(String.fromCharCode(byte)) ? 1 : 0,
);

function isWord(bytes: Uint8Array, at: number): boolean {
  return WORD[bytes[at] ?? 0] === 1;
}

/** Whether `bytes[from, to)` neither goes on a word nor is gone on with; the text is `bytes[start, end)`. */
function isWhole(bytes: Uint8Array, from: number, to: number, start: number, end: number): boolean {
  if (to < end && isWord(bytes, to - 1) && isWord(bytes, to)) return false;
  if (from === start || !isWord(bytes, from) || !isWord(bytes, from - 1)) return true;
  const two = from - 2 >= start ? bytes[from - 2] : 0;
  return two === BACKSLASH || two === PERCENT || (from - 3 >= start && bytes[from - 3] === PERCENT);
}
