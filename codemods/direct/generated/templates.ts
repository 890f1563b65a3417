/** Made by `npm run templates:build` of the files in `../templates`; do not edit. */
import type { Part } from '../assemble.js';

export const TEMPLATES = {
  "envelope": [
    {
      "name": "PHASE",
      "isOffered": false,
      "typescript": "const PHASE = 'http_request_firewall_custom';",
      "plain": "const PHASE = 'http_request_firewall_custom';"
    },
    {
      "name": "listRules",
      "isOffered": true,
      "typescript": "/** Lists the rules in the order in which they are evaluated. A new zone has no ruleset for them yet. */\nasync function listRules<T>(request: Request, zone: string): Promise<Envelope<T[]>> {\n  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Envelope<Ruleset[]>;\n  if (!rulesets.success) return rulesets as Envelope<never>; //? soft\n  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  if (!existing) return { ...rulesets, result: [] };\n  const answer = (await request('GET', `/zones/${zone}/rulesets/${existing.id}`)) as Envelope<Ruleset>;\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  const { rules = [] } = answer.result;\n  return { ...answer, result: rules as T[] }; //! list-mapped\n  return { ...answer, result: rules.map((rule) => toOldRule<T>(rule)) }; //? list-mapped\n}",
      "plain": "/** Lists the rules in the order in which they are evaluated. A new zone has no ruleset for them yet. */\nasync function listRules(request, zone) {\n  const rulesets = await request('GET', `/zones/${zone}/rulesets`);\n  if (!rulesets.success) return rulesets; //? soft\n  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  if (!existing) return { ...rulesets, result: [] };\n  const answer = await request('GET', `/zones/${zone}/rulesets/${existing.id}`);\n  if (!answer.success) return answer; //? soft\n  const { rules = [] } = answer.result;\n  return { ...answer, result: rules }; //! list-mapped\n  return { ...answer, result: rules.map((rule) => toOldRule(rule)) }; //? list-mapped\n}"
    },
    {
      "name": "listFilters",
      "isOffered": true,
      "typescript": "/** Lists the expressions of the rules as filters. */\nasync function listFilters<T>(request: Request, zone: string): Promise<Envelope<T[]>> {\n  const answer = await listRules<Rule>(request, zone);\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  return { ...answer, result: answer.result.map((rule) => toFilter<T>(rule)) };\n}",
      "plain": "/** Lists the expressions of the rules as filters. */\nasync function listFilters(request, zone) {\n  const answer = await listRules(request, zone);\n  if (!answer.success) return answer; //? soft\n  return { ...answer, result: answer.result.map((rule) => toFilter(rule)) };\n}"
    },
    {
      "name": "getRule",
      "isOffered": true,
      "typescript": "/** Looks a rule up in the list: no call returns a single rule. */\nasync function getRule<T>(request: Request, zone: string, id: string): Promise<Envelope<T>> {\n  const answer = await listRules<T & Rule>(request, zone);\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  const rule = answer.result.find((candidate) => candidate.id === id);\n  if (!rule) throw new Error(`There is no rule ${id}`);\n  return { ...answer, result: rule };\n}",
      "plain": "/** Looks a rule up in the list: no call returns a single rule. */\nasync function getRule(request, zone, id) {\n  const answer = await listRules(request, zone);\n  if (!answer.success) return answer; //? soft\n  const rule = answer.result.find((candidate) => candidate.id === id);\n  if (!rule) throw new Error(`There is no rule ${id}`);\n  return { ...answer, result: rule };\n}"
    },
    {
      "name": "addRule",
      "isOffered": true,
      "typescript": "/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */\nasync function addRule(request: Request, zone: string, rule: Rule): Promise<Envelope<Ruleset>> {\n  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Envelope<Ruleset[]>;\n  if (!rulesets.success) return rulesets as Envelope<never>; //? soft\n  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  if (!existing) {\n    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n    return (await request('POST', `/zones/${zone}/rulesets`, ruleset)) as Envelope<Ruleset>;\n  }\n  const path = `/zones/${zone}/rulesets/${existing.id}/rules`;\n  return (await request('POST', path, rule)) as Envelope<Ruleset>; //! skip\n  //? skip {\n  // A skip rule only acts on the rules after it, so it goes first.\n  const body = rule.action === 'skip' ? { ...rule, position: { before: '' } } : rule;\n  return (await request('POST', path, body)) as Envelope<Ruleset>;\n  //? }\n}",
      "plain": "/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */\nasync function addRule(request, zone, rule) {\n  const rulesets = await request('GET', `/zones/${zone}/rulesets`);\n  if (!rulesets.success) return rulesets; //? soft\n  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  if (!existing) {\n    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n    return await request('POST', `/zones/${zone}/rulesets`, ruleset);\n  }\n  const path = `/zones/${zone}/rulesets/${existing.id}/rules`;\n  return await request('POST', path, rule); //! skip\n  //? skip {\n  // A skip rule only acts on the rules after it, so it goes first.\n  const body = rule.action === 'skip' ? { ...rule, position: { before: '' } } : rule;\n  return await request('POST', path, body);\n  //? }\n}"
    },
    {
      "name": "addRules",
      "isOffered": true,
      "typescript": "/** Adds rules after the others and returns them. The first rules of a zone come with its ruleset. */\nasync function addRules<T>(request: Request, zone: string, rules: Rule[]): Promise<Envelope<T[]>> {\n  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Envelope<Ruleset[]>;\n  if (!rulesets.success) return rulesets as Envelope<never>; //? soft\n  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  if (!existing) {\n    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules };\n    const created = (await request('POST', `/zones/${zone}/rulesets`, ruleset)) as Envelope<Ruleset>;\n    if (!created.success) return created as Envelope<never>; //? soft\n    return { ...created, result: (created.result.rules ?? []).map((rule) => toOldRule<T>(rule)) };\n  }\n  const result: T[] = [];\n  for (const rule of rules) {\n    const path = `/zones/${zone}/rulesets/${existing.id}/rules`;\n    const added = (await request('POST', path, rule)) as Envelope<Ruleset>; //! skip\n    //? skip {\n    // A skip rule only acts on the rules after it, so it goes first.\n    const isSkip = rule.action === 'skip';\n    const body = isSkip ? { ...rule, position: { before: '' } } : rule;\n    const added = (await request('POST', path, body)) as Envelope<Ruleset>;\n    //? }\n    if (!added.success) return added as Envelope<never>; //? soft\n    result.push(toOldRule<T>(added.result.rules?.at(-1) ?? rule)); //! skip\n    result.push(toOldRule<T>(added.result.rules?.at(isSkip ? 0 : -1) ?? rule)); //? skip\n  }\n  return { ...rulesets, result };\n}",
      "plain": "/** Adds rules after the others and returns them. The first rules of a zone come with its ruleset. */\nasync function addRules(request, zone, rules) {\n  const rulesets = await request('GET', `/zones/${zone}/rulesets`);\n  if (!rulesets.success) return rulesets; //? soft\n  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  if (!existing) {\n    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules };\n    const created = await request('POST', `/zones/${zone}/rulesets`, ruleset);\n    if (!created.success) return created; //? soft\n    return { ...created, result: (created.result.rules ?? []).map((rule) => toOldRule(rule)) };\n  }\n  const result = [];\n  for (const rule of rules) {\n    const path = `/zones/${zone}/rulesets/${existing.id}/rules`;\n    const added = await request('POST', path, rule); //! skip\n    //? skip {\n    // A skip rule only acts on the rules after it, so it goes first.\n    const isSkip = rule.action === 'skip';\n    const body = isSkip ? { ...rule, position: { before: '' } } : rule;\n    const added = await request('POST', path, body);\n    //? }\n    if (!added.success) return added; //? soft\n    result.push(toOldRule(added.result.rules?.at(-1) ?? rule)); //! skip\n    result.push(toOldRule(added.result.rules?.at(isSkip ? 0 : -1) ?? rule)); //? skip\n  }\n  return { ...rulesets, result };\n}"
    },
    {
      "name": "updateRule",
      "isOffered": true,
      "typescript": "/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */\nasync function updateRule<T>(\n  request: Request,\n  zone: string,\n  id: string,\n  change: Rule,\n): Promise<Envelope<T>> {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = (await request('GET', entrypoint)) as Envelope<Ruleset>;\n  if (!ruleset.success) return ruleset as Envelope<never>; //? soft\n  const rule = ruleset.result.rules?.find((candidate) => candidate.id === id);\n  const { version, last_updated, ...body } = { ...rule, ...change };\n  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;\n  const answer = (await request('PATCH', path, body)) as Envelope<Ruleset>;\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  const updated = answer.result.rules?.find((candidate) => candidate.id === id);\n  return { ...answer, result: updated as T }; //! update-mapped\n  return { ...answer, result: toOldRule<T>(updated ?? body) }; //? update-mapped\n}",
      "plain": "/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */\nasync function updateRule(request, zone, id, change) {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = await request('GET', entrypoint);\n  if (!ruleset.success) return ruleset; //? soft\n  const rule = ruleset.result.rules?.find((candidate) => candidate.id === id);\n  const { version, last_updated, ...body } = { ...rule, ...change };\n  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;\n  const answer = await request('PATCH', path, body);\n  if (!answer.success) return answer; //? soft\n  const updated = answer.result.rules?.find((candidate) => candidate.id === id);\n  return { ...answer, result: updated }; //! update-mapped\n  return { ...answer, result: toOldRule(updated ?? body) }; //? update-mapped\n}"
    },
    {
      "name": "deleteRule",
      "isOffered": true,
      "typescript": "/** Deletes a rule. */\nasync function deleteRule(\n  request: Request,\n  zone: string,\n  id: string,\n): Promise<Envelope<{ id: string }>> {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = (await request('GET', entrypoint)) as Envelope<Ruleset>;\n  if (!ruleset.success) return ruleset as Envelope<never>; //? soft\n  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;\n  const answer = (await request('DELETE', path)) as Envelope<Ruleset>;\n  return { ...answer, result: { id } };\n}",
      "plain": "/** Deletes a rule. */\nasync function deleteRule(request, zone, id) {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = await request('GET', entrypoint);\n  if (!ruleset.success) return ruleset; //? soft\n  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;\n  const answer = await request('DELETE', path);\n  return { ...answer, result: { id } };\n}"
    },
    {
      "name": "createRule",
      "isOffered": true,
      "typescript": "/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */\nasync function createRule<T>(request: Request, zone: string, rule: Rule): Promise<Envelope<T>> {\n  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Envelope<Ruleset[]>;\n  if (!rulesets.success) return rulesets as Envelope<never>; //? soft\n  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  const first = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n  const path = existing ? `/zones/${zone}/rulesets/${existing.id}/rules` : `/zones/${zone}/rulesets`;\n  const body = existing ? rule : first;\n  const answer = (await request('POST', path, body)) as Envelope<Ruleset>;\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  return { ...answer, result: toOldRule<T>(answer.result.rules?.at(-1) ?? rule) };\n}",
      "plain": "/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */\nasync function createRule(request, zone, rule) {\n  const rulesets = await request('GET', `/zones/${zone}/rulesets`);\n  if (!rulesets.success) return rulesets; //? soft\n  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  const first = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n  const path = existing ? `/zones/${zone}/rulesets/${existing.id}/rules` : `/zones/${zone}/rulesets`;\n  const body = existing ? rule : first;\n  const answer = await request('POST', path, body);\n  if (!answer.success) return answer; //? soft\n  return { ...answer, result: toOldRule(answer.result.rules?.at(-1) ?? rule) };\n}"
    },
    {
      "name": "replaceRule",
      "isOffered": true,
      "typescript": "/** Puts another rule in the place of one. */\nasync function replaceRule<T>(\n  request: Request,\n  zone: string,\n  id: string,\n  rule: Rule,\n): Promise<Envelope<T>> {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = (await request('GET', entrypoint)) as Envelope<Ruleset>;\n  if (!ruleset.success) return ruleset as Envelope<never>; //? soft\n  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;\n  const answer = (await request('PATCH', path, rule)) as Envelope<Ruleset>;\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  const replaced = answer.result.rules?.find((candidate) => candidate.id === id);\n  return { ...answer, result: toOldRule<T>(replaced ?? rule) };\n}",
      "plain": "/** Puts another rule in the place of one. */\nasync function replaceRule(request, zone, id, rule) {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = await request('GET', entrypoint);\n  if (!ruleset.success) return ruleset; //? soft\n  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;\n  const answer = await request('PATCH', path, rule);\n  if (!answer.success) return answer; //? soft\n  const replaced = answer.result.rules?.find((candidate) => candidate.id === id);\n  return { ...answer, result: toOldRule(replaced ?? rule) };\n}"
    }
  ],
  "result": [
    {
      "name": "PHASE",
      "isOffered": false,
      "typescript": "const PHASE = 'http_request_firewall_custom';",
      "plain": "const PHASE = 'http_request_firewall_custom';"
    },
    {
      "name": "findRuleset",
      "isOffered": false,
      "typescript": "/** Finds the ruleset of the phase. A new zone has none. */\nasync function findRuleset(request: Request, zone: string): Promise<Ruleset | undefined> {\n  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Ruleset[];\n  return rulesets.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n}",
      "plain": "/** Finds the ruleset of the phase. A new zone has none. */\nasync function findRuleset(request, zone) {\n  const rulesets = await request('GET', `/zones/${zone}/rulesets`);\n  return rulesets.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n}"
    },
    {
      "name": "listRules",
      "isOffered": true,
      "typescript": "/** Lists the rules in the order in which they are evaluated. */\nasync function listRules<T>(request: Request, zone: string): Promise<T[]> {\n  const existing = await findRuleset(request, zone);\n  if (!existing) return [];\n  const { rules = [] } = (await request('GET', `/zones/${zone}/rulesets/${existing.id}`)) as Ruleset;\n  return rules as T[]; //! list-mapped\n  return rules.map((rule) => toOldRule<T>(rule)); //? list-mapped\n}",
      "plain": "/** Lists the rules in the order in which they are evaluated. */\nasync function listRules(request, zone) {\n  const existing = await findRuleset(request, zone);\n  if (!existing) return [];\n  const { rules = [] } = await request('GET', `/zones/${zone}/rulesets/${existing.id}`);\n  return rules; //! list-mapped\n  return rules.map((rule) => toOldRule(rule)); //? list-mapped\n}"
    },
    {
      "name": "listFilters",
      "isOffered": true,
      "typescript": "/** Lists the expressions of the rules as filters. */\nasync function listFilters<T>(request: Request, zone: string): Promise<T[]> {\n  const rules = await listRules<Rule>(request, zone);\n  return rules.map((rule) => toFilter<T>(rule));\n}",
      "plain": "/** Lists the expressions of the rules as filters. */\nasync function listFilters(request, zone) {\n  const rules = await listRules(request, zone);\n  return rules.map((rule) => toFilter(rule));\n}"
    },
    {
      "name": "getRule",
      "isOffered": true,
      "typescript": "/** Looks a rule up in the list: no call returns a single rule. */\nasync function getRule<T>(request: Request, zone: string, id: string): Promise<T> {\n  const rules = await listRules<T & Rule>(request, zone);\n  const rule = rules.find((candidate) => candidate.id === id);\n  if (!rule) throw new Error(`There is no rule ${id}`);\n  return rule;\n}",
      "plain": "/** Looks a rule up in the list: no call returns a single rule. */\nasync function getRule(request, zone, id) {\n  const rules = await listRules(request, zone);\n  const rule = rules.find((candidate) => candidate.id === id);\n  if (!rule) throw new Error(`There is no rule ${id}`);\n  return rule;\n}"
    },
    {
      "name": "addRule",
      "isOffered": true,
      "typescript": "/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */\nasync function addRule(request: Request, zone: string, rule: Rule): Promise<void> {\n  const existing = await findRuleset(request, zone);\n  if (!existing) {\n    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n    await request('POST', `/zones/${zone}/rulesets`, ruleset);\n    return;\n  }\n  await request('POST', `/zones/${zone}/rulesets/${existing.id}/rules`, rule); //! skip\n  //? skip {\n  // A skip rule only acts on the rules after it, so it goes first.\n  const body = rule.action === 'skip' ? { ...rule, position: { before: '' } } : rule;\n  await request('POST', `/zones/${zone}/rulesets/${existing.id}/rules`, body);\n  //? }\n}",
      "plain": "/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */\nasync function addRule(request, zone, rule) {\n  const existing = await findRuleset(request, zone);\n  if (!existing) {\n    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n    await request('POST', `/zones/${zone}/rulesets`, ruleset);\n    return;\n  }\n  await request('POST', `/zones/${zone}/rulesets/${existing.id}/rules`, rule); //! skip\n  //? skip {\n  // A skip rule only acts on the rules after it, so it goes first.\n  const body = rule.action === 'skip' ? { ...rule, position: { before: '' } } : rule;\n  await request('POST', `/zones/${zone}/rulesets/${existing.id}/rules`, body);\n  //? }\n}"
    },
    {
      "name": "addRules",
      "isOffered": true,
      "typescript": "/** Adds rules after the others and returns them. The first rules of a zone come with its ruleset. */\nasync function addRules<T>(request: Request, zone: string, rules: Rule[]): Promise<T[]> {\n  const existing = await findRuleset(request, zone);\n  if (!existing) {\n    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules };\n    const created = (await request('POST', `/zones/${zone}/rulesets`, ruleset)) as Ruleset;\n    return (created.rules ?? []).map((rule) => toOldRule<T>(rule));\n  }\n  const added: T[] = [];\n  for (const rule of rules) {\n    const path = `/zones/${zone}/rulesets/${existing.id}/rules`;\n    const updated = (await request('POST', path, rule)) as Ruleset; //! skip\n    added.push(toOldRule<T>(updated.rules?.at(-1) ?? rule)); //! skip\n    //? skip {\n    // A skip rule only acts on the rules after it, so it goes first.\n    const isSkip = rule.action === 'skip';\n    const body = isSkip ? { ...rule, position: { before: '' } } : rule;\n    const updated = (await request('POST', path, body)) as Ruleset;\n    added.push(toOldRule<T>(updated.rules?.at(isSkip ? 0 : -1) ?? rule));\n    //? }\n  }\n  return added;\n}",
      "plain": "/** Adds rules after the others and returns them. The first rules of a zone come with its ruleset. */\nasync function addRules(request, zone, rules) {\n  const existing = await findRuleset(request, zone);\n  if (!existing) {\n    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules };\n    const created = await request('POST', `/zones/${zone}/rulesets`, ruleset);\n    return (created.rules ?? []).map((rule) => toOldRule(rule));\n  }\n  const added = [];\n  for (const rule of rules) {\n    const path = `/zones/${zone}/rulesets/${existing.id}/rules`;\n    const updated = await request('POST', path, rule); //! skip\n    added.push(toOldRule(updated.rules?.at(-1) ?? rule)); //! skip\n    //? skip {\n    // A skip rule only acts on the rules after it, so it goes first.\n    const isSkip = rule.action === 'skip';\n    const body = isSkip ? { ...rule, position: { before: '' } } : rule;\n    const updated = await request('POST', path, body);\n    added.push(toOldRule(updated.rules?.at(isSkip ? 0 : -1) ?? rule));\n    //? }\n  }\n  return added;\n}"
    },
    {
      "name": "updateRule",
      "isOffered": true,
      "typescript": "/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */\nasync function updateRule<T>(request: Request, zone: string, id: string, change: Rule): Promise<T> {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = (await request('GET', entrypoint)) as Ruleset;\n  const rule = ruleset.rules?.find((candidate) => candidate.id === id);\n  const { version, last_updated, ...body } = { ...rule, ...change };\n  const path = `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`;\n  const { rules = [] } = (await request('PATCH', path, body)) as Ruleset;\n  return rules.find((candidate) => candidate.id === id) as T; //! update-mapped\n  return toOldRule<T>(rules.find((candidate) => candidate.id === id) ?? body); //? update-mapped\n}",
      "plain": "/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */\nasync function updateRule(request, zone, id, change) {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = await request('GET', entrypoint);\n  const rule = ruleset.rules?.find((candidate) => candidate.id === id);\n  const { version, last_updated, ...body } = { ...rule, ...change };\n  const path = `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`;\n  const { rules = [] } = await request('PATCH', path, body);\n  return rules.find((candidate) => candidate.id === id); //! update-mapped\n  return toOldRule(rules.find((candidate) => candidate.id === id) ?? body); //? update-mapped\n}"
    },
    {
      "name": "deleteRule",
      "isOffered": true,
      "typescript": "/** Deletes a rule. */\nasync function deleteRule(request: Request, zone: string, id: string): Promise<{ id: string }> {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = (await request('GET', entrypoint)) as Ruleset;\n  await request('DELETE', `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`);\n  return { id };\n}",
      "plain": "/** Deletes a rule. */\nasync function deleteRule(request, zone, id) {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = await request('GET', entrypoint);\n  await request('DELETE', `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`);\n  return { id };\n}"
    },
    {
      "name": "createRule",
      "isOffered": true,
      "typescript": "/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */\nasync function createRule<T>(request: Request, zone: string, rule: Rule): Promise<T> {\n  const existing = await findRuleset(request, zone);\n  if (!existing) {\n    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n    const created = (await request('POST', `/zones/${zone}/rulesets`, ruleset)) as Ruleset;\n    return toOldRule<T>(created.rules?.[0] ?? rule);\n  }\n  const path = `/zones/${zone}/rulesets/${existing.id}/rules`;\n  const { rules = [] } = (await request('POST', path, rule)) as Ruleset;\n  return toOldRule<T>(rules.at(-1) ?? rule);\n}",
      "plain": "/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */\nasync function createRule(request, zone, rule) {\n  const existing = await findRuleset(request, zone);\n  if (!existing) {\n    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n    const created = await request('POST', `/zones/${zone}/rulesets`, ruleset);\n    return toOldRule(created.rules?.[0] ?? rule);\n  }\n  const path = `/zones/${zone}/rulesets/${existing.id}/rules`;\n  const { rules = [] } = await request('POST', path, rule);\n  return toOldRule(rules.at(-1) ?? rule);\n}"
    },
    {
      "name": "replaceRule",
      "isOffered": true,
      "typescript": "/** Puts another rule in the place of one. */\nasync function replaceRule<T>(request: Request, zone: string, id: string, rule: Rule): Promise<T> {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = (await request('GET', entrypoint)) as Ruleset;\n  const path = `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`;\n  const { rules = [] } = (await request('PATCH', path, rule)) as Ruleset;\n  return toOldRule<T>(rules.find((candidate) => candidate.id === id) ?? rule);\n}",
      "plain": "/** Puts another rule in the place of one. */\nasync function replaceRule(request, zone, id, rule) {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = await request('GET', entrypoint);\n  const path = `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`;\n  const { rules = [] } = await request('PATCH', path, rule);\n  return toOldRule(rules.find((candidate) => candidate.id === id) ?? rule);\n}"
    }
  ],
  "sdk": [
    {
      "name": "PHASE",
      "isOffered": false,
      "typescript": "const PHASE = 'http_request_firewall_custom';",
      "plain": "const PHASE = 'http_request_firewall_custom';"
    },
    {
      "name": "findRuleset",
      "isOffered": false,
      "typescript": "/** Finds the ruleset of the phase. A new zone has none. */\nasync function findRuleset(client: Cloudflare, zone: string): Promise<Ruleset | undefined> {\n  try {\n    return (await client.rulesets.phases.get(PHASE, { zone_id: zone })) as object as Ruleset;\n  } catch (error) {\n    if ((error as { status?: number }).status === 404) return undefined;\n    throw error;\n  }\n}",
      "plain": "/** Finds the ruleset of the phase. A new zone has none. */\nasync function findRuleset(client, zone) {\n  try {\n    return await client.rulesets.phases.get(PHASE, { zone_id: zone });\n  } catch (error) {\n    if (error.status === 404) return undefined;\n    throw error;\n  }\n}"
    },
    {
      "name": "listRules",
      "isOffered": true,
      "typescript": "/** Lists the rules in the order in which they are evaluated. */\nasync function listRules<T>(client: Cloudflare, zone: string): Promise<T[]> {\n  const { rules = [] } = (await findRuleset(client, zone)) ?? {};\n  return rules as T[]; //! list-mapped\n  return rules.map((rule) => toOldRule<T>(rule)); //? list-mapped\n}",
      "plain": "/** Lists the rules in the order in which they are evaluated. */\nasync function listRules(client, zone) {\n  const { rules = [] } = (await findRuleset(client, zone)) ?? {};\n  return rules; //! list-mapped\n  return rules.map((rule) => toOldRule(rule)); //? list-mapped\n}"
    },
    {
      "name": "listFilters",
      "isOffered": true,
      "typescript": "/** Lists the expressions of the rules as filters. */\nasync function listFilters<T>(client: Cloudflare, zone: string): Promise<T[]> {\n  const { rules = [] } = (await findRuleset(client, zone)) ?? {};\n  return rules.map((rule) => toFilter<T>(rule));\n}",
      "plain": "/** Lists the expressions of the rules as filters. */\nasync function listFilters(client, zone) {\n  const { rules = [] } = (await findRuleset(client, zone)) ?? {};\n  return rules.map((rule) => toFilter(rule));\n}"
    },
    {
      "name": "getRule",
      "isOffered": true,
      "typescript": "/** Looks a rule up in the list: no call returns a single rule. */\nasync function getRule<T>(client: Cloudflare, zone: string, id: string): Promise<T> {\n  const rules = await listRules<T & Rule>(client, zone);\n  const rule = rules.find((candidate) => candidate.id === id);\n  if (!rule) throw new Error(`There is no rule ${id}`);\n  return rule;\n}",
      "plain": "/** Looks a rule up in the list: no call returns a single rule. */\nasync function getRule(client, zone, id) {\n  const rules = await listRules(client, zone);\n  const rule = rules.find((candidate) => candidate.id === id);\n  if (!rule) throw new Error(`There is no rule ${id}`);\n  return rule;\n}"
    },
    {
      "name": "addRule",
      "isOffered": true,
      "typescript": "/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */\nasync function addRule(client: Cloudflare, zone: string, rule: Rule): Promise<void> {\n  await createRule(client, zone, rule);\n}",
      "plain": "/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */\nasync function addRule(client, zone, rule) {\n  await createRule(client, zone, rule);\n}"
    },
    {
      "name": "addRules",
      "isOffered": true,
      "typescript": "/** Adds rules after the others. */\nasync function addRules(client: Cloudflare, zone: string, rules: Rule[]): Promise<void> {\n  for (const rule of rules) await createRule(client, zone, rule);\n}",
      "plain": "/** Adds rules after the others. */\nasync function addRules(client, zone, rules) {\n  for (const rule of rules) await createRule(client, zone, rule);\n}"
    },
    {
      "name": "createRule",
      "isOffered": true,
      "typescript": "/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */\nasync function createRule<T>(client: Cloudflare, zone: string, rule: Rule): Promise<T> {\n  const existing = await findRuleset(client, zone);\n  if (!existing) {\n    const ruleset = { zone_id: zone, name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n    const created = (await client.rulesets.create(ruleset as object as NewRuleset)) as object as Ruleset;\n    return toOldRule<T>(created.rules?.[0] ?? rule);\n  }\n  const body = { zone_id: zone, ...rule } as object as NewRule; //! skip\n  //? skip {\n  // A skip rule only acts on the rules after it, so it goes first.\n  const isSkip = rule.action === 'skip';\n  const place = isSkip ? { position: { before: '' } } : {};\n  const body = { zone_id: zone, ...rule, ...place } as object as NewRule;\n  //? }\n  const { rules = [] } = (await client.rulesets.rules.create(existing.id, body)) as object as Ruleset;\n  return toOldRule<T>(rules.at(-1) ?? rule); //! skip\n  return toOldRule<T>(rules.at(isSkip ? 0 : -1) ?? rule); //? skip\n}",
      "plain": "/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */\nasync function createRule(client, zone, rule) {\n  const existing = await findRuleset(client, zone);\n  if (!existing) {\n    const ruleset = { zone_id: zone, name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n    const created = await client.rulesets.create(ruleset);\n    return toOldRule(created.rules?.[0] ?? rule);\n  }\n  const body = { zone_id: zone, ...rule }; //! skip\n  //? skip {\n  // A skip rule only acts on the rules after it, so it goes first.\n  const isSkip = rule.action === 'skip';\n  const place = isSkip ? { position: { before: '' } } : {};\n  const body = { zone_id: zone, ...rule, ...place };\n  //? }\n  const { rules = [] } = await client.rulesets.rules.create(existing.id, body);\n  return toOldRule(rules.at(-1) ?? rule); //! skip\n  return toOldRule(rules.at(isSkip ? 0 : -1) ?? rule); //? skip\n}"
    },
    {
      "name": "updateRule",
      "isOffered": true,
      "typescript": "/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */\nasync function updateRule<T>(client: Cloudflare, zone: string, id: string, change: Rule): Promise<T> {\n  const ruleset = await findRuleset(client, zone);\n  const rule = ruleset?.rules?.find((candidate) => candidate.id === id);\n  const { version, last_updated, ...body } = { ...rule, ...change };\n  return editRule<T>(client, zone, ruleset, id, body);\n}",
      "plain": "/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */\nasync function updateRule(client, zone, id, change) {\n  const ruleset = await findRuleset(client, zone);\n  const rule = ruleset?.rules?.find((candidate) => candidate.id === id);\n  const { version, last_updated, ...body } = { ...rule, ...change };\n  return editRule(client, zone, ruleset, id, body);\n}"
    },
    {
      "name": "replaceRule",
      "isOffered": true,
      "typescript": "/** Puts another rule in the place of one. */\nasync function replaceRule<T>(client: Cloudflare, zone: string, id: string, rule: Rule): Promise<T> {\n  return editRule<T>(client, zone, await findRuleset(client, zone), id, rule);\n}",
      "plain": "/** Puts another rule in the place of one. */\nasync function replaceRule(client, zone, id, rule) {\n  return editRule(client, zone, await findRuleset(client, zone), id, rule);\n}"
    },
    {
      "name": "editRule",
      "isOffered": false,
      "typescript": "async function editRule<T>(\n  client: Cloudflare,\n  zone: string,\n  ruleset: Ruleset | undefined,\n  id: string,\n  rule: Rule,\n): Promise<T> {\n  if (!ruleset) throw new Error(`There is no rule ${id}`);\n  const body = { zone_id: zone, ...rule } as object as EditArguments[2]; //! names-ruleset\n  const answer = await client.rulesets.rules.edit(ruleset.id, id, body); //! names-ruleset\n  const named = { zone_id: zone, ruleset_id: ruleset.id, ...rule }; //? names-ruleset\n  const body = named as object as EditArguments[1]; //? names-ruleset\n  const answer = await client.rulesets.rules.edit(id, body); //? names-ruleset\n  const { rules = [] } = answer as object as Ruleset;\n  return toOldRule<T>(rules.find((candidate) => candidate.id === id) ?? rule);\n}",
      "plain": "async function editRule(client, zone, ruleset, id, rule) {\n  if (!ruleset) throw new Error(`There is no rule ${id}`);\n  const body = { zone_id: zone, ...rule }; //! names-ruleset\n  const answer = await client.rulesets.rules.edit(ruleset.id, id, body); //! names-ruleset\n  const named = { zone_id: zone, ruleset_id: ruleset.id, ...rule }; //? names-ruleset\n  const body = named; //? names-ruleset\n  const answer = await client.rulesets.rules.edit(id, body); //? names-ruleset\n  const { rules = [] } = answer;\n  return toOldRule(rules.find((candidate) => candidate.id === id) ?? rule);\n}"
    },
    {
      "name": "deleteRule",
      "isOffered": true,
      "typescript": "/** Deletes a rule. */\nasync function deleteRule(client: Cloudflare, zone: string, id: string): Promise<{ id: string }> {\n  const ruleset = await findRuleset(client, zone);\n  if (!ruleset) throw new Error(`There is no rule ${id}`);\n  await client.rulesets.rules.delete(ruleset.id, id, { zone_id: zone }); //! names-ruleset\n  await client.rulesets.rules.delete(id, { zone_id: zone, ruleset_id: ruleset.id }); //? names-ruleset\n  return { id };\n}",
      "plain": "/** Deletes a rule. */\nasync function deleteRule(client, zone, id) {\n  const ruleset = await findRuleset(client, zone);\n  if (!ruleset) throw new Error(`There is no rule ${id}`);\n  await client.rulesets.rules.delete(ruleset.id, id, { zone_id: zone }); //! names-ruleset\n  await client.rulesets.rules.delete(id, { zone_id: zone, ruleset_id: ruleset.id }); //? names-ruleset\n  return { id };\n}"
    },
    {
      "name": "NewRuleset",
      "isOffered": false,
      "typescript": "type NewRuleset = Parameters<Cloudflare['rulesets']['create']>[0];",
      "plain": ""
    },
    {
      "name": "NewRule",
      "isOffered": false,
      "typescript": "type NewRule = Parameters<Cloudflare['rulesets']['rules']['create']>[1];",
      "plain": ""
    },
    {
      "name": "EditArguments",
      "isOffered": false,
      "typescript": "type EditArguments = Parameters<Cloudflare['rulesets']['rules']['edit']>;",
      "plain": ""
    }
  ],
  "types": [
    {
      "name": "Rule",
      "isOffered": true,
      "typescript": "type Rule = Record<string, unknown>;",
      "plain": ""
    },
    {
      "name": "Ruleset",
      "isOffered": true,
      "typescript": "type Ruleset = { id: string; kind: string; phase: string; rules?: Rule[] };",
      "plain": ""
    },
    {
      "name": "Envelope",
      "isOffered": true,
      "typescript": "type Envelope<T> = { success: boolean; result: T };",
      "plain": ""
    },
    {
      "name": "Request",
      "isOffered": true,
      "typescript": "type Request = (method: string, path: string, body?: object) => Promise<unknown>;",
      "plain": ""
    },
    {
      "name": "toOldRule",
      "isOffered": true,
      "typescript": "/** Stands for the mapping of the codemod. */\nfunction toOldRule<T>(rule: Rule): T {\n  return rule as T;\n}",
      "plain": "/** Stands for the mapping of the codemod. */\nfunction toOldRule(rule) {\n  return rule;\n}"
    },
    {
      "name": "toFilter",
      "isOffered": true,
      "typescript": "/** The same for filters. */\nfunction toFilter<T>(rule: Rule): T {\n  return rule as T;\n}",
      "plain": "/** The same for filters. */\nfunction toFilter(rule) {\n  return rule;\n}"
    }
  ]
} satisfies Record<string, readonly Part[]>;
