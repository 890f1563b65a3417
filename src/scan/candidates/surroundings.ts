import { type Prefilter, TIER_BITS } from '../../analysis/prefilter/index.js';
import type { Evidence } from '../../read/index.js';
import type { Cursor } from './files.js';
import { Importers } from './importers.js';
import { Nearness, SCRIPT } from './nearness.js';
import { MANIFESTS, Packages } from './packages.js';

export interface SurroundingsOptions {
  /** Files of the root that may be looked at, asked or not asked for. */
  readonly lists: readonly (() => Cursor)[];
  /** Files known to show the API, in order. */
  readonly shown: readonly string[];
  /** Finds out whether others do; null where all were looked at already. */
  readonly prefilter: Prefilter | null;
  readonly maxFileSize: number;
  /** Words that mean something together (`wordGroups`); asked for in large packages only. */
  readonly groups: () => readonly (readonly string[])[];
}

/** Scripts of a package that are all looked at for weak triggers; in larger ones only those near the API. */
const SMALL_PACKAGE = 300;

/** Evidence that a file gives for the API. */
type Witness = (path: string) => readonly Evidence[];

/** What lies around a file: its package, what shows the API in it, who imports it. */
export class FileContext {
  readonly #options: SurroundingsOptions;
  readonly #packages: Packages;
  readonly #importers: Importers;
  /** Whether any file shows the API, for each package asked about. */
  readonly #usesApi = new Map<string, boolean>();
  readonly #neighbours = new Map<string, readonly Evidence[]>();
  /** By package; null for a small one. */
  readonly #nearness = new Map<string, Nearness | null>();

  constructor(options: SurroundingsOptions) {
    this.#options = options;
    this.#packages = new Packages(() => this.#manifests());
    this.#importers = new Importers(options.lists, (path) => this.#packages.of(path));
    for (const path of options.shown) this.#usesApi.set(this.#packages.of(path), true);
  }

  /** Whether a weak trigger counts in a file: its package shows the API, and a script of a large one is near it. */
  weakCounts(path: string): boolean {
    if (!this.usesApi(path)) return false;
    if (!SCRIPT.test(path)) return true;
    const name = this.#packages.of(path);
    const nearness = this.#nearnessIn(name);
    if (nearness === null) return true;
    const script = this.#importers.scriptAt(name, path);
    return script !== undefined && nearness.counts(script);
  }

  #nearnessIn(name: string): Nearness | null {
    const known = this.#nearness.get(name);
    if (known !== undefined) return known;
    const scripts = this.#importers.scriptsOf(name);
    let made: Nearness | null = null;
    if (scripts.length > SMALL_PACKAGE) {
      const shown = new Set(this.#shownIn(name));
      made = new Nearness(
        scripts.filter(({ path }) => shown.has(path)),
        this.#options.groups(),
      );
    }
    this.#nearness.set(name, made);
    return made;
  }

  /** The packages of the files that were known to show the API from the start. */
  packagesWithApi(): readonly string[] {
    return [...new Set(this.#options.shown.map((path) => this.#packages.of(path)))];
  }

  /** Whether some file of the same package, be it the same file, shows the API. */
  usesApi(path: string): boolean {
    const name = this.#packages.of(path);
    const known = this.#usesApi.get(name) ?? this.#shownIn(name).next().done === false;
    this.#usesApi.set(name, known);
    return known;
  }

  /**
   * What proves the API in another file of the package: its host, its SDK, its headers. A path by itself does
   * not, or two files that speak of somebody else's zones would vouch for each other.
   */
  neighboursOf(path: string, witness: Witness): readonly Evidence[] {
    const name = this.#packages.of(path);
    const known = this.#neighbours.get(name);
    if (known !== undefined) return known;
    let found: readonly Evidence[] = [];
    for (const file of this.#shownIn(name)) {
      found = witness(file);
      if (found.length > 0) break;
    }
    this.#neighbours.set(name, found);
    return found;
  }

  /** Scripts of the package of a file. */
  scriptsNear(path: string): readonly string[] {
    return this.#importers.scriptsOf(this.#packages.of(path)).map((script) => script.path);
  }

  importersOf(path: string): readonly string[] {
    return this.#importers.of(path);
  }

  /** Files of a package that show the API, in the order of their paths as far as they were looked at before. */
  *#shownIn(name: string): Generator<string, void> {
    const { shown, prefilter, maxFileSize } = this.#options;
    for (const path of shown) if (this.#packages.of(path) === name) yield path;
    if (prefilter === null) return;
    for (const cursor of this.#cursors()) {
      const path = cursor.relativePath();
      if (this.#packages.of(path) !== name) continue;
      const scan = prefilter.scanFile(cursor.path(), maxFileSize, TIER_BITS.context);
      if (scan.status === 'scanned' && scan.tiers !== 0) yield path;
    }
  }

  *#manifests(): Iterable<string> {
    for (const cursor of this.#cursors()) if (cursor.isNamed(MANIFESTS)) yield cursor.relativePath();
  }

  /** One cursor, moved from file to file. */
  *#cursors(): Iterable<Cursor> {
    for (const cursorOf of this.#options.lists) {
      for (const cursor = cursorOf(); cursor.next(); ) yield cursor;
    }
  }
}
