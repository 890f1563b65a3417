import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { literally } from '../../value/index.js';

/**
 * Which scripts of a large package a weak word makes candidates. In a package of thousands of files nearly
 * every file holds one; parsing them all would be for nothing. A script counts that is near the API (it shows
 * it, imports a file that does, or is imported by one) and holds a whole group of words that mean something
 * together. What lies further away is reached from a candidate, through its imports and through the importers
 * of a function that builds a call.
 */
export interface NearbyScript {
  readonly path: string;
  readonly systemPath: Buffer;
}

export const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
const SPECIFIER = /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?['"`]([^'"`\n]+)['"`]/g;

export class Nearness {
  /** Files that show the API, as an import would name them. */
  readonly #shown: ReadonlySet<string>;
  /** Last names of such files, for imports by an alias or a package name. */
  readonly #names: ReadonlySet<string>;
  readonly #imported: ReadonlySet<string>;

  readonly #groups: readonly (readonly string[])[];
  /** One pass of a text finds all that are words: there are hundreds to look for. */
  readonly #words: RegExp;

  constructor(shown: readonly NearbyScript[], groups: readonly (readonly string[])[]) {
    this.#groups = groups;
    this.#words = patternOf([...new Set(groups.flat())].filter((word) => ONE_WORD.test(word)));
    this.#shown = new Set(shown.map(({ path }) => moduleOf(path)));
    this.#names = new Set([...this.#shown].map((module) => posix.basename(module)));
    this.#imported = new Set(shown.flatMap(importsOf).filter((target) => target.startsWith('/')));
  }

  counts(script: NearbyScript): boolean {
    return this.#isNear(script) && this.#holdsGroup(textOf(script.systemPath));
  }

  #holdsGroup(text: string): boolean {
    const words = new Set(text.match(this.#words));
    const signs = new Map<string, boolean>();
    const holds = (word: string): boolean => {
      if (ONE_WORD.test(word)) return words.has(word);
      const found = signs.get(word) ?? holdsText(text, word);
      signs.set(word, found);
      return found;
    };
    return this.#groups.some((group) => group.every(holds));
  }

  #isNear(script: NearbyScript): boolean {
    const module = moduleOf(script.path);
    if (this.#shown.has(module) || this.#imported.has(module)) return true;
    return importsOf(script).some((target) =>
      target.startsWith('/') ? this.#shown.has(target) : this.#names.has(posix.basename(target)),
    );
  }
}

/** What a file imports: relative ones as modules of the root (`/src/client`), others as written. */
function importsOf({ path, systemPath }: NearbyScript): readonly string[] {
  return [...textOf(systemPath).matchAll(SPECIFIER)].map(([, specifier = '']) =>
    specifier.startsWith('.')
      ? moduleOf(posix.join(posix.dirname(path), specifier))
      : withoutEnding(specifier),
  );
}

/** A file without its ending, and an index file as its folder. */
function moduleOf(path: string): string {
  return `/${withoutEnding(path).replace(/(?:^|\/)index$/, '')}`;
}

function withoutEnding(path: string): string {
  return path.replace(SCRIPT, '');
}

const ONE_WORD = /^\w+$/;

/** The first letter alone turns most places down, and is told fastest. */
function patternOf(words: readonly string[]): RegExp {
  const firsts = [...new Set(words.map((word) => word.charAt(0)))].join('');
  return new RegExp(`(?=[${literally(firsts)}])(?<!\\w)(?:${words.map(literally).join('|')})(?!\\w)`, 'g');
}

/** Searched for as a text: a pattern that looks behind itself first is tried at every place. */
function holdsText(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(at + word.length))) return true;
  }
  return false;
}

const WORD = /\w/;

function textOf(systemPath: Buffer): string {
  try {
    return readFileSync(systemPath, 'latin1');
  } catch {
    // A file that went away imports nothing.
    return '';
  }
}
