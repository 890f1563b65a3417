import { compareMeaning } from '../../expression/index.js';
import { isList, isObject, type Json } from '../core/json.js';
import { type AlignedItems, alignItems } from './alignment.js';
import { Identity, masked } from './identity.js';

/** `moved`: the item is there in both runs, at another place among the others. */
export type Change = 'changed' | 'added' | 'removed' | 'moved';

/** One thing in which two runs differ. */
export interface RunDifference {
  readonly kind: 'state' | 'effect' | 'stdout' | 'stderr' | 'exit';
  readonly change: Change;
  /**
   * Dotted place: `zones.<id>.rulesets.http_request_firewall_custom.rules.0.enabled`, `stdout.3`. An item of a list has
   * the index that it had before, one that was added the index that it has after.
   */
  readonly where: string;
  /** Undefined where the thing is missing. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** What rules of a state that differ do to requests. */
  readonly effect?: EffectExample;
}

/** One of the requests that two states treat differently. */
export interface EffectExample {
  readonly where: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** How many of the sampled requests are treated differently. */
  readonly requests: number;
}

/** An expression that is written differently and decides the same for all sampled requests. */
export interface SameMeaning {
  readonly where: string;
  readonly before: string;
  readonly after: string;
  readonly requests: number;
}

const EXPRESSIONS = new Set(['expression', 'counting_expression']);

/** Compares values of two runs: ids may differ one to one, lists are aligned, expressions count by what they decide. */
export class Comparer {
  readonly sameMeanings: SameMeaning[] = [];
  readonly #meanings = new Map<string, number | null>();

  constructor(readonly identity: Identity = new Identity()) {}

  /** Every leaf in which two values differ, and every item of a list without counterpart. */
  differences(
    kind: RunDifference['kind'],
    where: string,
    before: Json | undefined,
    after: Json | undefined,
  ): RunDifference[] {
    if (typeof before === 'string' && typeof after === 'string')
      return this.#same(where, before, after) ? [] : [{ kind, change: 'changed', where, before, after }];
    if (isList(before) && isList(after)) return this.#ofLists(kind, where, before, after);
    if (isObject(before) && isObject(after)) {
      // Sorted, so that the pairs of ids do not depend on the order in which keys were written.
      const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
      return keys.flatMap((key) => this.differences(kind, `${where}.${key}`, before[key], after[key]));
    }
    return before === after ? [] : [{ kind, change: changeOf(before, after), where, before, after }];
  }

  /** Whether two expressions decide alike; null if so or unknown, else for how many requests they were asked. */
  meaning(before: string, after: string): number | null {
    const key = JSON.stringify([before, after]);
    const known = this.#meanings.get(key);
    if (known !== undefined) return known;
    const found = compareMeaning(before, after);
    const requests = found.kind === 'same' ? found.requests : null;
    this.#meanings.set(key, requests);
    return requests;
  }

  #same(where: string, before: string, after: string): boolean {
    if (this.identity.same(before, after)) return true;
    if (!EXPRESSIONS.has(where.slice(where.lastIndexOf('.') + 1))) return false;
    const requests = this.meaning(before, after);
    if (requests === null) return false;
    this.sameMeanings.push({ where, before, after, requests });
    return true;
  }

  #ofLists(
    kind: RunDifference['kind'],
    where: string,
    before: readonly Json[],
    after: readonly Json[],
  ): RunDifference[] {
    return this.align(before, after).flatMap(({ before: left, after: right, moved }): RunDifference[] => {
      const place = `${where}.${left ?? right ?? 0}`;
      const [one, other] = [
        left === null ? undefined : before[left],
        right === null ? undefined : after[right],
      ];
      if (left === null || right === null)
        return [{ kind, change: changeOf(one, other), where: place, before: one, after: other }];
      const inside = this.differences(kind, place, one, other);
      return moved
        ? [{ kind, change: 'moved', where: place, before: left, after: right }, ...inside]
        : inside;
    });
  }

  align(before: readonly Json[], after: readonly Json[]): readonly AlignedItems[] {
    return alignItems(before.map(keyOf), after.map(keyOf), (left, right) =>
      this.#likeness(before[left], after[right]),
    );
  }

  /** Of two objects the share of fields that are equal; of two texts the share of equal words at both ends. */
  #likeness(before: Json | undefined, after: Json | undefined): number {
    if (typeof before === 'string' && typeof after === 'string')
      return likenessOfTexts(masked(before), masked(after));
    if (!isObject(before) || !isObject(after)) return 0;
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => key !== 'id');
    const equal = keys.filter((key) => {
      const [left, right] = [before[key], after[key]];
      if (left === undefined || right === undefined) return false;
      if (keyOf(left) === keyOf(right)) return true;
      const isExpression = EXPRESSIONS.has(key) && typeof left === 'string' && typeof right === 'string';
      return isExpression && this.meaning(left, right) !== null;
    });
    return keys.length === 0 ? 0 : equal.length / keys.length;
  }
}

function changeOf(before: Json | undefined, after: Json | undefined): Change {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/** Equal for values that are equal but for ids, moments and the order of keys. */
function keyOf(value: Json): string {
  return masked(JSON.stringify(value, sortedKeys));
}

function sortedKeys(_key: string, value: Json): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function likenessOfTexts(before: string, after: string): number {
  const [left, right] = [before.split(/\s+/), after.split(/\s+/)];
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < most - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  return (start + end) / Math.max(left.length, right.length);
}
