/** Firewall rules in Python. */
import type { Site, Surroundings, Verdict } from '../../../src/migrate/index.js';
import { ALL_RULES, ALLOW } from '../../direct/differences.js';
import type { RuleKind } from '../../python/kind.js';
import { classifyRules } from '../../python/plan.js';
import { PRIORITY } from '../rule-text.js';
import { stepsFor } from '../steps.js';
import { readEdits, readFilterEdits } from './reads.js';
import { sentRule } from './rules.js';

const CUSTOM_RULES: RuleKind = {
  phase: 'http_request_firewall_custom',
  noun: 'WAF custom rule',
  names: {
    list: 'list_custom_rules',
    answer: 'get_custom_ruleset',
    add: 'add_custom_rule',
    update: 'update_custom_rule',
    remove: 'delete_custom_rule',
    toOld: 'to_firewall_rule',
    toNew: 'custom_action',
    toPart: 'to_filter',
  },
  collections: ['firewall/rules', 'filters'],
  toOld: [
    'return {',
    '    ~id~: rule[~id~],',
    '    ~action~: rule[~action~],',
    '    ~description~: rule.get(~description~, ~~),',
    '    ~ref~: rule.get(~ref~),',
    '    ~paused~: not rule.get(~enabled~, True),',
    '    ~filter~: {~id~: rule[~id~], ~expression~: rule[~expression~], ~paused~: False},',
    '}',
  ],
  toNew: [
    'if action == ~allow~:',
    '    return {~action~: ~skip~, ~action_parameters~: {~ruleset~: ~current~}}',
    'return {~action~: action}',
  ],
  part: {
    fields: [
      'return {~id~: rule[~id~], ~expression~: rule[~expression~], ~description~: rule.get(~description~, ~~)}',
    ],
    readEdits: readFilterEdits,
  },
  isReplaced: false,
  listed: [ALLOW, PRIORITY, ALL_RULES],
  lost: /(?:\[|\.(?:get|pop)\()\s*["'](?:priority|products|created_on|modified_on)["']|["']filter["'](?:\]|[^\n\])]{0,6}\))(?:\[|\.get\()["'](?:paused|description|ref)["']|["']action["'](?:\]|[^)\n]{0,20}\))\s*(?:==|!=|(?:not )?in\b)[^\n]{0,60}["']allow["']/,
  readEdits,
  sentRule,
};

export function classifyPython(site: Site, around: Surroundings): Verdict | null {
  return classifyRules(site, around, CUSTOM_RULES, stepsFor(site));
}
