/**
 * What the prefilter looks for. A trigger is a text of the catalogue; a spelling is one way that text stands
 * in a file. A path is written `firewall/rules` in most files, `firewall\/rules` in JSON or a regular
 * expression, and `firewall%2Frules` inside another URL: all of them are looked for.
 */

/**
 * `strong` makes a candidate anywhere. `weak` does so only where the API shows itself close by, and `context`
 * is the text that shows it.
 */
export type Tier = 'strong' | 'weak' | 'context';

export interface Trigger {
  readonly text: string;
  readonly tier: Tier;
  /** ASCII letters only: other letters are compared as they stand. */
  readonly caseInsensitive?: boolean;
  /**
   * Counts only where no ASCII letter, digit or underscore goes on before or behind it; before it they may, if
   * they belong to an escape: `\nfilters`, `%2Ffilters`.
   */
  readonly wholeWord?: boolean;
}

/** The short form, for lists without flags. */
export interface Triggers {
  readonly strong: readonly string[];
  readonly weak: readonly string[];
  readonly context?: readonly string[];
}

/** A set of tiers is a number: the sum of these bits. */
export const TIER_BITS: Readonly<Record<Tier, number>> = { strong: 1, weak: 2, context: 4 };

/** How many different sets of tiers there are, the empty set included. */
export const TIER_SETS = 8;

export interface TriggerSpelling {
  readonly bytes: Uint8Array;
  /** Index in the list of triggers. */
  readonly trigger: number;
  readonly tierBit: number;
  readonly caseInsensitive: boolean;
  readonly wholeWord: boolean;
}

const SLASHES: readonly string[] = ['/', '\\/', '%2F', '%2f'];

export function triggersOf(lists: Triggers): Trigger[] {
  const tier = (name: Tier, texts: readonly string[]): Trigger[] =>
    texts.map((text) => ({ text, tier: name }));
  return [
    ...tier('strong', lists.strong),
    ...tier('weak', lists.weak),
    ...tier('context', lists.context ?? []),
  ];
}

export function spellingsOf(triggers: readonly Trigger[]): TriggerSpelling[] {
  const spelled = triggers.flatMap((trigger, index) => {
    const { text } = trigger;
    if (text === '') throw new RangeError(`Trigger ${index} is empty: it would match everywhere.`);
    if (!text.includes('/')) return [{ text, trigger, index }];
    return SLASHES.map((slash) => ({ text: text.replaceAll('/', slash), trigger, index }));
  });
  // Encoded in one go, which is far faster than one by one.
  const joined = spelled.map(({ text }) => text).join('');
  const encoded = new TextEncoder().encode(joined);
  const isAscii = encoded.length === joined.length;
  let end = 0;
  return spelled.map(({ text, trigger, index }) => {
    const start = end;
    end += isAscii ? text.length : Buffer.byteLength(text);
    return {
      bytes: encoded.subarray(start, end),
      trigger: index,
      tierBit: TIER_BITS[trigger.tier],
      caseInsensitive: trigger.caseInsensitive === true,
      wholeWord: trigger.wholeWord === true,
    };
  });
}

/** The same byte with ASCII upper case made lower case. */
export function foldByte(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}
