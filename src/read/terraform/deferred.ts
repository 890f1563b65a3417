import type { Value } from '../../value/index.js';
import type { References } from './references.js';

/**
 * Values that can only be told once the names in them are: a comprehension, a function of a local, the blocks that
 * a `dynamic` block makes. What is known without is the value itself; beside it stands how to make the rest.
 */

/** Fills names in: those of the configuration, and further ones that hold only inside. */
export type Resolve = (value: Value, names?: ReadonlyMap<string, Value>) => Value;

type Later = (resolve: Resolve) => Value | null;

const waiting = new WeakMap<Value, Later>();

/** `now`, and how to say more: null where that is all. */
export function deferred(now: Value, later: Later): Value {
  waiting.set(now, later);
  return now;
}

/** What a deferred value is with its names filled in; null for others, and where no more can be told. */
export function toldLater(value: Value, references: References, resolve: Resolve): Value | null {
  const later = waiting.get(value);
  return later === undefined || references.isSpent ? null : later(resolve);
}
