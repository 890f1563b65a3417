/** What an operand stands for: one value, or with `[*]` one after the other. */
import type { IndexNode } from '../syntax/ast.js';
import { NotEvaluable } from './not-evaluable.js';
import { isArrayValue, isMapValue, type RuntimeValue, toBytes } from './values.js';

export type Operand =
  | { readonly each: false; readonly value: RuntimeValue | undefined }
  /** Null where the array or map itself is missing. */
  | { readonly each: true; readonly items: Items | null };

export type Items = readonly (RuntimeValue | undefined)[];

export function indexed(base: RuntimeValue | undefined, indexes: readonly IndexNode[]): Operand {
  let items: Items = [base];
  let each = false;
  let missing = false;
  for (const index of indexes) {
    if (index.type !== 'each') {
      items = items.map((item) => step(item, index));
      continue;
    }
    missing ||= !each && items[0] === undefined;
    items = items.flatMap(elements);
    each = true;
  }
  return each ? { each, items: missing ? null : items } : { each, value: items[0] };
}

function step(
  value: RuntimeValue | undefined,
  index: Exclude<IndexNode, { type: 'each' }>,
): RuntimeValue | undefined {
  if (value === undefined) return undefined;
  if (index.value === null) throw new NotEvaluable('the index is not known', index);
  if (index.type === 'position') return isArrayValue(value) ? value[index.value] : undefined;
  return isMapValue(value) ? value.get(toBytes(index.value)) : undefined;
}

function elements(value: RuntimeValue | undefined): Items {
  if (value === undefined) return [];
  if (isArrayValue(value)) return [...value];
  return isMapValue(value) ? [...value.values()] : [];
}
