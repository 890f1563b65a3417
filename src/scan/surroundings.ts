import { type Prefilter, TIER_BITS } from '../analysis/prefilter/index.js';
import type { Cursor } from './files.js';
import { Importers } from './importers.js';
import { isManifest, Packages } from './packages.js';

export interface SurroundingsOptions {
  /** Files of the root that may be looked at, asked or not asked for. */
  readonly lists: readonly (() => Cursor)[];
  /** Files known to show the API. */
  readonly shown: readonly string[];
  /** Finds out whether others do; null where all were looked at already. */
  readonly prefilter: Prefilter | null;
  readonly maxFileSize: number;
}

/** What lies around a file: its package, what shows the API in it, who imports it. */
export class Surroundings {
  readonly #options: SurroundingsOptions;
  readonly #packages: Packages;
  readonly #importers: Importers;
  /** A file that shows the API, or null, for each package asked about. */
  readonly #shownIn = new Map<string, string | null>();

  constructor(options: SurroundingsOptions) {
    this.#options = options;
    this.#packages = new Packages(() => this.#manifests());
    this.#importers = new Importers(options.lists, (path) => this.#packages.of(path));
    for (const path of options.shown) {
      const name = this.#packages.of(path);
      if (!this.#shownIn.has(name)) this.#shownIn.set(name, path);
    }
  }

  /** A file of the same package that shows the API. */
  witnessOf(path: string): string | null {
    const name = this.#packages.of(path);
    const known = this.#shownIn.get(name);
    if (known !== undefined) return known;
    const found = this.#search(name);
    this.#shownIn.set(name, found);
    return found;
  }

  importersOf(path: string): readonly string[] {
    return this.#importers.of(path);
  }

  #search(name: string): string | null {
    const { prefilter, maxFileSize } = this.#options;
    if (prefilter === null) return null;
    for (const cursor of this.#cursors()) {
      const path = cursor.relativePath();
      if (this.#packages.of(path) !== name) continue;
      const scan = prefilter.scanFile(cursor.path(), maxFileSize);
      if (scan.status === 'scanned' && (scan.tiers & TIER_BITS.context) !== 0) return path;
    }
    return null;
  }

  *#manifests(): Iterable<string> {
    for (const cursor of this.#cursors()) if (isManifest(cursor.relative())) yield cursor.relativePath();
  }

  /** One cursor, moved from file to file. */
  *#cursors(): Iterable<Cursor> {
    for (const cursorOf of this.#options.lists) {
      for (const cursor = cursorOf(); cursor.next(); ) yield cursor;
    }
  }
}
