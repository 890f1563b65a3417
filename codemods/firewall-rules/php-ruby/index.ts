/** Firewall rules in PHP and Ruby. */
import { FIREWALL_RULE } from '../../../src/convert/index.js';
import type { Site, Surroundings, Verdict } from '../../../src/migrate/index.js';
import { ALL_RULES, ALLOW } from '../../direct/differences.js';
import type { RuleKind } from '../../php-ruby/kind.js';
import { classifyRules } from '../../php-ruby/plan.js';
import { PRIORITY } from '../rule-text.js';
import { stepsFor } from '../steps.js';
import { sentRule } from './rules.js';

const CUSTOM_RULES: RuleKind = {
  phase: 'http_request_firewall_custom',
  noun: 'WAF custom rule',
  oldNoun: 'firewall rule',
  names: {
    list: 'customRules',
    answer: 'customRulesAnswer',
    add: 'addCustomRule',
    update: 'updateCustomRule',
    remove: 'deleteCustomRule',
    toOld: 'toFirewallRule',
    toCustom: 'toCustomRule',
    readOld: 'readFirewallRule',
    addOld: 'addFirewallRules',
    changeOld: 'changeFirewallRule',
    changeAllOld: 'changeFirewallRules',
    removeOld: 'removeFirewallRule',
  },
  collections: ['firewall/rules', 'filters'],
  isWhole: false,
  listed: [ALLOW, PRIORITY, ALL_RULES],
  mapping: FIREWALL_RULE,
  sentRule,
};

export function classifyPhpOrRuby(site: Site, around: Surroundings): Verdict | null {
  return classifyRules(site, around, CUSTOM_RULES, stepsFor(site));
}
