import {
  type Catalogue,
  type CompanionsByWord,
  companionsOf,
  oncePerEntries,
  snakeCase,
} from '../catalogue/index.js';
import type { Program, Reader, SourceFile } from '../read/index.js';
import { literally } from '../value/index.js';
import { type FoundRoot, WORD_BEGINS } from './roots.js';
import { VendorSigns } from './vendor-signs.js';
import { type WrittenPaths, writtenPathsOf } from './written-paths.js';

/**
 * What stands before a word in a path, a key or a member: a sign, the beginning of a line, an escape. In comments and
 * messages it is mostly another word.
 */
const IN_CODE = String.raw`(?:(?:[^\w$\s]|\n)[ \t]{0,99}|%\w{1,2}|\\\w)`;

/** Words whose surroundings say what they are. */
const WORD = /^[a-z]\w*$/;

/** `settings.routes`, `settings?.routes`; not `'./routes'`. */
function isMember(text: string, start: number): boolean {
  return text.charAt(start - 1) === '.' && /[\w$)\]?]/.test(text.charAt(start - 2));
}

/**
 * Weak words by themselves say little: nearly every file holds one. One of them is worth following only where
 * the program holds what it would need to become a finding: the file itself, or one that is tied to it by
 * imports. A program without `dns_records` sends no records, whatever its `service` means.
 */
export class Companions {
  readonly #groups: CompanionsByWord;
  readonly #paths: WrittenPaths;
  readonly #patterns = new Map<string, RegExp>();
  /** By the list of tied files what is known to stand in it, or not. */
  readonly #known = new WeakMap<object, Map<string, boolean>>();
  /** The same by file: one may be in more than one list. */
  readonly #mentioned = new WeakMap<SourceFile, Map<string, boolean | null>>();
  readonly #anyWord: RegExp;
  readonly #vendor: VendorSigns;

  constructor(catalogue: Catalogue) {
    this.#groups = companionsOf(catalogue);
    this.#paths = writtenPathsOf(catalogue);
    this.#anyWord = anyWordOf(catalogue);
    this.#vendor = new VendorSigns(catalogue);
  }

  /** The roots that may become findings. `isShown`: whether the file, or another of its package, shows the API. */
  telling(
    roots: readonly FoundRoot[],
    file: SourceFile,
    reader: Reader,
    program: Program,
    isShown: () => boolean,
  ): readonly FoundRoot[] {
    if (reader.tied === undefined) return roots;
    const possible = this.#paths
      .telling(roots, file)
      .filter((root) => root.strong || !this.#isOtherWord(file.text, root, reader));
    const tied = possible.every(({ strong }) => strong) ? null : reader.tied(file.path, program);
    if (tied === null || tied.length === 0) return possible;
    return possible.filter(({ strong, start, end }) => {
      if (strong) return true;
      const word = this.#keyOf(file.text.slice(start, end));
      if (!this.#isKnown(word)) return true;
      return (
        this.#mayTell(word, isMember(file.text, start), tied, reader) &&
        (this.#vendor.standIn(tied, word, reader) || isShown())
      );
    });
  }

  /** As the groups have it: `zone_id` where a program writes `zoneId`. */
  #keyOf(written: string): string {
    const word = written.toLowerCase();
    return this.#isKnown(word) ? word : snakeCase(written);
  }

  #isKnown(word: string): boolean {
    return this.#groups.paths.has(word) || this.#groups.names.has(word);
  }

  /** Whether a word stands where nothing is read: in a comment, in the path of a module, in a sentence. */
  #isOtherWord(text: string, { start, end }: FoundRoot, reader: Reader): boolean {
    if (reader.isRun?.(text, start) === false) return true;
    const word = text.slice(start, end).toLowerCase();
    return WORD.test(word) && this.#isKnown(word) && reader.isInSentence?.(text, start, end) === true;
  }

  #mayTell(word: string, member: boolean, tied: readonly SourceFile[], reader: Reader): boolean {
    const { paths, names } = this.#groups;
    const [inPaths, asName] = [paths.get(word), names.get(word)];
    // A member is no part of a path; the text it gives is, where that is written.
    const groups = [...(asName ?? []), ...(member ? [] : (inPaths ?? []))];
    return groups.some((group) =>
      group.every((other) => other === word || this.#stands(other, tied, reader)),
    );
  }

  #stands(word: string, tied: readonly SourceFile[], reader: Reader): boolean {
    let known = this.#known.get(tied);
    if (known === undefined) {
      known = new Map();
      this.#known.set(tied, known);
    }
    let stands = known.get(word);
    if (stands === undefined) {
      stands = tied.some((file) => this.#standsIn(word, file, reader));
      known.set(word, stands);
    }
    return stands;
  }

  #standsIn(word: string, file: SourceFile, reader: Reader): boolean {
    const mentioned = this.#mentionedIn(file);
    if (WORD.test(word) && !mentioned.has(word)) return false;
    let stands = mentioned.get(word) ?? null;
    if (stands === null) {
      stands = this.#isUsedIn(word, file, reader);
      mentioned.set(word, stands);
    }
    return stands;
  }

  /** The words that stand in a file by themselves, found in one pass; with whether they are used, once that was asked. */
  #mentionedIn(file: SourceFile): Map<string, boolean | null> {
    let mentioned = this.#mentioned.get(file);
    if (mentioned === undefined) {
      mentioned = new Map(
        Array.from(file.text.toLowerCase().matchAll(this.#anyWord), ([, word = '']) => [word, null]),
      );
      this.#mentioned.set(file, mentioned);
    }
    return mentioned;
  }

  #isUsedIn(word: string, file: SourceFile, { mayBeUsed }: Reader): boolean {
    const pattern = this.#patternOf(word);
    if (mayBeUsed === undefined || file.language === 'json' || !WORD.test(word))
      return file.text.search(pattern) >= 0;
    for (const { index, 0: found } of file.text.matchAll(pattern)) {
      const end = index + found.length;
      if (mayBeUsed(file.text, index, end) && this.#paths.mayHold(file.text, index, end)) return true;
    }
    return false;
  }

  #patternOf(word: string): RegExp {
    let pattern = this.#patterns.get(word);
    if (pattern === undefined) {
      const isWord = /^[a-z].*\w$/i.test(word);
      pattern = isWord
        ? new RegExp(`${literally(word)}(?<=${IN_CODE}${literally(word)})(?![\\w$])`, 'gi')
        : new RegExp(literally(word), 'i');
      this.#patterns.set(word, pattern);
    }
    return pattern;
  }
}

const anyWordOf = oncePerEntries((catalogue) =>
  patternOfAny(wordsIn(companionsOf(catalogue)).filter((word) => WORD.test(word))),
);

function wordsIn({ paths, names }: CompanionsByWord): readonly string[] {
  return [...new Set([...paths.values(), ...names.values()].flat(2))];
}

/** The first letter alone turns most places down, and is told fastest. */
function patternOfAny(words: readonly string[]): RegExp {
  const firsts = [...new Set(words.map((word) => word.charAt(0)))].join('');
  return new RegExp(
    `(?=[${literally(firsts)}])${WORD_BEGINS.source}(?=(${words.map(literally).join('|')})(?![\\w$]))`,
    'g',
  );
}
