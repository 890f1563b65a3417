/** Firewall rules in Python. */
import { FILTER, FIREWALL_RULE } from '../../../src/convert/index.js';
import type { Site, Surroundings, Verdict } from '../../../src/migrate/index.js';
import { ALL_RULES, ALLOW } from '../../direct/differences.js';
import type { RuleKind } from '../../python/kind.js';
import { classifyRules } from '../../python/plan.js';
import { PRIORITY } from '../rule-text.js';
import { stepsFor } from '../steps.js';
import { sentRule } from './rules.js';

const CUSTOM_RULES: RuleKind = {
  phase: 'http_request_firewall_custom',
  noun: 'WAF custom rule',
  oldNoun: 'firewall rule',
  names: {
    list: 'list_custom_rules',
    answer: 'get_custom_ruleset',
    add: 'add_custom_rule',
    update: 'update_custom_rule',
    remove: 'delete_custom_rule',
    toOld: 'to_firewall_rule',
    toNew: 'custom_action',
    toPart: 'to_filter',
    toCustom: 'to_custom_rule',
    listOld: 'read_firewall_rules',
    readOld: 'read_firewall_rule',
    addOld: 'add_firewall_rules',
    changeOld: 'change_firewall_rule',
    changeAllOld: 'change_firewall_rules',
    removeOld: 'remove_firewall_rule',
  },
  collections: ['firewall/rules', 'filters'],
  mapping: FIREWALL_RULE,
  part: FILTER,
  isReplaced: false,
  listed: [ALLOW, PRIORITY, ALL_RULES],
  sentRule,
};

export function classifyPython(site: Site, around: Surroundings): Verdict | null {
  return classifyRules(site, around, CUSTOM_RULES, stepsFor(site));
}
