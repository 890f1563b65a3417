/** What a mapping says of fields that structs in Go have. */
import { type Mapping, mappedFields } from '../../src/convert/index.js';
import type { NamedRules } from './kind.js';

/** Fields that only change their place or their sense, and values that have another name. */
export function mappedIn(mapping: Mapping): Pick<NamedRules, 'fields' | 'actions'> {
  const fields = mappedFields(mapping).filter(
    ({ old, now, values, isRare, absent }) =>
      (old !== now || old === mapping.identity) && values === undefined && !isRare && absent === undefined,
  );
  const meanings = Object.entries(mapping.meanings.action ?? {});
  return {
    fields: fields.map(({ old, now, isNegated }) => ({ old, now, ...(isNegated ? { isNegated } : {}) })),
    actions: Object.fromEntries(meanings.map(([value, { action }]) => [value, String(action)])),
  };
}
