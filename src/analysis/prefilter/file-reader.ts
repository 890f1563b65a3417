/**
 * Reads files straight into the memory the engine searches: open, read, close, nothing else for the usual
 * small file. Synchronous on purpose: for small files an asynchronous read costs several times its processor
 * time. A file that fills the memory is measured first and then read on; one above the limit is searched piece
 * by piece, so that even then it is known whether a trigger stands in it.
 */

import fs from 'node:fs';
import type { SearchEngine } from './engine.js';

/** Looked up once: built together, the program would look for each of them in the large module at every call. */
const { closeSync, constants, fstatSync, openSync, readSync } = fs;

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export type FileScan =
  /** The text is in memory: `hits()` and `content()` tell of it. */
  | { readonly status: 'scanned'; readonly tiers: number; readonly encoding: Encoding }
  /** Above the limit: only the tiers are known, the text is not kept. */
  | {
      readonly status: 'too-large';
      readonly tiers: number;
      readonly size: number;
      /** The file is so large that it was not searched at all. */
      readonly unsearched?: true;
    }
  /** Not there: deleted, or left out of a sparse checkout. */
  | { readonly status: 'missing' }
  /** A directory, a symbolic link, a pipe, a socket or a device. */
  | { readonly status: 'not-a-file' }
  | { readonly status: 'unreadable'; readonly code: string };

export const DEFAULT_MAX_BYTES = 8 * 1024 * 1024;

/** Of files above the limit so much is searched: a file of holes claims any size and takes no room on the disk. */
const MOST_SEARCHED = 8 * 1024 ** 3;

/** Room for nearly every source file; more is made where a larger one comes. */
const FIRST_CAPACITY = 512 * 1024;

/** A read that ends on a page boundary may have been cut short by the file system; then it is asked again. */
const PAGE = 4096;

/** Links are not followed, and opening a pipe does not wait for a writer. Windows knows neither flag. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const NO_TRIGGER: FileScan = { status: 'scanned', tiers: 0, encoding: 'utf-8' };
const MISSING: FileScan = { status: 'missing' };
const NOT_A_FILE: FileScan = { status: 'not-a-file' };

export class FileReader {
  readonly #engine: SearchEngine;
  readonly #overlap: number;
  readonly #search: (start: number, end: number) => number;
  #capacity = FIRST_CAPACITY;
  #left = MOST_SEARCHED;

  /** `longest` is the length of the longest spelling; `search` looks at a range of the engine's memory. */
  constructor(engine: SearchEngine, longest: number, search: (start: number, end: number) => number) {
    this.#engine = engine;
    this.#overlap = Math.max(0, longest - 1);
    this.#search = search;
    engine.reserve(FIRST_CAPACITY);
  }

  scan(path: string | Buffer, maxBytes: number = DEFAULT_MAX_BYTES): FileScan {
    let file: number | undefined;
    try {
      file = openSync(path, OPEN_FLAGS);
      const length = readSync(file, this.#engine.memory(), this.#engine.textStart, this.#capacity, null);
      return length % PAGE === 0 || length > maxBytes
        ? this.#scanUnsure(file, length, maxBytes)
        : this.#scanMemory(length);
    } catch (error) {
      return refusal(error);
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** What was read may not be all, or no file, or too much. */
  #scanUnsure(file: number, first: number, maxBytes: number): FileScan {
    const status = fstatSync(file);
    // An empty read is also what a pipe without a writer gives.
    if (!status.isFile()) return NOT_A_FILE;
    const { size } = status;
    if (size > this.#left) return { status: 'too-large', tiers: 0, size, unsearched: true };
    if (size > maxBytes) return this.#scanPieces(file, first, size);
    const length = first === 0 ? 0 : this.#readRest(file, first, maxBytes);
    return length > maxBytes ? this.#scanPieces(file, length, length) : this.#scanMemory(length);
  }

  /** Reads until the end of the file, or past the limit if the file grew meanwhile. */
  #readRest(file: number, first: number, maxBytes: number): number {
    const start = this.#engine.textStart;
    let length = first;
    for (;;) {
      if (length > maxBytes) return length;
      if (length === this.#capacity) {
        this.#capacity = Math.min(this.#capacity * 4, Math.max(maxBytes + PAGE, FIRST_CAPACITY));
        this.#engine.reserve(this.#capacity);
      }
      const more = readSync(file, this.#engine.memory(), start + length, this.#capacity - length, null);
      if (more === 0) return length;
      length += more;
    }
  }

  #scanMemory(length: number): FileScan {
    const start = this.#engine.textStart;
    const bytes = this.#engine.memory();
    let mark = 0;
    if (length > 1 && (bytes[start] === 0 || bytes[start + 1] === 0)) {
      const encoding = unmarkedUtf16(bytes.subarray(start, start + length));
      if (encoding !== undefined) return this.#scanUtf16(encoding, length, 0);
    }
    if ((bytes[start] ?? 0) >= LEAST_IN_MARKS) {
      const encoding = encodingAt(bytes, start, length);
      if (encoding !== 'utf-8') return this.#scanUtf16(encoding, length, UTF16_MARK_BYTES);
      if (hasUtf8Mark(bytes, start, length)) mark = 3;
    }
    const tiers = this.#search(start + mark, start + length);
    return tiers === 0 ? NO_TRIGGER : { status: 'scanned', tiers, encoding: 'utf-8' };
  }

  #scanUtf16(encoding: 'utf-16le' | 'utf-16be', length: number, mark: number): FileScan {
    const start = this.#engine.textStart;
    const raw = Buffer.from(this.#engine.memory().subarray(start + mark, start + length));
    const end = start + this.#writeDecoded(raw, encoding, 0);
    return { status: 'scanned', tiers: this.#search(start, end), encoding };
  }

  /** Puts UTF-16 text into memory as UTF-8, `at` bytes behind the start, and gives its length. */
  #writeDecoded(raw: Buffer, encoding: 'utf-16le' | 'utf-16be', at: number): number {
    const even = raw.subarray(0, raw.length & ~1);
    if (encoding === 'utf-16be') even.swap16();
    const text = Buffer.from(even.toString('utf16le'), 'utf8');
    this.#engine.reserve(at + text.length);
    this.#engine.memory().set(text, this.#engine.textStart + at);
    return text.length;
  }

  /** The first `length` bytes are in memory; the rest is read over them, keeping what a spelling may need. */
  #scanPieces(file: number, length: number, size: number): FileScan {
    this.#left -= size;
    const start = this.#engine.textStart;
    const encoding = encodingAt(this.#engine.memory(), start, length);
    const piece = Buffer.allocUnsafe(Math.min(FIRST_CAPACITY, this.#capacity));
    let filled = length;
    if (encoding !== 'utf-8') {
      filled = this.#writeDecoded(
        Buffer.from(this.#engine.memory().subarray(start + 2, start + length)),
        encoding,
        0,
      );
    }
    let tiers = this.#search(start, start + filled);
    let total = length;
    // A file that grows while it is read is followed no further than the size it was found with.
    while (total < size) {
      const kept = Math.min(this.#overlap, filled);
      const room = Math.min(piece.length, size - total);
      const read = readSync(file, piece, 0, room, null);
      if (read === 0) break;
      total += read;
      this.#engine.memory().copyWithin(start, start + filled - kept, start + filled);
      const fresh = piece.subarray(0, read);
      if (encoding === 'utf-8') {
        this.#engine.reserve(kept + read);
        this.#engine.memory().set(fresh, start + kept);
        filled = kept + read;
      } else {
        filled = kept + this.#writeDecoded(fresh, encoding, kept);
      }
      tiers |= this.#search(start, start + filled);
    }
    this.#search(start, start);
    return { status: 'too-large', tiers, size };
  }
}

/** No mark of an encoding begins with a lower byte. */
const LEAST_IN_MARKS = 0xef;

const UTF16_MARK_BYTES = 2;
/** As many units as tell text of western characters from a binary. */
const UNITS_LOOKED_AT = 32;

/** The encoding of a text of western characters in UTF-16 that has no mark at its beginning. */
export function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const looked = Math.min(bytes.length & ~1, 2 * UNITS_LOOKED_AT);
  if (looked < 4) return undefined;
  const zero = bytes[0] === 0 ? 0 : 1;
  for (let at = 0; at < looked; at += 2)
    if (bytes[at + zero] !== 0 || bytes[at + 1 - zero] === 0) return undefined;
  return zero === 1 ? 'utf-16le' : 'utf-16be';
}

function encodingAt(bytes: Uint8Array, start: number, length: number): Encoding {
  if (length < 2) return 'utf-8';
  const first = bytes[start];
  const second = bytes[start + 1];
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

function hasUtf8Mark(bytes: Uint8Array, start: number, length: number): boolean {
  return length >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf;
}

/** Codes by which systems say that a path is no regular file: a link, a directory, a socket, no device. */
const NOT_A_FILE_CODES: ReadonlySet<string> = new Set([
  'ELOOP',
  'EMLINK',
  'EISDIR',
  'ENXIO',
  'ENODEV',
  'EAGAIN',
]);
const MISSING_CODES: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);

function refusal(error: unknown): FileScan {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (MISSING_CODES.has(code)) return MISSING;
  if (NOT_A_FILE_CODES.has(code)) return NOT_A_FILE;
  return { status: 'unreadable', code };
}
