import { beginWord, builtinCatalogue } from '../../catalogue/index.js';
import { canonicalName, type Expression, explain } from '../../expression/index.js';
import { instead } from '../../report/index.js';

/** Names of the expression that the catalogue has as retired. */
export function retiredNames(expression: Expression) {
  const used = new Map(explain(expression).fields.map(({ name }) => [canonicalName(name), name]));
  return builtinCatalogue().entries.flatMap((entry) =>
    entry.expressions.flatMap(({ name }) => {
      const written = used.get(canonicalName(name));
      if (written === undefined) return [];
      const { id, endOfLife } = entry;
      const state = endOfLife === null ? 'discouraged' : `retired ${beginWord(entry)} ${endOfLife}`;
      const message = `${written} is ${state} (${id}). ${instead(entry.replacement)}`;
      return [{ name: written, entry: id, isRetired: endOfLife !== null, state, message }];
    }),
  );
}
