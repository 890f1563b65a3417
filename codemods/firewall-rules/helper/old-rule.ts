/** A firewall rule as the old API took it, and the rule of a ruleset that does the same. */
import { OLD_ACTIONS, type OldAction } from './old-shapes.js';
import type { Fields } from './rulesets.js';

const PRODUCTS = ['zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel', 'rateLimit', 'waf'];

/** Two products no longer exist; these phases do their work. */
const PHASE_OF_PRODUCT: { readonly [product: string]: string } = {
  rateLimit: 'http_ratelimit',
  waf: 'http_request_firewall_managed',
};

/** What does the same in a ruleset. */
export function newActionOf({ action, products = [] }: OldAction): Fields {
  if (action === 'allow') return { action: 'skip', action_parameters: { ruleset: 'current' } };
  if (action !== 'bypass') return { action };
  const phases = products.map((product) => PHASE_OF_PRODUCT[product]).filter((phase) => phase !== undefined);
  return { action: 'skip', action_parameters: phases.length > 0 ? { products, phases } : { products } };
}

/** A rule as the old API was told of it, checked. */
export interface OldRule extends OldAction {
  readonly paused: boolean;
  readonly priority: number | null;
  readonly description?: string;
  readonly ref?: string;
}

/** The rule that a body describes, or what is wrong with it. */
export function readOldRule(body: Fields): OldRule | string {
  const { action, paused = false, priority = null, products, description, ref } = body;
  if (typeof action !== 'string' || !OLD_ACTIONS.includes(action))
    return `invalid action: ${JSON.stringify(action ?? null)}`;
  const named = Array.isArray(products) ? products.map(String) : undefined;
  if (action === 'bypass' && !(named?.length && named.every((product) => PRODUCTS.includes(product))))
    return 'products are required for action bypass';
  if (typeof paused !== 'boolean') return 'paused must be a boolean';
  if (!isPriority(priority)) return 'priority must be a whole number';
  if (description !== undefined && !(typeof description === 'string' && description.length <= 500))
    return 'description must be a text of at most 500 characters';
  return {
    action,
    paused,
    priority,
    ...(named === undefined ? {} : { products: named }),
    ...(description === undefined ? {} : { description }),
    ...(typeof ref === 'string' ? { ref } : {}),
  };
}

export function isPriority(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0);
}
