import { join } from 'node:path';
import { type Prefilter, TIER_BITS } from '../../analysis/prefilter/index.js';
import type { Evidence } from '../../read/index.js';
import type { Candidate } from './collect.js';
import { below, type Cursor } from './files.js';
import { Importers } from './importers.js';
import { Nearness } from './nearness.js';
import { FilesByPackage, SMALL_PACKAGE } from './package-files.js';
import { MANIFESTS, Packages } from './packages.js';
import { type PlainText, plainTextIn } from './plain-text.js';
import { WordsHeld } from './words-held.js';

export interface SurroundingsOptions {
  /** Absolute path of the root. */
  readonly root: string;
  /** Files of the root that may be looked at, asked or not asked for. */
  readonly lists: readonly (() => Cursor)[];
  /** Files known to show the API, in order. */
  readonly shown: readonly string[];
  /** Finds out whether others do; null where all were looked at already. */
  readonly prefilter: Prefilter | null;
  readonly maxFileSize: number;
  /** Words that mean something together (`wordGroups`); asked for in large packages only. */
  readonly groups: () => readonly (readonly string[])[];
  /** What shows the API for certain (`signsOf`). */
  readonly signs: () => RegExp;
}

/** In a text of one character per byte: its file has two for each. */
const NUL = String.fromCharCode(0);

/** Evidence that a file gives for the API. */
type Witness = (path: string) => readonly Evidence[];

/** What lies around a file: its package, what shows the API in it, who imports it. */
export class FileContext {
  readonly #options: SurroundingsOptions;
  readonly #packages: Packages;
  readonly #files: FilesByPackage;
  readonly #importers: Importers;
  /** Whether any file shows the API, for each package asked about. */
  readonly #usesApi = new Map<string, boolean>();
  readonly #neighbours = new Map<string, readonly Evidence[]>();
  readonly #nearness = new Map<string, Nearness>();
  readonly #shown = new Map<string, ReadonlySet<string>>();
  readonly #textOf: PlainText;
  #words: WordsHeld | null = null;

  constructor(options: SurroundingsOptions) {
    this.#options = options;
    this.#textOf = plainTextIn(options.root, options.maxFileSize);
    this.#packages = new Packages(() => this.#manifests());
    this.#files = new FilesByPackage(options.lists, (path) => this.#packages.of(path));
    this.#importers = new Importers(this.#files, (path) => this.#packages.of(path));
  }

  /**
   * Whether a weak trigger counts in a file: its package shows the API. In a large package nearly every file holds a
   * weak word: a script of one has to be near the API; another file has to show it or to hold words that mean something
   * together, for nothing is known of what reads it.
   */
  weakCounts({ path, systemPath }: Candidate): boolean {
    if (!this.usesApi(path)) return false;
    const name = this.#packages.of(path);
    const { scripts, others } = this.#files.of(name);
    const script = scripts.get(path);
    if (script !== undefined) return scripts.size <= SMALL_PACKAGE || this.#nearnessIn(name).counts(script);
    if (others <= SMALL_PACKAGE || this.#shownFilesIn(name).has(path)) return true;
    return this.#wordsHeld().isGroupIn(this.#textOf(systemPath ?? join(this.#options.root, path)));
  }

  #nearnessIn(name: string): Nearness {
    let known = this.#nearness.get(name);
    if (known === undefined) {
      const shown = this.#shownFilesIn(name);
      const scripts = [...this.#files.of(name).scripts.values()].filter(({ path }) => shown.has(path));
      known = new Nearness(scripts, this.#wordsHeld(), this.#textOf);
      this.#nearness.set(name, known);
    }
    return known;
  }

  #shownFilesIn(name: string): ReadonlySet<string> {
    const known = this.#shown.get(name) ?? new Set(this.#shownIn(name));
    this.#shown.set(name, known);
    return known;
  }

  #wordsHeld(): WordsHeld {
    this.#words ??= new WordsHeld(this.#options.groups());
    return this.#words;
  }

  /** The packages of the files that were known to show the API from the start. */
  packagesWithApi(): readonly string[] {
    const names = new Set(this.#options.shown.map((path) => this.#packages.of(path)));
    return [...names].filter((name) => this.#isUsedIn(name));
  }

  /** Whether some file of the same package, be it the same file, shows the API by more than a word that others use. */
  usesApi(path: string): boolean {
    return this.#isUsedIn(this.#packages.of(path));
  }

  #isUsedIn(name: string): boolean {
    let known = this.#usesApi.get(name);
    if (known === undefined) {
      known = false;
      for (const path of this.#shownIn(name)) {
        known = this.#holdsSign(path);
        if (known) break;
      }
      this.#usesApi.set(name, known);
    }
    return known;
  }

  /** What cannot be read as plain text is taken for what the prefilter said of it. */
  #holdsSign(path: string): boolean {
    const text = this.#textOf(join(this.#options.root, path));
    return text === '' || text.includes(NUL) || text.search(this.#options.signs()) >= 0;
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

  /** Whether a file is one of those that may be looked at. */
  isListed(path: string): boolean {
    return this.#options.lists.some((cursorOf) => {
      const [first] = below(cursorOf(), Buffer.from(path));
      return first?.relativePath() === path;
    });
  }

  /** Scripts of the package of a file. */
  scriptsNear(path: string): readonly string[] {
    return [...this.#files.of(this.#packages.of(path)).scripts.keys()];
  }

  /** Files of the package of a file that show the API. */
  showing(path: string): readonly string[] {
    return [...this.#shownFilesIn(this.#packages.of(path))];
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
