/** Rate limits of Terraform and OpenTofu become one ruleset of rate limiting rules per zone. */
import { EXEMPT_CRAWLERS } from '../../src/convert/index.js';
import type { Codemod } from '../../src/migrate/index.js';
import { attributeText, type HclFile } from '../places/hcl.js';
import { type RulesetMigration, rulesetVerdict } from '../places/rulesets/codemod.js';
import { limitOf, ORDER_OF_LIMITS } from '../places/rulesets/limit.js';
import { type OldRules, readAll } from '../places/rulesets/plan.js';
import {
  type MovedRule,
  metaOf,
  OLD_ATTRIBUTES,
  type Resource,
  repetitionOf,
  required,
  requireOnly,
  resourcesOf,
  zoneOf,
} from '../places/rulesets/resources.js';
import { Settings } from './limit.js';

const RATE_LIMIT = 'cloudflare_rate_limit';

const MIGRATION: RulesetMigration = {
  types: [RATE_LIMIT],
  reason: 'the rate limits of the zone become rules of one ruleset',
  steps: 'Write these rate limits as one cloudflare_ruleset of the phase http_ratelimit.',
  read: oldRateLimits,
};

export const terraformRateLimits: Codemod = {
  id: 'terraform-rate-limits',
  entries: ['rate-limits'],
  language: 'terraform',
  ties: 'site',
  classify: (site, around) => rulesetVerdict(site, around, MIGRATION),
  checklist: [
    EXEMPT_CRAWLERS,
    'Give the API token of Terraform the permission Zone > Zone WAF > Edit.',
    'Check the plan of the zone: Free has one rate limiting rule, Pro two, Business five; conditions on method and response need Business.',
    'Run terraform plan before terraform apply: no old resource may be destroyed.',
  ],
};

function oldRateLimits(files: readonly HclFile[]): OldRules {
  const { rules, refused } = readAll(resourcesOf(files, RATE_LIMIT), zoneOf, readLimit);
  return {
    phase: 'http_ratelimit',
    label: 'rate_limits',
    types: [RATE_LIMIT],
    rules: rules.length > 1 ? rules.map(inOrderOfFile) : rules,
    refused,
    parts: [],
  };
}

function inOrderOfFile(rule: MovedRule): MovedRule {
  return { ...rule, differences: [...rule.differences, ORDER_OF_LIMITS] };
}

function readLimit(resource: Resource): MovedRule {
  requireOnly(resource, OLD_ATTRIBUTES.rateLimit);
  for (const name of ['threshold', 'period']) required(resource, name);
  const meta = metaOf([resource], [RATE_LIMIT]);
  const { differences, ...limit } = limitOf(new Settings(resource));
  return {
    ...resource,
    parts: [resource],
    zone: required(resource, 'zone_id'),
    provider: attributeText(resource.file, resource.block, 'provider'),
    repetition: repetitionOf(resource),
    unplaced: null,
    order: null,
    meta,
    rank: [0],
    effect: resource.address,
    ...limit,
    differences: [...differences, ...meta.differences],
  };
}
