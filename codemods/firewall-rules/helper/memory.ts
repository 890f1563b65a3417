/**
 * What this program said of its filters that rulesets have no place for. It is gone when the program ends; a rule
 * that another run made is its own filter.
 */
import type { OldCall } from './old-calls.js';
import { type Filter, filterOfRule, shownRules } from './old-rule.js';
import type { Rule, Ruleset } from './rulesets.js';

/** Filters by id: those that no rule uses yet, and those of which more is known than an expression. */
export const storedFilters = new Map<string, { readonly zone: string; readonly filter: Filter }>();

/** Id of the filter by id of the rule, where it is not the rule's own. */
export const filterOf = new Map<string, string>();

/** Rules that were not paused themselves when their filter was. */
export const running = new Set<string>();

export function isPaused(rule: Rule): boolean {
  return rule.enabled === false && !(filterOfRule(rule).paused && running.has(rule.id));
}

/** All filters there are, the oldest first: those that this program did not make, then its own. */
export function allFilters({ base }: OldCall, ruleset: Ruleset): readonly Filter[] {
  const used = shownRules(ruleset).map(filterOfRule);
  const own = Array.from(storedFilters.values()).filter(({ zone }) => zone === base);
  return used
    .filter(({ id }) => !storedFilters.has(id))
    .concat(own.map(({ filter }) => used.find(({ id }) => id === filter.id) ?? filter));
}
