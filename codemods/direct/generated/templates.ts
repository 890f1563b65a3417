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
      "typescript": "/** Lists the rules in the order in which they are evaluated. A new zone has no ruleset for them yet. */\nasync function listRules<T>(request: Request, zone: string): Promise<Envelope<T[]>> {\n  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Envelope<Ruleset[]>;\n  if (!rulesets.success) return rulesets as Envelope<never>; //? soft\n  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  if (!existing) return { ...rulesets, result: [] };\n  const answer = (await request('GET', `/zones/${zone}/rulesets/${existing.id}`)) as Envelope<Ruleset>;\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  const { rules = [] } = answer.result;\n  return { ...answer, result: rules as T[] }; //! priority //! list-mapped\n  //? list-mapped {\n  return { ...answer, result: rules.map((rule) => toOldRule<T>(rule)) }; //! priority\n  //? }\n  //? priority {\n  // The position stands for the priority.\n  const result = rules.map((rule, index) => ({ ...rule, priority: index + 1 }) as T); //! list-mapped\n  const result = rules.map((rule, index) => ({ ...toOldRule<T>(rule), priority: index + 1 })); //? list-mapped\n  return { ...answer, result };\n  //? }\n}",
      "plain": "/** Lists the rules in the order in which they are evaluated. A new zone has no ruleset for them yet. */\nasync function listRules(request, zone) {\n  const rulesets = await request('GET', `/zones/${zone}/rulesets`);\n  if (!rulesets.success) return rulesets; //? soft\n  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  if (!existing) return { ...rulesets, result: [] };\n  const answer = await request('GET', `/zones/${zone}/rulesets/${existing.id}`);\n  if (!answer.success) return answer; //? soft\n  const { rules = [] } = answer.result;\n  return { ...answer, result: rules }; //! priority //! list-mapped\n  //? list-mapped {\n  return { ...answer, result: rules.map((rule) => toOldRule(rule)) }; //! priority\n  //? }\n  //? priority {\n  // The position stands for the priority.\n  const result = rules.map((rule, index) => ({ ...rule, priority: index + 1 })); //! list-mapped\n  const result = rules.map((rule, index) => ({ ...toOldRule(rule), priority: index + 1 })); //? list-mapped\n  return { ...answer, result };\n  //? }\n}"
    },
    {
      "name": "listRulePage",
      "isOffered": true,
      "typescript": "/** One page of the list: the API gives all rules at once. */ //! conditions\n/** One page of the rules that a query asks for: the API gives all rules at once. */ //? conditions\nasync function listRulePage<T>(\n  request: Request,\n  zone: string,\n  of: { page?: unknown; per_page?: unknown },\n): Promise<Page<T>> {\n  const [page, per_page] = [Number(of.page ?? 1), Number(of.per_page ?? 25)];\n  const answer = await listRules<T>(request, zone);\n  if (!answer.success) return answer as Page<never>; //? soft\n  const result = answer.result.slice((page - 1) * per_page, page * per_page); //! conditions\n  const total_count = answer.result.length; //! conditions\n  //? conditions {\n  const wanted = answer.result.filter((rule) => isAskedFor(rule as Rule, of));\n  const result = wanted.slice((page - 1) * per_page, page * per_page);\n  const total_count = wanted.length;\n  //? }\n  const total_pages = Math.ceil(total_count / per_page);\n  return {\n    ...answer,\n    result,\n    result_info: { page, per_page, count: result.length, total_count, total_pages },\n  };\n}",
      "plain": "/** One page of the list: the API gives all rules at once. */ //! conditions\n/** One page of the rules that a query asks for: the API gives all rules at once. */ //? conditions\nasync function listRulePage(request, zone, of) {\n  const [page, per_page] = [Number(of.page ?? 1), Number(of.per_page ?? 25)];\n  const answer = await listRules(request, zone);\n  if (!answer.success) return answer; //? soft\n  const result = answer.result.slice((page - 1) * per_page, page * per_page); //! conditions\n  const total_count = answer.result.length; //! conditions\n  //? conditions {\n  const wanted = answer.result.filter((rule) => isAskedFor(rule, of));\n  const result = wanted.slice((page - 1) * per_page, page * per_page);\n  const total_count = wanted.length;\n  //? }\n  const total_pages = Math.ceil(total_count / per_page);\n  return {\n    ...answer,\n    result,\n    result_info: { page, per_page, count: result.length, total_count, total_pages },\n  };\n}"
    },
    {
      "name": "findRules",
      "isOffered": true,
      "typescript": "/** Lists the rules that meet a condition: the API only gives all of them. */\nasync function findRules<T>(\n  request: Request,\n  zone: string,\n  isWanted: (rule: Rule) => boolean,\n): Promise<Envelope<T[]>> {\n  const answer = await listRules<T & Rule>(request, zone);\n  if (!answer.success) return answer; //? soft\n  return { ...answer, result: answer.result.filter(isWanted) };\n}",
      "plain": "/** Lists the rules that meet a condition: the API only gives all of them. */\nasync function findRules(request, zone, isWanted) {\n  const answer = await listRules(request, zone);\n  if (!answer.success) return answer; //? soft\n  return { ...answer, result: answer.result.filter(isWanted) };\n}"
    },
    {
      "name": "listFilters",
      "isOffered": true,
      "typescript": "/** Lists the expressions of the rules as filters. */\nasync function listFilters<T>(request: Request, zone: string): Promise<Envelope<T[]>> {\n  const answer = await listRules<Rule & { filter: Rule }>(request, zone);\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  const result = answer.result.map(\n    ({ filter, description }) => ({ ...filter, description, paused: false }) as T,\n  );\n  return { ...answer, result };\n}",
      "plain": "/** Lists the expressions of the rules as filters. */\nasync function listFilters(request, zone) {\n  const answer = await listRules(request, zone);\n  if (!answer.success) return answer; //? soft\n  const result = answer.result.map(({ filter, description }) => ({ ...filter, description, paused: false }));\n  return { ...answer, result };\n}"
    },
    {
      "name": "getRule",
      "isOffered": true,
      "typescript": "/** Looks a rule up in the list: no call returns a single rule. */\nasync function getRule<T>(request: Request, zone: string, id: string): Promise<Envelope<T>> {\n  const answer = await listRules<T & Rule>(request, zone);\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  const rule = answer.result.find((candidate) => candidate.id === id);\n  if (!rule) throw new Error(`There is no rule ${id}`); //! refused\n  //? refused {\n  // No ruleset has this id: the request is refused, as it was for an unknown rule.\n  if (!rule) return (await request('GET', `/zones/${zone}/rulesets/${id}`)) as Envelope<never>;\n  //? }\n  return { ...answer, result: rule };\n}",
      "plain": "/** Looks a rule up in the list: no call returns a single rule. */\nasync function getRule(request, zone, id) {\n  const answer = await listRules(request, zone);\n  if (!answer.success) return answer; //? soft\n  const rule = answer.result.find((candidate) => candidate.id === id);\n  if (!rule) throw new Error(`There is no rule ${id}`); //! refused\n  //? refused {\n  // No ruleset has this id: the request is refused, as it was for an unknown rule.\n  if (!rule) return await request('GET', `/zones/${zone}/rulesets/${id}`);\n  //? }\n  return { ...answer, result: rule };\n}"
    },
    {
      "name": "getFilter",
      "isOffered": true,
      "typescript": "/** Looks the expression of a rule up, as a filter. */\nasync function getFilter<T>(request: Request, zone: string, id: string): Promise<Envelope<T>> {\n  const answer = await getRule<Rule & { filter: Rule }>(request, zone, id);\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  const { filter, description } = answer.result;\n  return { ...answer, result: { ...filter, description, paused: false } as T };\n}",
      "plain": "/** Looks the expression of a rule up, as a filter. */\nasync function getFilter(request, zone, id) {\n  const answer = await getRule(request, zone, id);\n  if (!answer.success) return answer; //? soft\n  const { filter, description } = answer.result;\n  return { ...answer, result: { ...filter, description, paused: false } };\n}"
    },
    {
      "name": "addRule",
      "isOffered": true,
      "typescript": "/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */ //! skip\n/** Adds a rule after the others, a skip rule before them. The first one comes with the ruleset. */ //? skip\nasync function addRule<T>(request: Request, zone: string, rule: Rule): Promise<Envelope<T>> {\n  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Envelope<Ruleset[]>;\n  if (!rulesets.success) return rulesets as Envelope<never>; //? soft\n  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  //? skip {\n  const added = { ...rule, position: rule.action === 'skip' ? { before: '' } : undefined };\n  //? }\n  const path = existing ? `/zones/${zone}/rulesets/${existing.id}/rules` : `/zones/${zone}/rulesets`;\n  const body = existing ? rule : { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] }; //! skip\n  const body = existing ? added : { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] }; //? skip\n  return (await request('POST', path, body)) as Envelope<T>; //! add-read\n  //? add-read {\n  const answer = (await request('POST', path, body)) as Envelope<Ruleset>;\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  const made = answer.result.rules?.at(-1); //! skip\n  const made = answer.result.rules?.at(added.position ? 0 : -1); //? skip\n  return { ...answer, result: made as T }; //! add-mapped\n  return { ...answer, result: toOldRule<T>(made ?? rule) }; //? add-mapped\n  //? }\n}",
      "plain": "/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */ //! skip\n/** Adds a rule after the others, a skip rule before them. The first one comes with the ruleset. */ //? skip\nasync function addRule(request, zone, rule) {\n  const rulesets = await request('GET', `/zones/${zone}/rulesets`);\n  if (!rulesets.success) return rulesets; //? soft\n  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  //? skip {\n  const added = { ...rule, position: rule.action === 'skip' ? { before: '' } : undefined };\n  //? }\n  const path = existing ? `/zones/${zone}/rulesets/${existing.id}/rules` : `/zones/${zone}/rulesets`;\n  const body = existing ? rule : { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] }; //! skip\n  const body = existing ? added : { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] }; //? skip\n  return await request('POST', path, body); //! add-read\n  //? add-read {\n  const answer = await request('POST', path, body);\n  if (!answer.success) return answer; //? soft\n  const made = answer.result.rules?.at(-1); //! skip\n  const made = answer.result.rules?.at(added.position ? 0 : -1); //? skip\n  return { ...answer, result: made }; //! add-mapped\n  return { ...answer, result: toOldRule(made ?? rule) }; //? add-mapped\n  //? }\n}"
    },
    {
      "name": "addRules",
      "isOffered": true,
      "typescript": "/** Adds rules after the others, one by one. */\nasync function addRules<T>(request: Request, zone: string, rules: Rule[]): Promise<Envelope<T[]>> {\n  const result: T[] = [];\n  for (const rule of rules) {\n    const answer = await addRule<T>(request, zone, rule);\n    if (!answer.success) return answer as Envelope<never>; //? soft\n    result.push(answer.result);\n  }\n  return { ok: true, result }; //! success //! error\n  return { result, error: null }; //! success //! ok\n  return { success: true, result, errors: [] }; //? success\n}",
      "plain": "/** Adds rules after the others, one by one. */\nasync function addRules(request, zone, rules) {\n  const result = [];\n  for (const rule of rules) {\n    const answer = await addRule(request, zone, rule);\n    if (!answer.success) return answer; //? soft\n    result.push(answer.result);\n  }\n  return { ok: true, result }; //! success //! error\n  return { result, error: null }; //! success //! ok\n  return { success: true, result, errors: [] }; //? success\n}"
    },
    {
      "name": "updateRule",
      "isOffered": true,
      "typescript": "/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */\nasync function updateRule<T>(\n  request: Request,\n  zone: string,\n  id: string,\n  change: Rule,\n): Promise<Envelope<T>> {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = (await request('GET', entrypoint)) as Envelope<Ruleset>;\n  if (!ruleset.success) return ruleset as Envelope<never>; //? soft\n  const rule = ruleset.result.rules?.find((candidate) => candidate.id === id);\n  const { version, last_updated, ...body } = { ...rule, ...change }; //! unset\n  //? unset {\n  const given = JSON.parse(JSON.stringify(change)) as Rule; // without what is undefined\n  const { version, last_updated, ...body } = { ...rule, ...given };\n  //? }\n  //? action {\n  if (body.action !== rule?.action) body.action_parameters = change.action_parameters; // they belong to the action\n  //? }\n  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;\n  const answer = (await request('PATCH', path, body)) as Envelope<Ruleset>;\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  return { ...answer, result: body as T }; //! update-mapped\n  return { ...answer, result: toOldRule<T>(body) }; //? update-mapped\n}",
      "plain": "/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */\nasync function updateRule(request, zone, id, change) {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = await request('GET', entrypoint);\n  if (!ruleset.success) return ruleset; //? soft\n  const rule = ruleset.result.rules?.find((candidate) => candidate.id === id);\n  const { version, last_updated, ...body } = { ...rule, ...change }; //! unset\n  //? unset {\n  const given = JSON.parse(JSON.stringify(change)); // without what is undefined\n  const { version, last_updated, ...body } = { ...rule, ...given };\n  //? }\n  //? action {\n  if (body.action !== rule?.action) body.action_parameters = change.action_parameters; // they belong to the action\n  //? }\n  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;\n  const answer = await request('PATCH', path, body);\n  if (!answer.success) return answer; //? soft\n  return { ...answer, result: body }; //! update-mapped\n  return { ...answer, result: toOldRule(body) }; //? update-mapped\n}"
    },
    {
      "name": "updateFilter",
      "isOffered": true,
      "typescript": "/** Gives a rule the expression of a filter. */\nasync function updateFilter<T>(\n  request: Request,\n  zone: string,\n  id: string,\n  filter: { expression?: unknown },\n): Promise<Envelope<T>> {\n  const change = { expression: filter.expression };\n  const answer = await updateRule<Rule & { filter: Rule }>(request, zone, id, change);\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  const { description } = answer.result;\n  return { ...answer, result: { ...answer.result.filter, description, paused: false } as T };\n}",
      "plain": "/** Gives a rule the expression of a filter. */\nasync function updateFilter(request, zone, id, filter) {\n  const change = { expression: filter.expression };\n  const answer = await updateRule(request, zone, id, change);\n  if (!answer.success) return answer; //? soft\n  const { description } = answer.result;\n  return { ...answer, result: { ...answer.result.filter, description, paused: false } };\n}"
    },
    {
      "name": "updateRules",
      "isOffered": true,
      "typescript": "/** Changes rules that have the fields of firewall rules, one by one. */\nasync function updateRules<T>(\n  request: Request,\n  zone: string,\n  rules: { id: string }[],\n): Promise<Envelope<T[]>> {\n  const result: T[] = [];\n  for (const rule of rules) {\n    const answer = await updateRule<T>(request, zone, rule.id, toRule(rule));\n    if (!answer.success) return answer as Envelope<never>; //? soft\n    result.push(answer.result);\n  }\n  return { ok: true, result }; //! success //! error\n  return { result, error: null }; //! success //! ok\n  return { success: true, result, errors: [] }; //? success\n}",
      "plain": "/** Changes rules that have the fields of firewall rules, one by one. */\nasync function updateRules(request, zone, rules) {\n  const result = [];\n  for (const rule of rules) {\n    const answer = await updateRule(request, zone, rule.id, toRule(rule));\n    if (!answer.success) return answer; //? soft\n    result.push(answer.result);\n  }\n  return { ok: true, result }; //! success //! error\n  return { result, error: null }; //! success //! ok\n  return { success: true, result, errors: [] }; //? success\n}"
    },
    {
      "name": "deleteRule",
      "isOffered": true,
      "typescript": "async function deleteRule(\n  request: Request,\n  zone: string,\n  id: string,\n): Promise<Envelope<{ id: string }>> {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = (await request('GET', entrypoint)) as Envelope<Ruleset>;\n  if (!ruleset.success) return ruleset as Envelope<never>; //? soft\n  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;\n  const answer = (await request('DELETE', path)) as Envelope<Ruleset>;\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  return { ...answer, result: { id } };\n}",
      "plain": "async function deleteRule(request, zone, id) {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = await request('GET', entrypoint);\n  if (!ruleset.success) return ruleset; //? soft\n  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;\n  const answer = await request('DELETE', path);\n  if (!answer.success) return answer; //? soft\n  return { ...answer, result: { id } };\n}"
    },
    {
      "name": "deleteRules",
      "isOffered": true,
      "typescript": "/** Deletes several rules, one by one. */\nasync function deleteRules(request: Request, zone: string, ids: string[]): Promise<Envelope<Ruleset>> {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = (await request('GET', entrypoint)) as Envelope<Ruleset>;\n  if (!ruleset.success) return ruleset as Envelope<never>; //? soft\n  for (const id of ids) {\n    const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;\n    await request('DELETE', path); //! soft\n    //? soft {\n    const answer = (await request('DELETE', path)) as Envelope<Ruleset>;\n    if (!answer.success) return answer as Envelope<never>;\n    //? }\n  }\n  return ruleset; //? delete-read\n}",
      "plain": "/** Deletes several rules, one by one. */\nasync function deleteRules(request, zone, ids) {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = await request('GET', entrypoint);\n  if (!ruleset.success) return ruleset; //? soft\n  for (const id of ids) {\n    const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;\n    await request('DELETE', path); //! soft\n    //? soft {\n    const answer = await request('DELETE', path);\n    if (!answer.success) return answer;\n    //? }\n  }\n  return ruleset; //? delete-read\n}"
    },
    {
      "name": "createRule",
      "isOffered": true,
      "typescript": "/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */\nasync function createRule<T>(request: Request, zone: string, rule: Rule): Promise<Envelope<T>> {\n  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Envelope<Ruleset[]>;\n  if (!rulesets.success) return rulesets as Envelope<never>; //? soft\n  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  const first = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n  const path = existing ? `/zones/${zone}/rulesets/${existing.id}/rules` : `/zones/${zone}/rulesets`;\n  const body = existing ? rule : first;\n  const answer = (await request('POST', path, body)) as Envelope<Ruleset>;\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  const made = answer.result.rules?.at(-1) ?? rule;\n  return { ...answer, result: made as T }; //! add-mapped\n  return { ...answer, result: toOldRule<T>(made) }; //? add-mapped\n}",
      "plain": "/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */\nasync function createRule(request, zone, rule) {\n  const rulesets = await request('GET', `/zones/${zone}/rulesets`);\n  if (!rulesets.success) return rulesets; //? soft\n  const existing = rulesets.result.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  const first = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n  const path = existing ? `/zones/${zone}/rulesets/${existing.id}/rules` : `/zones/${zone}/rulesets`;\n  const body = existing ? rule : first;\n  const answer = await request('POST', path, body);\n  if (!answer.success) return answer; //? soft\n  const made = answer.result.rules?.at(-1) ?? rule;\n  return { ...answer, result: made }; //! add-mapped\n  return { ...answer, result: toOldRule(made) }; //? add-mapped\n}"
    },
    {
      "name": "replaceRule",
      "isOffered": true,
      "typescript": "/** Puts another rule in the place of one. */\nasync function replaceRule<T>(\n  request: Request,\n  zone: string,\n  id: string,\n  rule: Rule,\n): Promise<Envelope<T>> {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = (await request('GET', entrypoint)) as Envelope<Ruleset>;\n  if (!ruleset.success) return ruleset as Envelope<never>; //? soft\n  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;\n  const answer = (await request('PATCH', path, rule)) as Envelope<Ruleset>;\n  if (!answer.success) return answer as Envelope<never>; //? soft\n  const replaced = answer.result.rules?.find((candidate) => candidate.id === id);\n  return { ...answer, result: toOldRule<T>(replaced ?? rule) };\n}",
      "plain": "/** Puts another rule in the place of one. */\nasync function replaceRule(request, zone, id, rule) {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const ruleset = await request('GET', entrypoint);\n  if (!ruleset.success) return ruleset; //? soft\n  const path = `/zones/${zone}/rulesets/${ruleset.result.id}/rules/${id}`;\n  const answer = await request('PATCH', path, rule);\n  if (!answer.success) return answer; //? soft\n  const replaced = answer.result.rules?.find((candidate) => candidate.id === id);\n  return { ...answer, result: toOldRule(replaced ?? rule) };\n}"
    }
  ],
  "graphql": [
    {
      "name": "readZone",
      "isOffered": true,
      "typescript": "async function readZone<T>(\n  request: Request,\n  zone: string,\n  zoneId: string,\n  fields: string,\n): Promise<T> {\n  const query = `query ($zone: String!) { viewer { zones(filter: { zoneTag: $zone }) { ${fields} } } }`;\n  const body = { query, variables: { zone: zoneId } };\n  const answer = await request('POST', `/zones/${zone}/graphql`, body); //! envelope\n  return (answer as { viewer: { zones: T[] } }).viewer.zones[0] as T; //! envelope\n  //? envelope {\n  const answer = (await request('POST', `/zones/${zone}/graphql`, body)) as Envelope<Answer>; //! loose\n  return { ...answer, result: answer.result.viewer.zones[0] } as T; //! loose\n  //? loose {\n  const answer = (await request('POST', `/zones/${zone}/graphql`, body)) as Envelope<null> & {\n    data?: Answer;\n  };\n  const { data, errors } = answer;\n  return { success: !errors?.length, errors: errors ?? [], result: data?.viewer.zones[0] ?? null } as T;\n  //? }\n  //? }\n}",
      "plain": "async function readZone(request, zone, zoneId, fields) {\n  const query = `query ($zone: String!) { viewer { zones(filter: { zoneTag: $zone }) { ${fields} } } }`;\n  const body = { query, variables: { zone: zoneId } };\n  const answer = await request('POST', `/zones/${zone}/graphql`, body); //! envelope\n  return answer.viewer.zones[0]; //! envelope\n  //? envelope {\n  const answer = await request('POST', `/zones/${zone}/graphql`, body); //! loose\n  return { ...answer, result: answer.result.viewer.zones[0] }; //! loose\n  //? loose {\n  const answer = await request('POST', `/zones/${zone}/graphql`, body);\n  const { data, errors } = answer;\n  return { success: !errors?.length, errors: errors ?? [], result: data?.viewer.zones[0] ?? null };\n  //? }\n  //? }\n}"
    },
    {
      "name": "Answer",
      "isOffered": false,
      "typescript": "type Answer = { viewer: { zones: unknown[] } };",
      "plain": ""
    },
    {
      "name": "timeOf",
      "isOffered": true,
      "typescript": "const timeOf = (time: unknown) =>\n  /^-?\\d+$/.test(String(time)) ? Date.now() - Math.abs(Number(time)) * 60_000 : Date.parse(String(time));",
      "plain": "const timeOf = (time) =>\n  /^-?\\d+$/.test(String(time)) ? Date.now() - Math.abs(Number(time)) * 60_000 : Date.parse(String(time));"
    }
  ],
  "response": [
    {
      "name": "PHASE",
      "isOffered": false,
      "typescript": "const PHASE = 'http_request_firewall_custom';",
      "plain": "const PHASE = 'http_request_firewall_custom';"
    },
    {
      "name": "addRule",
      "isOffered": true,
      "typescript": "/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */\nasync function addRule(request: Request, zone: string, rule: Rule): Promise<Response> {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const existing = await respond(request, 'GET', entrypoint);\n  if (existing.status === 404) {\n    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n    return await respond(request, 'POST', `/zones/${zone}/rulesets`, ruleset);\n  }\n  if (!existing.ok) return existing;\n  const { result } = (await existing.json()) as { result: Ruleset };\n  const path = `/zones/${zone}/rulesets/${result.id}/rules`;\n  return await respond(request, 'POST', path, rule); //! skip\n  //? skip {\n  // A skip rule only acts on the rules after it, so it goes first.\n  const body = rule.action === 'skip' ? { ...rule, position: { before: '' } } : rule;\n  return await respond(request, 'POST', path, body);\n  //? }\n}",
      "plain": "/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */\nasync function addRule(request, zone, rule) {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const existing = await respond(request, 'GET', entrypoint);\n  if (existing.status === 404) {\n    const ruleset = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n    return await respond(request, 'POST', `/zones/${zone}/rulesets`, ruleset);\n  }\n  if (!existing.ok) return existing;\n  const { result } = await existing.json();\n  const path = `/zones/${zone}/rulesets/${result.id}/rules`;\n  return await respond(request, 'POST', path, rule); //! skip\n  //? skip {\n  // A skip rule only acts on the rules after it, so it goes first.\n  const body = rule.action === 'skip' ? { ...rule, position: { before: '' } } : rule;\n  return await respond(request, 'POST', path, body);\n  //? }\n}"
    },
    {
      "name": "addRules",
      "isOffered": true,
      "typescript": "/** Adds rules after the others, one by one, up to one that is refused. */\nasync function addRules(request: Request, zone: string, rules: [Rule, ...Rule[]]): Promise<Response> {\n  const [first, ...others] = rules;\n  let response = await addRule(request, zone, first);\n  for (const rule of others) if (response.ok) response = await addRule(request, zone, rule);\n  return response;\n}",
      "plain": "/** Adds rules after the others, one by one, up to one that is refused. */\nasync function addRules(request, zone, rules) {\n  const [first, ...others] = rules;\n  let response = await addRule(request, zone, first);\n  for (const rule of others) if (response.ok) response = await addRule(request, zone, rule);\n  return response;\n}"
    },
    {
      "name": "updateRule",
      "isOffered": true,
      "typescript": "/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */\nasync function updateRule(\n  request: Request,\n  zone: string,\n  id: string,\n  change: Rule,\n): Promise<Response> {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const existing = await respond(request, 'GET', entrypoint);\n  if (!existing.ok) return existing;\n  const { result } = (await existing.json()) as { result: Ruleset };\n  const rule = result.rules?.find((candidate) => candidate.id === id);\n  const { version, last_updated, ...body } = { ...rule, ...change }; //! unset\n  //? unset {\n  const given = JSON.parse(JSON.stringify(change)) as Rule; // without what is undefined\n  const { version, last_updated, ...body } = { ...rule, ...given };\n  //? }\n  //? action {\n  if (body.action !== rule?.action) body.action_parameters = change.action_parameters; // they belong to the action\n  //? }\n  const path = `/zones/${zone}/rulesets/${result.id}/rules/${id}`;\n  return await respond(request, 'PATCH', path, body);\n}",
      "plain": "/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */\nasync function updateRule(request, zone, id, change) {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const existing = await respond(request, 'GET', entrypoint);\n  if (!existing.ok) return existing;\n  const { result } = await existing.json();\n  const rule = result.rules?.find((candidate) => candidate.id === id);\n  const { version, last_updated, ...body } = { ...rule, ...change }; //! unset\n  //? unset {\n  const given = JSON.parse(JSON.stringify(change)); // without what is undefined\n  const { version, last_updated, ...body } = { ...rule, ...given };\n  //? }\n  //? action {\n  if (body.action !== rule?.action) body.action_parameters = change.action_parameters; // they belong to the action\n  //? }\n  const path = `/zones/${zone}/rulesets/${result.id}/rules/${id}`;\n  return await respond(request, 'PATCH', path, body);\n}"
    },
    {
      "name": "deleteRule",
      "isOffered": true,
      "typescript": "/** Deletes a rule. */\nasync function deleteRule(request: Request, zone: string, id: string): Promise<Response> {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const existing = await respond(request, 'GET', entrypoint);\n  if (!existing.ok) return existing;\n  const { result } = (await existing.json()) as { result: Ruleset };\n  const path = `/zones/${zone}/rulesets/${result.id}/rules/${id}`;\n  return await respond(request, 'DELETE', path);\n}",
      "plain": "/** Deletes a rule. */\nasync function deleteRule(request, zone, id) {\n  const entrypoint = `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`;\n  const existing = await respond(request, 'GET', entrypoint);\n  if (!existing.ok) return existing;\n  const { result } = await existing.json();\n  const path = `/zones/${zone}/rulesets/${result.id}/rules/${id}`;\n  return await respond(request, 'DELETE', path);\n}"
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
      "name": "listRules",
      "isOffered": true,
      "typescript": "/** Lists the rules in the order in which they are evaluated. A new zone has no ruleset for them yet. */\nasync function listRules<T>(request: Request, zone: string): Promise<T[]> {\n  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Ruleset[];\n  const existing = rulesets.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  if (!existing) return [];\n  const { rules = [] } = (await request('GET', `/zones/${zone}/rulesets/${existing.id}`)) as Ruleset;\n  return rules as T[]; //! priority //! list-mapped\n  //? list-mapped {\n  return rules.map((rule) => toOldRule<T>(rule)); //! priority\n  //? }\n  //? priority {\n  // The position stands for the priority.\n  return rules.map((rule, index) => ({ ...rule, priority: index + 1 }) as T); //! list-mapped\n  return rules.map((rule, index) => ({ ...toOldRule<T>(rule), priority: index + 1 })); //? list-mapped\n  //? }\n}",
      "plain": "/** Lists the rules in the order in which they are evaluated. A new zone has no ruleset for them yet. */\nasync function listRules(request, zone) {\n  const rulesets = await request('GET', `/zones/${zone}/rulesets`);\n  const existing = rulesets.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  if (!existing) return [];\n  const { rules = [] } = await request('GET', `/zones/${zone}/rulesets/${existing.id}`);\n  return rules; //! priority //! list-mapped\n  //? list-mapped {\n  return rules.map((rule) => toOldRule(rule)); //! priority\n  //? }\n  //? priority {\n  // The position stands for the priority.\n  return rules.map((rule, index) => ({ ...rule, priority: index + 1 })); //! list-mapped\n  return rules.map((rule, index) => ({ ...toOldRule(rule), priority: index + 1 })); //? list-mapped\n  //? }\n}"
    },
    {
      "name": "listRulePage",
      "isOffered": true,
      "typescript": "async function listRulePage<T>(\n  request: Request,\n  zone: string,\n  of: { page?: unknown; per_page?: unknown },\n): Promise<T[]> {\n  const [page, size] = [Number(of.page ?? 1), Number(of.per_page ?? 25)]; // all rules come at once\n  return (await listRules<T>(request, zone)).slice((page - 1) * size, page * size); //! conditions\n  //? conditions {\n  const wanted = (await listRules<T>(request, zone)).filter((rule) => isAskedFor(rule as Rule, of));\n  return wanted.slice((page - 1) * size, page * size);\n  //? }\n}",
      "plain": "async function listRulePage(request, zone, of) {\n  const [page, size] = [Number(of.page ?? 1), Number(of.per_page ?? 25)]; // all rules come at once\n  return (await listRules(request, zone)).slice((page - 1) * size, page * size); //! conditions\n  //? conditions {\n  const wanted = (await listRules(request, zone)).filter((rule) => isAskedFor(rule, of));\n  return wanted.slice((page - 1) * size, page * size);\n  //? }\n}"
    },
    {
      "name": "findRules",
      "isOffered": true,
      "typescript": "/** Lists the rules that meet a condition: the API only gives all of them. */\nasync function findRules<T>(\n  request: Request,\n  zone: string,\n  isWanted: (rule: Rule) => boolean,\n): Promise<T[]> {\n  return (await listRules<T & Rule>(request, zone)).filter(isWanted);\n}",
      "plain": "/** Lists the rules that meet a condition: the API only gives all of them. */\nasync function findRules(request, zone, isWanted) {\n  return (await listRules(request, zone)).filter(isWanted);\n}"
    },
    {
      "name": "listFilters",
      "isOffered": true,
      "typescript": "/** Lists the expressions of the rules as filters. */\nasync function listFilters<T>(request: Request, zone: string): Promise<T[]> {\n  const rules = await listRules<Rule & { filter: Rule }>(request, zone);\n  return rules.map(({ filter, description }) => ({ ...filter, description, paused: false }) as T);\n}",
      "plain": "/** Lists the expressions of the rules as filters. */\nasync function listFilters(request, zone) {\n  const rules = await listRules(request, zone);\n  return rules.map(({ filter, description }) => ({ ...filter, description, paused: false }));\n}"
    },
    {
      "name": "getRule",
      "isOffered": true,
      "typescript": "/** Looks a rule up in the list: no call returns a single rule. */\nasync function getRule<T>(request: Request, zone: string, id: string): Promise<T> {\n  const rule = (await listRules<T & Rule>(request, zone)).find((candidate) => candidate.id === id);\n  if (!rule) throw new Error(`There is no rule ${id}`); //! refused\n  //? refused {\n  // No ruleset has this id: the request is refused, as it was for an unknown rule.\n  if (!rule) return (await request('GET', `/zones/${zone}/rulesets/${id}`)) as T;\n  //? }\n  return rule;\n}",
      "plain": "/** Looks a rule up in the list: no call returns a single rule. */\nasync function getRule(request, zone, id) {\n  const rule = (await listRules(request, zone)).find((candidate) => candidate.id === id);\n  if (!rule) throw new Error(`There is no rule ${id}`); //! refused\n  //? refused {\n  // No ruleset has this id: the request is refused, as it was for an unknown rule.\n  if (!rule) return await request('GET', `/zones/${zone}/rulesets/${id}`);\n  //? }\n  return rule;\n}"
    },
    {
      "name": "getFilter",
      "isOffered": true,
      "typescript": "/** Looks the expression of a rule up, as a filter. */\nasync function getFilter<T>(request: Request, zone: string, id: string): Promise<T> {\n  const rule = await getRule<Rule & { filter: Rule }>(request, zone, id);\n  return { ...rule.filter, description: rule.description, paused: false } as T;\n}",
      "plain": "/** Looks the expression of a rule up, as a filter. */\nasync function getFilter(request, zone, id) {\n  const rule = await getRule(request, zone, id);\n  return { ...rule.filter, description: rule.description, paused: false };\n}"
    },
    {
      "name": "addRule",
      "isOffered": true,
      "typescript": "/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */ //! skip\n/** Adds a rule after the others, a skip rule before them. The first one comes with the ruleset. */ //? skip\nasync function addRule<T>(request: Request, zone: string, rule: Rule): Promise<T> {\n  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Ruleset[];\n  const existing = rulesets.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  //? skip {\n  const added = { ...rule, position: rule.action === 'skip' ? { before: '' } : undefined };\n  //? }\n  const path = existing ? `/zones/${zone}/rulesets/${existing.id}/rules` : `/zones/${zone}/rulesets`;\n  const body = existing ? rule : { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] }; //! skip\n  const body = existing ? added : { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] }; //? skip\n  return (await request('POST', path, body)) as T; //! add-read\n  //? add-read {\n  const { rules = [] } = (await request('POST', path, body)) as Ruleset;\n  return rules.at(-1) as T; //! skip //! add-mapped\n  //? add-mapped {\n  return toOldRule<T>(rules.at(-1) ?? rule); //! skip\n  //? }\n  //? skip {\n  return rules.at(added.position ? 0 : -1) as T; //! add-mapped\n  return toOldRule<T>(rules.at(added.position ? 0 : -1) ?? rule); //? add-mapped\n  //? }\n  //? }\n}",
      "plain": "/** Adds a rule after the others. The first rule of a zone comes with its ruleset. */ //! skip\n/** Adds a rule after the others, a skip rule before them. The first one comes with the ruleset. */ //? skip\nasync function addRule(request, zone, rule) {\n  const rulesets = await request('GET', `/zones/${zone}/rulesets`);\n  const existing = rulesets.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  //? skip {\n  const added = { ...rule, position: rule.action === 'skip' ? { before: '' } : undefined };\n  //? }\n  const path = existing ? `/zones/${zone}/rulesets/${existing.id}/rules` : `/zones/${zone}/rulesets`;\n  const body = existing ? rule : { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] }; //! skip\n  const body = existing ? added : { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] }; //? skip\n  return await request('POST', path, body); //! add-read\n  //? add-read {\n  const { rules = [] } = await request('POST', path, body);\n  return rules.at(-1); //! skip //! add-mapped\n  //? add-mapped {\n  return toOldRule(rules.at(-1) ?? rule); //! skip\n  //? }\n  //? skip {\n  return rules.at(added.position ? 0 : -1); //! add-mapped\n  return toOldRule(rules.at(added.position ? 0 : -1) ?? rule); //? add-mapped\n  //? }\n  //? }\n}"
    },
    {
      "name": "addRules",
      "isOffered": true,
      "typescript": "/** Adds rules after the others, one by one. */\nasync function addRules<T>(request: Request, zone: string, rules: Rule[]): Promise<T[]> {\n  const added: T[] = [];\n  for (const rule of rules) added.push(await addRule<T>(request, zone, rule));\n  return added;\n}",
      "plain": "/** Adds rules after the others, one by one. */\nasync function addRules(request, zone, rules) {\n  const added = [];\n  for (const rule of rules) added.push(await addRule(request, zone, rule));\n  return added;\n}"
    },
    {
      "name": "updateRule",
      "isOffered": true,
      "typescript": "/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */\nasync function updateRule<T>(request: Request, zone: string, id: string, change: Rule): Promise<T> {\n  const ruleset = (await request('GET', `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`)) as Ruleset;\n  const rule = ruleset.rules?.find((candidate) => candidate.id === id);\n  const { version, last_updated, ...body } = { ...rule, ...change }; //! unset\n  //? unset {\n  const given = JSON.parse(JSON.stringify(change)) as Rule; // without what is undefined\n  const { version, last_updated, ...body } = { ...rule, ...given };\n  //? }\n  //? action {\n  if (body.action !== rule?.action) body.action_parameters = change.action_parameters; // they belong to the action\n  //? }\n  const path = `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`;\n  await request('PATCH', path, body);\n  return body as T; //! update-mapped\n  return toOldRule<T>(body); //? update-mapped\n}",
      "plain": "/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */\nasync function updateRule(request, zone, id, change) {\n  const ruleset = await request('GET', `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`);\n  const rule = ruleset.rules?.find((candidate) => candidate.id === id);\n  const { version, last_updated, ...body } = { ...rule, ...change }; //! unset\n  //? unset {\n  const given = JSON.parse(JSON.stringify(change)); // without what is undefined\n  const { version, last_updated, ...body } = { ...rule, ...given };\n  //? }\n  //? action {\n  if (body.action !== rule?.action) body.action_parameters = change.action_parameters; // they belong to the action\n  //? }\n  const path = `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`;\n  await request('PATCH', path, body);\n  return body; //! update-mapped\n  return toOldRule(body); //? update-mapped\n}"
    },
    {
      "name": "updateFilter",
      "isOffered": true,
      "typescript": "/** Gives a rule the expression of a filter. */\nasync function updateFilter<T>(\n  request: Request,\n  zone: string,\n  id: string,\n  filter: { expression?: unknown },\n): Promise<T> {\n  const change = { expression: filter.expression };\n  const rule = await updateRule<Rule & { filter: Rule }>(request, zone, id, change);\n  return { ...rule.filter, description: rule.description, paused: false } as T;\n}",
      "plain": "/** Gives a rule the expression of a filter. */\nasync function updateFilter(request, zone, id, filter) {\n  const change = { expression: filter.expression };\n  const rule = await updateRule(request, zone, id, change);\n  return { ...rule.filter, description: rule.description, paused: false };\n}"
    },
    {
      "name": "updateRules",
      "isOffered": true,
      "typescript": "/** Changes rules that have the fields of firewall rules, one by one. */\nasync function updateRules<T>(request: Request, zone: string, rules: { id: string }[]): Promise<T[]> {\n  const changed: T[] = [];\n  for (const rule of rules) changed.push(await updateRule<T>(request, zone, rule.id, toRule(rule)));\n  return changed;\n}",
      "plain": "/** Changes rules that have the fields of firewall rules, one by one. */\nasync function updateRules(request, zone, rules) {\n  const changed = [];\n  for (const rule of rules) changed.push(await updateRule(request, zone, rule.id, toRule(rule)));\n  return changed;\n}"
    },
    {
      "name": "deleteRule",
      "isOffered": true,
      "typescript": "async function deleteRule(request: Request, zone: string, id: string): Promise<{ id: string }> {\n  const ruleset = (await request('GET', `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`)) as Ruleset;\n  await request('DELETE', `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`);\n  return { id }; //? delete-read\n}",
      "plain": "async function deleteRule(request, zone, id) {\n  const ruleset = await request('GET', `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`);\n  await request('DELETE', `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`);\n  return { id }; //? delete-read\n}"
    },
    {
      "name": "deleteRules",
      "isOffered": true,
      "typescript": "/** Deletes several rules, one by one. */\nasync function deleteRules(request: Request, zone: string, ids: string[]): Promise<void> {\n  const ruleset = (await request('GET', `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`)) as Ruleset;\n  for (const id of ids) await request('DELETE', `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`);\n}",
      "plain": "/** Deletes several rules, one by one. */\nasync function deleteRules(request, zone, ids) {\n  const ruleset = await request('GET', `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`);\n  for (const id of ids) await request('DELETE', `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`);\n}"
    },
    {
      "name": "createRule",
      "isOffered": true,
      "typescript": "/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */\nasync function createRule<T>(request: Request, zone: string, rule: Rule): Promise<T> {\n  const rulesets = (await request('GET', `/zones/${zone}/rulesets`)) as Ruleset[];\n  const existing = rulesets.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  const first = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n  const path = existing ? `/zones/${zone}/rulesets/${existing.id}/rules` : `/zones/${zone}/rulesets`;\n  const body = existing ? rule : first;\n  const { rules = [] } = (await request('POST', path, body)) as Ruleset;\n  return (rules.at(-1) ?? rule) as T; //! add-mapped\n  return toOldRule<T>(rules.at(-1) ?? rule); //? add-mapped\n}",
      "plain": "/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */\nasync function createRule(request, zone, rule) {\n  const rulesets = await request('GET', `/zones/${zone}/rulesets`);\n  const existing = rulesets.find(({ kind, phase }) => kind === 'zone' && phase === PHASE);\n  const first = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n  const path = existing ? `/zones/${zone}/rulesets/${existing.id}/rules` : `/zones/${zone}/rulesets`;\n  const body = existing ? rule : first;\n  const { rules = [] } = await request('POST', path, body);\n  return rules.at(-1) ?? rule; //! add-mapped\n  return toOldRule(rules.at(-1) ?? rule); //? add-mapped\n}"
    },
    {
      "name": "replaceRule",
      "isOffered": true,
      "typescript": "/** Puts another rule in the place of one. */\nasync function replaceRule<T>(request: Request, zone: string, id: string, rule: Rule): Promise<T> {\n  const ruleset = (await request('GET', `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`)) as Ruleset;\n  const path = `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`;\n  const { rules = [] } = (await request('PATCH', path, rule)) as Ruleset;\n  return toOldRule<T>(rules.find((candidate) => candidate.id === id) ?? rule);\n}",
      "plain": "/** Puts another rule in the place of one. */\nasync function replaceRule(request, zone, id, rule) {\n  const ruleset = await request('GET', `/zones/${zone}/rulesets/phases/${PHASE}/entrypoint`);\n  const path = `/zones/${zone}/rulesets/${ruleset.id}/rules/${id}`;\n  const { rules = [] } = await request('PATCH', path, rule);\n  return toOldRule(rules.find((candidate) => candidate.id === id) ?? rule);\n}"
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
      "name": "listRulePage",
      "isOffered": true,
      "typescript": "/** One page of the list: the API gives all rules at once. */\nasync function listRulePage<T>(\n  client: Cloudflare,\n  zone: string,\n  of: { page?: unknown; per_page?: unknown },\n): Promise<T[]> {\n  const [page, size] = [Number(of.page ?? 1), Number(of.per_page ?? 25)];\n  return (await listRules<T>(client, zone)).slice((page - 1) * size, page * size);\n}",
      "plain": "/** One page of the list: the API gives all rules at once. */\nasync function listRulePage(client, zone, of) {\n  const [page, size] = [Number(of.page ?? 1), Number(of.per_page ?? 25)];\n  return (await listRules(client, zone)).slice((page - 1) * size, page * size);\n}"
    },
    {
      "name": "findRules",
      "isOffered": true,
      "typescript": "/** Lists the rules that meet a condition: the API only gives all of them. */\nasync function findRules<T>(\n  client: Cloudflare,\n  zone: string,\n  isWanted: (rule: Rule) => boolean,\n): Promise<T[]> {\n  return (await listRules<T & Rule>(client, zone)).filter(isWanted);\n}",
      "plain": "/** Lists the rules that meet a condition: the API only gives all of them. */\nasync function findRules(client, zone, isWanted) {\n  return (await listRules(client, zone)).filter(isWanted);\n}"
    },
    {
      "name": "listFilters",
      "isOffered": true,
      "typescript": "/** Lists the expressions of the rules as filters. */\nasync function listFilters<T>(client: Cloudflare, zone: string): Promise<T[]> {\n  const { rules = [] } = (await findRuleset(client, zone)) ?? {};\n  return rules.map(({ id, expression, description }) => {\n    return { id, expression, description, paused: false } as T;\n  });\n}",
      "plain": "/** Lists the expressions of the rules as filters. */\nasync function listFilters(client, zone) {\n  const { rules = [] } = (await findRuleset(client, zone)) ?? {};\n  return rules.map(({ id, expression, description }) => {\n    return { id, expression, description, paused: false };\n  });\n}"
    },
    {
      "name": "getRule",
      "isOffered": true,
      "typescript": "/** Looks a rule up in the list: no call returns a single rule. */\nasync function getRule<T>(client: Cloudflare, zone: string, id: string): Promise<T> {\n  const rules = await listRules<T & Rule>(client, zone);\n  const rule = rules.find((candidate) => candidate.id === id);\n  if (!rule) throw new Error(`There is no rule ${id}`); //! refused\n  //? refused {\n  // No ruleset has this id: the request is refused, as it was for an unknown rule.\n  if (!rule) return (await client.rulesets.get(id, { zone_id: zone })) as object as T;\n  //? }\n  return rule;\n}",
      "plain": "/** Looks a rule up in the list: no call returns a single rule. */\nasync function getRule(client, zone, id) {\n  const rules = await listRules(client, zone);\n  const rule = rules.find((candidate) => candidate.id === id);\n  if (!rule) throw new Error(`There is no rule ${id}`); //! refused\n  //? refused {\n  // No ruleset has this id: the request is refused, as it was for an unknown rule.\n  if (!rule) return await client.rulesets.get(id, { zone_id: zone });\n  //? }\n  return rule;\n}"
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
      "typescript": "/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */\nasync function createRule<T>(client: Cloudflare, zone: string, rule: Rule): Promise<T> {\n  const existing = await findRuleset(client, zone);\n  if (!existing) {\n    const ruleset = { zone_id: zone, name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n    const created = (await client.rulesets.create(ruleset as object as NewRuleset)) as object as Ruleset;\n    return (created.rules?.[0] ?? rule) as T; //! add-mapped\n    return toOldRule<T>(created.rules?.[0] ?? rule); //? add-mapped\n  }\n  const body = { zone_id: zone, ...rule } as object as NewRule; //! skip\n  //? skip {\n  // A skip rule only acts on the rules after it, so it goes first.\n  const isSkip = rule.action === 'skip';\n  const place = isSkip ? { position: { before: '' } } : {};\n  const body = { zone_id: zone, ...rule, ...place } as object as NewRule;\n  //? }\n  const { rules = [] } = (await client.rulesets.rules.create(existing.id, body)) as object as Ruleset;\n  const made = rules.at(-1) ?? rule; //! skip\n  const made = rules.at(isSkip ? 0 : -1) ?? rule; //? skip\n  return made as T; //! add-mapped\n  return toOldRule<T>(made); //? add-mapped\n}",
      "plain": "/** Adds a rule after the others and returns it. The first rule of a zone comes with its ruleset. */\nasync function createRule(client, zone, rule) {\n  const existing = await findRuleset(client, zone);\n  if (!existing) {\n    const ruleset = { zone_id: zone, name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n    const created = await client.rulesets.create(ruleset);\n    return created.rules?.[0] ?? rule; //! add-mapped\n    return toOldRule(created.rules?.[0] ?? rule); //? add-mapped\n  }\n  const body = { zone_id: zone, ...rule }; //! skip\n  //? skip {\n  // A skip rule only acts on the rules after it, so it goes first.\n  const isSkip = rule.action === 'skip';\n  const place = isSkip ? { position: { before: '' } } : {};\n  const body = { zone_id: zone, ...rule, ...place };\n  //? }\n  const { rules = [] } = await client.rulesets.rules.create(existing.id, body);\n  const made = rules.at(-1) ?? rule; //! skip\n  const made = rules.at(isSkip ? 0 : -1) ?? rule; //? skip\n  return made; //! add-mapped\n  return toOldRule(made); //? add-mapped\n}"
    },
    {
      "name": "updateRule",
      "isOffered": true,
      "typescript": "/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */\nasync function updateRule<T>(client: Cloudflare, zone: string, id: string, change: Rule): Promise<T> {\n  const ruleset = (await client.rulesets.phases.get(PHASE, { zone_id: zone })) as object as Ruleset;\n  const rule = ruleset.rules?.find((candidate) => candidate.id === id);\n  const { version, last_updated, ...body } = { ...rule, ...change }; //! unset\n  //? unset {\n  const given = JSON.parse(JSON.stringify(change)) as Rule; // without what is undefined\n  const { version, last_updated, ...body } = { ...rule, ...given };\n  //? }\n  //? action {\n  if (body.action !== rule?.action) body.action_parameters = change.action_parameters; // they belong to the action\n  //? }\n  return editRule<T>(client, zone, ruleset, id, body);\n}",
      "plain": "/** Changes some fields of a rule. The API replaces the whole rule, so the others are read first. */\nasync function updateRule(client, zone, id, change) {\n  const ruleset = await client.rulesets.phases.get(PHASE, { zone_id: zone });\n  const rule = ruleset.rules?.find((candidate) => candidate.id === id);\n  const { version, last_updated, ...body } = { ...rule, ...change }; //! unset\n  //? unset {\n  const given = JSON.parse(JSON.stringify(change)); // without what is undefined\n  const { version, last_updated, ...body } = { ...rule, ...given };\n  //? }\n  //? action {\n  if (body.action !== rule?.action) body.action_parameters = change.action_parameters; // they belong to the action\n  //? }\n  return editRule(client, zone, ruleset, id, body);\n}"
    },
    {
      "name": "updateRules",
      "isOffered": true,
      "typescript": "/** Changes rules that have the fields of firewall rules, one by one. */\nasync function updateRules<T>(\n  client: Cloudflare,\n  zone: string,\n  rules: { id: string }[],\n): Promise<T[]> {\n  const changed: T[] = [];\n  for (const rule of rules) changed.push(await updateRule<T>(client, zone, rule.id, toRule(rule)));\n  return changed;\n}",
      "plain": "/** Changes rules that have the fields of firewall rules, one by one. */\nasync function updateRules(client, zone, rules) {\n  const changed = [];\n  for (const rule of rules) changed.push(await updateRule(client, zone, rule.id, toRule(rule)));\n  return changed;\n}"
    },
    {
      "name": "replaceRule",
      "isOffered": true,
      "typescript": "/** Puts another rule in the place of one. */\nasync function replaceRule<T>(client: Cloudflare, zone: string, id: string, rule: Rule): Promise<T> {\n  const ruleset = (await client.rulesets.phases.get(PHASE, { zone_id: zone })) as object as Ruleset;\n  return editRule<T>(client, zone, ruleset, id, rule);\n}",
      "plain": "/** Puts another rule in the place of one. */\nasync function replaceRule(client, zone, id, rule) {\n  const ruleset = await client.rulesets.phases.get(PHASE, { zone_id: zone });\n  return editRule(client, zone, ruleset, id, rule);\n}"
    },
    {
      "name": "editRule",
      "isOffered": false,
      "typescript": "async function editRule<T>(\n  client: Cloudflare,\n  zone: string,\n  ruleset: Ruleset,\n  id: string,\n  rule: Rule,\n): Promise<T> {\n  const body = { zone_id: zone, ...rule } as object as EditArguments[2]; //! names-ruleset\n  const answer = await client.rulesets.rules.edit(ruleset.id, id, body); //! names-ruleset\n  const named = { zone_id: zone, ruleset_id: ruleset.id, ...rule }; //? names-ruleset\n  const body = named as object as EditArguments[1]; //? names-ruleset\n  const answer = await client.rulesets.rules.edit(id, body); //? names-ruleset\n  const { rules = [] } = answer as object as Ruleset;\n  return toOldRule<T>(rules.find((candidate) => candidate.id === id) ?? rule);\n}",
      "plain": "async function editRule(client, zone, ruleset, id, rule) {\n  const body = { zone_id: zone, ...rule }; //! names-ruleset\n  const answer = await client.rulesets.rules.edit(ruleset.id, id, body); //! names-ruleset\n  const named = { zone_id: zone, ruleset_id: ruleset.id, ...rule }; //? names-ruleset\n  const body = named; //? names-ruleset\n  const answer = await client.rulesets.rules.edit(id, body); //? names-ruleset\n  const { rules = [] } = answer;\n  return toOldRule(rules.find((candidate) => candidate.id === id) ?? rule);\n}"
    },
    {
      "name": "deleteRule",
      "isOffered": true,
      "typescript": "/** Deletes a rule. */\nasync function deleteRule(client: Cloudflare, zone: string, id: string): Promise<{ id: string }> {\n  const ruleset = (await client.rulesets.phases.get(PHASE, { zone_id: zone })) as object as Ruleset;\n  await client.rulesets.rules.delete(ruleset.id, id, { zone_id: zone }); //! names-ruleset\n  await client.rulesets.rules.delete(id, { zone_id: zone, ruleset_id: ruleset.id }); //? names-ruleset\n  return { id };\n}",
      "plain": "/** Deletes a rule. */\nasync function deleteRule(client, zone, id) {\n  const ruleset = await client.rulesets.phases.get(PHASE, { zone_id: zone });\n  await client.rulesets.rules.delete(ruleset.id, id, { zone_id: zone }); //! names-ruleset\n  await client.rulesets.rules.delete(id, { zone_id: zone, ruleset_id: ruleset.id }); //? names-ruleset\n  return { id };\n}"
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
      "typescript": "type Envelope<T> = { success: boolean; result: T; errors: { code: number; message: string }[] };",
      "plain": ""
    },
    {
      "name": "Page",
      "isOffered": true,
      "typescript": "type Page<T> = Envelope<T[]> & {\n  result_info: { page: number; per_page: number; count: number; total_count: number; total_pages: number };\n};",
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
      "name": "toRule",
      "isOffered": true,
      "typescript": "/** Stands for the mapping of the codemod in the other direction. */\nfunction toRule(rule: object): Rule {\n  return rule as Rule;\n}",
      "plain": "/** Stands for the mapping of the codemod in the other direction. */\nfunction toRule(rule) {\n  return rule;\n}"
    },
    {
      "name": "isAskedFor",
      "isOffered": true,
      "typescript": "/** Stands for what a query asks for. */\nfunction isAskedFor(rule: Rule, query: object): boolean {\n  return Object.entries(query).every(([name, value]) => rule[name] === value);\n}",
      "plain": "/** Stands for what a query asks for. */\nfunction isAskedFor(rule, query) {\n  return Object.entries(query).every(([name, value]) => rule[name] === value);\n}"
    },
    {
      "name": "respond",
      "isOffered": true,
      "typescript": "/** Stands for a request whose response is handed on as it is. */\nasync function respond(request: Request, ...sent: Parameters<Request>): Promise<Response> {\n  return (await request(...sent)) as Response;\n}",
      "plain": "/** Stands for a request whose response is handed on as it is. */\nasync function respond(request, ...sent) {\n  return await request(...sent);\n}"
    }
  ]
} satisfies Record<string, readonly Part[]>;
