/**
 * The retired API sorted rules without priority by their action. New code that appends what it makes leaves the rules in
 * another order; a challenge and a block stop a request in any order, a rule that skips others does not.
 */
import { CUSTOM_RULES } from '../../catalogue/index.js';
import type { EdgeState } from '../../edge/index.js';

type Zone = EdgeState['zones'][string];
type Rule = Zone['rulesets'][number]['rules'][number];

/** The state after in the order of the state before, where nothing but that order differs; else null. */
export function inOldOrder(before: EdgeState, after: EdgeState, initial: EdgeState | null): EdgeState | null {
  let isOther = false;
  const zones = Object.entries(after.zones).map(([id, zone]): readonly [string, Zone] => {
    const old = before.zones[id];
    const rules = old === undefined ? null : ordered(old, zone, rulesOf(initial?.zones[id]));
    if (rules === null) return [id, zone];
    isOther = true;
    const rulesets = zone.rulesets.map((one) => (one.phase === CUSTOM_RULES ? { ...one, rules } : one));
    return [id, { ...zone, rulesets }];
  });
  return isOther ? { ...after, zones: Object.fromEntries(zones) } : null;
}

function rulesOf(zone: Zone | undefined): readonly Rule[] {
  return zone?.rulesets.find(({ phase }) => phase === CUSTOM_RULES)?.rules ?? [];
}

function ordered(before: Zone, after: Zone, initial: readonly Rule[]): Rule[] | null {
  const [left, right] = [rulesOf(before), rulesOf(after)];
  const places = placesOf(left, right);
  if (places === null || places.every((place, at) => place === at)) return null;
  const known = new Map(initial.map(({ id }, at) => [id, at]));
  const ranks = right.map(({ id }) => known.get(id) ?? initial.length);
  // What was there stays in its order, and what is new stands behind it.
  if (ranks.some((rank, at) => rank < (ranks[at - 1] ?? 0))) return null;
  const moved = left.filter((_, at) => isCrossed(places, at));
  const isFree = (rule: Rule) => rule.action !== 'skip' && isWithoutPriority(before, rule);
  return moved.every((rule) => known.has(rule.id) || isFree(rule))
    ? places.map((place) => right[place] as Rule)
    : null;
}

/** For each rule of the left list its place in the right one; null where they do not hold the same. */
function placesOf(left: readonly Rule[], right: readonly Rule[]): readonly number[] | null {
  if (left.length !== right.length) return null;
  const keyOf = ({ description, expression, action, enabled }: Rule) =>
    JSON.stringify([description ?? '', expression, action, enabled]);
  const keys = right.map(keyOf);
  const used = new Set<number>();
  const places = left.map((rule) => {
    const key = keyOf(rule);
    const place = keys.findIndex((one, at) => one === key && !used.has(at));
    used.add(place);
    return place;
  });
  return places.includes(-1) ? null : places;
}

/** Another rule was before it, and is behind it now, or the other way round. */
function isCrossed(places: readonly number[], at: number): boolean {
  const own = places[at] ?? 0;
  return places.some((place, other) => place < own !== other < at && other !== at);
}

function isWithoutPriority({ firewallRules }: Zone, { id }: Rule): boolean {
  return firewallRules.find(({ rule_id }) => rule_id === id)?.priority == null;
}
