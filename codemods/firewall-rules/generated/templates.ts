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
      "typescript": "/** The fields of a firewall rule as those of a custom rule. Priorities have no successor. */\nfunction toRule(input: object): Rule {\n  const { id, filter, paused, priority, ...rule } = input as Rule & { filter?: Rule };\n  if (filter?.expression !== undefined) rule.expression = filter.expression;\n  if (paused !== undefined) rule.enabled = !paused;\n  if (rule.action !== 'allow') return rule;\n  return { ...rule, action: 'skip', action_parameters: { ruleset: 'current' } };\n}",
      "plain": "/** The fields of a firewall rule as those of a custom rule. Priorities have no successor. */\nfunction toRule(input) {\n  const { id, filter, paused, priority, ...rule } = input;\n  if (filter?.expression !== undefined) rule.expression = filter.expression;\n  if (paused !== undefined) rule.enabled = !paused;\n  if (rule.action !== 'allow') return rule;\n  return { ...rule, action: 'skip', action_parameters: { ruleset: 'current' } };\n}"
    }
  ]
} satisfies Record<string, readonly Part[]>;
