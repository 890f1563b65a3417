/** Rulesets of a Terraform file in JSON: new ones, and those that take the rules in. */
import type { RuleGroup } from '../places/declared/model.js';
import type { HclItem } from '../places/hcl-layout.js';
import { type Addition, type JsonNode, memberNamed, membersOf, type NewJson } from '../places/json-tree.js';
import { repetitionText } from '../places/rulesets/groups.js';
import { withInstanceNames } from '../places/rulesets/instance-names.js';
import { conditionOf, PER_INSTANCE, type ProviderMajor, plain } from '../places/rulesets/resources.js';
import type { JsonModule, JsonResource } from './resources.js';

export function isRuleset({ type, fields }: JsonResource, phase: string): boolean {
  return type === 'Ruleset' && fields.get('phase')?.json === phase;
}

/** `"${var.zone_id}"` in JSON is `var.zone_id` elsewhere. */
export function zoneText(written: string): string {
  return plain(written.replace(/^"\$\{([^{}]*)\}"$/, '$1'));
}

export function isOfZone({ fields }: Pick<JsonResource, 'fields'>, zone: string): boolean {
  return zoneText(fields.get('zone_id')?.source ?? '') === zone;
}

/** The ruleset that the zone of a group has already in this file. */
export function existingRuleset({ zone, phase }: RuleGroup, { resources }: JsonModule): JsonResource | null {
  const wanted = zoneText(zone.source);
  return resources.find((one) => isRuleset(one, phase) && isOfZone(one, wanted)) ?? null;
}

function repetitionOf({ declared }: RuleGroup['rules'][number]): JsonResource['meta']['repetition'] {
  return (declared as JsonResource).meta.repetition;
}

/** What decides how many times the ruleset of a group is made; null where the rules decide for themselves. */
function wholeRepetition(group: RuleGroup): JsonResource['meta']['repetition'] {
  const [first, ...others] = group.rules.map(repetitionOf);
  if (first === undefined || first === null) return null;
  const isSame = others.every((one) => repetitionText(one) === repetitionText(first));
  return PER_INSTANCE.test(group.zone.source) || (isSame && conditionOf(first) !== null) ? first : null;
}

/** Why a group cannot become a ruleset, or go into the one there is. */
export function groupProblem(group: RuleGroup, module: JsonModule, major: ProviderMajor): string | null {
  const whole = wholeRepetition(group);
  const existing = existingRuleset(group, module);
  const conflict = existing === null ? null : mergeProblem(existing, group);
  if (conflict !== null) return conflict;
  for (const rule of group.rules) {
    const own = repetitionOf(rule);
    const { address, fields } = rule.declared;
    if (whole !== null && repetitionText(own) !== repetitionText(whole))
      return `${address} is made for other zones than ${group.rules[0]?.declared.address}`;
    if (whole !== null || own === null) continue;
    if (major === 5) return `${address} is made for items, of which JSON can only make rules of provider 4`;
    if (own.by === 'count' && conditionOf(own) === null)
      return `${address} is made by a count that is more than a condition`;
    if (PER_INSTANCE.test(fields.get('priority')?.source ?? ''))
      return `the priority of ${address} is computed, so its place is not known`;
  }
  const times = new Set(group.rules.map((rule) => Number(whole === null && repetitionOf(rule) !== null)));
  return times.size > 1 ? 'only some of the rules of the zone are made for items' : null;
}

/** Rules in front of those of a ruleset are a list of plain ones. */
function mergeProblem({ address, body, meta }: JsonResource, group: RuleGroup): string | null {
  const rules = memberNamed(body, 'rules')?.value;
  const isPlain = rules === undefined || rules.type === 'array';
  const parts = group.parts as readonly JsonResource[];
  const isRepeated = parts.some((one) => one.meta.repetition !== null || one.meta.dependsOn.length > 0);
  return isPlain && !isRepeated && meta.repetition === null && memberNamed(body, 'dynamic') === undefined
    ? null
    : `the zone has rules of this phase in ${address}, too`;
}

/** What is put in for the groups, and what goes for it. */
export function rulesetAdditions(
  groups: readonly RuleGroup[],
  first: JsonResource,
  module: JsonModule,
): { readonly additions: readonly Addition[]; readonly gone: readonly JsonNode[] } {
  const merged = groups.flatMap((group) => {
    const existing = existingRuleset(group, module);
    return existing === null ? [] : [intoExisting(existing, group)];
  });
  const made = groups
    .filter((group) => existingRuleset(group, module) === null)
    .map((group) => [labelOf(group, groups, module), rulesetBody(group)] as const);
  return { additions: [...merged, newRulesets(made, first, module)].flat(), gone: merged.flatMap(emptyList) };
}

function newRulesets(
  made: readonly (readonly [string, NewJson])[],
  { typeNode }: JsonResource,
  { resources }: JsonModule,
): readonly Addition[] {
  if (made.length === 0) return [];
  const beside = resources.findLast(({ type }) => type === 'Ruleset');
  if (beside !== undefined) return made.map(([name, value]) => ({ at: beside.node, name, value }));
  return [{ at: typeNode, name: 'cloudflare_ruleset', value: Object.fromEntries(made) }];
}

/** In front of its rules, as those of the old API were evaluated first. */
function intoExisting({ body }: JsonResource, group: RuleGroup): readonly Addition[] {
  const list = memberNamed(body, 'rules');
  const rules = group.rules.map(({ items }) => bodyOf(items));
  const [first] = list?.value.children ?? [];
  if (first !== undefined) return rules.map((value) => ({ at: first, isBefore: true, value }));
  const last = list?.node ?? membersOf(body).at(-1)?.node;
  return last === undefined ? [] : [{ at: last, name: 'rules', value: rules }];
}

/** An empty list of rules is written anew. */
function emptyList(additions: readonly Addition[]): readonly JsonNode[] {
  return additions.flatMap(({ at }) => {
    const [key, value] = at.type === 'property' ? (at.children ?? []) : [];
    return key?.value === 'rules' && value?.type === 'array' ? [at] : [];
  });
}

export function labelOf(
  { label, parts }: RuleGroup,
  groups: readonly RuleGroup[],
  { resources }: JsonModule,
): string {
  const wanted = label.replaceAll('-', '_');
  const isAlone =
    groups.filter((one) => one.label === label).length === 1 &&
    !resources.some((one) => one.type === 'Ruleset' && one.label === wanted);
  return isAlone ? wanted : `${(parts.at(-1) as JsonResource).label}_${wanted}`;
}

/** In version 5 of the provider rules are no blocks, so they cannot hold comments. */
function rulesetBody(group: RuleGroup): NewJson {
  const { zone, options, phase, rules } = group;
  const parts = group.parts as readonly JsonResource[];
  const [comment, ...more] = new Set(parts.flatMap(({ comments }) => comments));
  const whole = wholeRepetition(group);
  const repeated = whole === null ? rules.flatMap(repeatedRule) : [];
  const dependsOn = [...new Set(parts.flatMap(({ meta }) => meta.dependsOn))].filter(
    (one) => !parts.some(({ address }) => address === one),
  );
  return {
    ...(comment === undefined ? {} : { '//': more.length === 0 ? comment : [comment, ...more] }),
    ...(whole === null ? {} : { [whole.by]: whole.source }),
    ...(options === null ? {} : { provider: options }),
    zone_id: zone.source,
    name: '"default"',
    kind: '"zone"',
    phase: JSON.stringify(phase),
    ...(repeated.length > 0
      ? { dynamic: { rules: repeated.length === 1 ? (repeated[0] ?? '') : repeated } }
      : { rules: rules.map(({ items }) => bodyOf(items)) }),
    ...(dependsOn.length === 0 ? {} : { depends_on: dependsOn.map((one) => JSON.stringify(one)) }),
    ...(parts.some(({ meta }) => meta.isProtected) ? { lifecycle: { prevent_destroy: 'true' } } : {}),
  };
}

/** A block for the items of a rule; nothing for a plain rule. */
function repeatedRule(rule: RuleGroup['rules'][number]): readonly NewJson[] {
  const repetition = repetitionOf(rule);
  if (repetition === null) return [];
  const condition = conditionOf(repetition);
  const content = bodyOf(rule.items, (text) => perItem(text, condition !== null));
  return condition === null
    ? [{ for_each: repetition.source, iterator: '"rule"', content }]
    : [{ for_each: `"\${${condition} ? [1] : []}"`, content }];
}

function perItem(text: string, isCondition: boolean): string {
  return withInstanceNames(text, (name) => (isCondition ? '0' : name.replace('each', 'rule')));
}

function bodyOf(
  items: readonly HclItem[],
  written: (text: string) => string = (text) => text,
): { readonly [name: string]: NewJson } {
  return Object.fromEntries(
    items.flatMap((item): [string, NewJson][] => {
      if ('value' in item) return [[item.name, written(item.value)]];
      return 'object' in item ? [[item.name, bodyOf(item.object, written)]] : [];
    }),
  );
}
