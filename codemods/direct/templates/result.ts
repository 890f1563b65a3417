import { isAskedFor, type Request, type Rule, type Ruleset, toOldRule, toRule } from './types.js';

const PHASE = 'http_request_firewall_custom';

/** Lists the rules in the order in which they are evaluated. A new zone has no ruleset for them yet. */
export async function listRules<T>(request: Request, zone: string): Promise<T[]> {
  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Ruleset[];
  const existing = rulesets.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);
  if (!existing) return [];
  const { rules = [] } = (await request('GET', `/zones/${zone}/rulesets/${existing.id}`)) as Ruleset;
  //! priority //! list-mapped return rules as T[];
  //? list-mapped {
  //! priority return rules.map((rule) => toOldRule<T>(rule));
  //? }
  //? priority {
  // The position stands for the priority.
  //! list-mapped return rules.map((rule, index) => ({ ...rule, priority: index + 1 }) as T);
  return rules.map((rule, index) => ({ ...toOldRule<T>(rule), priority: index + 1 })); //? list-mapped
  //? }
}

export async function listRulePage<T>(
  request: Request,
  zone: string,
  of: { page?: unknown; per_page?: unknown },
): Promise<T[]> {
  const [page, size] = [Number(of.page ?? 1), Number(of.per_page ?? 25)]; // all rules come at once
  //! conditions return (await listRules<T>(request, zone)).slice((page - 1) * size, page * size);
  //? conditions {
  const wanted = (await listRules<T>(request, zone)).filter((rule) => isAskedFor(rule as Rule, of));
  return wanted.slice((page - 1) * size, page * size);
  //? }
}

/** Lists the rules that meet a condition: the API only gives all of them. */
export async function findRules<T>(
  request: Request,
  zone: string,
  isWanted: (rule: Rule) => boolean,
): Promise<T[]> {
  return (await listRules<T & Rule>(request, zone)).filter(isWanted);
}

/** Lists the expressions of the rules as filters. */
export async function listFilters<T>(request: Request, zone: string): Promise<T[]> {
  const rules = await listRules<Rule & { filter: Rule }>(request, zone);
  return rules.map(({ filter, description }) => ({ ...filter, description, paused: false }) as T);
}

/** Looks a rule up in the list: no call returns a single rule. */
export async function getRule<T>(request: Request, zone: string, id: string): Promise<T> {
  const rule = (await listRules<T & Rule>(request, zone)).find((candidate) => candidate.id === id);
  //! refused if (!rule) throw new Error(`There is no rule ${id}`);
  //? refused {
  // No ruleset has this id: the request is refused, as it was for an unknown rule.
  if (!rule) return (await request('GET', `/zones/${zone}/rulesets/${id}`)) as T;
  //? }
  return rule;
}

/** Looks the expression of a rule up, as a filter. */
export async function getFilter<T>(request: Request, zone: string, id: string): Promise<T> {
  const rule = await getRule<Rule & { filter: Rule }>(request, zone, id);
  return { ...rule.filter, description: rule.description, paused: false } as T;
}

//! skip /** Adds a rule after the others. The first rule of a zone comes with its ruleset. */
/** Adds a rule after the others, a skip rule before them. The first one comes with the ruleset. */ //? skip
export async function addRule<T>(request: Request, zone: string, rule: Rule): Promise<T> {
  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Ruleset[];
  const existing = rulesets.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);
  //? skip {
  const added = { ...rule, position: rule.action === 'skip' ? { before: '' } : undefined };
  //? }
  const path = existing ? `/zones/${zone}/rulesets/${existing.id}/rules` : `/zones/${zone}/rulesets`;
  //! skip const body = existing ? rule : { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };
  const body = existing ? added : { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] }; //? skip
  //! add-read return (await request('POST', path, body)) as T;
  //? add-read {
  const { rules = [] } = (await request('POST', path, body)) as Ruleset;
  //! skip //! add-mapped return rules.at(-1) as T;
  //? add-mapped {
  //! skip return toOldRule<T>(rules.at(-1) ?? rule);
  //? }
  //? skip {
  //! add-mapped return rules.at(added.position ? 0 : -1) as T;
  return toOldRule<T>(rules.at(added.position ? 0 : -1) ?? rule); //? add-mapped
  //? }
  //? }
}

/** Adds rules after the others, one by one. */
export async function addRules<T>(request: Request, zone: string, rules: Rule[]): Promise<T[]> {
  const added: T[] = [];
  for (const rule of rules) added.push(await addRule<T>(request, zone, rule));
  return added;
}

/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */
export async function updateRule<T>(request: Request, zone: string, id: string, change: Rule): Promise<T> {
  const ruleset = (await request('GET', `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`)) as Ruleset;
  const rule = ruleset.rules?.find((candidate) => candidate.id === id);
  //! unset const { version, last_updated, ...body } = { ...rule, ...change };
  //? unset {
  const given = JSON.parse(JSON.stringify(change)) as Rule; // without what is undefined
  const { version, last_updated, ...body } = { ...rule, ...given };
  //? }
  //? action {
  if (body.action !== rule?.action) body.action_parameters = change.action_parameters; // they belong to the action
  //? }
  const path = `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`;
  await request('PATCH', path, body);
  //! update-mapped return body as T;
  return toOldRule<T>(body); //? update-mapped
}

/** Gives a rule the expression of a filter. */
export async function updateFilter<T>(
  request: Request,
  zone: string,
  id: string,
  filter: { expression?: unknown },
): Promise<T> {
  const change = { expression: filter.expression };
  const rule = await updateRule<Rule & { filter: Rule }>(request, zone, id, change);
  return { ...rule.filter, description: rule.description, paused: false } as T;
}

/** Changes rules that have the fields of firewall rules, one by one. */
export async function updateRules<T>(request: Request, zone: string, rules: { id: string }[]): Promise<T[]> {
  const changed: T[] = [];
  for (const rule of rules) changed.push(await updateRule<T>(request, zone, rule.id, toRule(rule)));
  return changed;
}

export async function deleteRule(request: Request, zone: string, id: string): Promise<{ id: string }> {
  const ruleset = (await request('GET', `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`)) as Ruleset;
  await request('DELETE', `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`);
  return { id }; //? delete-read
}

/** Deletes several rules, one by one. */
export async function deleteRules(request: Request, zone: string, ids: string[]): Promise<void> {
  const ruleset = (await request('GET', `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`)) as Ruleset;
  for (const id of ids) await request('DELETE', `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`);
}

/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */
export async function createRule<T>(request: Request, zone: string, rule: Rule): Promise<T> {
  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Ruleset[];
  const existing = rulesets.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);
  const first = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };
  const path = existing ? `/zones/${zone}/rulesets/${existing.id}/rules` : `/zones/${zone}/rulesets`;
  const body = existing ? rule : first;
  const { rules = [] } = (await request('POST', path, body)) as Ruleset;
  //! add-mapped return (rules.at(-1) ?? rule) as T;
  return toOldRule<T>(rules.at(-1) ?? rule); //? add-mapped
}

/** Puts another rule in the place of one. */
export async function replaceRule<T>(request: Request, zone: string, id: string, rule: Rule): Promise<T> {
  const ruleset = (await request('GET', `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`)) as Ruleset;
  const path = `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`;
  const { rules = [] } = (await request('PATCH', path, rule)) as Ruleset;
  return toOldRule<T>(rules.find((candidate) => candidate.id === id) ?? rule);
}
