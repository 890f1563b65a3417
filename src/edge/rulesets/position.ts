import { ApiError } from '../core/http.js';
import { isObject, type Json } from '../core/json.js';
import type { Rule } from '../core/state.js';

/**
 * Where a `position` object puts a rule in the list that does not hold it yet:
 * `{before: ""}` first, `{after: ""}` last, `{before|after: id}` beside a rule, `{index: n}` as the n-th from 1.
 */
export function insertionIndex(rules: readonly Rule[], position: Json | undefined): number {
  if (position === undefined) return rules.length;
  if (!isObject(position)) throw invalid('position must be an object');
  const keys = Object.keys(position);
  if (keys.length !== 1) throw invalid('position must have exactly one of "before", "after" and "index"');
  const { before, after, index } = position;
  if (index !== undefined) {
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 1 || index > rules.length + 1) {
      throw invalid(`position index must be a whole number from 1 to ${rules.length + 1}`);
    }
    return index - 1;
  }
  if (before !== undefined) return before === '' ? 0 : indexOf(rules, before);
  if (after !== undefined) return after === '' ? rules.length : indexOf(rules, after) + 1;
  throw invalid(`unknown position key: ${keys[0]}`);
}

function indexOf(rules: readonly Rule[], id: Json): number {
  const at = rules.findIndex((rule) => rule.id === id);
  if (at < 0) throw invalid(`could not find rule ${JSON.stringify(id)} to position the rule at`);
  return at;
}

function invalid(message: string): ApiError {
  return new ApiError(400, 20021, message);
}
