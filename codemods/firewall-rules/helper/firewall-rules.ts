/** The Firewall Rules API over rulesets. */
import { allOf, firstOf, type OldCall } from './address.js';
import { allFilters, filterOfRule, findFilter, inTurn, isPaused, type Memory, shownRules } from './memory.js';
import { addRule, createRuleset, deleteRule } from './new-rules.js';
import { collections, type OldResult } from './old-calls.js';
import { isPriority, newActionOf, type OldRule, readOldRule } from './old-rule.js';
import { type Filter, OLD_ACTIONS, oldActionOf, readFilter } from './old-shapes.js';
import { learnOrder, placeOf, positionAt } from './order.js';
import {
  definitionOf,
  editRule,
  type Fields,
  isFields,
  type Refusal,
  type Rule,
  type Ruleset,
  readRuleset,
  refusal,
  type Send,
} from './rulesets.js';
import { allOrNothing, idsOf, itemsOf, onCurrent } from './steps.js';

/** Address of the firewall rules of a zone, below the zone. */
export const FIREWALL_RULES = 'rulesets/firewall-rules';

collections.set('firewall-rules', answerRules);

function answerRules(call: OldCall, memory: Memory, send: Send): Promise<OldResult> {
  const { method, rest, body } = call;
  if (method === 'GET') return readRules(call, memory, send);
  return inTurn(memory, async () => {
    switch (method) {
      case 'POST':
        if (rest === '') return { result: await createRules(ruleBodies(body), memory, send) };
        break;
      case 'PUT':
      case 'PATCH': {
        const change = method === 'PUT' ? replaced : reprioritised;
        if (rest === '') return { result: await changeRules(ruleBodies(body), memory, send, change) };
        if (!isFields(body)) throw invalid('the body must be a rule');
        const [result] = await changeRules([{ ...body, id: rest }], memory, send, change);
        return { result };
      }
      case 'DELETE': {
        const ids = rest === '' ? idsOf(allOf(call.query, 'id'), body) : [rest];
        const withFilter = firstOf(call.query, 'delete_filter_if_unused') === 'true';
        const result = await deleteRules(ids, withFilter, memory, send);
        return { result: rest === '' ? result : result[0] };
      }
    }
    throw refusal(405, 10405, `Method not allowed: ${method}`);
  });
}

const ruleBodies = (body: unknown) => itemsOf(body, 10001, 'firewallrules', 'rules');

/** Reads the list, for a write or to show it. */
async function readList(memory: Memory, send: Send): Promise<Ruleset | null> {
  const ruleset = await readRuleset(send);
  if (ruleset !== null) learnOrder(memory, ruleset);
  return ruleset;
}

async function readRules({ rest, query }: OldCall, memory: Memory, send: Send): Promise<OldResult> {
  const ruleset = await readList(memory, send);
  if (rest !== '') return { result: shown(memory, ruleOf(ruleset, rest)) };
  const has = (name: string, value: string) => [null, value].includes(firstOf(query, name));
  const text = (firstOf(query, 'description') ?? '').toLowerCase();
  const paged = shownRules(ruleset)
    .filter(({ id }) => has('id', id))
    .filter((rule) => has('action', oldActionOf(rule)?.action ?? ''))
    .filter((rule) => has('paused', String(isPaused(memory, rule))))
    .filter(({ description }) =>
      String(description ?? '')
        .toLowerCase()
        .includes(text),
    )
    .map((rule) => shown(memory, rule));
  return { paged };
}

/** A rule in its old shape. */
function shown(memory: Memory, rule: Rule): Fields {
  const old = oldActionOf(rule);
  return {
    id: rule.id,
    paused: isPaused(memory, rule),
    description: rule.description ?? '',
    action: old?.action,
    ...(old?.products === undefined ? {} : { products: old.products }),
    priority: memory.priorities.get(rule.id) ?? null,
    ...(typeof rule.ref !== 'string' || rule.ref === rule.id ? {} : { ref: rule.ref }),
    filter: filterOfRule(memory, rule),
    created_on: rule.last_updated,
    modified_on: rule.last_updated,
  };
}

function ruleOf(ruleset: Ruleset | null, id: string): Rule {
  const rule = shownRules(ruleset).find((candidate) => candidate.id === id);
  if (rule === undefined) throw refusal(404, 10000, `firewallrules.api.not_found: rule ${id} not found`);
  return rule;
}

/** Stands for the id of a filter that came with its rule: it gets that of the rule. */
const OWN = '';

interface Wanted {
  readonly old: OldRule;
  readonly filter: Filter;
}

async function createRules(
  bodies: readonly Fields[],
  memory: Memory,
  send: Send,
): Promise<readonly Fields[]> {
  const ruleset = await readList(memory, send);
  const wanted = bodies.map((body) => wantedOf(body, memory, ruleset));
  const inline = bodies.flatMap(({ filter }) => (isFields(filter) && !filter.id ? [filter.expression] : []));
  if (new Set(inline).size < inline.length) throw duplicate();
  const first = ruleset === null ? await createWithRules(wanted, memory, send) : null;
  const [now, ids] =
    first ?? (await addRules(wanted, ruleset ?? (await existing(memory, send)), memory, send));
  return ids.map((id) => shown(memory, ruleOf(now, id)));
}

function wantedOf(body: Fields, memory: Memory, ruleset: Ruleset | null): Wanted {
  const old = readOldRule(body);
  if (typeof old === 'string') throw invalid(old);
  const { filter } = body;
  if (!isFields(filter)) throw invalid('filter is required');
  if (typeof filter.id === 'string') {
    const known = findFilter(memory, ruleset, filter.id);
    if (known === null) throw refusal(404, 10007, `filter ${filter.id} not found`);
    return { old, filter: known };
  }
  const inline = readFilter(OWN, filter);
  if (typeof inline === 'string') throw invalid(inline);
  if (allFilters(memory, ruleset).some(({ expression }) => expression === inline.expression))
    throw duplicate();
  return { old, filter: inline };
}

/** The first rules of a zone: the ruleset is made with all of them at once. */
async function createWithRules(
  wanted: readonly Wanted[],
  memory: Memory,
  send: Send,
): Promise<[Ruleset, string[]] | null> {
  const rank = ({ old }: Wanted) => OLD_ACTIONS.indexOf(old.action);
  const least = ({ old }: Wanted) => old.priority ?? Number.MAX_SAFE_INTEGER;
  const sorted = wanted.slice().sort((a, b) => least(a) - least(b) || rank(a) - rank(b));
  const made = await createRuleset(send, sorted.map(newRule));
  if (made === null) return null;
  const ids = wanted.map((each) => {
    const id = made.rules[sorted.indexOf(each)]?.id ?? '';
    remember(memory, id, each);
    return id;
  });
  memory.version = made.version;
  return [made, ids];
}

async function addRules(
  wanted: readonly Wanted[],
  list: Ruleset,
  memory: Memory,
  send: Send,
): Promise<[Ruleset, string[]]> {
  return allOrNothing(memory, async (undo) => {
    let ruleset = list;
    const ids: string[] = [];
    for (const each of wanted) {
      const added = await onCurrent(
        ruleset,
        () => readRuleset(send),
        (now) => {
          const place = placeOf(memory, now.rules, each.old, null);
          const isLast = place === now.rules.length;
          const position = isLast ? {} : { position: positionAt(now.rules, place) };
          return addRule(send, now, { ...newRule(each), ...position });
        },
      );
      ruleset = added.ruleset;
      undo(() => deleteRule(send, ruleset, added.id));
      remember(memory, added.id, each);
      ids.push(added.id);
    }
    memory.version = ruleset.version;
    return [ruleset, ids];
  });
}

async function existing(memory: Memory, send: Send): Promise<Ruleset> {
  const ruleset = await readList(memory, send);
  if (ruleset === null) throw refusal(404, 10000, 'firewallrules.api.not_found: the zone has no rules');
  return ruleset;
}

function newRule({ old, filter }: Wanted): Fields {
  return {
    ...newActionOf(old),
    expression: filter.expression,
    enabled: !old.paused && !filter.paused,
    ...(old.description === undefined ? {} : { description: old.description }),
    ...(old.ref === undefined ? {} : { ref: old.ref }),
  };
}

function remember(memory: Memory, id: string, { old, filter }: Wanted): void {
  memory.priorities.set(id, old.priority);
  const filterId = filter.id === OWN ? id : filter.id;
  if (filterId === id) memory.filterOf.delete(id);
  else memory.filterOf.set(id, filterId);
  memory.known.set(filterId, { ...filter, id: filterId });
  if (old.paused) memory.running.delete(id);
  else memory.running.add(id);
}

/** What becomes of a rule, checked and not yet done. */
interface Change {
  readonly priority: number | null;
  readonly action: string;
  /** Missing where the rule only moves. */
  readonly wanted?: Wanted;
}

type ReadChange = (body: Fields, memory: Memory, ruleset: Ruleset | null, rule: Rule) => Change;

/** PUT: a whole new definition. */
const replaced: ReadChange = (body, memory, ruleset) => {
  const old = readOldRule(body);
  if (typeof old === 'string') throw invalid(old);
  const { filter } = body;
  if (!isFields(filter) || typeof filter.id !== 'string') throw invalid('filter.id is required');
  const known = findFilter(memory, ruleset, filter.id);
  if (known === null) throw refusal(404, 10007, `filter ${filter.id} not found`);
  if (typeof filter.expression === 'string' && filter.expression !== known.expression)
    throw invalid('the expression of a filter is changed through the filters API');
  return { priority: old.priority, action: old.action, wanted: { old, filter: known } };
};

/** PATCH: the priority alone. */
const reprioritised: ReadChange = (body, _memory, _ruleset, rule) => {
  const { priority } = body;
  if (!isPriority(priority)) throw invalid('priority must be a whole number');
  return { priority, action: oldActionOf(rule)?.action ?? '' };
};

async function changeRules(
  bodies: readonly Fields[],
  memory: Memory,
  send: Send,
  read: ReadChange,
): Promise<readonly Fields[]> {
  let ruleset = await readList(memory, send);
  const changes = bodies
    .map((body) => ({ body, rule: ruleOf(ruleset, String(body.id)) }))
    .map(({ body, rule }) => ({ id: rule.id, change: read(body, memory, ruleset, rule) }));
  return allOrNothing(memory, async (undo) => {
    for (const { id, change } of changes) {
      if (ruleset === null) break;
      const before = ruleset;
      ruleset = await onCurrent(
        before,
        () => readRuleset(send),
        (now) => changeRule(now, id, change, memory, send),
      );
      const after = ruleset;
      undo(() => restore(before, id, after, send));
      memory.priorities.set(id, change.priority);
      if (change.wanted !== undefined) remember(memory, id, change.wanted);
    }
    if (ruleset !== null) memory.version = ruleset.version;
    return changes.map(({ id }) => shown(memory, ruleOf(ruleset, id)));
  });
}

async function changeRule(
  ruleset: Ruleset,
  id: string,
  { priority, action, wanted }: Change,
  memory: Memory,
  send: Send,
): Promise<Ruleset> {
  const rule = ruleOf(ruleset, id);
  const others = ruleset.rules.filter((other) => other !== rule);
  const now = ruleset.rules.indexOf(rule);
  const place = placeOf(memory, others, { priority, action }, now);
  const position = place === now ? {} : { position: positionAt(others, place) };
  const fields = { ...(wanted === undefined ? {} : redefined(rule, wanted)), ...position };
  return isAsItWas(fields, rule) ? ruleset : editRule(send, ruleset, id, fields);
}

/** What changes nothing needs no request. */
function isAsItWas(fields: Fields, rule: Rule): boolean {
  const isSame = (name: string) => JSON.stringify(fields[name]) === JSON.stringify(rule[name]);
  const names = Object.keys(definitionOf(rule));
  const isWhole = !('expression' in fields) || names.every((name) => name in fields);
  return isWhole && Object.keys(fields).every(isSame);
}

/** Everything that the old API did not know of the rule is kept. */
function redefined(rule: Rule, wanted: Wanted): Fields {
  const { description: _, ...kept } = definitionOf(rule);
  const { action, action_parameters, ...fields } = newRule(wanted);
  // Parameters of the same action may say more than the old API could.
  return { ...kept, ...(isSameAction(rule, wanted.old) ? {} : { action, action_parameters }), ...fields };
}

function isSameAction(rule: Rule, { action, products = [] }: OldRule): boolean {
  const now = oldActionOf(rule);
  return now?.action === action && (now.products ?? []).join() === products.join();
}

async function restore(before: Ruleset, id: string, after: Ruleset, send: Send): Promise<void> {
  const rule = ruleOf(before, id);
  const others = after.rules.filter((other) => other.id !== id);
  await editRule(send, after, id, {
    ...definitionOf(rule),
    position: positionAt(others, before.rules.indexOf(rule)),
  });
}

async function deleteRules(
  ids: readonly string[],
  withFilter: boolean,
  memory: Memory,
  send: Send,
): Promise<readonly Fields[]> {
  if (ids.length === 0) throw invalid('at least one rule id is required');
  const ruleset = await readList(memory, send);
  const rules = ids.map((id) => ruleOf(ruleset, id));
  for (const rule of rules) {
    if (ruleset === null) break;
    const filter = filterOfRule(memory, rule);
    memory.version = (await deleteRule(send, ruleset, rule.id)).version;
    memory.priorities.delete(rule.id);
    memory.filterOf.delete(rule.id);
    // A filter outlived its rules, unless it was to go with the last of them.
    if (withFilter) memory.known.delete(filter.id);
    else memory.known.set(filter.id, filter);
  }
  return ids.map((id) => ({ id }));
}

function duplicate(): Refusal {
  return refusal(400, 10102, 'filters.api.duplicate: a filter with this expression exists already');
}

function invalid(message: string): Refusal {
  return refusal(400, 10001, `firewallrules.api.validation_error: ${message}`);
}
