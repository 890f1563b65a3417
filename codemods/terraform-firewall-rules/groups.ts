/** Which rules belong into one ruleset, and in which order. A zone has one ruleset of custom rules. */
import { OLD_ACTIONS } from '../../src/convert/index.js';
import { attributeText, type HclFile, isResource } from '../places/hcl.js';
import {
  conditionOf,
  type OldRule,
  PER_INSTANCE,
  plain,
  Refusal,
  type Repetition,
  usesInstance,
} from './resources.js';

export const PHASE = 'http_request_firewall_custom';

export interface Group {
  readonly zone: string;
  readonly provider: string | null;
  /** Of the ruleset; the rules of such a group are not repeated themselves. */
  readonly repetition: Repetition | null;
  readonly rules: readonly OldRule[];
}

export function groupsOf(rules: readonly OldRule[]): readonly Group[] {
  const groups = new Map<string, OldRule[]>();
  for (const rule of rules) {
    const key = plain(`${rule.zone} ${rule.provider}`);
    groups.set(key, [...(groups.get(key) ?? []), rule]);
  }
  return [...groups.values()].map(groupOf);
}

function groupOf(rules: readonly OldRule[]): Group {
  const [first] = rules;
  if (first === undefined) throw new Error('a group has at least one rule');
  const { zone, provider } = first;
  const repetition = PER_INSTANCE.test(zone) || haveOneCondition(rules) ? first.repetition : null;
  return { zone, provider, repetition, rules: inOrder(rules) };
}

/** Whether one condition decides of all rules, so that it can decide of the ruleset. */
function haveOneCondition(rules: readonly OldRule[]): boolean {
  const conditions = rules.map(({ repetition }) => (repetition === null ? null : conditionOf(repetition)));
  return conditions[0] !== null && new Set(conditions.map((one) => plain(String(one)))).size === 1;
}

/** Throws a `Refusal` where the group cannot become a ruleset. */
export function checkGroup({ zone, repetition, rules }: Group, files: readonly HclFile[]): void {
  if (PER_INSTANCE.test(zone)) {
    const other = rules.find(
      (rule) => plain(repetitionText(rule.repetition)) !== plain(repetitionText(repetition)),
    );
    if (other !== undefined)
      throw new Refusal(`${other.address} is made for other zones than ${rules[0]?.address}`);
  }
  const unknown = rules.find(({ priority }) => Number.isNaN(priority));
  if (unknown !== undefined && rules.length > 1)
    throw new Refusal(`the priority of ${unknown.address} is computed, so its place is not known`);
  for (const rule of rules) if (repetition === null) checkRepeated(rule);
  const existing = existingRuleset(zone, files);
  if (existing !== null) throw new Refusal(`the zone has custom rules already, in ${existing}`);
}

function repetitionText(repetition: Repetition | null): string {
  return repetition === null ? '' : `${repetition.by} = ${repetition.value}`;
}

/** A rule that is made several times in one ruleset. */
function checkRepeated(rule: OldRule): void {
  if (rule.repetition === null) return;
  if (conditionOf(rule.repetition) === null && rule.repetition.by === 'count')
    throw new Refusal(`${rule.address} is made by a count that is more than a condition`);
  if (usesInstance(rule, 'priority')) throw new Refusal(`the priority of ${rule.address} is computed`);
}

/** A ruleset of the same phase and zone; a zone can only have one. */
function existingRuleset(zone: string, files: readonly HclFile[]): string | null {
  for (const file of files) {
    for (const block of file.blocks) {
      if (!isResource(block, 'cloudflare_ruleset')) continue;
      const isSame =
        attributeText(file, block, 'phase') === `"${PHASE}"` &&
        plain(attributeText(file, block, 'zone_id') ?? '') === plain(zone);
      if (isSame) return `cloudflare_ruleset.${block.labels[1]?.text} (${file.path})`;
    }
  }
  return null;
}

/** The order in which the old rules were evaluated: priority, then kind of action, then place in the file. */
function inOrder(rules: readonly OldRule[]): readonly OldRule[] {
  const keys = new Map(rules.map((rule) => [rule, rule.priority ?? Number.POSITIVE_INFINITY]));
  const priority = (rule: OldRule) => keys.get(rule) ?? Number.POSITIVE_INFINITY;
  return [...rules].sort((left, right) => {
    if (priority(left) !== priority(right)) return priority(left) < priority(right) ? -1 : 1;
    return precedence(left) - precedence(right);
  });
}

function precedence({ action }: OldRule): number {
  return action.known ? OLD_ACTIONS.indexOf(action.name) : OLD_ACTIONS.length;
}
