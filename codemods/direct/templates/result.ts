import { type Request, type Rule, type Ruleset, toFilter, toOldRule } from './types.js';

const PHASE = 'http_request_firewall_custom';

/** Finds the ruleset of the phase. A new zone has none. */
async function findRuleset(request: Request, zone: string): Promise<Ruleset | undefined> {
  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Ruleset[];
  return rulesets.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);
}

/** Lists the rules in the order in which they are evaluated. */
export async function listRules<T>(request: Request, zone: string): Promise<T[]> {
  const existing = await findRuleset(request, zone);
  if (!existing) return [];
  const { rules = [] } = (await request('GET', `/zones/${zone}/rulesets/${existing.id}`)) as Ruleset;
  //! list-mapped return rules as T[];
  return rules.map((rule) => toOldRule<T>(rule)); //? list-mapped
}

/** Lists the expressions of the rules as filters. */
export async function listFilters<T>(request: Request, zone: string): Promise<T[]> {
  const rules = await listRules<Rule>(request, zone);
  return rules.map((rule) => toFilter<T>(rule));
}

/** Looks a rule up in the list: no call returns a single rule. */
export async function getRule<T>(request: Request, zone: string, id: string): Promise<T> {
  const rules = await listRules<T & Rule>(request, zone);
  const rule = rules.find((candidate) => candidate.id === id);
  if (!rule) throw new Error(`There is no rule ${id}`);
  return rule;
}

/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */
export async function addRule(request: Request, zone: string, rule: Rule): Promise<void> {
  const existing = await findRuleset(request, zone);
  if (!existing) {
    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };
    await request('POST', `/zones/${zone}/rulesets`, ruleset);
    return;
  }
  //! skip await request('POST', `/zones/${zone}/rulesets/${existing.id}/rules`, rule);
  //? skip {
  // A skip rule only acts on the rules after it, so it goes first.
  const body = rule.action === 'skip' ? { ...rule, position: { before: '' } } : rule;
  await request('POST', `/zones/${zone}/rulesets/${existing.id}/rules`, body);
  //? }
}

/** Adds rules after the others and returns them. The first rules of a zone come with its ruleset. */
export async function addRules<T>(request: Request, zone: string, rules: Rule[]): Promise<T[]> {
  const existing = await findRuleset(request, zone);
  if (!existing) {
    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules };
    const created = (await request('POST', `/zones/${zone}/rulesets`, ruleset)) as Ruleset;
    return (created.rules ?? []).map((rule) => toOldRule<T>(rule));
  }
  const added: T[] = [];
  for (const rule of rules) {
    const path = `/zones/${zone}/rulesets/${existing.id}/rules`;
    //! skip const updated = (await request('POST', path, rule)) as Ruleset;
    //! skip added.push(toOldRule<T>(updated.rules?.at(-1) ?? rule));
    //? skip {
    // A skip rule only acts on the rules after it, so it goes first.
    const isSkip = rule.action === 'skip';
    const body = isSkip ? { ...rule, position: { before: '' } } : rule;
    const updated = (await request('POST', path, body)) as Ruleset;
    added.push(toOldRule<T>(updated.rules?.at(isSkip ? 0 : -1) ?? rule));
    //? }
  }
  return added;
}

/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */
export async function updateRule<T>(request: Request, zone: string, id: string, change: Rule): Promise<T> {
  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;
  const ruleset = (await request('GET', entrypoint)) as Ruleset;
  const rule = ruleset.rules?.find((candidate) => candidate.id === id);
  const { version, last_updated, ...body } = { ...rule, ...change };
  const path = `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`;
  const { rules = [] } = (await request('PATCH', path, body)) as Ruleset;
  //! update-mapped return rules.find((candidate) => candidate.id === id) as T;
  return toOldRule<T>(rules.find((candidate) => candidate.id === id) ?? body); //? update-mapped
}

/** Deletes a rule. */
export async function deleteRule(request: Request, zone: string, id: string): Promise<{ id: string }> {
  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;
  const ruleset = (await request('GET', entrypoint)) as Ruleset;
  await request('DELETE', `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`);
  return { id };
}

/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */
export async function createRule<T>(request: Request, zone: string, rule: Rule): Promise<T> {
  const existing = await findRuleset(request, zone);
  if (!existing) {
    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };
    const created = (await request('POST', `/zones/${zone}/rulesets`, ruleset)) as Ruleset;
    return toOldRule<T>(created.rules?.[0] ?? rule);
  }
  const path = `/zones/${zone}/rulesets/${existing.id}/rules`;
  const { rules = [] } = (await request('POST', path, rule)) as Ruleset;
  return toOldRule<T>(rules.at(-1) ?? rule);
}

/** Puts another rule in the place of one. */
export async function replaceRule<T>(request: Request, zone: string, id: string, rule: Rule): Promise<T> {
  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;
  const ruleset = (await request('GET', entrypoint)) as Ruleset;
  const path = `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`;
  const { rules = [] } = (await request('PATCH', path, rule)) as Ruleset;
  return toOldRule<T>(rules.find((candidate) => candidate.id === id) ?? rule);
}
