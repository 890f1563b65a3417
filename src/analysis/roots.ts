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
    let first = text.charCodeAt(0);
    for (let at = 0; at + 1 < text.length; at++) {
      const second = text.charCodeAt(at + 1);
      const bucket = first < WIDTH && second < WIDTH ? (this.#index[first * WIDTH + second] ?? 0) : 0;
      first = second;
      if (bucket === 0) continue;
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
    if (same && isWhole(text, at, end)) best = { start: at, end, strong };
  }
  return best;
}

function isWhole(text: string, start: number, end: number): boolean {
  const begins = !isWordAt(text, start) || !isWordAt(text, start - 1) || isEscape(text, start);
  return begins && (!isWordAt(text, end - 1) || !isWordAt(text, end));
}

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  );
}

/** `\nfilters`, `%sfilters`, `%2Ffilters`: the letter before belongs to an escape or a placeholder. */
function isEscape(text: string, start: number): boolean {
  const before = text.charAt(start - 2);
  return before === '\\' || before === '%' || text.charAt(start - 3) === '%';
}
