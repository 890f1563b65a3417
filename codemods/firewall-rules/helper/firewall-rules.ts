/** The Firewall Rules API over rulesets. */
import { allFilters, filterOf, isPaused, running, storedFilters } from './memory.js';
import { idsOf, itemsOf, type OldCall, type OldResult, pageOf } from './old-calls.js';
import {
  type Filter,
  filterFrom,
  filterOfRule,
  invalid,
  isPriority,
  newActionOf,
  type OldRule,
  oldActionOf,
  readOldRule,
  shownRules,
} from './old-rule.js';
import { isLess, placeOf, positionAt, priorities, rankFrom } from './order.js';
import {
  type Answer,
  changedMeanwhile,
  definitionOf,
  deleteRule,
  editRule,
  type Fields,
  isFields,
  PHASE,
  Refusal,
  type Rule,
  type Ruleset,
  readRuleset,
  refusal,
  rulesetOf,
} from './rulesets.js';

export async function listRules(call: OldCall): Promise<OldResult> {
  const { query } = call;
  const rules = shownRules(await readRuleset(call)).map(shown);
  //? query {
  const has = (name: string, value: unknown) => [null, String(value)].includes(query.get(name));
  const text = (query.get('description') ?? '').toLowerCase();
  const wanted = rules
    .filter(({ id, action, paused }) => has('id', id) && has('action', action) && has('paused', paused))
    .filter(({ description }) => String(description).toLowerCase().includes(text));
  return pageOf(wanted, query);
  //? }
  //! query return pageOf(rules, query);
}

export async function ruleById(call: OldCall): Promise<OldResult> {
  return { result: shown(ruleOf(await readRuleset(call), call.rest)) };
}

/** A rule in its old shape. */
function shown(rule: Rule): Fields {
  return {
    id: rule.id,
    paused: isPaused(rule), //? filters
    //! filters paused: rule.enabled === false,
    description: rule.description ?? '',
    ...oldActionOf(rule),
    priority: priorities.get(rule.id) ?? null, //? order
    //! order priority: null,
    ...(typeof rule.ref !== 'string' || rule.ref === rule.id ? {} : { ref: rule.ref }),
    filter: filterOfRule(rule),
    created_on: rule.last_updated,
    modified_on: rule.last_updated,
  };
}

function ruleOf(ruleset: Ruleset, id: string): Rule {
  const rule = shownRules(ruleset).find((candidate) => candidate.id === id);
  if (rule === undefined) throw refusal(404, 10000, `firewallrules.api.not_found: rule ${id} not found`);
  return rule;
}

interface Wanted {
  readonly old: OldRule;
  readonly filter: Filter;
}

export async function createRules(call: OldCall): Promise<OldResult> {
  let list = await readRuleset(call);
  const known = allFilters(call, list); //? filters
  //! filters const known = shownRules(list).map(filterOfRule);
  //? many {
  const wanted: Wanted[] = [];
  for (const body of itemsOf(call, 'rule', invalid))
    wanted.push(wantedOf(body, known.concat(wanted.map(({ filter }) => filter))));
  const first = list.id === '' ? await firstRules(call, list, wanted) : null;
  if (first !== null) return { result: first.map(shown) };
  //? }
  //! many const wanted = itemsOf(call, 'rule', invalid).map((body) => wantedOf(body, known));
  //! many if (wanted.length > 1) throw notHere('several rules in one call');
  const rules: Rule[] = [];
  for (const each of wanted) {
    const added = await addRule(call, list, each);
    list = added.list;
    rules.push(added.rule);
  }
  return { result: rules.map(shown) };
}

function wantedOf(body: Fields, known: readonly Filter[]): Wanted {
  const { filter } = body;
  const old = readOldRule(body);
  if (!isFields(filter)) throw invalid('filter is required');
  if (typeof filter.id === 'string') return { old, filter: filterOfId(known, filter.id) }; //? filter-id
  const inline = filterFrom('', filter);
  if (known.some(({ expression }) => expression === inline.expression))
    throw refusal(400, 10102, 'filters.api.duplicate: a filter with this expression exists already');
  return { old, filter: inline };
}

export function filterOfId(known: readonly Filter[], id: string): Filter {
  const filter = known.find((candidate) => candidate.id === id);
  if (filter === undefined) throw refusal(404, 10007, `filter ${id} not found`);
  return filter;
}

/** The first rules of a zone come with its ruleset, all or none; null if somebody made one meanwhile. */
async function firstRules(
  call: OldCall,
  list: Ruleset,
  wanted: readonly Wanted[],
): Promise<readonly Rule[] | null> {
  //? order {
  const rank = ({ old }: Wanted) => rankFrom(old.priority, old.action);
  const order = (a: Wanted, b: Wanted) => (isLess(rank(a), rank(b)) ? -1 : Number(isLess(rank(b), rank(a))));
  const sorted = wanted.slice().sort(order);
  //? }
  //! order const sorted = wanted;
  const rules = sorted.map(newRule);
  const answer = await createRuleset(call, rules);
  // Then the rules are added one by one.
  if ((await changedMeanwhile(call, list, answer)) !== null) return null;
  const made = rulesetOf(answer).rules;
  return wanted.map((each) => {
    const rule = made[sorted.indexOf(each)];
    if (rule === undefined) throw new Refusal(answer);
    priorities.set(rule.id, each.old.priority); //? order
    rememberFilter(call, rule.id, each); //? filters
    return rule;
  });
}

/** Adds a rule to the list, which comes into being with its first rule; gives both as they are then. */
async function addRule(
  call: OldCall,
  list: Ruleset,
  wanted: Wanted,
): Promise<{ readonly rule: Rule; readonly list: Ruleset }> {
  const body = newRule(wanted);
  //? order {
  const place = placeOf(list.rules, wanted.old, null);
  const position = place === list.rules.length ? {} : { position: positionAt(list.rules, place) };
  const add = () => call.send('POST', `rulesets/${list.id}/rules`, { ...body, ...position });
  //? }
  //! order const add = () => call.send('POST', `rulesets/${list.id}/rules`, body);
  const answer = await (list.id === '' ? createRuleset(call, [body]) : add());
  const changed = await changedMeanwhile(call, list, answer);
  if (changed !== null) return addRule(call, changed, wanted);
  const after = rulesetOf(answer);
  //? order {
  const others = new Set(list.rules.map(({ id }) => id));
  const isIt = (one: Rule) => one.action === body.action && one.expression === body.expression;
  const rule = after.rules.find((one) => !others.has(one.id) && isIt(one));
  //? }
  //! order const rule = after.rules[after.rules.length - 1];
  if (rule === undefined) throw new Refusal(answer);
  priorities.set(rule.id, wanted.old.priority); //? order
  rememberFilter(call, rule.id, wanted); //? filters
  //? undo {
  call.undo.push(() => {
    storedFilters.delete(rule.id); //? filters
    return deleteRule(call, after, rule.id);
  });
  //? }
  return { rule, list: after };
}

function createRuleset(call: OldCall, rules: readonly Fields[]): Promise<Answer> {
  return call.send('POST', 'rulesets', { name: 'default', kind: 'zone', phase: PHASE, rules });
}

function newRule({ old, filter }: Wanted): Fields {
  return {
    ...newActionOf(old), //? skip
    //! skip action: old.action,
    expression: filter.expression,
    enabled: !old.paused && !filter.paused, //? paused
    //! paused enabled: true,
    description: old.description,
    ...(old.ref === undefined ? {} : { ref: old.ref }), //? ref
  };
}

function rememberFilter({ base }: OldCall, id: string, { old, filter }: Wanted): void {
  const filterId = filter.id === '' ? id : filter.id;
  if (filterId === id) filterOf.delete(id);
  else filterOf.set(id, filterId);
  storedFilters.set(filterId, { zone: base, filter: { ...filter, id: filterId } });
  if (old.paused) running.delete(id);
  else running.add(id);
}

/** What becomes of a rule, checked and not yet done. */
interface Change {
  readonly id: string;
  readonly priority: number | null;
  readonly action: string;
  /** Missing where the rule only moves. */
  readonly wanted?: Wanted;
}

type ReadChange = (body: Fields, rule: Rule, known: readonly Filter[]) => Change;

/** PUT: a whole new definition. */
export function replaced(body: Fields, { id }: Rule, known: readonly Filter[]): Change {
  const old = readOldRule(body);
  const { filter } = body;
  if (!isFields(filter) || typeof filter.id !== 'string') throw invalid('filter.id is required');
  const found = filterOfId(known, filter.id);
  if (typeof filter.expression === 'string' && filter.expression !== found.expression)
    throw invalid('the expression of a filter is changed through the filters API');
  return { id, priority: old.priority, action: old.action, wanted: { old, filter: found } };
}

/** PATCH: the priority alone. */
export function reprioritised({ priority }: Fields, rule: Rule): Change {
  if (!isPriority(priority)) throw invalid('priority must be a whole number');
  return { id: rule.id, priority, action: oldActionOf(rule)?.action ?? '' };
}

export async function changeRules(call: OldCall, read: ReadChange): Promise<OldResult> {
  const bodies = itemsOf(call, 'rule', invalid);
  let list = await readRuleset(call);
  const known = allFilters(call, list); //? filters
  //! filters const known = shownRules(list).map(filterOfRule);
  const rules = bodies.map((body) => ({ body, rule: ruleOf(list, String(body.id)) }));
  const changes = rules.map(({ body, rule }) => read(body, rule, known));
  for (const change of changes) list = await changeRule(call, list, change);
  const result = changes.map(({ id }) => shown(ruleOf(list, id)));
  return { result: call.rest === '' ? result : result[0] };
}

async function changeRule(call: OldCall, list: Ruleset, change: Change): Promise<Ruleset> {
  const { id } = change;
  const rule = ruleOf(list, id);
  const others = list.rules.filter((other) => other !== rule);
  const now = list.rules.indexOf(rule);
  const place = placeOf(others, change, now);
  const fields = {
    ...(change.wanted === undefined ? {} : redefined(rule, change.wanted)), //? redefine
    ...(place === now ? {} : { position: positionAt(others, place) }),
  };
  let after = list;
  if (!isAsItWas(fields, rule)) {
    const answer = await editRule(call, list, id, fields);
    const changed = await changedMeanwhile(call, list, answer);
    if (changed !== null) return changeRule(call, changed, change);
    after = rulesetOf(answer);
  }
  const before = priorities.get(id) ?? null; //? undo
  priorities.set(id, change.priority);
  if (change.wanted !== undefined) rememberFilter(call, id, change.wanted); //? redefine
  //? undo {
  call.undo.push(() => {
    priorities.set(id, before);
    const position = positionAt(
      after.rules.filter((other) => other.id !== id),
      now,
    );
    return editRule(call, after, id, { ...definitionOf(rule), position });
  });
  //? }
  return after;
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
  const { action, action_parameters, ...fields } = newRule(wanted);
  // Parameters of the same action may say more than the old API could.
  const other = isSameAction(rule, wanted.old) ? {} : { action, action_parameters };
  return { ...definitionOf(rule), ...other, ...fields };
}

function isSameAction(rule: Rule, { action, products = [] }: OldRule): boolean {
  const now = oldActionOf(rule);
  return now?.action === action && (now.products ?? []).join() === products.join();
}

export async function deleteRules(call: OldCall): Promise<OldResult> {
  const ids = call.rest === '' ? idsOf(call) : [call.rest]; //? delete-all
  //! delete-all const ids = [call.rest];
  if (ids.length === 0) throw invalid('at least one rule id is required'); //? delete-all
  const list = await readRuleset(call);
  for (const rule of ids.map((id) => ruleOf(list, id))) {
    const filter = filterOfRule(rule); //? filters
    rulesetOf(await deleteRule(call, list, rule.id));
    //? filters {
    filterOf.delete(rule.id);
    // A filter outlived its rules, unless it was to go with the last of them.
    if (call.query.get('delete_filter_if_unused') === 'true') storedFilters.delete(filter.id);
    else storedFilters.set(filter.id, { zone: call.base, filter });
    //? }
  }
  const result = ids.map((id) => ({ id }));
  return { result: call.rest === '' ? result : result[0] }; //? delete-all
  //! delete-all return { result: result[0] };
}
