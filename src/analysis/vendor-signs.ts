import { type Catalogue, type CompanionsByWord, companionsOf, oncePerEntries } from '../catalogue/index.js';
import { templatesOf } from '../catalogue/paths/index.js';
import type { Reader, SourceFile } from '../read/index.js';
import { signsOf } from './signs.js';

/**
 * Whether files hold anything that a request to the API could be made of (`signsOf`). Without that, everyday words lead
 * nowhere, and following them is for nothing.
 */
export class VendorSigns {
  readonly #scopes: ReadonlySet<string>;
  readonly #scopesByWord: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #groups: CompanionsByWord;
  readonly #scopesOfWords = new Map<string, ReadonlySet<string>>();
  readonly #signs: RegExp;
  readonly #inFile = new WeakMap<SourceFile, ReadonlySet<string>>();
  /** By the list of tied files. */
  readonly #inFiles = new WeakMap<object, ReadonlySet<string>>();

  constructor(catalogue: Catalogue) {
    this.#scopes = new Set(catalogue.profiles.flatMap(({ scopes }) => scopes));
    this.#scopesByWord = scopesByWordOf(catalogue);
    this.#groups = companionsOf(catalogue);
    this.#signs = signsOf(catalogue);
  }

  /** `word`: what is to be sent; the scope of another path is no sign of it. */
  standIn(files: readonly SourceFile[], word: string, reader: Reader): boolean {
    let found = this.#inFiles.get(files);
    if (found === undefined) {
      found = this.#inAny(files, reader);
      this.#inFiles.set(files, found);
    }
    if (found.has('')) return true;
    for (const scope of this.#scopesOf(word)) if (found.has(scope)) return true;
    return false;
  }

  /** The scopes of the paths that a word may be a part of or be sent to; names of an SDK alone have none. */
  #scopesOf(word: string): ReadonlySet<string> {
    let scopes = this.#scopesOfWords.get(word);
    if (scopes === undefined) {
      const { paths, names } = this.#groups;
      const groups = [...(paths.get(word) ?? []), ...(names.get(word) ?? [])];
      scopes = new Set(groups.flatMap((group) => [...this.#scopesOfGroup(group)]));
      this.#scopesOfWords.set(word, scopes);
    }
    return scopes;
  }

  #scopesOfGroup(group: readonly string[]): ReadonlySet<string> {
    const written = group.filter((word) => this.#scopes.has(word));
    return written.length > 0
      ? new Set(written)
      : common(group.flatMap((word) => this.#scopesByWord.get(word) ?? []));
  }

  #inAny(files: readonly SourceFile[], reader: Reader): ReadonlySet<string> {
    const found = new Set<string>();
    for (const file of files) {
      for (const sign of this.#of(file, reader)) found.add(sign);
      if (found.has('')) break;
    }
    return found;
  }

  /** The scopes that the code of a file holds, and `''` for what only the vendor has. */
  #of(file: SourceFile, reader: Reader): ReadonlySet<string> {
    let found = this.#inFile.get(file);
    if (found === undefined) {
      const signs = new Set<string>();
      for (const { index, 1: scope } of file.text.matchAll(this.#signs)) {
        const sign = scope?.toLowerCase() ?? '';
        // Comments and paths of modules hold scopes that nothing is sent to.
        if (!signs.has(sign) && (sign === '' || reader.isRun?.(file.text, index) !== false)) signs.add(sign);
      }
      found = signs;
      this.#inFile.set(file, found);
    }
    return found;
  }
}

/** What all sets hold; what any of them holds, where that is nothing. */
function common(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const all = new Set(sets.flatMap((set) => [...set]));
  const shared = [...all].filter((one) => sets.every((set) => set.has(one)));
  return shared.length === 0 ? all : new Set(shared);
}

const scopesByWordOf = oncePerEntries((catalogue) => {
  const scopesByWord = new Map<string, Set<string>>();
  for (const { segments } of templatesOf(catalogue)) {
    const [first] = segments;
    if (first === undefined || first === null) continue;
    for (const segment of segments) {
      if (segment === null) continue;
      const word = segment.toLowerCase();
      scopesByWord.set(word, (scopesByWord.get(word) ?? new Set()).add(first.toLowerCase()));
    }
  }
  return scopesByWord;
});
