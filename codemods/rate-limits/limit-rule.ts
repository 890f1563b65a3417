/** A rate limit that a program sends, as a rate limiting rule: what is the same in all languages. */
import {
  BadInput,
  Differences,
  Given,
  mappedField,
  RATE_LIMIT,
  rateLimitRule,
} from '../../src/convert/index.js';
import type { Difference } from '../../src/migrate/index.js';

/** What stands for the value of a field that only the program knows, until the rule is written; undefined where it may not. */
export function placeholderFor(path: string): unknown {
  return mappedField(RATE_LIMIT, path)?.placeholder;
}

const PERIODS: Difference = {
  name: 'fixed-periods',
  what: 'periods and timeouts are those of the new API, from 10 seconds to an hour; others are refused',
};

/** `places`: what has to change where the program holds its data. */
export function otherTimesAt(places: string): string {
  return `the new API takes other times: ${places}; write that there, then run again`;
}

export interface LimitRule {
  readonly rule: object;
  readonly differences: readonly Difference[];
  /** Source of values that only the program knows, by their place in the rule. */
  readonly sources: ReadonlyMap<string, string>;
}

/** `open`: source of values that only the program knows, by their place in the limit. */
export function limitRule(
  limit: unknown,
  open: ReadonlyMap<string, string>,
  isComputed: (pattern: string) => boolean = () => false,
): LimitRule | { readonly why: string } {
  const differences = new Differences();
  try {
    const rule = rateLimitRule(new Given('', limit), differences, { exemptCrawlers: true, isComputed });
    const lost = differences.list.find(({ lost: isLost }) => isLost);
    if (lost !== undefined) return { why: lost.message };
    const named = differences.list.map(({ path, message }) => ({
      name: nameOf(path),
      what: `${path}: ${message}`,
    }));
    const isTimed = ['period', 'action.timeout'].some((path) => open.has(path));
    return {
      rule,
      differences: [...named, ...(isTimed ? [PERIODS] : [])],
      sources: new Map(
        [...open].map(([path, source]) => [mappedField(RATE_LIMIT, path)?.now ?? path, source]),
      ),
    };
  } catch (error) {
    if (error instanceof BadInput) return { why: `what it sends was never taken: ${error.message}` };
    throw error;
  }
}

function nameOf(path: string): string {
  return path.startsWith('match')
    ? 'counts-past-cache'
    : path.startsWith('bypass')
      ? 'bypass-is-not-counted'
      : 'nearest-period';
}
