/** Made by `npm run templates:build` of the files in `../templates`; do not edit. */
import type { Part } from '../../direct/assemble.js';

export const TEMPLATES = {
  "mapping": [
    {
      "name": "toOldRule",
      "isOffered": true,
      "typescript": "/** A rule with the fields of a firewall rule. Its filter has no id of its own. */\nfunction toOldRule<T>(rule: Rule): T {\n  const { id, expression, enabled, description = '' } = rule;\n  return { ...rule, description, paused: enabled === false, filter: { id, expression } } as T; //! times\n  //? times {\n  const times = { created_on: rule.last_updated, modified_on: rule.last_updated }; // only the last change is told\n  return { ...rule, ...times, description, paused: enabled === false, filter: { id, expression } } as T;\n  //? }\n}",
      "plain": "/** A rule with the fields of a firewall rule. Its filter has no id of its own. */\nfunction toOldRule(rule) {\n  const { id, expression, enabled, description = '' } = rule;\n  return { ...rule, description, paused: enabled === false, filter: { id, expression } }; //! times\n  //? times {\n  const times = { created_on: rule.last_updated, modified_on: rule.last_updated }; // only the last change is told\n  return { ...rule, ...times, description, paused: enabled === false, filter: { id, expression } };\n  //? }\n}"
    },
    {
      "name": "toRule",
      "isOffered": true,
      "typescript": "/** The fields of a firewall rule as those of a custom rule. Priorities have no successor. */\nfunction toRule(input: object): Rule {\n  const { id, filter, paused, priority, ...rule } = input as Rule & { filter?: Rule }; //! bypass\n  //? bypass {\n  const { id, filter, paused, priority, products, ...rule } = input as Rule & {\n    filter?: Rule;\n    products?: string[];\n  };\n  //? }\n  if (filter?.expression !== undefined) rule.expression = filter.expression;\n  if (paused !== undefined) rule.enabled = !paused;\n  //? bypass {\n  if (rule.action === 'bypass')\n    return { ...rule, action: 'skip', action_parameters: skipped(products ?? []) };\n  //? }\n  if (rule.action !== 'allow') return rule;\n  return { ...rule, action: 'skip', action_parameters: { ruleset: 'current' } };\n}",
      "plain": "/** The fields of a firewall rule as those of a custom rule. Priorities have no successor. */\nfunction toRule(input) {\n  const { id, filter, paused, priority, ...rule } = input; //! bypass\n  //? bypass {\n  const { id, filter, paused, priority, products, ...rule } = input;\n  //? }\n  if (filter?.expression !== undefined) rule.expression = filter.expression;\n  if (paused !== undefined) rule.enabled = !paused;\n  //? bypass {\n  if (rule.action === 'bypass')\n    return { ...rule, action: 'skip', action_parameters: skipped(products ?? []) };\n  //? }\n  if (rule.action !== 'allow') return rule;\n  return { ...rule, action: 'skip', action_parameters: { ruleset: 'current' } };\n}"
    },
    {
      "name": "isAskedFor",
      "isOffered": true,
      "typescript": "/** Whether a rule is one of those that a query asks for. */\nfunction isAskedFor(rule: Rule, query: object): boolean {\n  const { description = '', action, paused } = query as Rule;\n  const described = String(rule.description ?? '').toLowerCase();\n  if (!described.includes(String(description).toLowerCase())) return false;\n  if (action !== undefined && rule.action !== (action === 'allow' ? 'skip' : action)) return false;\n  return paused === undefined || (rule.enabled === false) === (String(paused) === 'true');\n}",
      "plain": "/** Whether a rule is one of those that a query asks for. */\nfunction isAskedFor(rule, query) {\n  const { description = '', action, paused } = query;\n  const described = String(rule.description ?? '').toLowerCase();\n  if (!described.includes(String(description).toLowerCase())) return false;\n  if (action !== undefined && rule.action !== (action === 'allow' ? 'skip' : action)) return false;\n  return paused === undefined || (rule.enabled === false) === (String(paused) === 'true');\n}"
    },
    {
      "name": "skipped",
      "isOffered": false,
      "typescript": "/** What a skip rule passes over for the products of a bypass: two of them are phases today. */\nfunction skipped(bypassed: string[]): Rule {\n  const phaseOf = new Map([\n    ['waf', 'http_request_firewall_managed'],\n    ['rateLimit', 'http_ratelimit'],\n  ]);\n  const products = bypassed.filter((product) => !phaseOf.has(product));\n  const phases = bypassed.flatMap((product) => phaseOf.get(product) ?? []);\n  return { ...(products.length > 0 && { products }), ...(phases.length > 0 && { phases }) };\n}",
      "plain": "/** What a skip rule passes over for the products of a bypass: two of them are phases today. */\nfunction skipped(bypassed) {\n  const phaseOf = new Map([\n    ['waf', 'http_request_firewall_managed'],\n    ['rateLimit', 'http_ratelimit'],\n  ]);\n  const products = bypassed.filter((product) => !phaseOf.has(product));\n  const phases = bypassed.flatMap((product) => phaseOf.get(product) ?? []);\n  return { ...(products.length > 0 && { products }), ...(phases.length > 0 && { phases }) };\n}"
    }
  ]
} satisfies Record<string, readonly Part[]>;
