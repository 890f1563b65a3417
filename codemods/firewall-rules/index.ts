/**
 * Firewall rules and filters. What programs do with their answers (ids that are handed on, priorities that are
 * compared, pages that are counted) cannot be rewritten call by call, so the calls stay: a helper brought into the
 * package answers them, in the old shapes, over rulesets. The path gets the helper's address, and the client that
 * sends it is wrapped where it is called; everything between the two stays as it is.
 */
import type { Codemod, HelperWanted } from '../../src/migrate/model.js';
import { assemble } from '../helpers/assemble.js';
import { classify } from './classify.js';
import { completed } from './features.js';
import { PARTS } from './generated/helper.js';
import { stepsFor } from './steps.js';

function withNeeds({ names, features }: HelperWanted = {}): HelperWanted {
  return { names, features: features === undefined ? undefined : completed(features) };
}

export const firewallRules: Codemod = {
  id: 'firewall-rules',
  entries: ['firewall-rules'],
  ties: 'ids',
  helper: {
    name: 'edge-sunset-firewall-rules',
    source: (wanted) => assemble(PARTS, 'typescript', withNeeds(wanted)),
    plain: (system, wanted) => assemble(PARTS, system, withNeeds(wanted)),
  },
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
