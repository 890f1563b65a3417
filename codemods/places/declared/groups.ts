/** Which declared resources become one ruleset: a zone has one of each phase. */
import type { Difference } from '../../../src/migrate/index.js';
import { ORDER_OF_LIMITS } from '../rulesets/limit.js';
import { plain, Refusal, withEnabled } from '../rulesets/resources.js';
import { SEVERAL_PACKAGES } from '../rulesets/waf.js';
import { requiredField } from './fields.js';
import { firewallRule, type RankedRule } from './firewall.js';
import { rateLimit, type Texts } from './limits.js';
import { ruleOfLoop } from './loop.js';
import type { Declared, NewRule, RuleGroup } from './model.js';
import { wafPackage } from './waf.js';

export interface Grouped {
  readonly groups: readonly RuleGroup[];
  /** Why a resource stays. */
  readonly problems: ReadonlyMap<Declared, string>;
}

const CUSTOM = { type: 'FirewallRule', phase: 'http_request_firewall_custom', label: 'custom-rules' };
const MANAGED = { type: 'WafPackage', phase: 'http_request_firewall_managed', label: 'managed-rules' };
const LIMITS = { type: 'RateLimit', phase: 'http_ratelimit', label: 'rate-limits' };

/** The phase of what a resource becomes. */
export const PHASE_OF: Readonly<Record<string, string>> = Object.fromEntries(
  [CUSTOM, LIMITS, MANAGED].map(({ type, phase }) => [type, phase]),
);
/** Resources that become rules, and what they become. */
export const RULE_TYPES: ReadonlySet<string> = new Set([...Object.keys(PHASE_OF), 'Filter', 'Ruleset']);

export const UNUSED_FILTER = 'no rule beside it uses the filter';

/**
 * `taken` says where rules of a phase stand already that belong to the zone of a resource; `isThree`, whether a resource
 * is one of provider 3 of Terraform.
 */
export function groupsOf(
  all: readonly Declared[],
  texts: Texts,
  taken: (declared: Declared, phase: string) => string | null,
  isThree: (declared: Declared) => boolean,
): Grouped {
  const groups: RuleGroup[] = [];
  const problems = new Map<Declared, string>();
  for (const kind of [CUSTOM, LIMITS, MANAGED]) {
    const ofKind = all.filter(({ type }) => type === kind.type);
    for (const members of byZone(ofKind)) {
      const parts = members.flatMap((one) => (one.filter === null ? [one] : [one.filter, one]));
      try {
        checkPlace(members, ofKind, (one) => taken(one, kind.phase));
        const problem = parts.find((one) => one.problem !== null)?.problem;
        if (typeof problem === 'string') throw new Refusal(problem);
        const group = groupOf(kind, members, texts);
        groups.push(members.some(isThree) ? sayingEnabled(group) : group);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        for (const part of parts) problems.set(part, error.message);
      }
    }
  }
  const used = new Set([...groups.flatMap(({ parts }) => parts), ...problems.keys()]);
  for (const one of all) if (!used.has(one)) problems.set(one, one.problem ?? UNUSED_FILTER);
  return withoutShared(groups, problems);
}

function byZone(all: readonly Declared[]): readonly (readonly Declared[])[] {
  const groups = new Map<unknown, Map<string, Declared[]>>();
  for (const one of all) {
    const inHolder = groups.get(one.holder) ?? new Map<string, Declared[]>();
    groups.set(one.holder, inHolder);
    const zone = zoneOf(one);
    inHolder.set(zone, [...(inHolder.get(zone) ?? []), one]);
  }
  return [...groups.values()].flatMap((inHolder) => [...inHolder.values()]);
}

function zoneOf({ fields }: Declared): string {
  return plain(fields.get('zone_id')?.source ?? '');
}

/** Rules for the zone in another block of statements would be a second ruleset. */
function checkPlace(
  members: readonly Declared[],
  all: readonly Declared[],
  taken: (declared: Declared) => string | null,
): void {
  const [first] = members;
  if (first === undefined) return;
  const place = taken(first);
  if (place !== null) throw new Refusal(`the zone has rules of this phase in ${place}, too`);
  const other = all.find((one) => !members.includes(one) && zoneOf(one) === zoneOf(first));
  if (other !== undefined)
    throw new Refusal(`${first.address} and ${other.address} are for one zone and stand in different blocks`);
}

function groupOf({ phase, label }: typeof CUSTOM, members: readonly Declared[], texts: Texts): RuleGroup {
  const all = newRules(phase, members, texts);
  const rules = rulesToWrite(all);
  const parts = all.flatMap((rule) => rule.parts);
  const options = [...new Set(parts.flatMap(({ options }) => (options === null ? [] : plain(options))))];
  if (options.length > 1)
    throw new Refusal(`resources of one zone have different options: ${options.slice(0, 2).join(' and ')}`);
  const [first] = members;
  if (first === undefined) throw new Error('a group has at least one resource');
  return {
    ...{ phase, label, rules },
    loop: first.loop ?? null,
    zone: requiredField(first.fields, 'zone_id', first.address),
    options: parts.find((one) => one.options !== null)?.options ?? null,
    parts: [...new Set(parts)],
  };
}

function newRules(
  phase: string,
  members: readonly Declared[],
  texts: Texts,
): readonly (NewRule | RankedRule)[] {
  const repeated = members.find(({ loop }) => loop != null);
  if (repeated?.loop != null) {
    const other = members.find((one) => one !== repeated);
    if (other === undefined && phase === CUSTOM.phase) return [ruleOfLoop(repeated, repeated.loop.turns)];
    throw new Refusal(
      `${repeated.address} is made in a loop, and ${other?.address ?? 'its kind'} stands beside it`,
    );
  }
  if (phase === CUSTOM.phase) return inOrder(members.map(firewallRule));
  if (phase === LIMITS.phase) return members.map((one) => rateLimit(one, texts));
  if (members.length > 1) throw new Refusal(SEVERAL_PACKAGES);
  return members.map((one) => wafPackage(one, texts));
}

/** What is left out is named among the differences of the first that stays. */
function rulesToWrite(all: readonly (NewRule | RankedRule)[]): readonly NewRule[] {
  const isLeftOut = (rule: NewRule | RankedRule) => 'isLeftOut' in rule && rule.isLeftOut;
  const [first, ...others] = all.filter((rule) => !isLeftOut(rule));
  const gone = all.filter(isLeftOut).flatMap(({ differences }) => differences);
  if (first === undefined)
    throw new Refusal('the rule never holds: it only asks for a cf.threat_score, which is always 0');
  return [{ ...first, differences: [...first.differences, ...gone] }, ...others];
}

function inOrder(rules: readonly RankedRule[]): readonly RankedRule[] {
  const unplaced = rules.find(({ priority }) => Number.isNaN(priority));
  if (unplaced !== undefined && rules.length > 1)
    throw new Refusal(`the priority of ${unplaced.declared.address} is computed, so its place is not known`);
  return [...rules].sort((left, right) => {
    if (left.priority !== right.priority) return left.priority < right.priority ? -1 : 1;
    return left.precedence - right.precedence;
  });
}

/** A filter that rules of several groups use goes with all of them or stays, and they with it. */
function withoutShared(groups: readonly RuleGroup[], problems: ReadonlyMap<Declared, string>): Grouped {
  const all = new Map(problems);
  let left = groups;
  for (;;) {
    const stays = left.filter((group) =>
      group.parts.some(
        (part) => all.has(part) || left.some((other) => other !== group && other.parts.includes(part)),
      ),
    );
    if (stays.length === 0) return { groups: left, problems: all };
    for (const { parts } of stays)
      for (const part of parts)
        all.set(part, all.get(part) ?? 'a filter is used by rules that are migrated apart');
    left = left.filter((group) => !stays.includes(group));
  }
}

export function differencesIn({ rules, phase }: RuleGroup): readonly Difference[] {
  return [
    ...new Set(rules.flatMap(({ differences }) => differences)),
    ...(phase === LIMITS.phase && rules.length > 1 ? [ORDER_OF_LIMITS] : []),
  ];
}

function sayingEnabled(group: RuleGroup): RuleGroup {
  return { ...group, rules: group.rules.map((rule) => ({ ...rule, items: withEnabled(rule.items) })) };
}
