/**
 * Firewall rules and filters of Terraform and OpenTofu become one ruleset per zone. All of a module are planned at
 * once, for the order of the rules and the one ruleset are facts of the zone and not of a resource.
 */
import type { Codemod } from '../../src/migrate/index.js';
import { type RulesetMigration, rulesetVerdict } from '../places/rulesets/codemod.js';
import { FILTER, FIREWALL_RULE } from './resources.js';
import { oldFirewallRules } from './rules.js';

const MIGRATION: RulesetMigration = {
  types: [FIREWALL_RULE, FILTER],
  reason: 'the rules of the zone become one ruleset, in the order in which they were evaluated',
  steps: 'Write these rules as one cloudflare_ruleset of the phase http_request_firewall_custom.',
  read: oldFirewallRules,
};

export const terraformFirewallRules: Codemod = {
  id: 'terraform-firewall-rules',
  // What stands in an expression goes into the ruleset with it.
  entries: ['firewall-rules', 'geoip-fields', 'threat-score'],
  language: 'terraform',
  ties: 'site',
  classify: (site, around) => rulesetVerdict(site, around, MIGRATION),
  checklist: [
    'Give the API token of Terraform the permission Zone > Zone WAF > Edit.',
    'Import the ruleset if the zone has one: terraform import cloudflare_ruleset.custom_rules zone/<zone_id>/<ruleset_id> (provider 5: zones/<zone_id>/<ruleset_id>). The vendor has turned old rules into one.',
    'Run terraform plan before terraform apply: no old resource may be destroyed. Before Terraform 1.7 run terraform state rm for every old address first.',
  ],
};
