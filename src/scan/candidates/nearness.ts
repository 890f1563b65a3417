import { posix } from 'node:path';
import { type PackageScript, SCRIPT } from './package-files.js';
import type { PlainText } from './plain-text.js';
import type { WordsHeld } from './words-held.js';

const SPECIFIER = /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?['"`]([^'"`\n]+)['"`]/g;

/**
 * Which scripts of a large package a weak word makes candidates. In a package of thousands of files nearly
 * every file holds one; parsing them all would be for nothing. A script counts that is near the API (it shows
 * it, imports a file that does, or is imported by one) and holds a whole group of words that mean something
 * together. What lies further away is reached from a candidate, through its imports and through the importers
 * of a function that builds a call.
 */
export class Nearness {
  /** Files that show the API, as an import would name them. */
  readonly #shown: ReadonlySet<string>;
  /** Last names of such files, for imports by an alias or a package name. */
  readonly #names: ReadonlySet<string>;
  readonly #imported: ReadonlySet<string>;

  readonly #words: WordsHeld;
  readonly #textOf: PlainText;

  constructor(shown: readonly PackageScript[], words: WordsHeld, textOf: PlainText) {
    this.#words = words;
    this.#textOf = textOf;
    this.#shown = new Set(shown.map(({ path }) => moduleOf(path)));
    this.#names = new Set([...this.#shown].map((module) => posix.basename(module)));
    this.#imported = new Set(
      shown.flatMap((one) => this.#importsOf(one)).filter((target) => target.startsWith('/')),
    );
  }

  counts(script: PackageScript): boolean {
    return this.#isNear(script) && this.#words.isGroupIn(this.#textOf(script.systemPath));
  }

  #isNear(script: PackageScript): boolean {
    const module = moduleOf(script.path);
    if (this.#shown.has(module) || this.#imported.has(module)) return true;
    return this.#importsOf(script).some((target) =>
      target.startsWith('/') ? this.#shown.has(target) : this.#names.has(posix.basename(target)),
    );
  }

  /** What a file imports: relative ones as modules of the root (`/src/client`), others as written. */
  #importsOf({ path, systemPath }: PackageScript): readonly string[] {
    return [...this.#textOf(systemPath).matchAll(SPECIFIER)].map(([, specifier = '']) =>
      specifier.startsWith('.')
        ? moduleOf(posix.join(posix.dirname(path), specifier))
        : withoutEnding(specifier),
    );
  }
}

/** A file without its ending, and an index file as its folder. */
function moduleOf(path: string): string {
  return `/${withoutEnding(path).replace(/(?:^|\/)index$/, '')}`;
}

function withoutEnding(path: string): string {
  return path.replace(SCRIPT, '');
}
