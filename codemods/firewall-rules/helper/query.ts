/** Clients take their query as an object too; lists become one pair for each item. */
import { type OldCall, parsedQuery } from './address.js';

export function queryOf(object: unknown): OldCall['query'] {
  if (typeof object === 'string') return parsedQuery(object.replace(/^\?/, ''));
  if (typeof object !== 'object' || object === null) return [];
  const iterable = object as { entries?: () => Iterable<readonly [unknown, unknown]> };
  const pairs =
    typeof iterable.entries === 'function' ? Array.from(iterable.entries()) : Object.entries(object);
  return pairs.flatMap(([name, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values
      .filter((item) => item !== undefined && item !== null)
      .map((item): readonly [string, string] => [String(name), String(item)]);
  });
}
