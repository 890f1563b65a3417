/** Firewall rules of a Terraform module with their filters, in the order in which they were evaluated. */
import { OLD_ACTIONS } from '../../src/convert/index.js';
import type { Difference } from '../../src/migrate/model.js';
import { attributeNamed, attributeText, type HclFile } from '../places/hcl.js';
import { type OldRules, readAll } from '../places/rulesets/plan.js';
import { type MovedRule, plain, resourcesOf } from '../places/rulesets/resources.js';
import { FILTER, FIREWALL_RULE, type OldRule, readRule, usesInstance } from './resources.js';
import { ruleItems, usesThreatScore } from './rule.js';

export function oldFirewallRules(files: readonly HclFile[]): OldRules {
  const filters = resourcesOf(files, FILTER);
  const { rules, refused } = readAll(
    resourcesOf(files, FIREWALL_RULE),
    ({ file, block }) => attributeText(file, block, 'zone_id'),
    (resource) => readRule(resource, filters),
  );
  return {
    phase: 'http_request_firewall_custom',
    label: 'custom_rules',
    types: [FIREWALL_RULE, FILTER],
    rules: inOrder(rules).map(movedRule),
    refused,
    parts: filters,
  };
}

function movedRule(rule: OldRule): MovedRule {
  const { file, block, address, zone, provider, repetition } = rule;
  return {
    ...{ file, block, address, zone, provider, repetition },
    parts: [rule.filter, rule],
    unplaced: Number.isNaN(rule.priority)
      ? `the priority of ${address} is computed, so its place is not known`
      : null,
    unordered: usesInstance(rule, 'priority') ? `the priority of ${address} is computed` : null,
    differences: differencesOf(rule),
    rank: [priority(rule), precedence(rule)],
    effect: rule.action.known && !SKIPS.includes(rule.action.name) ? rule.action.name : address,
    items: (provider) => ruleItems(rule, provider),
  };
}

/** The order in which the old rules were evaluated: priority, then kind of action, then place in the file. */
function inOrder(rules: readonly OldRule[]): readonly OldRule[] {
  return [...rules].sort((left, right) => {
    if (priority(left) !== priority(right)) return priority(left) < priority(right) ? -1 : 1;
    return precedence(left) - precedence(right);
  });
}

function priority(rule: OldRule): number {
  return rule.priority ?? Number.POSITIVE_INFINITY;
}

function precedence({ action }: OldRule): number {
  return action.known ? OLD_ACTIONS.indexOf(action.name) : OLD_ACTIONS.length;
}

const SKIPS: readonly string[] = ['allow', 'bypass'];

const SKIP: Difference = {
  name: 'allow-is-skip',
  what: 'allow and bypass are a skip: it skips the rules behind it, and what it names',
};
const POSITION: Difference = {
  name: 'order-by-position',
  what: 'rules are evaluated in the order in which they are written, not by priority',
};
const FOLDED: Difference = {
  name: 'threat-score-folded',
  what: 'comparisons with cf.threat_score, which is always 0, are left out of the expression',
};

function differencesOf(rule: OldRule): readonly Difference[] {
  const { action, file, block } = rule;
  const isSkip = !action.known || SKIPS.includes(action.name);
  const hasPriority =
    attributeNamed(block, 'priority') && plain(attributeText(file, block, 'priority') ?? '') !== 'null';
  return [
    ...(isSkip ? [SKIP] : []),
    ...(hasPriority ? [POSITION] : []),
    ...(usesThreatScore(rule) ? [FOLDED] : []),
  ];
}
