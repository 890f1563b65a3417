/**
 * What earlier scans of a work tree found, so that the next one need not look again: files without a trigger, and
 * folders in which nothing stands but what git tracks. The first scan only leaves word that there was one, for most
 * trees are scanned once; the second learns.
 *
 * Both are known by their status, not by their path: when it last changed and when the content did, the number of the
 * file or folder, its size. The time a status changed cannot be set by any program, so as long as a status is the
 * same nothing was written to a file, and no name came into a folder or left it.
 *
 * - Of a file the git index tells the status, and git compares it with the file, both when it is noted and when it is
 *   known again. So nothing is asked of the system here.
 * - Of a folder the system is asked, and the names the index has in it belong to what is known.
 *
 * What changed shortly before the scan is not kept, for the clocks of file systems tick slowly and a second change
 * within a tick would not show.
 */

import type { Stats } from 'node:fs';
import { Hash } from './hash.js';
import { KeySet } from './key-set.js';

/** Two seconds is the slowest known tick. */
const TICK_MILLISECONDS = 3000;

/** Of the ten numbers of a status in the index, those that tell one from another. */
const CHANGED_AT = 0;
const TELLING: readonly number[] = [CHANGED_AT, CHANGED_AT + 4, 8, 12, 20, 36];

/** Written anew where more than this part of it would have to be looked at otherwise, and no few. */
const PART = 50;
const FEWEST = 500;

export interface Kept {
  readonly keys: KeySet;
  /** Whether the folders were too much to be looked through here: git lists what is untracked. */
  readonly foldersInVain: boolean;
}

export class TreeMemory {
  /** Whether no scan came before. */
  readonly isFirst: boolean;
  readonly #before: Kept;
  readonly #fresh = KeySet.empty();
  readonly #settled: number;
  readonly #save: (learned: Kept) => void;
  #met = 0;
  /** To be set where looking through the folders was given up. */
  foldersInVain: boolean;

  /** `started`: when the scan began, in milliseconds. */
  constructor(before: Kept | undefined, started: number, save: (learned: Kept) => void = () => {}) {
    this.isFirst = before === undefined;
    this.#save = save;
    this.#before = before ?? { keys: KeySet.empty(), foldersInVain: false };
    this.#settled = started - TICK_MILLISECONDS;
    this.foldersInVain = this.#before.foldersInVain;
  }

  /** Whether the file of which the index tells `at` this place held no trigger, if it has not changed since. */
  knowsFile(index: Buffer, at: number): boolean {
    return this.#knows(fileKey(index, at));
  }

  /** The file holds no trigger, and is as the index tells. */
  noteFile(index: Buffer, at: number): void {
    const seconds = index.readUInt32BE(at + CHANGED_AT);
    // Programs other than git may leave it zero.
    if (seconds === 0 || (seconds + 1) * 1000 > this.#settled) return;
    this.#note(fileKey(index, at));
  }

  /** Whether nothing but these names stands in the folder. */
  knowsFolder(status: Stats, names: readonly string[]): boolean {
    return this.#knows(folderKey(status, names));
  }

  /** Nothing but these names stands in the folder. */
  noteFolder(status: Stats, names: readonly string[]): void {
    if (Math.max(status.ctimeMs, status.mtimeMs) <= this.#settled) this.#note(folderKey(status, names));
  }

  /** Keeps for the next scan what this one learned. */
  keep(): void {
    const learned = this.toKeep();
    if (learned !== undefined) this.#save(learned);
  }

  /** What to keep for the next scan; `undefined` where that is nearly what was there before. */
  toKeep(): Kept | undefined {
    if (this.isFirst) return this.#before;
    const { foldersInVain } = this;
    const { keys } = this.#before;
    const fresh = this.#fresh.count;
    if (fresh < FEWEST || fresh * PART < keys.count)
      return foldersInVain === this.#before.foldersInVain ? undefined : { keys, foldersInVain };
    // A scan of a part of the tree does not make the rest unknown; what is long gone is dropped in the end.
    if (keys.count < 2 * (this.#met + fresh)) this.#fresh.addAll(keys);
    return { keys: this.#fresh, foldersInVain };
  }

  #knows({ first, second }: Hash): boolean {
    const known = this.#before.keys.has(first, second);
    if (known) this.#met++;
    return known;
  }

  #note({ first, second }: Hash): void {
    this.#fresh.add(first, second);
  }
}

function fileKey(index: Buffer, at: number): Hash {
  const hash = new Hash();
  for (const offset of TELLING) hash.number(index.readInt32BE(at + offset));
  hash.finish();
  return hash;
}

const NUMBERS = new Float64Array(3);
const HALVES = new Int32Array(NUMBERS.buffer);

function folderKey({ ctimeMs, mtimeMs, ino }: Stats, names: readonly string[]): Hash {
  const hash = new Hash();
  NUMBERS[0] = ctimeMs;
  NUMBERS[1] = mtimeMs;
  NUMBERS[2] = ino;
  for (let at = 0; at < HALVES.length; at++) hash.number(HALVES[at] ?? 0);
  for (const name of names) hash.text(name);
  hash.finish();
  return hash;
}
