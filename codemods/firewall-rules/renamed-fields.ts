/** Expressions that move from a filter into its rule. */
import { renamedField } from '../../src/expression/index.js';

/** Fields that have other names now are renamed on the way: their own edits go with the filter. */
export function withNewFields(expression: string): string {
  return expression.replaceAll(/\bip\.geoip\.\w+/g, (name) => renamedField(name) ?? name);
}
