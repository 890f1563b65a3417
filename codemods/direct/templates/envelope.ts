import {
  type Envelope,
  isAskedFor,
  type Page,
  type Request,
  type Rule,
  type Ruleset,
  toOldRule,
  toRule,
} from './types.js';

const PHASE = 'http_request_firewall_custom';

/** Lists the rules in the order in which they are evaluated. A new zone has no ruleset for them yet. */
export async function listRules<T>(request: Request, zone: string): Promise<Envelope<T[]>> {
  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Envelope<Ruleset[]>;
  if (!rulesets.success) return rulesets as Envelope<never>; //? soft
  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);
  if (!existing) return { ...rulesets, result: [] };
  const answer = (await request('GET', `/zones/${zone}/rulesets/${existing.id}`)) as Envelope<Ruleset>;
  if (!answer.success) return answer as Envelope<never>; //? soft
  const { rules = [] } = answer.result;
  //! priority //! list-mapped return { ...answer, result: rules as T[] };
  //? list-mapped {
  //! priority return { ...answer, result: rules.map((rule) => toOldRule<T>(rule)) };
  //? }
  //? priority {
  // The position stands for the priority.
  //! list-mapped const result = rules.map((rule, index) => ({ ...rule, priority: index + 1 }) as T);
  const result = rules.map((rule, index) => ({ ...toOldRule<T>(rule), priority: index + 1 })); //? list-mapped
  return { ...answer, result };
  //? }
}

//! conditions /** One page of the list: the API gives all rules at once. */
/** One page of the rules that a query asks for: the API gives all rules at once. */ //? conditions
export async function listRulePage<T>(
  request: Request,
  zone: string,
  of: { page?: unknown; per_page?: unknown },
): Promise<Page<T>> {
  const [page, per_page] = [Number(of.page ?? 1), Number(of.per_page ?? 25)];
  const answer = await listRules<T>(request, zone);
  if (!answer.success) return answer as Page<never>; //? soft
  //! conditions const result = answer.result.slice((page - 1) * per_page, page * per_page);
  //! conditions const total_count = answer.result.length;
  //? conditions {
  const wanted = answer.result.filter((rule) => isAskedFor(rule as Rule, of));
  const result = wanted.slice((page - 1) * per_page, page * per_page);
  const total_count = wanted.length;
  //? }
  const total_pages = Math.ceil(total_count / per_page);
  return {
    ...answer,
    result,
    result_info: { page, per_page, count: result.length, total_count, total_pages },
  };
}

/** Lists the rules that meet a condition: the API only gives all of them. */
export async function findRules<T>(
  request: Request,
  zone: string,
  isWanted: (rule: Rule) => boolean,
): Promise<Envelope<T[]>> {
  const answer = await listRules<T & Rule>(request, zone);
  if (!answer.success) return answer; //? soft
  return { ...answer, result: answer.result.filter(isWanted) };
}

/** Lists the expressions of the rules as filters. */
export async function listFilters<T>(request: Request, zone: string): Promise<Envelope<T[]>> {
  const answer = await listRules<Rule & { filter: Rule }>(request, zone);
  if (!answer.success) return answer as Envelope<never>; //? soft
  const result = answer.result.map(
    ({ filter, description }) => ({ ...filter, description, paused: false }) as T,
  );
  return { ...answer, result };
}

/** Looks a rule up in the list: no call returns a single rule. */
export async function getRule<T>(request: Request, zone: string, id: string): Promise<Envelope<T>> {
  const answer = await listRules<T & Rule>(request, zone);
  if (!answer.success) return answer as Envelope<never>; //? soft
  const rule = answer.result.find((candidate) => candidate.id === id);
  //! refused if (!rule) throw new Error(`There is no rule ${id}`);
  //? refused {
  // No ruleset has this id: the request is refused, as it was for an unknown rule.
  if (!rule) return (await request('GET', `/zones/${zone}/rulesets/${id}`)) as Envelope<never>;
  //? }
  return { ...answer, result: rule };
}

/** Looks the expression of a rule up, as a filter. */
export async function getFilter<T>(request: Request, zone: string, id: string): Promise<Envelope<T>> {
  const answer = await getRule<Rule & { filter: Rule }>(request, zone, id);
  if (!answer.success) return answer as Envelope<never>; //? soft
  const { filter, description } = answer.result;
  return { ...answer, result: { ...filter, description, paused: false } as T };
}

//! skip /** Adds a rule after the others. The first rule of a zone comes with its ruleset. */
/** Adds a rule after the others, a skip rule before them. The first one comes with the ruleset. */ //? skip
export async function addRule<T>(request: Request, zone: string, rule: Rule): Promise<Envelope<T>> {
  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Envelope<Ruleset[]>;
  if (!rulesets.success) return rulesets as Envelope<never>; //? soft
  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);
  //? skip {
  const added = { ...rule, position: rule.action === 'skip' ? { before: '' } : undefined };
  //? }
  const path = existing ? `/zones/${zone}/rulesets/${existing.id}/rules` : `/zones/${zone}/rulesets`;
  //! skip const body = existing ? rule : { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };
  const body = existing ? added : { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] }; //? skip
  //! add-read return (await request('POST', path, body)) as Envelope<T>;
  //? add-read {
  const answer = (await request('POST', path, body)) as Envelope<Ruleset>;
  if (!answer.success) return answer as Envelope<never>; //? soft
  //! skip const made = answer.result.rules?.at(-1);
  const made = answer.result.rules?.at(added.position ? 0 : -1); //? skip
  //! add-mapped return { ...answer, result: made as T };
  return { ...answer, result: toOldRule<T>(made ?? rule) }; //? add-mapped
  //? }
}

/** Adds rules after the others, one by one. */
export async function addRules<T>(request: Request, zone: string, rules: Rule[]): Promise<Envelope<T[]>> {
  const result: T[] = [];
  for (const rule of rules) {
    const answer = await addRule<T>(request, zone, rule);
    if (!answer.success) return answer as Envelope<never>; //? soft
    result.push(answer.result);
  }
  //! success //! error return { ok: true, result };
  //! success //! ok return { result, error: null };
  return { success: true, result, errors: [] }; //? success
}

/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */
export async function updateRule<T>(
  request: Request,
  zone: string,
  id: string,
  change: Rule,
): Promise<Envelope<T>> {
  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;
  const ruleset = (await request('GET', entrypoint)) as Envelope<Ruleset>;
  if (!ruleset.success) return ruleset as Envelope<never>; //? soft
  const rule = ruleset.result.rules?.find((candidate) => candidate.id === id);
  //! unset const { version, last_updated, ...body } = { ...rule, ...change };
  //? unset {
  const given = JSON.parse(JSON.stringify(change)) as Rule; // without what is undefined
  const { version, last_updated, ...body } = { ...rule, ...given };
  //? }
  //? action {
  if (body.action !== rule?.action) body.action_parameters = change.action_parameters; // they belong to the action
  //? }
  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;
  const answer = (await request('PATCH', path, body)) as Envelope<Ruleset>;
  if (!answer.success) return answer as Envelope<never>; //? soft
  //! update-mapped return { ...answer, result: body as T };
  return { ...answer, result: toOldRule<T>(body) }; //? update-mapped
}

/** Gives a rule the expression of a filter. */
export async function updateFilter<T>(
  request: Request,
  zone: string,
  id: string,
  filter: { expression?: unknown },
): Promise<Envelope<T>> {
  const change = { expression: filter.expression };
  const answer = await updateRule<Rule & { filter: Rule }>(request, zone, id, change);
  if (!answer.success) return answer as Envelope<never>; //? soft
  const { description } = answer.result;
  return { ...answer, result: { ...answer.result.filter, description, paused: false } as T };
}

/** Changes rules that have the fields of firewall rules, one by one. */
export async function updateRules<T>(
  request: Request,
  zone: string,
  rules: { id: string }[],
): Promise<Envelope<T[]>> {
  const result: T[] = [];
  for (const rule of rules) {
    const answer = await updateRule<T>(request, zone, rule.id, toRule(rule));
    if (!answer.success) return answer as Envelope<never>; //? soft
    result.push(answer.result);
  }
  //! success //! error return { ok: true, result };
  //! success //! ok return { result, error: null };
  return { success: true, result, errors: [] }; //? success
}

export async function deleteRule(
  request: Request,
  zone: string,
  id: string,
): Promise<Envelope<{ id: string }>> {
  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;
  const ruleset = (await request('GET', entrypoint)) as Envelope<Ruleset>;
  if (!ruleset.success) return ruleset as Envelope<never>; //? soft
  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;
  const answer = (await request('DELETE', path)) as Envelope<Ruleset>;
  if (!answer.success) return answer as Envelope<never>; //? soft
  return { ...answer, result: { id } };
}

/** Deletes several rules, one by one. */
export async function deleteRules(request: Request, zone: string, ids: string[]): Promise<Envelope<Ruleset>> {
  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;
  const ruleset = (await request('GET', entrypoint)) as Envelope<Ruleset>;
  if (!ruleset.success) return ruleset as Envelope<never>; //? soft
  for (const id of ids) {
    const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;
    //! soft await request('DELETE', path);
    //? soft {
    const answer = (await request('DELETE', path)) as Envelope<Ruleset>;
    if (!answer.success) return answer as Envelope<never>;
    //? }
  }
  return ruleset; //? delete-read
}

/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */
export async function createRule<T>(request: Request, zone: string, rule: Rule): Promise<Envelope<T>> {
  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Envelope<Ruleset[]>;
  if (!rulesets.success) return rulesets as Envelope<never>; //? soft
  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);
  const first = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };
  const path = existing ? `/zones/${zone}/rulesets/${existing.id}/rules` : `/zones/${zone}/rulesets`;
  const body = existing ? rule : first;
  const answer = (await request('POST', path, body)) as Envelope<Ruleset>;
  if (!answer.success) return answer as Envelope<never>; //? soft
  const made = answer.result.rules?.at(-1) ?? rule;
  //! add-mapped return { ...answer, result: made as T };
  return { ...answer, result: toOldRule<T>(made) }; //? add-mapped
}

/** Puts another rule in the place of one. */
export async function replaceRule<T>(
  request: Request,
  zone: string,
  id: string,
  rule: Rule,
): Promise<Envelope<T>> {
  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;
  const ruleset = (await request('GET', entrypoint)) as Envelope<Ruleset>;
  if (!ruleset.success) return ruleset as Envelope<never>; //? soft
  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;
  const answer = (await request('PATCH', path, rule)) as Envelope<Ruleset>;
  if (!answer.success) return answer as Envelope<never>; //? soft
  const replaced = answer.result.rules?.find((candidate) => candidate.id === id);
  return { ...answer, result: toOldRule<T>(replaced ?? rule) };
}
