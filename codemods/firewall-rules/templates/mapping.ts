import type { Rule } from '../../direct/templates/types.js';

/** A rule with the fields of a firewall rule. Its filter has no id of its own. */
export function toOldRule<T>(rule: Rule): T {
  const { id, expression, enabled, description = '' } = rule;
  //! times return { ...rule, description, paused: enabled === false, filter: { id, expression } } as T;
  //? times {
  const times = { created_on: rule.last_updated, modified_on: rule.last_updated }; // only the last change is told
  return { ...rule, ...times, description, paused: enabled === false, filter: { id, expression } } as T;
  //? }
}

/** The fields of a firewall rule as those of a custom rule. Priorities have no successor. */
export function toRule(input: object): Rule {
  //! bypass const { id, filter, paused, priority, ...rule } = input as Rule & { filter?: Rule };
  //? bypass {
  const { id, filter, paused, priority, products, ...rule } = input as Rule & {
    filter?: Rule;
    products?: string[];
  };
  //? }
  if (filter?.expression !== undefined) rule.expression = filter.expression;
  if (paused !== undefined) rule.enabled = !paused;
  //? bypass {
  if (rule.action === 'bypass')
    return { ...rule, action: 'skip', action_parameters: skipped(products ?? []) };
  //? }
  if (rule.action !== 'allow') return rule;
  return { ...rule, action: 'skip', action_parameters: { ruleset: 'current' } };
}

/** Whether a rule is one of those that a query asks for. */
export function isAskedFor(rule: Rule, query: object): boolean {
  const { description = '', action, paused } = query as Rule;
  const described = String(rule.description ?? '').toLowerCase();
  if (!described.includes(String(description).toLowerCase())) return false;
  if (action !== undefined && rule.action !== (action === 'allow' ? 'skip' : action)) return false;
  return paused === undefined || (rule.enabled === false) === (String(paused) === 'true');
}

/** What a skip rule passes over for the products of a bypass: two of them are phases today. */
function skipped(bypassed: string[]): Rule {
  const phaseOf = new Map([
    ['waf', 'http_request_firewall_managed'],
    ['rateLimit', 'http_ratelimit'],
  ]);
  const products = bypassed.filter((product) => !phaseOf.has(product));
  const phases = bypassed.flatMap((product) => phaseOf.get(product) ?? []);
  return { ...(products.length > 0 && { products }), ...(phases.length > 0 && { phases }) };
}
