import { literally } from '../../value/index.js';

/** Tells of a text whether it holds words that mean something together (`wordGroups`). */
export class WordsHeld {
  readonly #groups: readonly (readonly string[])[];
  /** One pass of a text finds all that are words: there are hundreds to look for. */
  readonly #words: RegExp;

  constructor(groups: readonly (readonly string[])[]) {
    this.#groups = groups;
    this.#words = patternOf([...new Set(groups.flat())].filter((word) => ONE_WORD.test(word)));
  }

  /** Whether a text holds all of one group. */
  isGroupIn(text: string): boolean {
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
