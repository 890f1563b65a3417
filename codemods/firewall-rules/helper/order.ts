/**
 * Rules used to be sorted by priority, rules without one last, and rules of equal rank by their action. Rulesets
 * know one order only: that of the list. A rule is put where the old order would have had it.
 *
 * What priority a rule has is known only if this program gave it. Of all others the place in the list stands for
 * it: place 1 is priority 1. A rule without a priority goes behind those, except where the list looks as if none
 * of its rules had one, which is when their actions stand in the old order; then its action decides.
 */
import type { Memory } from './memory.js';
import { OLD_ACTIONS, oldActionOf } from './old-shapes.js';
import type { Fields, Rule, Ruleset } from './rulesets.js';

type Rank = readonly [priority: number, precedence: number];

const LAST = Number.POSITIVE_INFINITY;

/** The place at which the old order has a rule, among the other rules of the list. */
export function placeOf(
  memory: Memory,
  others: readonly Rule[],
  wanted: { readonly action: string; readonly priority: number | null },
  /** Where it stands now, if it is in the list already. */
  now: number | null,
): number {
  const ranks = ranksOf(memory, others, wanted.priority === null);
  const rank: Rank = [wanted.priority ?? LAST, OLD_ACTIONS.indexOf(wanted.action)];
  const fits = (at: number) => inOrder(ranks[at - 1], rank) && inOrder(rank, ranks[at]);
  if (now !== null && fits(now)) return now;
  const next = ranks.findIndex((other) => other !== null && isLess(rank, other));
  return next < 0 ? others.length : next;
}

/** Null for rules that the old API did not know: they stay where they are and say nothing of others. */
function ranksOf(memory: Memory, rules: readonly Rule[], besideOnesWithout: boolean): (Rank | null)[] {
  const precedences = rules.map((rule) => {
    const old = oldActionOf(rule);
    return old === null ? null : OLD_ACTIONS.indexOf(old.action);
  });
  const untold = precedences.filter((_, index) => !memory.priorities.has(rules[index]?.id ?? ''));
  const seen = untold.filter((precedence) => precedence !== null);
  const looksUnranked = seen.every((precedence, index) => precedence >= (seen[index - 1] ?? 0));
  let place = 0;
  return rules.map((rule, index): Rank | null => {
    const precedence = precedences[index];
    if (precedence === null || precedence === undefined) return null;
    place += 1;
    const told = memory.priorities.get(rule.id);
    if (told !== undefined) return [told ?? LAST, precedence];
    if (!besideOnesWithout) return [place, LAST];
    return looksUnranked ? [LAST, precedence] : [place, precedence];
  });
}

function isLess(left: Rank, right: Rank): boolean {
  return left[0] < right[0] || (left[0] === right[0] && left[1] < right[1]);
}

function inOrder(left: Rank | null | undefined, right: Rank | null | undefined): boolean {
  return !left || !right || !isLess(right, left);
}

/** The `position` that puts a rule at a place among the others. */
export function positionAt(others: readonly Rule[], place: number): Fields {
  const next = others[place];
  if (next === undefined) return { after: '' };
  return { before: place === 0 ? '' : next.id };
}

/** Somebody else may have moved rules: priorities that contradict the list are forgotten. */
export function forgetMoved(memory: Memory, { rules }: Ruleset): void {
  const told = rules.flatMap((rule): Rank[] => {
    const priority = memory.priorities.get(rule.id);
    const old = oldActionOf(rule);
    return priority === undefined || old === null
      ? []
      : [[priority ?? LAST, OLD_ACTIONS.indexOf(old.action)]];
  });
  if (told.some((rank, index) => !inOrder(told[index - 1], rank)))
    for (const { id } of rules) memory.priorities.delete(id);
}
