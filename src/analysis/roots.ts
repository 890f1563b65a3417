/**
 * Where the triggers of a catalogue stand in a text.
 *
 * One regular expression finds the places where a word begins as some trigger does, two characters there choose the
 * few triggers that are compared. A trigger counts as a whole word: `locked` in `blocked` is none. The expression
 * is native code at once; a loop over characters is fast only after it was optimised, which takes longer than it runs.
 */
import { type Catalogue, oncePerEntries, triggers } from '../catalogue/index.js';
import type { Root } from '../read/index.js';

interface Sought {
  readonly text: string;
  readonly anyCase: boolean;
  readonly strong: boolean;
  readonly answered: boolean;
}

export interface FoundRoot extends Root {
  /** The trigger makes a file a candidate by itself. */
  readonly strong: boolean;
}

const SLASHES: readonly string[] = ['/', '\\/', '%2F', '%2f'];
const WIDTH = 128;
/** Characters at the beginning of triggers that are looked for. */
const BEGINNING = 6;
/** No word goes on here; or the letter before belongs to an escape or a placeholder: `\nfilters`, `%sfilters`, `%2Ffilters`. */
export const WORD_BEGINS = /(?<!(?<![\\%]|%[\s\S])\w)/;

/** ASCII characters that words are made of. */
const WORD = new Uint8Array(WIDTH);
for (let code = 0; code < WIDTH; code++) WORD[code] = /\w/.test(String.fromCharCode(code)) ? 1 : 0;

export class RootFinder {
  /** Index of the bucket for two ASCII characters; 0 is none. */
  readonly #index = new Uint16Array(WIDTH * WIDTH);
  readonly #buckets: Sought[][] = [[]];
  readonly #beginning: RegExp;

  constructor(catalogue: Catalogue) {
    const firsts = new Set<string>();
    const beginnings = new Set<string>();
    for (const { text, tier, caseInsensitive, common, answered, apart } of triggers(catalogue)) {
      if (common === true || apart === true || text.length < 2) continue;
      const anyCase = caseInsensitive === true;
      for (const slash of text.includes('/') ? SLASHES : SLASHES.slice(0, 1)) {
        const written = text.replaceAll('/', slash);
        const sought = {
          text: anyCase ? written.toLowerCase() : written,
          anyCase,
          strong: tier === 'strong',
          answered: answered === true,
        };
        this.#add(sought);
        for (const first of spellings(sought.text.charAt(0), anyCase)) firsts.add(escaped(first));
        beginnings.add(beginningOf(sought));
      }
    }
    // The first sign alone turns most places down, and is told fastest.
    const pattern = `(?=[${[...firsts].join('')}])${WORD_BEGINS.source}(?=${[...beginnings].join('|')})`;
    this.#beginning = new RegExp(pattern, 'g');
  }

  #add(sought: Sought): void {
    for (const first of spellings(sought.text.charAt(0), sought.anyCase)) {
      for (const second of spellings(sought.text.charAt(1), sought.anyCase)) {
        const key = first.charCodeAt(0) * WIDTH + second.charCodeAt(0);
        const bucket = this.#index[key] ?? 0;
        if (bucket > 0) this.#buckets[bucket]?.push(sought);
        else this.#index[key] = this.#buckets.push([sought]) - 1;
      }
    }
  }

  /** In order; of several that begin at one place the longest. */
  find(text: string): FoundRoot[] {
    const found: FoundRoot[] = [];
    const beginning = this.#beginning;
    beginning.lastIndex = 0;
    while (beginning.test(text)) {
      const at = beginning.lastIndex++;
      const bucket = this.#index[text.charCodeAt(at) * WIDTH + text.charCodeAt(at + 1)] ?? 0;
      const root = longestAt(text, at, this.#buckets[bucket] ?? []);
      if (root !== null) found.push(root);
    }
    return found;
  }
}

export const rootFinderOf = oncePerEntries((catalogue) => new RootFinder(catalogue));

function longestAt(text: string, at: number, candidates: readonly Sought[]): FoundRoot | null {
  let best: FoundRoot | null = null;
  for (let index = 0; index < candidates.length; index++) {
    const candidate = candidates[index];
    if (candidate === undefined) continue;
    const { text: wanted, anyCase, strong, answered } = candidate;
    const end = at + wanted.length;
    if (best !== null && end <= best.end) continue;
    const same = anyCase ? text.slice(at, end).toLowerCase() === wanted : text.startsWith(wanted, at);
    if (same && endsWhole(text, end)) best = { start: at, end, strong, ...(answered ? { answered } : {}) };
  }
  return best;
}

/** A word must not go on behind the trigger. */
function endsWhole(text: string, end: number): boolean {
  return WORD[text.charCodeAt(end - 1)] !== 1 || WORD[text.charCodeAt(end)] !== 1;
}

/** The pattern of what a trigger begins with. Of plain letters the engine makes a tree by itself, of classes it does not. */
function beginningOf({ text, anyCase }: Sought): string {
  return [...text.slice(0, BEGINNING)]
    .map((character) => {
      const [one = '', ...others] = spellings(character, anyCase).map(escaped);
      return others.length === 0 ? one : `[${one}${others.join('')}]`;
    })
    .join('');
}

function spellings(character: string, anyCase: boolean): readonly string[] {
  return anyCase ? [...new Set([character, character.toUpperCase()])] : [character];
}

function escaped(character: string): string {
  return /\w/.test(character) ? character : `\\${character}`;
}
