/** The Filters API over rulesets, where an expression stands in its rule. */
import { allOf, firstOf, type OldCall } from './address.js';
import { allFilters, filterOfRule, findFilter, inTurn, isPaused, type Memory, shownRules } from './memory.js';
import { collections, type OldResult } from './old-calls.js';
import { type Filter, readFilter } from './old-shapes.js';
import {
  definitionOf,
  editRule,
  type Fields,
  isFields,
  PHASE,
  Refusal,
  type Ruleset,
  readRuleset,
  refusal,
  type Send,
  succeeded,
} from './rulesets.js';
import { allOrNothing, idsOf, itemsOf, onCurrent } from './steps.js';

/** Address of the filters of a zone, below the zone. */
export const FILTERS = 'rulesets/filters';

collections.set('filters', answerFilters);

function answerFilters(call: OldCall, memory: Memory, send: Send): Promise<OldResult> {
  const { method, rest, body } = call;
  if (method === 'GET') return readFilters(call, memory, send);
  return inTurn(memory, async () => {
    switch (method) {
      case 'POST':
        if (rest === '') return { result: await createFilters(filterBodies(body), memory, send) };
        if (rest === 'validate-expr') return { result: await validateExpression(body, send) };
        break;
      case 'PUT': {
        if (rest === '') return { result: await changeFilters(filterBodies(body), memory, send) };
        if (!isFields(body)) throw invalidFilter('the body must be a filter');
        const [result] = await changeFilters([{ ...body, id: rest }], memory, send);
        return { result };
      }
      case 'DELETE': {
        const ids = rest === '' ? idsOf(allOf(call.query, 'id'), body) : [rest];
        const result = await deleteFilters(ids, memory, send);
        return { result: rest === '' ? result : result[0] };
      }
    }
    throw refusal(405, 10405, `Method not allowed: ${method}`);
  });
}

const filterBodies = (body: unknown) => itemsOf(body, 10101, 'filters', 'filters');

async function readFilters({ rest, query }: OldCall, memory: Memory, send: Send): Promise<OldResult> {
  const ruleset = await readRuleset(send);
  if (rest !== '') {
    const filter = findFilter(memory, ruleset, rest);
    if (filter === null) throw refusal(404, 10007, `filter ${rest} not found`);
    return { result: filter };
  }
  const ids = allOf(query, 'id');
  const paused = firstOf(query, 'paused');
  const has = (name: 'expression' | 'description' | 'ref', filter: Filter) =>
    (filter[name] ?? '').toLowerCase().includes((firstOf(query, name) ?? '').toLowerCase());
  const paged = allFilters(memory, ruleset)
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .filter((filter) => has('expression', filter) && has('description', filter) && has('ref', filter))
    .filter((filter) => paused === null || paused === String(filter.paused));
  return { paged };
}

/** A filter is only remembered: its expression is written when a rule is made of it. */
async function createFilters(
  bodies: readonly Fields[],
  memory: Memory,
  send: Send,
): Promise<readonly Filter[]> {
  const made = bodies.map((body) => filterFrom(newId(), body));
  const ruleset = await readRuleset(send);
  const expressions = allFilters(memory, ruleset)
    .concat(made)
    .map(({ expression }) => expression);
  if (new Set(expressions).size < expressions.length)
    throw refusal(400, 10102, 'filters.api.duplicate: a filter with this expression exists already');
  for (const filter of made) memory.known.set(filter.id, filter);
  return made;
}

async function validateExpression(body: unknown, send: Send): Promise<null> {
  if (!isFields(body) || typeof body.expression !== 'string') throw invalidFilter('expression is required');
  await checkExpression(send, await readRuleset(send), body.expression);
  return null;
}

/** Every rule that uses one of the filters follows. */
async function changeFilters(
  bodies: readonly Fields[],
  memory: Memory,
  send: Send,
): Promise<readonly Filter[]> {
  let ruleset = await readRuleset(send);
  const changes = bodies.map((body) => {
    const id = String(body.id);
    if (findFilter(memory, ruleset, id) === null) throw refusal(404, 10007, `filter ${id} not found`);
    return filterFrom(id, body);
  });
  return allOrNothing(memory, async (undo) => {
    for (const filter of changes) {
      const users = shownRules(ruleset).filter((rule) => filterOfRule(memory, rule).id === filter.id);
      for (const rule of users) {
        if (ruleset === null) break;
        const paused = isPaused(memory, rule);
        const fields = { expression: filter.expression, enabled: !paused && !filter.paused };
        ruleset = await onCurrent(
          ruleset,
          () => readRuleset(send),
          (now) => {
            const current = now.rules.find(({ id }) => id === rule.id) ?? rule;
            return editRule(send, now, rule.id, { ...definitionOf(current), ...fields });
          },
        );
        const after = ruleset;
        undo(() => editRule(send, after, rule.id, definitionOf(rule)));
        if (paused) memory.running.delete(rule.id);
        else memory.running.add(rule.id);
      }
    }
    for (const filter of changes) memory.known.set(filter.id, filter);
    if (ruleset !== null) memory.version = ruleset.version;
    return changes;
  });
}

async function deleteFilters(ids: readonly string[], memory: Memory, send: Send): Promise<readonly Fields[]> {
  if (ids.length === 0) throw invalidFilter('at least one filter id is required');
  const ruleset = await readRuleset(send);
  const used = new Set(shownRules(ruleset).map((rule) => filterOfRule(memory, rule).id));
  if (ids.some((id) => used.has(id)))
    throw refusal(400, 10105, 'filters.api.in_use: the filter is used by a rule');
  for (const id of ids) memory.known.delete(id);
  return ids.map((id) => ({ id }));
}

function filterFrom(id: string, body: Fields): Filter {
  const filter = readFilter(id, body);
  if (typeof filter === 'string') throw invalidFilter(filter);
  return filter;
}

function invalidFilter(message: string): Refusal {
  return refusal(400, 10101, `filters.api.validation_error: ${message}`);
}

/** Asks whether an expression would be taken, without writing anything. */
async function checkExpression(send: Send, ruleset: Ruleset | null, expression: string): Promise<void> {
  const rule = { action: 'block', expression, enabled: false };
  const answer =
    ruleset === null
      ? await send('POST', 'rulesets?dry_run=true', {
          name: 'default',
          kind: 'zone',
          phase: PHASE,
          rules: [rule],
        })
      : await send('POST', `rulesets/${ruleset.id}/rules?dry_run=true`, rule);
  if (!succeeded(answer)) throw new Refusal(answer);
}

function newId(): string {
  return Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
}
