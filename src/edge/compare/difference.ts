import { isList, isObject, type Json } from '../core/json.js';
import type { Identity } from './identity.js';

/** One thing in which two runs differ. */
export interface RunDifference {
  readonly kind: 'state' | 'effect' | 'stdout' | 'stderr' | 'exit';
  /** Dotted place: `zones.<id>.rulesets.http_request_firewall_custom.rules.0.enabled`, `stdout.3`. */
  readonly where: string;
  /** Undefined where the thing is missing. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Walks two values in step and tells every leaf in which they differ. */
export function differences(
  kind: RunDifference['kind'],
  where: string,
  before: Json | undefined,
  after: Json | undefined,
  identity: Identity,
): RunDifference[] {
  if (typeof before === 'string' && typeof after === 'string') {
    return identity.same(before, after) ? [] : [{ kind, where, before, after }];
  }
  const inside = (key: string | number, left: Json | undefined, right: Json | undefined) =>
    differences(kind, `${where}.${key}`, left, right, identity);
  if (isList(before) && isList(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => inside(index, before[index], after[index])).flat();
  }
  if (isObject(before) && isObject(after)) {
    // Sorted, so that the pairs of ids do not depend on the order in which keys were written.
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return keys.flatMap((key) => inside(key, before[key], after[key]));
  }
  return before === after ? [] : [{ kind, where, before, after }];
}
