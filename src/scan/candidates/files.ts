import { basename, join } from 'node:path';
import type { ScanSettings, WalkSettings } from '../request/settings.js';
import {
  type FileList,
  type LeftOut,
  type ListOptions,
  listFiles,
  type PathCursor,
  type PathNames,
  type WalkProblem,
} from '../walk/index.js';

/** Steps through paths without making a text of each. */
export type Cursor = Pick<
  PathCursor,
  'next' | 'path' | 'relative' | 'relativePath' | 'isNamed' | 'seek' | 'startsWith'
>;

/** The files of one root, in lists that may be gone through more than once. */
export interface Listing {
  /** Whether the files were named one by one. */
  readonly isNamed: boolean;
  /** Each list by a cursor at its beginning. */
  readonly lists: readonly (() => Cursor)[];
  readonly leftOut: LeftOut | null;
  /** What is to be read in place of files of the tree, by path (latin1). */
  readonly contents: ReadonlyMap<string, Buffer>;
  readonly problems: readonly WalkProblem[];
}

export type ListingResult =
  | { readonly ok: true; readonly listing: Listing }
  | { readonly ok: false; readonly failure: string };

/** The files asked for by name, or all that the settings let through. */
export function listingOf(
  root: string,
  files: readonly string[] | null,
  settings: ScanSettings,
): ListingResult {
  if (files !== null) return { ok: true, listing: named(root, files) };
  const list = listFiles(root, optionsOf(settings.walk), process.env);
  return 'failure' in list ? { ok: false, failure: list.failure } : { ok: true, listing: walked(root, list) };
}

function optionsOf(walk: WalkSettings): ListOptions {
  const { include, exclude, vendored, gitignore, trackedOnly, since, staged } = walk;
  return { include, exclude, all: vendored, gitignore, trackedOnly, since, staged };
}

const NO_CONTENTS: ReadonlyMap<string, Buffer> = new Map();

function walked(root: string, list: FileList): Listing {
  // The system finds a file sooner by a path from the folder the process is in.
  const folder = root === process.cwd() ? '' : root;
  return {
    isNamed: false,
    leftOut: list.leftOut,
    contents: list.contents ?? NO_CONTENTS,
    problems: list.problems,
    lists: list.parts.map((part) => () => part.cursor(folder)),
  };
}

function named(root: string, files: readonly string[]): Listing {
  return {
    isNamed: true,
    leftOut: null,
    contents: NO_CONTENTS,
    problems: [],
    lists: [() => new NamedFiles(root, files)],
  };
}

class NamedFiles implements Cursor {
  readonly #root: string;
  readonly #files: readonly string[];
  #index = -1;

  constructor(root: string, files: readonly string[]) {
    this.#root = root;
    this.#files = [...files].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  }

  next(): boolean {
    this.#index++;
    return this.#index < this.#files.length;
  }

  seek(prefix: Uint8Array): void {
    const first = this.#files.findIndex((file) => beginsWith(Buffer.from(file), prefix));
    this.#index = (first < 0 ? this.#files.length : first) - 1;
  }

  path(): Buffer {
    return Buffer.from(join(this.#root, this.relativePath()));
  }

  relative(): Buffer {
    return Buffer.from(this.relativePath());
  }

  startsWith(prefix: Uint8Array): boolean {
    return beginsWith(this.relative(), prefix);
  }

  isNamed(names: PathNames): boolean {
    return names.all.has(basename(this.relativePath()));
  }

  relativePath(): string {
    return this.#files[this.#index] ?? '';
  }
}

function beginsWith(bytes: Buffer, prefix: Uint8Array): boolean {
  return bytes.subarray(0, prefix.length).equals(prefix);
}

/** Goes through the paths of a sorted list that begin with `prefix`. */
export function* below(cursor: Cursor, prefix: Uint8Array): Generator<Cursor> {
  if (prefix.length > 0) cursor.seek(prefix);
  while (cursor.next() && cursor.startsWith(prefix)) yield cursor;
}
