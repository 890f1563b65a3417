/**
 * Where the triggers of a catalogue stand in a text.
 *
 * One pass over the text: two neighbouring characters choose the few triggers that begin with them, and only
 * those are compared. A trigger counts as a whole word: `locked` in `blocked` is none.
 */
import { type Catalogue, triggers } from '../catalogue/index.js';
import type { Root } from '../read/reader.js';

interface Sought {
  readonly text: string;
  readonly anyCase: boolean;
  readonly strong: boolean;
}

export interface FoundRoot extends Root {
  /** The trigger makes a file a candidate by itself. */
  readonly strong: boolean;
}

const SLASHES: readonly string[] = ['/', '\\/', '%2F', '%2f'];
const WIDTH = 128;
const BACKSLASH = 92;
const PERCENT = 37;

/** ASCII characters that words are made of. */
const WORD = new Uint8Array(WIDTH);
for (let code = 0; code < WIDTH; code++) WORD[code] = /\w/.test(String.fromCharCode(code)) ? 1 : 0;

export class RootFinder {
  /** Index of the bucket for two ASCII characters; 0 is none. */
  readonly #index = new Uint16Array(WIDTH * WIDTH);
  readonly #buckets: Sought[][] = [[]];

  constructor(catalogue: Catalogue) {
    for (const { text, tier, caseInsensitive, common } of triggers(catalogue)) {
      if (common === true || text.length < 2) continue;
      const anyCase = caseInsensitive === true;
      for (const slash of text.includes('/') ? SLASHES : SLASHES.slice(0, 1)) {
        const written = text.replaceAll('/', slash);
        this.#add({ text: anyCase ? written.toLowerCase() : written, anyCase, strong: tier === 'strong' });
      }
    }
  }

  #add(sought: Sought): void {
    const variants = (character: string): readonly string[] =>
      sought.anyCase ? [...new Set([character, character.toUpperCase()])] : [character];
    for (const first of variants(sought.text.charAt(0))) {
      for (const second of variants(sought.text.charAt(1))) {
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
    const { length } = text;
    let inWord = false;
    let first = text.charCodeAt(0);
    for (let at = 0; at + 1 < length; at++) {
      const second = text.charCodeAt(at + 1);
      const code = first;
      first = second;
      const goesOn = inWord;
      inWord = code < WIDTH && WORD[code] === 1;
      if (code >= WIDTH || second >= WIDTH) continue;
      const bucket = this.#index[code * WIDTH + second] ?? 0;
      if (bucket === 0 || (goesOn && !isEscaped(text, at))) continue;
      const root = longestAt(text, at, this.#buckets[bucket] ?? []);
      if (root !== null) found.push(root);
    }
    return found;
  }
}

function longestAt(text: string, at: number, candidates: readonly Sought[]): FoundRoot | null {
  let best: FoundRoot | null = null;
  for (const { text: wanted, anyCase, strong } of candidates) {
    const end = at + wanted.length;
    if (best !== null && end <= best.end) continue;
    const same = anyCase ? text.slice(at, end).toLowerCase() === wanted : text.startsWith(wanted, at);
    if (same && endsWhole(text, end)) best = { start: at, end, strong };
  }
  return best;
}

/** A word must not go on behind the trigger. */
function endsWhole(text: string, end: number): boolean {
  return WORD[text.charCodeAt(end - 1)] !== 1 || WORD[text.charCodeAt(end)] !== 1;
}

/** `\nfilters`, `%sfilters`, `%2Ffilters`: the letter before belongs to an escape or a placeholder. */
function isEscaped(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 2);
  return before === BACKSLASH || before === PERCENT || text.charCodeAt(start - 3) === PERCENT;
}
