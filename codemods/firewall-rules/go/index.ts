/** Firewall rules in Go. */
import { FIREWALL_RULE } from '../../../src/convert/index.js';
import type { Site, Surroundings, Verdict } from '../../../src/migrate/index.js';
import { ALL_RULES, ALLOW, DUPLICATES } from '../../direct/differences.js';
import type { RuleKind } from '../../go/kind.js';
import { mappedIn } from '../../go/mapped-fields.js';
import { classifyGoRules } from '../../go/plan.js';
import { PRIORITY } from '../rule-text.js';
import { stepsFor } from '../steps.js';
import { featuresOf, sentMap, sentStruct } from './rules.js';
import { SDK_RULES } from './sdk.js';

const CUSTOM_RULES: RuleKind = {
  sdk: SDK_RULES,
  phase: 'http_request_firewall_custom',
  noun: 'WAF custom rule',
  oldNoun: 'firewall rule',
  mapping: FIREWALL_RULE,
  names: {
    list: 'customRules',
    get: 'customRule',
    add: 'addCustomRule',
    update: 'updateCustomRule',
    remove: 'deleteCustomRule',
    listOld: 'firewallRules',
    toOld: 'toFirewallRule',
  },
  collections: ['firewall/rules', 'filters'],
  isWhole: false,
  listed: [ALLOW, PRIORITY, ALL_RULES],
  ...mappedIn(FIREWALL_RULE),
  gone: FIREWALL_RULE.gone.filter((field) => !field.includes('.')),
  written: (isCreation) => (isCreation ? [PRIORITY, DUPLICATES] : []),
  featuresOf,
  sentStruct,
  sentMap,
};

export function classifyGo(site: Site, around: Surroundings): Verdict | null {
  return classifyGoRules(site, around, CUSTOM_RULES, stepsFor(site));
}
