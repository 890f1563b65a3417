/** Firewall rules and filters become custom rules: rules of the ruleset of a phase. */
import type { Codemod } from '../../src/migrate/index.js';
import { ruleModule } from '../direct/module.js';
import { classify } from './classify.js';
import { TEMPLATES } from './generated/templates.js';
import { NAMES } from './names.js';
import { stepsFor } from './steps.js';

export const firewallRules: Codemod = {
  id: 'firewall-rules',
  entries: ['firewall-rules'],
  ties: 'ids',
  helper: ruleModule('customRules', {
    phase: 'http_request_firewall_custom',
    names: NAMES,
    mapping: TEMPLATES.mapping,
  }),
  classify,
  steps: stepsFor,
  checklist: [
    'Give the token the permission Zone > Zone WAF > Edit: the old permission for firewall services does not reach rulesets.',
    'Ids of rules and filters that were stored outside of the program (files, databases, environment) mean nothing any more: empty those places, or fill them from a new list.',
    'Dashboards and alerts that look for the source "firewallrules" have to look for "firewallcustom".',
    'Visitors who are blocked see the page of WAF custom rules instead of error 1020: move a customised page.',
    'The number of custom rules is limited by plan: compare it with the number of firewall rules.',
  ],
};
