/** Firewall rules of a Terraform module with their filters, in the order in which they were evaluated. */
import type { Difference } from '../../src/migrate/index.js';
import { attributeText, type HclFile } from '../places/hcl.js';
import { differencesOf, isSkip, leftOut, precedence } from '../places/rulesets/firewall.js';
import { type OldRules, readAll } from '../places/rulesets/plan.js';
import { type MovedRule, plain, resourcesOf, zoneOf } from '../places/rulesets/resources.js';
import { unchained } from './chained.js';
import { FILTER, FIREWALL_RULE, type OldRule, orderOf, readRule } from './resources.js';
import { isLeftOut, ruleItems, usesThreatScore } from './rule.js';

export function oldFirewallRules(files: readonly HclFile[]): OldRules {
  const filters = resourcesOf(files, FILTER);
  const resources = resourcesOf(files, FIREWALL_RULE).map((resource) => unchained(resource, filters));
  const { rules, refused } = readAll(resources, zoneOf, (resource) => readRule(resource, filters, files));
  return {
    phase: 'http_request_firewall_custom',
    label: 'custom_rules',
    types: [FIREWALL_RULE, FILTER],
    rules: inOrder(rules).map((rule) => movedRule(rule, rules)),
    refused,
    parts: filters,
  };
}

const COMPUTED_TIE: Difference = {
  name: 'ties-by-position',
  what: 'rules of one priority, one of which has a computed action, come in the order of the file; before, the kind of action decided',
};

function isComputedTie(rule: OldRule, rules: readonly OldRule[]): boolean {
  return rules.some(
    (other) =>
      other !== rule &&
      plain(other.zone) === plain(rule.zone) &&
      other.priority === rule.priority &&
      !(other.action.known && rule.action.known),
  );
}

function movedRule(rule: OldRule, rules: readonly OldRule[]): MovedRule {
  const isGone = isLeftOut(rule);
  const { address, zone, provider, repetition } = rule;
  const written = rule.written ?? rule;
  const { file, block } = written;
  return {
    ...{ file, block, address, zone, provider, repetition },
    parts: rule.filter.resource === null ? [written] : [rule.filter.resource, written],
    unplaced: Number.isNaN(rule.priority)
      ? `the priority of ${address} is computed, so its place is not known`
      : null,
    order: orderOf(rule),
    meta: rule.meta,
    isLeftOut: isGone,
    differences: isGone
      ? [leftOut(rule.address)]
      : [
          ...differencesOf(rule.action, {
            hasPriority: hasPriority(rule),
            usesScore: usesThreatScore(rule),
          }),
          ...rule.meta.differences,
          ...(isComputedTie(rule, rules) ? [COMPUTED_TIE] : []),
        ],
    rank: [priority(rule), precedence(rule.action)],
    effect: rule.action.known && !isSkip(rule.action) ? rule.action.name : address,
    items: (provider) => ruleItems(rule, provider),
  };
}

/** The order in which the old rules were evaluated: priority, then kind of action, then place in the file. */
function inOrder(rules: readonly OldRule[]): readonly OldRule[] {
  return [...rules].sort((left, right) => {
    if (priority(left) !== priority(right)) return priority(left) < priority(right) ? -1 : 1;
    return precedence(left.action) - precedence(right.action);
  });
}

function priority(rule: OldRule): number {
  return rule.priority ?? Number.POSITIVE_INFINITY;
}

function hasPriority({ file, block }: OldRule): boolean {
  const written = attributeText(file, block, 'priority');
  return written !== null && plain(written) !== 'null';
}
