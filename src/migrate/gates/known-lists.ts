/** What a second run said of its lists of files, for the next one: each refused cluster asks for another. */
import type { Found } from '../../scan/index.js';

export interface ListOutcome {
  /** Files that are none of their language any more, with what is wrong. */
  readonly parse: ReadonlyMap<string, string>;
  /** Files in which the second run differs, with what. */
  readonly faults: ReadonlyMap<string, string>;
  /** Findings that were to be marked and are reported, with the fingerprint they have now. */
  readonly unmarked: ReadonlyMap<Found, string>;
}

export const NO_FAULTS: ListOutcome = { parse: new Map(), faults: new Map(), unmarked: new Map() };

interface Known {
  readonly texts: readonly (string | null)[];
  readonly expected: string;
  readonly outcome: ListOutcome;
}

/** A list whose files read as before, with the same left open, gives the same. */
export class KnownLists {
  readonly #known = new Map<string, Known>();

  /** `texts` are those after the edits, null for a file that stays as it is; `expected` is what is expected of its findings. */
  find(
    list: readonly string[],
    texts: readonly (string | null)[],
    expected: string,
  ): ListOutcome | undefined {
    const known = this.#known.get(list.join('\0'));
    const isSame = known?.expected === expected && known.texts.every((text, index) => text === texts[index]);
    return isSame ? known.outcome : undefined;
  }

  keep(
    list: readonly string[],
    texts: readonly (string | null)[],
    expected: string,
    outcome: ListOutcome,
  ): void {
    this.#known.set(list.join('\0'), { texts, expected, outcome });
  }
}
