/** Names to look for among those of files and folders, which come as bytes. */

const SLASH = 0x2f;

export class PathNames {
  readonly all: ReadonlySet<string>;
  /** For each first byte the lengths that come with it, a bit each; those that are 32 apart share theirs. */
  readonly #lengths = new Int32Array(256);

  /** In ASCII. */
  constructor(names: Iterable<string>) {
    this.all = new Set(names);
    for (const name of this.all) {
      const first = name.charCodeAt(0);
      this.#lengths[first] = (this.#lengths[first] ?? 0) | (1 << name.length);
    }
  }

  /** Whether `bytes[start, end)`, which is not empty, is one of them. Of most other names no text is made. */
  has(bytes: Buffer, start: number, end: number): boolean {
    return this.mayHave(bytes, start, end) && this.all.has(bytes.toString('latin1', start, end));
  }

  /** The same by the first byte and the length alone. */
  mayHave(bytes: Buffer, start: number, end: number): boolean {
    return ((this.#lengths[bytes[start] ?? 0] ?? 0) & (1 << (end - start))) !== 0;
  }
}

/** Where the name of the path `bytes[start, end)` begins. */
export function nameAt(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] !== SLASH) at--;
  return at;
}
