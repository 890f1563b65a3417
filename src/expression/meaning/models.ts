/** Requests that meet an expression, or fail it, found condition by condition. */
import { type ContextValue, evaluateFilter } from '../evaluate/index.js';
import type { ConditionNode } from '../syntax/ast.js';
import type { FilterExpression } from '../syntax/parse.js';
import { listsOf, requestFrom, type Slot, slotsOf } from './values.js';

/** Values by slot. */
export type Model = ReadonlyMap<string, readonly [Slot, ContextValue]>;

const MOST_MODELS = 48;
const PER_CONDITION = 3;
const MOST_PAIRS = 600;

export function modelsOf(expression: FilterExpression, wanted: boolean): readonly Model[] {
  return find(expression.root, wanted);

  function find(node: ConditionNode, want: boolean): readonly Model[] {
    switch (node.type) {
      case 'constant':
        return node.value === want ? [new Map()] : [];
      case 'not':
        return find(node.operand, !want);
      case 'group':
        return find(node.inner, want);
      case 'logical': {
        const parts = node.operands.map((operand) => find(operand, want));
        const isAll = (node.operator === 'and') === want && node.operator !== 'xor';
        if (!isAll) return spread(parts);
        return parts.reduce<readonly Model[]>((left, right) => joined(left, right), [new Map()]);
      }
      default:
        return ofCondition(expression, node, want);
    }
  }
}

/** Some of each part, so that no part is left out. */
function spread(parts: readonly (readonly Model[])[]): readonly Model[] {
  const most = Math.max(1, Math.floor(MOST_MODELS / Math.max(1, parts.length)));
  return parts.flatMap((models) => models.slice(0, most));
}

function joined(left: readonly Model[], right: readonly Model[]): readonly Model[] {
  const found: Model[] = [];
  for (const one of left)
    for (const other of right) {
      const agrees = [...other].every(([id, [, value]]) => {
        const known = one.get(id);
        return known === undefined || known[1] === value;
      });
      if (agrees && found.length < MOST_MODELS) found.push(new Map([...one, ...other]));
    }
  return found;
}

function ofCondition(expression: FilterExpression, root: ConditionNode, want: boolean): readonly Model[] {
  const alone = { ...expression, root };
  const slots = slotsOf([root]);
  const lists = listsOf([root]);
  const found: Model[] = [];
  const attempt = (chosen: readonly (readonly [Slot, ContextValue])[]) => {
    if (found.length >= PER_CONDITION) return;
    const result = evaluateFilter(alone, { fields: requestFrom(chosen), lists });
    if (result.ok && result.value === want)
      found.push(new Map(chosen.map((each) => [`${each[0].field}\0${each[0].key ?? ''}`, each])));
  };
  for (const slot of slots) for (const value of slot.values) attempt([[slot, value]]);
  // Several fields in one condition: `concat(http.host, http.request.uri.path) eq "…"`.
  let pairs = 0;
  for (const [index, slot] of slots.entries())
    for (const other of slots.slice(index + 1))
      for (const value of slot.values)
        for (const second of other.values)
          if (pairs++ < MOST_PAIRS)
            attempt([
              [slot, value],
              [other, second],
            ]);
  return found;
}
