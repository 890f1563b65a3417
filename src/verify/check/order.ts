import type { JsonObject } from '../../edge/index.js';
import { type Effect, PRIORITY } from './expected.js';
import { isMark } from './marks.js';
import type { Added, MeaningInput } from './meaning.js';
import type { Findings } from './model.js';
import { ruleDifferences, ruleName } from './rule-words.js';

const PRECEDENCE = ['log', 'skip', 'challenge', 'managed_challenge', 'js_challenge', 'block'];

/** Rules that are written in one list, or one after the other, keep the order in which they were evaluated. */
export function checkOrder(
  expected: readonly Effect[],
  actual: readonly Effect[],
  { findings, marks }: MeaningInput,
): void {
  const wanted = expected.filter((one): one is Added => one.kind === 'add' && typeof one.rule !== 'string');
  const ranked = wanted
    .map((one, index) => ({ one, rank: rankOf(one.rule as JsonObject), index }))
    .filter(({ rank }) => rank !== null);
  ranked.sort((left, right) => compare(left.rank ?? [], right.rank ?? []) || left.index - right.index);
  const given = actual.filter((one): one is Added => one.kind === 'add' && typeof one.rule !== 'string');
  for (const [place, first] of ranked.entries())
    for (const second of ranked.slice(place + 1)) {
      const [left, right] = [first.one.rule as JsonObject, second.one.rule as JsonObject];
      if (first.one.phase !== second.one.phase || compare(first.rank ?? [], second.rank ?? []) === 0)
        continue;
      if (left.action === right.action || left.action === 'log' || right.action === 'log') continue;
      const lists = listsOf(given);
      for (const list of lists) {
        const [a, b] = [placeIn(list, left), placeIn(list, right)];
        if (a < 0 || b < 0 || a < b) continue;
        const before = list[a]?.rule;
        if (typeof before === 'object' && before.position !== undefined) continue;
        if (!isToldByPriority(first.rank, second.rank) && left.action !== 'skip' && right.action !== 'skip') {
          nameOrder(findings);
          continue;
        }
        findings.refutations.push({
          check: 'meaning',
          what: `${ruleName(left, marks)} was evaluated before ${ruleName(right, marks)}, and is after it now`,
          at: list[a]?.at ?? first.one.at,
        });
        return;
      }
    }
}

/** Of rules that are sent one by one, those with a priority stand in front of those without. */
export function checkPositions(
  expected: readonly Effect[],
  actual: readonly Effect[],
  { after, findings, marks }: MeaningInput,
): void {
  const isRule = (one: Effect): one is Added & { rule: JsonObject } =>
    one.kind === 'add' && typeof one.rule !== 'string';
  const wanted = expected.filter(isRule);
  const isFirst = ({ rule }: { rule: JsonObject }) => rule[PRIORITY] !== undefined;
  // One rule that stood in front of all others still has to; runs show it only where the order decides about a request.
  const isAlone = wanted.length === 1 && Number(wanted[0]?.rule[PRIORITY]) === 1;
  if (after.requests.length === 0 || !wanted.some(isFirst) || (wanted.every(isFirst) && !isAlone)) return;
  for (const want of wanted) {
    const same = actual.filter(isRule).filter(({ rule }) => ruleDifferences(want.rule, rule).length === 0);
    const hasPosition = same.some(({ rule }) => rule.position !== undefined);
    if (same.length === 0 || hasPosition === isFirst(want)) continue;
    const what = `where ${ruleName(want.rule, marks)} stands among the others`;
    findings.gaps.push({ check: 'meaning', what, at: same[0]?.at ?? want.at, byRuns: !isAlone });
  }
}

function isToldByPriority(left: readonly number[] | null, right: readonly number[] | null): boolean {
  return left?.[0] !== right?.[0];
}

/** Without priorities challenges came before blocks: both stop a request that is meant by both. */
function nameOrder({ differences }: Findings): void {
  if (differences.some(({ name }) => name === 'order-of-actions')) return;
  differences.push({
    name: 'order-of-actions',
    what: 'rules without priority were sorted by action, and stand in the order of the code now',
  });
}

/** Rules that one request or resource sends, in their order; and those that are sent one by one. */
function listsOf(given: readonly Added[]): readonly (readonly Added[])[] {
  const lists = new Map<string, Added[]>();
  for (const one of given) {
    const key = `${one.at.file}:${one.at.start}`;
    lists.set(key, [...(lists.get(key) ?? []), one]);
  }
  return [...lists.values()].some((list) => list.length > 1) ? [...lists.values()] : [given];
}

function placeIn(list: readonly Added[], rule: JsonObject): number {
  return list.findIndex((one) => ruleDifferences(rule, one.rule).every(({ sure }) => !sure));
}

function rankOf(rule: JsonObject): readonly number[] | null {
  const { action, [PRIORITY]: priority } = rule;
  if (
    typeof action !== 'string' ||
    isMark(action) ||
    (priority !== undefined && Number.isNaN(Number(priority)))
  )
    return null;
  return [priority === undefined ? Number.MAX_SAFE_INTEGER : Number(priority), PRECEDENCE.indexOf(action)];
}

function compare(left: readonly number[], right: readonly number[]): number {
  return (left[0] ?? 0) - (right[0] ?? 0) || (left[1] ?? 0) - (right[1] ?? 0);
}
