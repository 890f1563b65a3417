/** The Filters API over rulesets, where an expression stands in its rule. */
import { filterOfId } from './firewall-rules.js';
import { allFilters, isPaused, running, storedFilters } from './memory.js';
import { idsOf, itemsOf, type OldCall, type OldResult, pageOf } from './old-calls.js';
import { type Filter, filterFrom, filterOfRule, invalidFilter, shownRules } from './old-rule.js';
import {
  changedMeanwhile,
  definitionOf,
  editRule,
  isFields,
  PHASE,
  Refusal,
  type Rule,
  type Ruleset,
  readRuleset,
  refusal,
  rulesetOf,
} from './rulesets.js';

export async function listFilters(call: OldCall): Promise<OldResult> {
  const { query } = call;
  const ids = query.getAll('id');
  const paused = query.get('paused');
  const has = (name: 'expression' | 'description' | 'ref', filter: Filter) =>
    (filter[name] ?? '').toLowerCase().includes((query.get(name) ?? '').toLowerCase());
  const wanted = allFilters(call, await readRuleset(call))
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .filter((filter) => has('expression', filter) && has('description', filter) && has('ref', filter))
    .filter((filter) => paused === null || paused === String(filter.paused));
  return pageOf(wanted, query);
}

export async function filterById(call: OldCall): Promise<OldResult> {
  return { result: filterOfId(allFilters(call, await readRuleset(call)), call.rest) };
}

/** A filter is only remembered: its expression is written when a rule is made of it. */
export async function createFilters(call: OldCall): Promise<OldResult> {
  const made = itemsOf(call, 'filter', invalidFilter).map((body) => filterFrom(newId(), body));
  const all = allFilters(call, await readRuleset(call)).concat(made);
  if (new Set(all.map(({ expression }) => expression)).size < all.length)
    throw refusal(400, 10102, 'filters.api.duplicate: a filter with this expression exists already');
  for (const filter of made) storedFilters.set(filter.id, { zone: call.base, filter });
  return { result: made };
}

function newId(): string {
  return Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
}

/** Asks whether an expression would be taken, without writing anything. */
export async function validateExpression(call: OldCall): Promise<OldResult> {
  const { body, rest } = call;
  if (rest !== 'validate-expr') throw refusal(405, 10405, 'Method not allowed: POST');
  if (!isFields(body) || typeof body.expression !== 'string') throw invalidFilter('expression is required');
  const rule = { action: 'block', expression: body.expression, enabled: false };
  const { id } = await readRuleset(call);
  const first = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };
  const answer = await (id === ''
    ? call.send('POST', 'rulesets?dry_run=true', first)
    : call.send('POST', `rulesets/${id}/rules?dry_run=true`, rule));
  if (answer.status >= 300) throw new Refusal(answer);
  return { result: null };
}

/** Every rule that uses one of the filters follows. */
export async function changeFilters(call: OldCall): Promise<OldResult> {
  const bodies = itemsOf(call, 'filter', invalidFilter);
  let list = await readRuleset(call);
  const changes = bodies.map((body) => {
    const { id } = filterOfId(allFilters(call, list), String(body.id));
    return filterFrom(id, body);
  });
  for (const filter of changes) {
    const users = shownRules(list).filter((rule) => filterOfRule(rule).id === filter.id);
    for (const rule of users) list = await changeExpression(call, list, rule, filter);
  }
  for (const filter of changes) storedFilters.set(filter.id, { zone: call.base, filter });
  return { result: call.rest === '' ? changes : changes[0] };
}

async function changeExpression(call: OldCall, list: Ruleset, rule: Rule, filter: Filter): Promise<Ruleset> {
  const paused = isPaused(rule);
  const current = list.rules.find(({ id }) => id === rule.id) ?? rule;
  const fields = { expression: filter.expression, enabled: !paused && !filter.paused };
  const answer = await editRule(call, list, rule.id, { ...definitionOf(current), ...fields });
  const changed = await changedMeanwhile(call, list, answer);
  if (changed !== null) return changeExpression(call, changed, rule, filter);
  const after = rulesetOf(answer);
  call.undo.push(() => editRule(call, after, rule.id, definitionOf(rule))); //? undo
  if (paused) running.delete(rule.id);
  else running.add(rule.id);
  return after;
}

export async function deleteFilters(call: OldCall): Promise<OldResult> {
  const ids = call.rest === '' ? idsOf(call) : [call.rest];
  if (ids.length === 0) throw invalidFilter('at least one filter id is required');
  const used = new Set(shownRules(await readRuleset(call)).map((rule) => filterOfRule(rule).id));
  if (ids.some((id) => used.has(id)))
    throw refusal(400, 10105, 'filters.api.in_use: the filter is used by a rule');
  for (const id of ids) storedFilters.delete(id);
  const result = ids.map((id) => ({ id }));
  return { result: call.rest === '' ? result : result[0] };
}
