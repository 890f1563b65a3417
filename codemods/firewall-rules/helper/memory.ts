/**
 * What this program said of its rules that rulesets have no place for. It is gone when the program ends; a rule
 * that another run made is its own filter.
 */
import { type Filter, oldActionOf } from './old-shapes.js';
import type { Rule, Ruleset } from './rulesets.js';

export interface Memory {
  /** Filters by id: those that no rule uses yet, and those of which more is known than an expression. */
  readonly known: Map<string, Filter>;
  /** Id of the filter by id of the rule, where it is not the rule's own. */
  readonly filterOf: Map<string, string>;
  readonly priorities: Map<string, number | null>;
  /** Rules that were not paused themselves when their filter was. */
  readonly running: Set<string>;
  /** Version of the ruleset that this program saw or made last. */
  version: string;
  /** The last write that was begun: writes of one zone are done in turn. */
  turn: Promise<unknown>;
}

const memories = new Map<string, Memory>();

/** Zones are told apart by the URL before the address. */
export function memoryOf(zone: string): Memory {
  const known = memories.get(zone);
  if (known !== undefined) return known;
  const made: Memory = {
    known: new Map(),
    filterOf: new Map(),
    priorities: new Map(),
    running: new Set(),
    version: '',
    turn: Promise.resolve(),
  };
  memories.set(zone, made);
  return made;
}

export function inTurn<T>(memory: Memory, write: () => Promise<T>): Promise<T> {
  const done = memory.turn.then(write);
  memory.turn = done.catch(() => undefined);
  return done;
}

/** Rules that the old API would have shown. */
export function shownRules(ruleset: Ruleset | null): readonly Rule[] {
  return (ruleset?.rules ?? []).filter((rule) => oldActionOf(rule) !== null);
}

export function filterOfRule(memory: Memory, rule: Rule): Filter {
  const id = memory.filterOf.get(rule.id) ?? rule.id;
  const known = memory.known.get(id);
  if (known !== undefined && known.expression === rule.expression) return known;
  return { id: rule.id, expression: rule.expression, paused: false };
}

export function isPaused(memory: Memory, rule: Rule): boolean {
  if (rule.enabled !== false) return false;
  return !(filterOfRule(memory, rule).paused && memory.running.has(rule.id));
}

/** A filter by its id: one that is remembered, or that of the rule which has this id. */
export function findFilter(memory: Memory, ruleset: Ruleset | null, id: string): Filter | null {
  const own = shownRules(ruleset).find((rule) => filterOfRule(memory, rule).id === id);
  return own === undefined ? (memory.known.get(id) ?? null) : filterOfRule(memory, own);
}

/** All filters there are, the oldest first: those that this program did not make, then its own. */
export function allFilters(memory: Memory, ruleset: Ruleset | null): readonly Filter[] {
  const used = shownRules(ruleset).map((rule) => filterOfRule(memory, rule));
  const older = used.filter(({ id }) => !memory.known.has(id));
  const own = Array.from(
    memory.known.values(),
    (filter) => used.find(({ id }) => id === filter.id) ?? filter,
  );
  return older.concat(own);
}
