import {
  CATEGORY_FIELDS,
  MANAGED_RULESETS,
  OVERRIDE_ACTIONS,
  OVERRIDE_FIELDS,
  OWASP_LAST_RULE,
  OWASP_RULESET,
  PARANOIA_LEVELS,
  PARANOIA_TAG,
  RULE_OVERRIDE_FIELDS,
} from '../catalogue/index.js';
import type { RulesetPart } from './part.js';

/** What people write for the strictness of the OWASP ruleset, which is a matter of tags. */
const LEVELS =
  'list the levels above the wanted one under "categories": {"category": "paranoia-level-3", "enabled": false}';
const THRESHOLD = 'write it under "rules", in an override of the last rule of the ruleset';
const OVERRIDE_ADVICE: Readonly<Record<string, string>> = {
  paranoia_level: LEVELS,
  paranoia: LEVELS,
  sensitivity: LEVELS,
  score_threshold: THRESHOLD,
  threshold: THRESHOLD,
  anomaly_score_threshold: THRESHOLD,
  groups: 'write the tags of the rules under "categories"',
  tags: 'write the tags of the rules under "categories"',
  action_mode: 'write "action"',
  mode: 'write "action", or "enabled": false',
};

export function checkExecute(rule: RulesetPart, parameters: RulesetPart, phase: string | null): void {
  const id = parameters.at('id');
  const hasNoId = parameters.isThere ? parameters.lacks('id') : rule.lacks('action_parameters');
  if (hasNoId || !id.expect('text', 'ruleset-execute') || id.constant === '') {
    (id.isThere ? id : rule).add({
      check: 'ruleset-execute',
      wrong: 'the rule does not say which ruleset it executes',
      remedy: 'write the id of the ruleset as action_parameters.id',
      answer: 'execute action_parameters must have an id',
    });
  }
  const managed =
    id.text !== null && Object.hasOwn(MANAGED_RULESETS, id.text) ? MANAGED_RULESETS[id.text] : undefined;
  if (managed !== undefined && phase !== null && phase !== managed.phase) {
    id.add({
      check: 'ruleset-execute',
      wrong: `the ${managed.name} cannot be executed in the phase ${phase}`,
      remedy: `put the rule into the phase ${managed.phase}`,
      answer: `ruleset ${id.text} is not of the ${phase} phase`,
    });
  }
  const overrides = parameters.at('overrides');
  if (overrides.isThere && overrides.expect('object', 'ruleset-overrides')) {
    // Actions of other rulesets than those of the WAF are not published as a list.
    checkOverrides(overrides, id.text, phase === null || phase.includes('_firewall_'));
  }
}

function checkOverrides(overrides: RulesetPart, ruleset: string | null, isWaf: boolean): void {
  overrides.expectKeys(OVERRIDE_FIELDS, 'an override of a ruleset', 'ruleset-overrides', OVERRIDE_ADVICE);
  if (isWaf) checkOverrideAction(overrides.at('action'));
  overrides.at('enabled').expect('boolean', 'ruleset-overrides');
  const categories = overrides.at('categories');
  if (categories.expect('list', 'ruleset-overrides')) checkCategories(categories, ruleset, isWaf);
  const rules = overrides.at('rules');
  if (rules.expect('list', 'ruleset-overrides')) {
    for (const rule of rules.items) checkRuleOverride(rule, ruleset, isWaf);
  }
}

function checkCategories(categories: RulesetPart, ruleset: string | null, isWaf: boolean): void {
  const seen = new Map<string, boolean>();
  for (const item of categories.items) {
    if (!item.expect('object', 'ruleset-overrides')) continue;
    item.expectKeys(CATEGORY_FIELDS, 'an override of a category', 'ruleset-overrides', {
      name: 'write "category"',
      tag: 'write "category"',
    });
    if (item.lacks('category')) {
      item.add({
        check: 'ruleset-overrides',
        wrong: 'the override names no category',
        remedy: 'write the tag as "category"',
        answer: 'unknown category in overrides: null',
      });
    }
    item.at('enabled').expect('boolean', 'ruleset-overrides');
    if (isWaf) checkOverrideAction(item.at('action'));
    const category = item.at('category');
    checkLevelName(category, ruleset);
    checkTwice(category, item.at('enabled').constant, seen);
  }
  checkLevels(categories, seen);
}

function checkOverrideAction(action: RulesetPart): void {
  const name = action.constant;
  if (name === undefined || OVERRIDE_ACTIONS.includes(String(name)) || name === 'disabled') return;
  action.add({
    check: 'ruleset-overrides',
    wrong: `an override cannot set the action ${JSON.stringify(name)}`,
    remedy:
      name === 'simulate' ? 'use log' : `use one of ${OVERRIDE_ACTIONS.join(', ')}, or "enabled": false`,
    answer: `unknown action in overrides: ${JSON.stringify(name)}`,
  });
}

function checkLevelName(category: RulesetPart, ruleset: string | null): void {
  const name = category.text;
  if (ruleset !== OWASP_RULESET || name === null || !/paranoia|^pl-?\d$|^level/i.test(name)) return;
  if (levelOf(name) !== null) return;
  category.add({
    check: 'ruleset-overrides',
    wrong: `the OWASP ruleset has no category ${JSON.stringify(name)}`,
    remedy: `the levels are ${PARANOIA_TAG}1 to ${PARANOIA_TAG}${PARANOIA_LEVELS}`,
    answer: `unknown category in overrides: ${JSON.stringify(name)}`,
  });
}

function checkTwice(category: RulesetPart, enabled: unknown, seen: Map<string, boolean>): void {
  const name = category.text;
  if (name === null || typeof enabled !== 'boolean') return;
  const before = seen.get(name);
  if (before !== undefined && before !== enabled) {
    category.add({
      check: 'ruleset-overrides',
      wrong: `the category ${name} is both enabled and disabled`,
      remedy: 'keep one of the two overrides',
    });
  }
  seen.set(name, enabled);
}

/** A level holds the rules that it adds to those below it: one that is on above one that is off makes no sense. */
function checkLevels(categories: RulesetPart, seen: ReadonlyMap<string, boolean>): void {
  const off = [...seen].filter(([name, enabled]) => !enabled && levelOf(name) !== null);
  const lowestOff = Math.min(...off.map(([name]) => levelOf(name) ?? PARANOIA_LEVELS));
  for (const item of categories.items) {
    const name = item.at('category').text;
    const level = name === null ? null : levelOf(name);
    if (level === null || level <= lowestOff || item.at('enabled').constant !== true) continue;
    item.at('category').add({
      check: 'ruleset-overrides',
      wrong: `the category ${name} is enabled while ${PARANOIA_TAG}${lowestOff} below it is disabled`,
      remedy: `disable every level above the wanted one: ${PARANOIA_TAG}${lowestOff} to ${PARANOIA_TAG}${PARANOIA_LEVELS}`,
    });
  }
}

function levelOf(category: string): number | null {
  const level = category.startsWith(PARANOIA_TAG) ? Number(category.slice(PARANOIA_TAG.length)) : 0;
  return Number.isInteger(level) && level >= 1 && level <= PARANOIA_LEVELS ? level : null;
}

function checkRuleOverride(override: RulesetPart, ruleset: string | null, isWaf: boolean): void {
  if (!override.expect('object', 'ruleset-overrides')) return;
  override.expectKeys(RULE_OVERRIDE_FIELDS, 'an override of a rule', 'ruleset-overrides', {
    mode: 'write "action", or "enabled": false',
  });
  if (override.lacks('id')) {
    override.add({
      check: 'ruleset-overrides',
      wrong: 'the override names no rule',
      remedy: 'write the id of the rule as "id"',
      answer: 'unknown rule in overrides: null',
    });
  }
  override.at('enabled').expect('boolean', 'ruleset-overrides');
  if (isWaf) checkOverrideAction(override.at('action'));
  checkThreshold(override, ruleset);
}

function checkThreshold(override: RulesetPart, ruleset: string | null): void {
  const threshold = override.at('score_threshold');
  const value = threshold.constant;
  const isWrong =
    typeof value === 'number'
      ? !Number.isInteger(value)
      : value !== undefined && !isNumberInBlock(threshold, value);
  if (isWrong || threshold.type === 'list' || (threshold.type === 'object' && !threshold.spelling.blocks)) {
    threshold.add({
      check: 'ruleset-overrides',
      wrong: 'the score threshold is not a whole number',
      remedy: 'write a whole number such as 25, 40 or 60, without quotes',
      answer: 'score_threshold must be an integer',
    });
  }
  const rule = override.at('id').text;
  if (!threshold.isThere || ruleset !== OWASP_RULESET || rule === null || rule === OWASP_LAST_RULE) return;
  threshold.add({
    check: 'ruleset-order',
    wrong: 'the score threshold has no effect on this rule',
    remedy: 'override the last rule of the OWASP ruleset, 949110 Inbound Anomaly Score Exceeded',
    taken: true,
  });
}

function isNumberInBlock(part: RulesetPart, value: string | number | boolean): boolean {
  return part.spelling.blocks && /^\d+$/.test(String(value));
}
