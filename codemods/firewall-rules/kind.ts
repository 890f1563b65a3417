/** Firewall rules, which are WAF custom rules now. */
import { FILTER, FIREWALL_RULE } from '../../src/convert/index.js';
import { ALL_RULES, ALLOW } from '../direct/differences.js';
import type { RuleKind } from '../planner/index.js';
import { PRIORITY } from './rule-text.js';

export const CUSTOM_RULES: RuleKind = {
  phase: 'http_request_firewall_custom',
  noun: 'WAF custom rule',
  oldNoun: 'firewall rule',
  name: 'custom rule',
  collections: ['firewall/rules', 'filters'],
  isWhole: false,
  listed: [ALLOW, PRIORITY, ALL_RULES],
  mapping: FIREWALL_RULE,
  part: FILTER,
};
