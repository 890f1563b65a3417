/** The package of OWASP rules of a zone becomes a rule that executes the managed ruleset which took its place. */
import type { Codemod, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { attributeText, type HclFile } from '../places/hcl.js';
import { outcomesFor, type RulesetMigration, rulesetVerdict } from '../places/rulesets/codemod.js';
import { type OldRules, readAll } from '../places/rulesets/plan.js';
import {
  type MovedRule,
  metaOf,
  OLD_ATTRIBUTES,
  plain,
  Refusal,
  type Resource,
  repetitionOf,
  required,
  requireOnly,
  resourcesOf,
  zoneOf,
} from '../places/rulesets/resources.js';
import {
  type ConvertedPackage,
  convertedPackage,
  OTHER_IDS,
  SEVERAL_PACKAGES,
} from '../places/rulesets/waf.js';
import { marker } from '../places/verdicts.js';
import { unusedDataSource } from './data-sources.js';

const PACKAGE = 'cloudflare_waf_package';

const MIGRATION: RulesetMigration = {
  types: [PACKAGE],
  reason: 'sensitivity and action of the package become overrides of the managed ruleset',
  steps:
    'Write a cloudflare_ruleset of the phase http_request_firewall_managed that executes the OWASP Core Ruleset, with overrides for paranoia levels, score threshold and action.',
  read: oldPackages,
};

export const terraformWaf: Codemod = {
  id: 'terraform-waf',
  entries: ['waf-packages'],
  language: 'terraform',
  ties: 'site',
  classify,
  checklist: [
    'Give the API token of Terraform the permission Zone > Zone WAF > Edit.',
    'Add a rule that executes the Cloudflare Managed Ruleset (efb7b8c949ac4650a09736fc376e9aee): its old package had no resource that said so.',
    'Groups and rules of the old packages have other ids in the managed rulesets: look them up in the dashboard by their description.',
  ],
};

/** Groups and rules have no counterpart by id, so their override can only be written by a person. */
const BY_HAND: Readonly<Record<string, string>> = {
  cloudflare_waf_group:
    'Add overrides { categories { category = "<tag>", enabled = true or false } } to the rule that executes the managed ruleset; the tag that takes the place of the group stands in the dashboard. Then remove this resource from the state.',
  cloudflare_waf_rule:
    'Add overrides { rules { id = "<id>", action = "<block, managed_challenge or log>", enabled = <not off> } } to the rule that executes the managed ruleset; look the id up by the description of the old rule. Then remove this resource from the state.',
  cloudflare_waf_override:
    'Write one rule for each URL in the phase http_request_firewall_managed, with the URL as its expression and the groups and rules as overrides. Then remove this resource from the state.',
};

function classify(site: Site, around: Surroundings): Verdict | null {
  const name = site.finding.usages.find(({ kind }) => kind === 'resource');
  const steps = name?.kind === 'resource' ? BY_HAND[name.name] : undefined;
  if (steps !== undefined && site.finding.kind === 'resource') return marker(OTHER_IDS, steps);
  return (
    unusedDataSource(site, around, () => outcomesFor(site, around, MIGRATION)) ??
    rulesetVerdict(site, around, MIGRATION)
  );
}

function oldPackages(files: readonly HclFile[]): OldRules {
  const { rules, refused } = readAll(resourcesOf(files, PACKAGE), zoneOf, readPackage);
  const several = rules.filter((rule) => rules.some((other) => other !== rule && isSameZone(rule, other)));
  return {
    phase: 'http_request_firewall_managed',
    label: 'managed_rules',
    types: [PACKAGE],
    rules: rules.filter((rule) => !several.includes(rule)),
    refused: [
      ...refused,
      ...several.map((rule) => ({
        resource: rule,
        zone: rule.zone,
        problem: SEVERAL_PACKAGES,
      })),
    ],
    parts: [],
  };
}

function isSameZone(left: MovedRule, right: MovedRule): boolean {
  return plain(left.zone) === plain(right.zone) && left.provider === right.provider;
}

function readPackage(resource: Resource): MovedRule {
  requireOnly(resource, OLD_ATTRIBUTES.wafPackage);
  const { file, block, address } = resource;
  const { items, differences } = converted(resource);
  const meta = metaOf([resource], [PACKAGE]);
  return {
    ...resource,
    parts: [resource],
    zone: required(resource, 'zone_id'),
    provider: attributeText(file, block, 'provider'),
    repetition: repetitionOf(resource),
    unplaced: null,
    order: null,
    meta,
    differences: [...differences, ...meta.differences],
    rank: [0],
    effect: address,
    items,
  };
}

function converted(resource: Resource): ConvertedPackage {
  const { file, block, address } = resource;
  const literal = (name: string, fallback: string) => {
    const written = attributeText(file, block, name) ?? `"${fallback}"`;
    const text = /^"([\w-]+)"$/.exec(written)?.[1];
    if (text === undefined) throw new Refusal(`${name} of ${address} is computed`);
    return text;
  };
  return convertedPackage(address, literal);
}
