/**
 * Rules used to be sorted by priority, rules without one last, and rules of equal rank by their action. Rulesets
 * know one order only: that of the list. A rule is put where the old order would have had it.
 *
 * What priority a rule has is known only if this program gave it. All others count as rules without a priority, as
 * long as the list can be read that way: their actions stand in the old order. Where it cannot, somebody has
 * ordered the rules, and the place of each stands for its priority: place 1 is priority 1.
 */
import { OLD_ACTIONS, oldActionOf, shownRules } from './old-rule.js';
import type { Fields, Rule, Ruleset } from './rulesets.js';

/** Priorities that this program gave, or that the order of the list stands for. */
export const priorities = new Map<string, number | null>();

/** Versions of the rulesets that this program saw or made last. */
export const versions = new Map<string, string>();

type Rank = readonly [priority: number, precedence: number];

/** The place at which the old order has a rule, among the other rules of the list. */
export function placeOf(
  others: readonly Rule[],
  wanted: { readonly action: string; readonly priority: number | null },
  /** Where it stands now, if it is in the list already. */
  now: number | null,
): number {
  const ranks = others.map(rankOf);
  const rank = rankFrom(wanted.priority, wanted.action);
  if (now !== null && isInOrder(ranks[now - 1], rank) && isInOrder(rank, ranks[now])) return now;
  const next = ranks.findIndex((other) => other !== null && isLess(rank, other));
  return next < 0 ? others.length : next;
}

export function rankFrom(priority: number | null, action: string): Rank {
  return [priority ?? Number.POSITIVE_INFINITY, OLD_ACTIONS.indexOf(action)];
}

/** Null for rules that the old API did not know: they stay where they are and say nothing of others. */
function rankOf(rule: Rule): Rank | null {
  const old = oldActionOf(rule);
  return old === null ? null : rankFrom(priorities.get(rule.id) ?? null, old.action);
}

export function isLess(left: Rank, right: Rank): boolean {
  return left[0] < right[0] || (left[0] === right[0] && left[1] < right[1]);
}

function isInOrder(left: Rank | null | undefined, right: Rank | null | undefined): boolean {
  return !left || !right || !isLess(right, left);
}

/** The `position` that puts a rule at a place among the others. */
export function positionAt(others: readonly Rule[], place: number): Fields {
  const next = others[place];
  if (next === undefined) return { after: '' };
  return { before: place === 0 ? '' : next.id };
}

/** Gives priorities by place where others have changed the list so that it contradicts the ones that are known. */
export function learnOrder(ruleset: Ruleset): void {
  const rules = shownRules(ruleset);
  const ranks = rules.map(rankOf);
  if (ranks.every((rank, index) => isInOrder(ranks[index - 1], rank))) return;
  for (const [index, { id }] of Array.from(rules.entries())) priorities.set(id, index + 1);
}
