import { builtinCatalogue } from '../catalogue/index.js';
import { canonicalName, type Expression, explain } from '../expression/index.js';
import { instead } from '../report/index.js';

/** Names of the expression that the catalogue has as retired. */
export function retiredNames(expression: Expression) {
  const used = new Map(explain(expression).fields.map(({ name }) => [canonicalName(name), name]));
  return builtinCatalogue().entries.flatMap((entry) =>
    entry.expressions.flatMap(({ name }) => {
      const written = used.get(canonicalName(name));
      if (written === undefined) return [];
      const since = entry.endOfLife === null ? 'is discouraged' : `is retired since ${entry.endOfLife}`;
      const message = `${written} ${since} (${entry.id}). ${instead(entry.replacement)}`;
      return [{ name: written, entry: entry.id, endOfLife: entry.endOfLife, message }];
    }),
  );
}
