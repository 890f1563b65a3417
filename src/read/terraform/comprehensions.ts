import { knownText, type Origin, type Property, type Value } from '../../value/index.js';
import { deferred } from './deferred.js';
import { roundsOf } from './values.js';

/** `[for x in list : item]`, `{for k, v in map : key => item}`. */
export interface Comprehension {
  readonly names: readonly string[];
  readonly source: Value;
  /** Null in a list. */
  readonly key: Value | null;
  readonly item: Value;
  readonly origin: Origin;
}

/** One item of the shape that each has; as many as the list has, once that is known. */
export function comprehension(made: Comprehension): Value {
  const { item, origin } = made;
  const shape: Value = { kind: 'array', items: [item], open: true, origin };
  return deferred(shape, (resolve) => {
    const rounds = roundsOf(resolve(made.source));
    if (rounds.length === 0) return null;
    const named = rounds.map(({ key, value }) => {
      const [first = '', second] = made.names;
      const names = new Map(
        second === undefined
          ? [[first, value]]
          : [
              [first, key],
              [second, value],
            ],
      );
      return { key: made.key === null ? null : resolve(made.key, names), value: resolve(item, names) };
    });
    if (made.key === null)
      return { kind: 'array', items: named.map(({ value }) => value), open: true, origin };
    const properties = named.map(({ key, value }, index): Property => {
      const known = key === null ? null : knownText(key);
      return {
        key: known ?? `(${index})`,
        keyOrigin: known === null ? null : (key?.origin ?? null),
        value,
        origin,
      };
    });
    return { kind: 'object', properties, open: true, origin };
  });
}
