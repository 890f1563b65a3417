/**
 * Paths of one tree, kept as the bytes they came in: a list is a sequence of ranges in buffers (the git index
 * itself, what git printed, or what a walk wrote), eight bytes each. Walking through a list copies one path at
 * a time behind the folder and hands that to the system, so no text is made for a file nobody reports.
 */

import { nameAt, type PathNames } from './names.js';

const CHUNK = 256 * 1024;
const FIRST_PATHS = 512;

const EMPTY = Buffer.alloc(0);

interface Segment {
  readonly bytes: Buffer;
  /** Start and end of each path, in turn. */
  ranges: Uint32Array;
  count: number;
}

export class PathList {
  readonly count: number;
  readonly #segments: readonly Segment[];

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
    this.count = segments.reduce((sum, segment) => sum + segment.count, 0);
  }

  /** Goes through the list; `folder` is put before every path. */
  cursor(folder = ''): PathCursor {
    return new PathCursor(this.#segments, folder === '' || folder.endsWith('/') ? folder : `${folder}/`);
  }

  /** The paths as text, for small lists and tests. Bytes that are no UTF-8 come out as U+FFFD. */
  *[Symbol.iterator](): Generator<string> {
    const cursor = this.cursor();
    while (cursor.next()) yield cursor.relativePath();
  }
}

export class PathCursor {
  readonly #segments: readonly Segment[];
  readonly #folderBytes: number;
  #scratch: Buffer;
  /** The views of it that `path()` gives, by length: making one costs more than filling it. */
  #views: Buffer[] = [];
  #segment = 0;
  #index = -1;
  #start = 0;
  #end = 0;

  constructor(segments: readonly Segment[], folder: string) {
    this.#segments = segments;
    this.#scratch = Buffer.alloc(Math.max(4096, Buffer.byteLength(folder) * 2));
    this.#folderBytes = this.#scratch.write(folder, 'utf8');
  }

  /** Moves to the next path; `false` at the end. */
  next(): boolean {
    this.#index++;
    let segment = this.#segments[this.#segment];
    while (segment !== undefined && this.#index >= segment.count) {
      segment = this.#segments[++this.#segment];
      this.#index = 0;
    }
    if (segment === undefined) return false;
    this.#start = segment.ranges[2 * this.#index] ?? 0;
    this.#end = segment.ranges[2 * this.#index + 1] ?? 0;
    return true;
  }

  /**
   * Moves before the first path that begins with `prefix`, if one does; the segments have to be sorted by their
   * bytes, as all lists of files are. Paths that begin with it stand together.
   */
  seek(prefix: Uint8Array): void {
    for (const [at, segment] of this.#segments.entries()) {
      let low = 0;
      let high = segment.count;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (compareAt(segment, middle, prefix) < 0) low = middle + 1;
        else high = middle;
      }
      if (low === segment.count) continue;
      this.#segment = at;
      this.#index = low - 1;
      return;
    }
    this.#segment = this.#segments.length;
  }

  /** Folder and path, as the system takes it. A view: the next call overwrites it. */
  path(): Buffer {
    const end = this.#end;
    let from = this.#start;
    let to = this.#folderBytes;
    const length = to + end - from;
    if (length > this.#scratch.length) this.#grow(length);
    const bytes = this.#bytes();
    const scratch = this.#scratch;
    // Paths are short: copying them here is faster than a call.
    while (from < end) scratch[to++] = bytes[from++] ?? 0;
    const view = this.#views[length] ?? scratch.subarray(0, length);
    this.#views[length] = view;
    return view;
  }

  /** The path within the list, as bytes; a view that stays. */
  relative(): Buffer {
    return this.#bytes().subarray(this.#start, this.#end);
  }

  /** Whether the path begins with these bytes. */
  startsWith(prefix: Uint8Array): boolean {
    if (this.#end - this.#start < prefix.length) return false;
    const bytes = this.#bytes();
    for (let index = prefix.length - 1; index >= 0; index--) {
      if (bytes[this.#start + index] !== prefix[index]) return false;
    }
    return true;
  }

  /** Whether the file is called one of these names. */
  isNamed(names: PathNames): boolean {
    const bytes = this.#bytes();
    return names.has(bytes, nameAt(bytes, this.#start, this.#end), this.#end);
  }

  relativePath(): string {
    return this.#bytes().toString('utf8', this.#start, this.#end);
  }

  #bytes(): Buffer {
    return this.#segments[this.#segment]?.bytes ?? EMPTY;
  }

  #grow(needed: number): void {
    const larger = Buffer.alloc(needed * 2);
    this.#scratch.copy(larger);
    this.#scratch = larger;
    this.#views = [];
  }
}

/** Below zero where the path stands before all that begin with `prefix`. */
function compareAt({ bytes, ranges }: Segment, index: number, prefix: Uint8Array): number {
  const start = ranges[2 * index] ?? 0;
  const length = Math.min(prefix.length, (ranges[2 * index + 1] ?? 0) - start);
  return bytes.compare(prefix, 0, prefix.length, start, start + length);
}

export class PathListBuilder {
  readonly #segments: Segment[] = [];
  #chunk: Buffer = EMPTY;
  #filled = 0;

  /** Adds the range `bytes[start, end)`, which must not change from now on. */
  addRange(bytes: Buffer, start: number, end: number): void {
    let segment = this.#segments[this.#segments.length - 1];
    if (segment?.bytes !== bytes) {
      segment = { bytes, ranges: new Uint32Array(2 * FIRST_PATHS), count: 0 };
      this.#segments.push(segment);
    }
    const at = segment.count;
    if (2 * at === segment.ranges.length) segment.ranges = twiceAsLong(segment.ranges);
    segment.ranges[2 * at] = start;
    segment.ranges[2 * at + 1] = end;
    segment.count++;
  }

  /** Adds a copy of `bytes[start, end)`. */
  addCopy(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (this.#filled + length > this.#chunk.length) {
      this.#chunk = Buffer.alloc(Math.max(CHUNK, length));
      this.#filled = 0;
    }
    this.#chunk.set(bytes.subarray(start, end), this.#filled);
    this.addRange(this.#chunk, this.#filled, this.#filled + length);
    this.#filled += length;
  }

  /** The list so far; the builder is not to be used after. */
  finish(): PathList {
    return new PathList(this.#segments);
  }
}

function twiceAsLong(numbers: Uint32Array): Uint32Array {
  const longer = new Uint32Array(2 * numbers.length);
  longer.set(numbers);
  return longer;
}

/** The paths of `list` that are not in `other`, sorted by their bytes. */
export function without(list: PathList, other: PathList): PathList {
  const gone = sortedPaths([other]);
  let at = 0;
  return listOf(
    sortedPaths([list]).filter((path) => {
      let next = gone[at];
      while (next !== undefined && Buffer.compare(next, path) < 0) next = gone[++at];
      return next === undefined || Buffer.compare(next, path) !== 0;
    }),
  );
}

/** Every path of the lists once, sorted by its bytes. */
export function merged(lists: readonly PathList[]): PathList {
  return listOf(sortedPaths(lists));
}

function sortedPaths(lists: readonly PathList[]): Buffer[] {
  const paths: Buffer[] = [];
  for (const list of lists) {
    for (const cursor = list.cursor(); cursor.next(); ) paths.push(cursor.relative());
  }
  paths.sort(Buffer.compare);
  return paths.filter((path, index) => {
    const before = paths[index - 1];
    return before === undefined || Buffer.compare(before, path) !== 0;
  });
}

function listOf(paths: readonly Buffer[]): PathList {
  const builder = new PathListBuilder();
  for (const path of paths) builder.addCopy(path, 0, path.length);
  return builder.finish();
}
