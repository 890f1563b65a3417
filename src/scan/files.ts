import { join } from 'node:path';
import type { Settings, WalkSettings } from './settings.js';
import {
  type FileList,
  type LeftOut,
  type ListOptions,
  listFiles,
  type PathCursor,
  type WalkProblem,
} from './walk/index.js';

/** Steps through paths without making a text of each. */
export type Cursor = Pick<PathCursor, 'next' | 'path' | 'relative' | 'relativePath' | 'startsWith'>;

/** The files of one root, in lists that may be gone through more than once. */
export interface Listing {
  cursors(): AsyncIterable<() => Cursor>;
  readonly leftOut: LeftOut | null;
  readonly problems: readonly WalkProblem[];
}

export type ListingResult =
  | { readonly ok: true; readonly listing: Listing }
  | { readonly ok: false; readonly failure: string };

/** The files asked for by name, or all that the settings let through. */
export function listingOf(root: string, files: readonly string[] | null, settings: Settings): ListingResult {
  if (files !== null) return { ok: true, listing: named(root, files) };
  const list = listFiles(root, optionsOf(settings.walk));
  return 'failure' in list ? { ok: false, failure: list.failure } : { ok: true, listing: walked(root, list) };
}

function optionsOf(walk: WalkSettings): ListOptions {
  const { include, exclude, vendored, gitignore, trackedOnly, since, staged } = walk;
  return { include, exclude, all: vendored, gitignore, trackedOnly, since, staged };
}

function walked(root: string, list: FileList): Listing {
  return {
    leftOut: list.leftOut,
    problems: list.problems,
    async *cursors() {
      for await (const part of list.parts()) yield () => part.cursor(root);
    },
  };
}

function named(root: string, files: readonly string[]): Listing {
  return {
    leftOut: null,
    problems: [],
    async *cursors() {
      yield () => new NamedFiles(root, files);
    },
  };
}

class NamedFiles implements Cursor {
  readonly #root: string;
  readonly #files: readonly string[];
  #index = -1;

  constructor(root: string, files: readonly string[]) {
    this.#root = root;
    this.#files = files;
  }

  next(): boolean {
    this.#index++;
    return this.#index < this.#files.length;
  }

  path(): Buffer {
    return Buffer.from(join(this.#root, this.relativePath()));
  }

  relative(): Buffer {
    return Buffer.from(this.relativePath());
  }

  startsWith(prefix: Buffer): boolean {
    return this.relative().subarray(0, prefix.length).equals(prefix);
  }

  relativePath(): string {
    return this.#files[this.#index] ?? '';
  }
}
