import { type Request, type Rule, type Ruleset, respond } from './types.js';

const PHASE = 'http_request_firewall_custom';

/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */
export async function addRule(request: Request, zone: string, rule: Rule): Promise<Response> {
  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;
  const existing = await respond(request, 'GET', entrypoint);
  if (existing.status === 404) {
    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };
    return await respond(request, 'POST', `/zones/${zone}/rulesets`, ruleset);
  }
  if (!existing.ok) return existing;
  const { result } = (await existing.json()) as { result: Ruleset };
  const path = `/zones/${zone}/rulesets/${result.id}/rules`;
  //! skip return await respond(request, 'POST', path, rule);
  //? skip {
  // A skip rule only acts on the rules after it, so it goes first.
  const body = rule.action === 'skip' ? { ...rule, position: { before: '' } } : rule;
  return await respond(request, 'POST', path, body);
  //? }
}

/** Adds rules after the others, one by one, up to one that is refused. */
export async function addRules(request: Request, zone: string, rules: [Rule, ...Rule[]]): Promise<Response> {
  const [first, ...others] = rules;
  let response = await addRule(request, zone, first);
  for (const rule of others) if (response.ok) response = await addRule(request, zone, rule);
  return response;
}

/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */
export async function updateRule(
  request: Request,
  zone: string,
  id: string,
  change: Rule,
): Promise<Response> {
  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;
  const existing = await respond(request, 'GET', entrypoint);
  if (!existing.ok) return existing;
  const { result } = (await existing.json()) as { result: Ruleset };
  const rule = result.rules?.find((candidate) => candidate.id === id);
  //! unset const { version, last_updated, ...body } = { ...rule, ...change };
  //? unset {
  const given = JSON.parse(JSON.stringify(change)) as Rule; // without what is undefined
  const { version, last_updated, ...body } = { ...rule, ...given };
  //? }
  //? action {
  if (body.action !== rule?.action) body.action_parameters = change.action_parameters; // they belong to the action
  //? }
  const path = `/zones/${zone}/rulesets/${result.id}/rules/${id}`;
  return await respond(request, 'PATCH', path, body);
}

/** Deletes a rule. */
export async function deleteRule(request: Request, zone: string, id: string): Promise<Response> {
  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;
  const existing = await respond(request, 'GET', entrypoint);
  if (!existing.ok) return existing;
  const { result } = (await existing.json()) as { result: Ruleset };
  const path = `/zones/${zone}/rulesets/${result.id}/rules/${id}`;
  return await respond(request, 'DELETE', path);
}
