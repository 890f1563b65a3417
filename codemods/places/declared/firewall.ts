/** A declared firewall rule with its filter as a custom rule. */
import { THREAT_SCORE } from '../../../src/expression/index.js';
import type { HclItem } from '../hcl-layout.js';
import { OLD_ATTRIBUTES } from '../old-attributes.js';
import {
  actionItems,
  actionOf,
  differencesOf,
  foldedScore,
  leftOut,
  neverHolds,
  precedence,
  withNewFields,
} from '../rulesets/firewall.js';
import { plain, Refusal } from '../rulesets/resources.js';
import { requiredField, requireOnly } from './fields.js';
import type { Declared, Fields, NewRule, Written } from './model.js';

export interface RankedRule extends NewRule {
  /** Not a number where it is computed. */
  readonly priority: number;
  readonly precedence: number;
  /** Its condition never holds, so no rule is made of it. */
  readonly isLeftOut: boolean;
}

/** Throws a `Refusal`. */
export function firewallRule(declared: Declared): RankedRule {
  const { address, fields } = declared;
  requireOnly(fields, OLD_ATTRIBUTES.firewallRule, address);
  const filter = filterOf(declared);
  requireOnly(filter, OLD_ATTRIBUTES.filter, declared.filter?.address ?? address);
  const zone = filter.get('zone_id');
  if (zone !== undefined && plain(zone.source) !== plain(requiredField(fields, 'zone_id', address).source))
    throw new Refusal(`${address} and its filter name their zone in different ways`);
  const action = actionOf(actionText(fields, address), productsOf(fields, address), address);
  if (!action.known) throw new Refusal(`the action of ${address} is computed`);
  const expression = requiredField(filter, 'expression', address);
  const usesScore = expression.source.includes(THREAT_SCORE);
  const priority = priorityOf(fields);
  const isLeftOut = typeof expression.json === 'string' && neverHolds(expression.json);
  return {
    declared,
    parts: declared.filter === null ? [declared] : [declared.filter, declared],
    priority,
    precedence: precedence(action),
    isLeftOut,
    differences: isLeftOut
      ? [leftOut(address)]
      : differencesOf(action, { hasPriority: fields.has('priority'), usesScore }),
    items: isLeftOut
      ? []
      : [
          ...described(fields, filter),
          { name: 'expression', value: expressionOf(expression, address) },
          ...actionItems(action, address, 5),
          ...(isPaused(fields, address) || isPaused(filter, address)
            ? [{ name: 'enabled', value: 'false' }]
            : []),
        ].sort((left, right) => Number(!('value' in left)) - Number(!('value' in right))),
  };
}

/** Later versions of the provider write the filter into the rule. */
function filterOf({ filter, fields, address }: Declared): Fields {
  const inside = fields.get('filter');
  if (filter !== null) return filter.fields;
  if (inside?.fields != null) return inside.fields;
  throw new Refusal(`the filter of ${address} is not declared beside it`);
}

function actionText(fields: Fields, address: string): string {
  const action = requiredField(fields, 'action', address);
  const mode = action.fields?.get('mode') ?? action;
  return typeof mode.json === 'string' ? JSON.stringify(mode.json) : mode.source;
}

function productsOf(fields: Fields, address: string): string | null {
  const products = fields.get('products');
  if (products === undefined) return null;
  if (!Array.isArray(products.json)) throw new Refusal(`the products of ${address} are computed`);
  return `[${products.json.map((name) => JSON.stringify(name)).join(', ')}]`;
}

function priorityOf(fields: Fields): number {
  const written = fields.get('priority');
  if (written === undefined) return Number.POSITIVE_INFINITY;
  return typeof written.json === 'number' ? written.json : Number.NaN;
}

function isPaused(fields: Fields, address: string): boolean {
  const written = fields.get('paused');
  if (written === undefined) return false;
  if (typeof written.json !== 'boolean') throw new Refusal(`whether ${address} is paused is computed`);
  return written.json;
}

function described(rule: Fields, filter: Fields): readonly HclItem[] {
  const written = [rule.get('description'), filter.get('description')].find(
    (one) => one !== undefined && one.json !== '' && one.json !== null,
  );
  return written === undefined ? [] : [{ name: 'description', value: written.source }];
}

function expressionOf({ source, json }: Written, address: string): string {
  const written = withNewFields(source);
  if (!written.includes(THREAT_SCORE)) return written;
  const text = typeof json === 'string' ? withNewFields(json) : null;
  return quotedAs(source, foldedScore(text, address));
}

/** A text in the quotes of another. */
function quotedAs(before: string, text: string): string {
  const isSingle = before.startsWith("'") && !/[\n\r]/.test(text);
  return isSingle ? `'${text.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(text);
}
