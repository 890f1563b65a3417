/** Which rules belong into one ruleset. A zone has one ruleset of each phase. */
import {
  conditionOf,
  listOf,
  type MovedRule,
  PER_INSTANCE,
  plain,
  Refusal,
  type Repetition,
  rulesToWrite,
} from './resources.js';

export interface Group {
  readonly zone: string;
  readonly provider: string | null;
  /** Of the ruleset; the rules of such a group are not repeated themselves. */
  readonly repetition: Repetition | null;
  /** In the order in which they are evaluated. */
  readonly rules: readonly MovedRule[];
}

/** Takes rules in the order of their evaluation; groups come in the order of the files. */
export function groupsOf(rules: readonly MovedRule[]): readonly Group[] {
  const keyOf = ({ zone, provider }: MovedRule) => plain(`${zone} ${provider}`);
  const keys = new Set([...rules].sort(byPlace).map(keyOf));
  return [...keys].map((key) => groupOf(rules.filter((rule) => keyOf(rule) === key)));
}

function byPlace(left: MovedRule, right: MovedRule): number {
  if (left.file.path !== right.file.path) return left.file.path < right.file.path ? -1 : 1;
  return left.block.origin.start - right.block.origin.start;
}

function groupOf(rules: readonly MovedRule[]): Group {
  const [first] = rules;
  if (first === undefined) throw new Error('a group has at least one rule');
  const { zone, provider } = first;
  const repetition = PER_INSTANCE.test(zone) || haveOneCondition(rules) ? first.repetition : null;
  return { zone, provider, repetition, rules };
}

/** Whether one condition decides of all rules, so that it can decide of the ruleset. */
function haveOneCondition(rules: readonly MovedRule[]): boolean {
  const conditions = rules.map(({ repetition }) => (repetition === null ? null : conditionOf(repetition)));
  return conditions[0] !== null && new Set(conditions.map((one) => plain(String(one)))).size === 1;
}

/** Throws a `Refusal` where the group cannot become a ruleset. */
export function checkGroup({ zone, repetition, rules }: Group): void {
  if (PER_INSTANCE.test(zone)) {
    const other = rules.find(
      (rule) => plain(repetitionText(rule.repetition)) !== plain(repetitionText(repetition)),
    );
    if (other !== undefined)
      throw new Refusal(`${other.address} is made for other zones than ${rules[0]?.address}`);
    const shared = rules.find((rule) => mayShareZones(rule, repetition));
    if (shared !== undefined)
      throw new Refusal(`${shared.address} may be made several times for one zone, which has one ruleset`);
  }
  const unplaced = rules.find((rule) => rule.unplaced !== null);
  if (typeof unplaced?.unplaced === 'string' && rules.length > 1) throw new Refusal(unplaced.unplaced);
  for (const rule of rulesToWrite(rules)) if (repetition === null) checkRepeated(rule);
}

/** The zone is a field of what is gone through, and the rule takes others: each item is a rule, and no zone. */
function mayShareZones(rule: MovedRule, repetition: Repetition | null): boolean {
  const isField = /\beach\.value\s*[.[]|\bsplit\(/.test(rule.zone);
  const items = repetition?.value ?? '';
  const goesThroughZones = ZONES.test(items) && !PAIRS.test(items);
  return isField && !goesThroughZones && PER_INSTANCE.test(JSON.stringify(rule.items(5)));
}

/** `var.zones`, `local.site_configs`, and not `local.zone_rules`. */
const ZONES = /(?:zone|site|domain)s?(?:_(?:ids?|names?|list|map|set|config(?:uration)?s?|settings))?\b/i;
/** Each zone with each of something else. */
const PAIRS = /\bsetproduct\(|\bfor\b[\s\S]*\bfor\b/;

export function repetitionText(repetition: Repetition | null): string {
  return repetition === null ? '' : `${repetition.by} = ${repetition.value}`;
}

/** A rule that is made several times in one ruleset. */
function checkRepeated(rule: MovedRule): void {
  const { repetition, address } = rule;
  if (repetition === null) return;
  if (repetition.by === 'count' && conditionOf(repetition) === null && !goesThroughList(rule, repetition))
    throw new Refusal(`${address} is made by a count that is more than a condition`);
}

/** The index picks items of what is counted, so that it is a list. */
function goesThroughList(rule: MovedRule, repetition: Repetition): boolean {
  const list = listOf(repetition);
  const written = JSON.stringify(rule.items(5));
  return (
    list !== null &&
    [`${list}[count.index]`, `element(${list}, count.index)`].some((item) => written.includes(item))
  );
}
