import type Cloudflare from 'cloudflare-7';
import { type Rule, type Ruleset, toOldRule, toRule } from './types.js';

const PHASE = 'http_request_firewall_custom';

/** Finds the ruleset of the phase. A new zone has none. */
async function findRuleset(client: Cloudflare, zone: string): Promise<Ruleset | undefined> {
  try {
    return (await client.rulesets.phases.get(PHASE, { zone_id: zone })) as object as Ruleset;
  } catch (error) {
    if ((error as { status?: number }).status === 404) return undefined;
    throw error;
  }
}

/** Lists the rules in the order in which they are evaluated. */
export async function listRules<T>(client: Cloudflare, zone: string): Promise<T[]> {
  const { rules = [] } = (await findRuleset(client, zone)) ?? {};
  //! list-mapped return rules as T[];
  return rules.map((rule) => toOldRule<T>(rule)); //? list-mapped
}

/** One page of the list: the API gives all rules at once. */
export async function listRulePage<T>(
  client: Cloudflare,
  zone: string,
  of: { page?: unknown; per_page?: unknown },
): Promise<T[]> {
  const [page, size] = [Number(of.page ?? 1), Number(of.per_page ?? 25)];
  return (await listRules<T>(client, zone)).slice((page - 1) * size, page * size);
}

/** Lists the rules that meet a condition: the API only gives all of them. */
export async function findRules<T>(
  client: Cloudflare,
  zone: string,
  isWanted: (rule: Rule) => boolean,
): Promise<T[]> {
  return (await listRules<T & Rule>(client, zone)).filter(isWanted);
}

/** Lists the expressions of the rules as filters. */
export async function listFilters<T>(client: Cloudflare, zone: string): Promise<T[]> {
  const { rules = [] } = (await findRuleset(client, zone)) ?? {};
  return rules.map(({ id, expression, description }) => {
    return { id, expression, description, paused: false } as T;
  });
}

/** Looks a rule up in the list: no call returns a single rule. */
export async function getRule<T>(client: Cloudflare, zone: string, id: string): Promise<T> {
  const rules = await listRules<T & Rule>(client, zone);
  const rule = rules.find((candidate) => candidate.id === id);
  //! refused if (!rule) throw new Error(`There is no rule ${id}`);
  //? refused {
  // No ruleset has this id: the request is refused, as it was for an unknown rule.
  if (!rule) return (await client.rulesets.get(id, { zone_id: zone })) as object as T;
  //? }
  return rule;
}

/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */
export async function addRule(client: Cloudflare, zone: string, rule: Rule): Promise<void> {
  await createRule(client, zone, rule);
}

/** Adds rules after the others. */
export async function addRules(client: Cloudflare, zone: string, rules: Rule[]): Promise<void> {
  for (const rule of rules) await createRule(client, zone, rule);
}

/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */
export async function createRule<T>(client: Cloudflare, zone: string, rule: Rule): Promise<T> {
  const existing = await findRuleset(client, zone);
  if (!existing) {
    const ruleset = { zone_id: zone, name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };
    const created = (await client.rulesets.create(ruleset as object as NewRuleset)) as object as Ruleset;
    //! add-mapped return (created.rules?.[0] ?? rule) as T;
    return toOldRule<T>(created.rules?.[0] ?? rule); //? add-mapped
  }
  //! skip const body = { zone_id: zone, ...rule } as object as NewRule;
  //? skip {
  // A skip rule only acts on the rules after it, so it goes first.
  const isSkip = rule.action === 'skip';
  const place = isSkip ? { position: { before: '' } } : {};
  const body = { zone_id: zone, ...rule, ...place } as object as NewRule;
  //? }
  const { rules = [] } = (await client.rulesets.rules.create(existing.id, body)) as object as Ruleset;
  //! skip const made = rules.at(-1) ?? rule;
  const made = rules.at(isSkip ? 0 : -1) ?? rule; //? skip
  //! add-mapped return made as T;
  return toOldRule<T>(made); //? add-mapped
}

/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */
export async function updateRule<T>(client: Cloudflare, zone: string, id: string, change: Rule): Promise<T> {
  const ruleset = (await client.rulesets.phases.get(PHASE, { zone_id: zone })) as object as Ruleset;
  const rule = ruleset.rules?.find((candidate) => candidate.id === id);
  //! unset const { version, last_updated, ...body } = { ...rule, ...change };
  //? unset {
  const given = JSON.parse(JSON.stringify(change)) as Rule; // without what is undefined
  const { version, last_updated, ...body } = { ...rule, ...given };
  //? }
  //? action {
  if (body.action !== rule?.action) body.action_parameters = change.action_parameters; // they belong to the action
  //? }
  return editRule<T>(client, zone, ruleset, id, body);
}

/** Changes rules that have the fields of firewall rules, one by one. */
export async function updateRules<T>(
  client: Cloudflare,
  zone: string,
  rules: { id: string }[],
): Promise<T[]> {
  const changed: T[] = [];
  for (const rule of rules) changed.push(await updateRule<T>(client, zone, rule.id, toRule(rule)));
  return changed;
}

/** Puts another rule in the place of one. */
export async function replaceRule<T>(client: Cloudflare, zone: string, id: string, rule: Rule): Promise<T> {
  const ruleset = (await client.rulesets.phases.get(PHASE, { zone_id: zone })) as object as Ruleset;
  return editRule<T>(client, zone, ruleset, id, rule);
}

async function editRule<T>(
  client: Cloudflare,
  zone: string,
  ruleset: Ruleset,
  id: string,
  rule: Rule,
): Promise<T> {
  //! names-ruleset const body = { zone_id: zone, ...rule } as object as EditArguments[2];
  //! names-ruleset const answer = await client.rulesets.rules.edit(ruleset.id, id, body);
  const named = { zone_id: zone, ruleset_id: ruleset.id, ...rule }; //? names-ruleset
  const body = named as object as EditArguments[1]; //? names-ruleset
  const answer = await client.rulesets.rules.edit(id, body); //? names-ruleset
  const { rules = [] } = answer as object as Ruleset;
  return toOldRule<T>(rules.find((candidate) => candidate.id === id) ?? rule);
}

/** Deletes a rule. */
export async function deleteRule(client: Cloudflare, zone: string, id: string): Promise<{ id: string }> {
  const ruleset = (await client.rulesets.phases.get(PHASE, { zone_id: zone })) as object as Ruleset;
  //! names-ruleset await client.rulesets.rules.delete(ruleset.id, id, { zone_id: zone });
  await client.rulesets.rules.delete(id, { zone_id: zone, ruleset_id: ruleset.id }); //? names-ruleset
  return { id };
}

type NewRuleset = Parameters<Cloudflare['rulesets']['create']>[0];

type NewRule = Parameters<Cloudflare['rulesets']['rules']['create']>[1];

type EditArguments = Parameters<Cloudflare['rulesets']['rules']['edit']>;
