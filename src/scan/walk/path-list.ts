/**
 * Paths of one tree, kept as bytes in sorted order, each as what it adds to the one before: how many bytes
 * they share, and the rest. A million paths fit in some 25 MB, and walking through them writes only the new
 * bytes into a buffer that is handed to the system as it is, so no string is made for a file nobody reports.
 */

const FIRST_BYTES = 16 * 1024;
const SEPARATOR = 0x2f;

export class PathList {
  readonly count: number;
  readonly #coded: Uint8Array;

  constructor(coded: Uint8Array, count: number) {
    this.#coded = coded;
    this.count = count;
  }

  /** What the list takes in memory. */
  get bytes(): number {
    return this.#coded.length;
  }

  /** Goes through the list; `folder` is put before every path. */
  cursor(folder = ''): PathCursor {
    return new PathCursor(this.#coded, folder === '' || folder.endsWith('/') ? folder : `${folder}/`);
  }

  /** The paths as text, for small lists and tests. Bytes that are no UTF-8 come out as U+FFFD. */
  *[Symbol.iterator](): Generator<string> {
    const cursor = this.cursor();
    while (cursor.next()) yield cursor.relativePath();
  }
}

export class PathCursor {
  readonly #coded: Uint8Array;
  readonly #folderBytes: number;
  #at = 0;
  #scratch: Buffer;
  #length: number;

  constructor(coded: Uint8Array, folder: string) {
    this.#coded = coded;
    this.#scratch = Buffer.alloc(Math.max(4096, Buffer.byteLength(folder) * 2));
    this.#folderBytes = this.#scratch.write(folder, 'utf8');
    this.#length = this.#folderBytes;
  }

  /** Moves to the next path; `false` at the end. */
  next(): boolean {
    if (this.#at >= this.#coded.length) return false;
    const shared = this.#number();
    const added = this.#number();
    const start = this.#folderBytes + shared;
    if (start + added > this.#scratch.length) this.#grow(start + added);
    const coded = this.#coded;
    const scratch = this.#scratch;
    let from = this.#at;
    for (let to = start; to < start + added; to++) scratch[to] = coded[from++] ?? 0;
    this.#at = from;
    this.#length = start + added;
    return true;
  }

  /** Folder and path, as the system takes it. A view: the next step overwrites it. */
  path(): Buffer {
    return this.#scratch.subarray(0, this.#length);
  }

  /** The path within the list, as bytes; a view as well. */
  relative(): Buffer {
    return this.#scratch.subarray(this.#folderBytes, this.#length);
  }

  relativePath(): string {
    return this.#scratch.toString('utf8', this.#folderBytes, this.#length);
  }

  #number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#coded[this.#at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  #grow(needed: number): void {
    const larger = Buffer.alloc(needed * 2);
    this.#scratch.copy(larger);
    this.#scratch = larger;
  }
}

export class PathListBuilder {
  #coded: Uint8Array = new Uint8Array(FIRST_BYTES);
  #length = 0;
  #count = 0;
  #sorted = true;
  #last: Uint8Array = new Uint8Array(1024);
  #lastLength = 0;

  /** Adds `bytes[start, end)`. A path equal to the one before is dropped. */
  add(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    const most = Math.min(length, this.#lastLength);
    const last = this.#last;
    let shared = 0;
    while (shared < most && last[shared] === bytes[start + shared]) shared++;
    if (this.#count > 0 && !this.#isAfterLast(bytes, start, length, shared)) {
      if (shared === length && shared === this.#lastLength) return;
      this.#sorted = false;
    }
    this.#write(bytes, start, length, shared);
    this.#remember(bytes, start, length, shared);
    this.#count++;
  }

  /** The list so far; the builder is not to be used after. */
  finish(): PathList {
    const list = new PathList(this.#coded.slice(0, this.#length), this.#count);
    return this.#sorted ? list : sortedAgain(list);
  }

  #isAfterLast(bytes: Uint8Array, start: number, length: number, shared: number): boolean {
    if (shared === this.#lastLength) return length > shared;
    return shared < length && (bytes[start + shared] ?? 0) > (this.#last[shared] ?? 0);
  }

  #write(bytes: Uint8Array, start: number, length: number, shared: number): void {
    const most = this.#length + length - shared + 10;
    if (most > this.#coded.length) {
      const larger = new Uint8Array(Math.max(most, this.#coded.length * 2));
      larger.set(this.#coded);
      this.#coded = larger;
    }
    this.#number(shared);
    this.#number(length - shared);
    for (let from = start + shared; from < start + length; from++)
      this.#coded[this.#length++] = bytes[from] ?? 0;
  }

  #number(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.#coded[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#coded[this.#length++] = rest;
  }

  #remember(bytes: Uint8Array, start: number, length: number, shared: number): void {
    if (length > this.#last.length) {
      const larger = new Uint8Array(length * 2);
      larger.set(this.#last);
      this.#last = larger;
    }
    for (let index = shared; index < length; index++) this.#last[index] = bytes[start + index] ?? 0;
    this.#lastLength = length;
  }
}

/** Git and our own walk give sorted paths; an index made by another program may not. */
function sortedAgain(list: PathList): PathList {
  const paths: Buffer[] = [];
  const cursor = list.cursor();
  while (cursor.next()) paths.push(Buffer.from(cursor.relative()));
  paths.sort(Buffer.compare);
  const builder = new PathListBuilder();
  for (const path of paths) builder.add(path, 0, path.length);
  return builder.finish();
}

/** The paths of `list` that are not in `other`. */
export function without(list: PathList, other: PathList): PathList {
  const builder = new PathListBuilder();
  const left = list.cursor();
  const right = other.cursor();
  let more = right.next();
  while (left.next()) {
    const path = left.relative();
    while (more && Buffer.compare(right.relative(), path) < 0) more = right.next();
    if (more && Buffer.compare(right.relative(), path) === 0) continue;
    builder.add(path, 0, path.length);
  }
  return builder.finish();
}

/** The list with every path once, from lists that may overlap. */
export function merged(lists: readonly PathList[]): PathList {
  const builder = new PathListBuilder();
  let cursors = lists.map((list) => list.cursor()).filter((cursor) => cursor.next());
  while (cursors.length > 0) {
    const first = cursors.reduce((least, cursor) =>
      Buffer.compare(cursor.relative(), least.relative()) < 0 ? cursor : least,
    );
    const path = first.relative();
    builder.add(path, 0, path.length);
    if (!first.next()) cursors = cursors.filter((cursor) => cursor !== first);
  }
  return builder.finish();
}

/** Where the last component of `bytes[start, end)` begins. */
export function nameStart(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] !== SEPARATOR) at--;
  return at;
}
