/** A firewall rule and a filter as the old API told of them, and the rule of a ruleset that does the same. */
import { filterOf, storedFilters } from './memory.js';
import { type Fields, type Refusal, type Rule, type Ruleset, refusal } from './rulesets.js';

/** Rules of one priority were evaluated in this order of their actions. */
export const OLD_ACTIONS: readonly string[] =
  'log bypass allow challenge managed_challenge js_challenge block'.split(' ');

interface OldAction {
  readonly action: string;
  readonly products?: readonly string[];
}

/** The old name of what a rule does; null for rules that the old API could not have made. */
export function oldActionOf({ action, action_parameters }: Rule): OldAction | null {
  if (action !== 'skip') return OLD_ACTIONS.includes(action) ? { action } : null;
  const { ruleset, products, rulesets, rules } = Object(action_parameters) as Fields;
  if (rulesets !== undefined || rules !== undefined) return null;
  if (Array.isArray(products)) return { action: 'bypass', products: products.map(String) };
  return ruleset === 'current' ? { action: 'allow' } : null;
}

/** Rules that the old API would have shown. */
export function shownRules({ rules }: Ruleset): readonly Rule[] {
  return rules.filter((rule) => oldActionOf(rule) !== null);
}

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

/** A rule as the old API was told of it. */
export interface OldRule extends OldAction {
  readonly description: string | undefined;
  readonly paused: boolean; //? paused
  readonly priority: number | null; //? order
  readonly ref: string | undefined; //? ref
}

export function readOldRule(body: Fields): OldRule {
  const {
    action,
    description,
    paused = false, //? paused
    priority = null, //? order
    products, //? skip
    ref, //? ref
  } = body;
  //! paused if (body.paused !== undefined) throw notHere('rules with paused');
  //! order if (body.priority !== undefined) throw notHere('rules with priority');
  //! skip if (body.products !== undefined) throw notHere('rules with products');
  //! ref if (body.ref !== undefined) throw notHere('rules with ref');
  //! order if (action !== 'block') throw notHere(`rules that ${String(action)}`);
  //? order {
  if (typeof action !== 'string' || !OLD_ACTIONS.includes(action))
    throw invalid(`invalid action: ${JSON.stringify(action ?? null)}`);
  //? }
  //? skip {
  const named = Array.isArray(products) ? products.map(String) : undefined;
  if (action === 'bypass' && !(named?.length && named.every((product) => PRODUCTS.includes(product))))
    throw invalid('products are required for action bypass');
  //? }
  if (typeof paused !== 'boolean') throw invalid('paused must be a boolean'); //? paused
  if (!isPriority(priority)) throw invalid('priority must be a whole number'); //? order
  if (description !== undefined && !(typeof description === 'string' && description.length <= 500))
    throw invalid('description must be a text of at most 500 characters');
  return {
    action,
    description,
    paused, //? paused
    priority, //? order
    ...(named === undefined ? {} : { products: named }), //? skip
    ref: typeof ref === 'string' ? ref : undefined, //? ref
  };
}

export function isPriority(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0);
}

export function invalid(message: string): Refusal {
  return refusal(400, 10001, `firewallrules.api.validation_error: ${message}`);
}

/** Only what the program asked for when this module was written is in it; nothing is done by halves. */
export function notHere(what: string): Refusal {
  return invalid(`this module was written without ${what}: call the old path and migrate again`);
}

export interface Filter {
  /** Empty where it comes with its rule: then it gets the id of that. */
  readonly id: string;
  readonly expression: string;
  readonly paused: boolean;
  readonly description?: string;
  readonly ref?: string;
}

export function filterOfRule(rule: Rule): Filter {
  //? filters {
  const known = storedFilters.get(filterOf.get(rule.id) ?? rule.id)?.filter;
  if (known !== undefined && known.expression === rule.expression) return known;
  //? }
  return { id: rule.id, expression: rule.expression, paused: false };
}

/** The filter that a body describes. */
export function filterFrom(id: string, body: Fields): Filter {
  const {
    expression,
    paused = false, //? filter-fields
    description, //? filter-fields
    ref, //? filter-fields
    //! filter-fields ...others
  } = body;
  if (typeof expression !== 'string') throw invalidFilter('expression is required');
  if (typeof paused !== 'boolean') throw invalidFilter('paused must be a boolean'); //? filter-fields
  //! filter-fields if (Object.keys(others).length > 0) throw notHere('filters with more than an expression');
  return {
    id,
    expression,
    paused, //? filter-fields
    //! filter-fields paused: false,
    ...(typeof description === 'string' ? { description } : {}), //? filter-fields
    ...(typeof ref === 'string' ? { ref } : {}), //? filter-fields
  };
}

export function invalidFilter(message: string): Refusal {
  return refusal(400, 10101, `filters.api.validation_error: ${message}`);
}
