/** Whether what is sent now does what the retired requests did, and everything else is sent as before. */
import type { Json, JsonObject } from '../../edge/index.js';
import type { Origin } from '../../value/index.js';
import { actualOf, actualOfResources, isRulesetRequest } from './actual.js';
import { differencesOf, type FieldDifference } from './compare-values.js';
import { type Effect, type Expected, expectedOf, expectedOfResources, PRIORITY } from './expected.js';
import { compareExpressions } from './expressions.js';
import { hasMark, isMark, type Marks, OPEN } from './marks.js';
import type { Findings } from './model.js';
import type { Sent, SentResource, TreeUsages } from './sent.js';

export interface MeaningInput {
  readonly before: TreeUsages;
  readonly after: TreeUsages;
  /** Whether a request or resource is one of those that have to go. */
  readonly isRetired: (one: Sent | SentResource) => boolean;
  readonly marks: Marks;
  readonly findings: Findings;
  /** The code keeps its data in tables whose rows are compared one by one. */
  readonly tablesAgree: boolean;
}

export function checkMeaning(input: MeaningInput): void {
  const { before, after, isRetired, marks } = input;
  const retired = before.requests.filter(isRetired);
  const resources = before.resources.filter(isRetired);
  const told = [expectedOf(retired, marks), expectedOfResources(resources, marks)];
  const expected: Expected = {
    effects: told.flatMap(({ effects }) => effects),
    requests: told.flatMap(({ requests }) => requests),
    open: told.flatMap(({ open }) => open),
  };
  for (const { at, why } of expected.open)
    input.findings.gaps.push({ check: 'meaning', what: why, at, byRuns: true });
  const known = new Set(before.requests.map(keyOf));
  const sent = actualOf(after.requests.filter((one) => !known.has(keyOf(one))));
  const actual = [...sent.effects, ...newRulesOf(before, after)];
  checkAdds(expected.effects, actual, input);
  checkOthers(expected.effects, actual, input);
  checkOrder(expected.effects, actual, input);
  checkMoved(expected.requests, input);
  checkKept(retired, input);
  checkExpressions(input);
}

function newRulesOf(before: TreeUsages, after: TreeUsages): readonly Effect[] {
  const old = new Set(
    actualOfResources(before.resources).map((effect) => JSON.stringify({ ...effect, at: null })),
  );
  return actualOfResources(after.resources).filter(
    (effect) => !old.has(JSON.stringify({ ...effect, at: null })),
  );
}

type Added = Extract<Effect, { kind: 'add' }>;

function keyOf({ method, path, query, body }: Sent): string {
  return `${method} ${path}?${query} ${JSON.stringify(body)}`;
}

function checkAdds(expected: readonly Effect[], actual: readonly Effect[], input: MeaningInput): void {
  const wanted = expected.filter((one): one is Added => one.kind === 'add');
  const given = actual.filter((one): one is Added => one.kind === 'add');
  const opaque = given.filter(({ rule }) => typeof rule === 'string');
  const told = given.filter(({ rule }) => typeof rule !== 'string');
  const used = new Set<Added>();
  for (const want of wanted) compareOne(want, told, opaque, used, input);
  if (wanted.length === 0 || wanted.some(({ rule }) => typeof rule === 'string')) return;
  for (const one of told)
    if (!used.has(one) && !wanted.some((want) => isPossible(want, one)))
      input.findings.refutations.push({
        check: 'meaning',
        what: 'a rule is added that the old code did not have',
        after: shown(one.rule, input.marks),
        at: one.at,
      });
}

function isPossible(want: Added, one: Added): boolean {
  if (want.phase !== null && one.phase !== null && want.phase !== one.phase) return false;
  return ruleDifferences(want.rule, one.rule).every(({ sure }) => !sure);
}

function compareOne(
  want: Added,
  told: readonly Added[],
  opaque: readonly Added[],
  used: Set<Added>,
  { findings, marks, tablesAgree }: MeaningInput,
): void {
  const tries = told
    .filter(({ phase }) => phase === null || want.phase === null || phase === want.phase)
    .map((one) => ({ one, found: ruleDifferences(want.rule, one.rule) }))
    .sort((left, right) => weight(left.found) - weight(right.found));
  const [best] = tries;
  if (best !== undefined && best.found.length === 0) {
    for (const { one, found } of tries) if (found.length === 0) used.add(one);
    return;
  }
  const unclear = opaque.find(({ rule }) => carries(want.rule, rule, marks)) ?? opaque[0];
  if (best === undefined || best.found.some(({ sure }) => sure)) {
    if (unclear !== undefined) {
      if (!tablesAgree || !carries(want.rule, unclear.rule, marks))
        findings.gaps.push({
          check: 'meaning',
          what: `whether ${ruleName(want.rule, marks)} is still added`,
          at: unclear.at,
          byRuns: true,
        });
      return;
    }
    if (best === undefined) {
      findings.refutations.push({
        check: 'meaning',
        what: `nothing adds ${ruleName(want.rule, marks)} any more${want.phase === null ? '' : ` in ${want.phase}`}`,
        before: shown(want.rule, marks),
        at: want.at,
      });
      return;
    }
    for (const difference of best.found.filter(({ sure }) => sure))
      refute(difference, best.one.at, findings, marks, want.rule);
    used.add(best.one);
    return;
  }
  used.add(best.one);
  for (const difference of best.found)
    findings.gaps.push({
      check: 'meaning',
      what: `whether ${fieldSentence(difference, marks)}`,
      at: best.one.at,
      byRuns: true,
    });
}

/** A row of a table that is sent as it is: what the old code took from it is what is sent. */
function carries(want: JsonObject | string, rule: JsonObject | string, marks: Marks): boolean {
  if (typeof rule !== 'string' || !isMark(rule)) return false;
  const name = rootOf(marks.name(rule));
  const names = [...JSON.stringify(want).matchAll(/‹\d+›/g)].map(([mark]) => rootOf(marks.name(mark)));
  return typeof want === 'string' ? rootOf(marks.name(want)) === name : names.includes(name);
}

function rootOf(name: string): string {
  return /[A-Za-z_$][\w$]*/.exec(name)?.[0] ?? name;
}

function weight(found: readonly FieldDifference[]): number {
  return found.reduce(
    (sum, { sure, path }) => sum + (sure ? 10 : 1) + (path === 'expression' && sure ? 5 : 0),
    0,
  );
}

function ruleDifferences(want: JsonObject | string, rule: JsonObject | string): readonly FieldDifference[] {
  if (typeof want === 'string' || typeof rule === 'string')
    return want === rule && want !== '' ? [] : [{ path: '', before: want, after: rule, sure: false }];
  const { [PRIORITY]: _, ...fields } = want;
  return differencesOf(fields, rule);
}

function refute(
  { path, before, after, request }: FieldDifference,
  at: Origin,
  findings: Findings,
  marks: Marks,
  rule: JsonObject | string,
): void {
  findings.refutations.push({
    check: 'meaning',
    what: `${path === '' ? 'the rule' : path} of ${ruleName(rule, marks)} differs`,
    before: shown(before, marks),
    after: shown(after, marks),
    ...(request === undefined ? {} : { shownBy: `a request with ${marks.shown(request)}` }),
    at,
  });
}

function fieldSentence({ path, before, after }: FieldDifference, marks: Marks): string {
  const [left, right] = [shown(before, marks), shown(after, marks)];
  return `${path === '' ? 'the rule' : path} is the same: it was ${left}, it is ${right}`;
}

function shown(json: Json | undefined, marks: Marks): string {
  if (json === undefined) return '(nothing)';
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  return marks
    .shown(text.replace(`,"${OPEN}":true`, ', …').replace(`"${PRIORITY}"`, '"priority"'))
    .slice(0, 400);
}

function ruleName(rule: JsonObject | string, marks: Marks): string {
  const description = typeof rule === 'string' ? undefined : rule.description;
  if (typeof description === 'string' && !hasMark(description))
    return `the rule ${JSON.stringify(description)}`;
  const expression = typeof rule === 'string' ? undefined : rule.expression;
  return typeof expression === 'string' ? `the rule for ${marks.shown(expression)}` : 'a rule';
}

const VERBS = { change: 'changes', remove: 'removes', read: 'reads', add: 'adds' } as const;

/** Changes, removals and reads: that there are any, in the same phase, and what a change sets. */
function checkOthers(
  expected: readonly Effect[],
  actual: readonly Effect[],
  { findings, marks, after }: MeaningInput,
): void {
  const phases = new Set(expected.map(({ phase }) => phase));
  for (const phase of phases)
    for (const kind of ['read', 'change', 'remove'] as const) {
      const wanted = expected.filter((one) => one.kind === kind && one.phase === phase);
      const given = actual.filter((one) => one.kind === kind && (one.phase === null || one.phase === phase));
      const [first] = wanted;
      if (first === undefined) continue;
      if (given.length === 0) {
        const what = `nothing ${VERBS[kind]} rules any more${phase === null ? '' : ` in ${phase}`}`;
        if (after.unclear.length > 0 || after.unread.length > 0)
          findings.gaps.push({ check: 'meaning', what: `whether ${what}`, at: first.at, byRuns: true });
        else findings.refutations.push({ check: 'meaning', what, at: first.at });
        continue;
      }
      if (kind === 'change') for (const want of wanted) compareChange(want, given, findings, marks);
    }
}

function compareChange(want: Effect, given: readonly Effect[], findings: Findings, marks: Marks): void {
  if (want.kind !== 'change') return;
  const { fields } = want;
  if (typeof fields === 'string') {
    findings.gaps.push({
      check: 'meaning',
      what: 'which fields of a rule are changed',
      at: want.at,
      byRuns: true,
    });
    return;
  }
  const { [PRIORITY]: _, ...named } = fields;
  const changes = given.filter((one): one is Extract<Effect, { kind: 'change' }> => one.kind === 'change');
  const opaque = changes.find((one) => typeof one.fields === 'string');
  const tries = changes
    .flatMap((one) =>
      typeof one.fields === 'string'
        ? []
        : [{ one, found: differencesOf({ ...named, [OPEN]: true }, one.fields) }],
    )
    .sort((left, right) => weight(left.found) - weight(right.found));
  const [best] = tries;
  if (best !== undefined && best.found.length === 0) return;
  if (best === undefined || (opaque !== undefined && best.found.some(({ sure }) => sure))) {
    if (Object.keys(named).some((key) => key !== OPEN))
      findings.gaps.push({
        check: 'meaning',
        what: 'which fields of a rule are changed',
        at: (opaque ?? want).at,
        byRuns: true,
      });
    return;
  }
  for (const difference of best.found)
    if (difference.sure) refute(difference, best.one.at, findings, marks, fields);
    else
      findings.gaps.push({
        check: 'meaning',
        what: `whether ${fieldSentence(difference, marks)}`,
        at: best.one.at,
        byRuns: true,
      });
}

const PRECEDENCE = ['log', 'skip', 'challenge', 'managed_challenge', 'js_challenge', 'block'];

/** Rules that are written in one list, or one after the other, keep the order in which they were evaluated. */
function checkOrder(
  expected: readonly Effect[],
  actual: readonly Effect[],
  { findings, marks }: MeaningInput,
): void {
  const wanted = expected.filter((one): one is Added => one.kind === 'add' && typeof one.rule !== 'string');
  const ranked = wanted
    .map((one, index) => ({ one, rank: rankOf(one.rule as JsonObject), index }))
    .filter(({ rank }) => rank !== null);
  ranked.sort((left, right) => compare(left.rank ?? [], right.rank ?? []) || left.index - right.index);
  const given = actual.filter((one): one is Added => one.kind === 'add' && typeof one.rule !== 'string');
  for (const [place, first] of ranked.entries())
    for (const second of ranked.slice(place + 1)) {
      const [left, right] = [first.one.rule as JsonObject, second.one.rule as JsonObject];
      if (first.one.phase !== second.one.phase || compare(first.rank ?? [], second.rank ?? []) === 0)
        continue;
      if (left.action === right.action || left.action === 'log' || right.action === 'log') continue;
      const lists = listsOf(given);
      for (const list of lists) {
        const [a, b] = [placeIn(list, left), placeIn(list, right)];
        if (a < 0 || b < 0 || a < b) continue;
        const before = list[a]?.rule;
        if (typeof before === 'object' && before.position !== undefined) continue;
        findings.refutations.push({
          check: 'meaning',
          what: `${ruleName(left, marks)} was evaluated before ${ruleName(right, marks)}, and is after it now`,
          at: list[a]?.at ?? first.one.at,
        });
        return;
      }
    }
}

/** Rules that one request or resource sends, in their order; and those that are sent one by one. */
function listsOf(given: readonly Added[]): readonly (readonly Added[])[] {
  const lists = new Map<string, Added[]>();
  for (const one of given) {
    const key = `${one.at.file}:${one.at.start}`;
    lists.set(key, [...(lists.get(key) ?? []), one]);
  }
  return [...lists.values()].some((list) => list.length > 1) ? [...lists.values()] : [given];
}

function placeIn(list: readonly Added[], rule: JsonObject): number {
  return list.findIndex((one) => ruleDifferences(rule, one.rule).every(({ sure }) => !sure));
}

function rankOf(rule: JsonObject): readonly number[] | null {
  const { action, [PRIORITY]: priority } = rule;
  if (
    typeof action !== 'string' ||
    isMark(action) ||
    (priority !== undefined && Number.isNaN(Number(priority)))
  )
    return null;
  return [priority === undefined ? Number.MAX_SAFE_INTEGER : Number(priority), PRECEDENCE.indexOf(action)];
}

function compare(left: readonly number[], right: readonly number[]): number {
  return (left[0] ?? 0) - (right[0] ?? 0) || (left[1] ?? 0) - (right[1] ?? 0);
}

function checkMoved(requests: Expected['requests'], { after, findings, marks }: MeaningInput): void {
  for (const want of requests) {
    const same = after.requests.filter(
      ({ template, method }) => fits(template, want.template) && (method === want.method || method === null),
    );
    if (same.length === 0) {
      const unclear = after.unclear.length > 0 || after.unread.length > 0;
      const what = `nothing sends ${want.method} ${want.template}`;
      if (unclear)
        findings.gaps.push({ check: 'meaning', what: `whether ${what}`, at: want.at, byRuns: true });
      else findings.refutations.push({ check: 'meaning', what, at: want.at });
      continue;
    }
    const tries = same
      .map((one) => ({ one, found: differencesOf(want.body, one.body) }))
      .sort((left, right) => weight(left.found) - weight(right.found));
    for (const difference of tries[0]?.found ?? [])
      if (difference.sure)
        refute(difference, tries[0]?.one.at ?? want.at, findings, marks, {
          description: `${want.method} ${want.template}`,
        });
      else
        findings.gaps.push({
          check: 'meaning',
          what: `whether ${fieldSentence(difference, marks)}`,
          at: tries[0]?.one.at ?? want.at,
          byRuns: true,
        });
  }
}

/** A part that is only known at run time may be any one segment. */
function fits(template: string, wanted: string): boolean {
  const [left, right] = [template.split('/'), wanted.split('/')];
  return (
    left.length === right.length &&
    left.every((part, index) => part === right[index] || part === '{}' || right[index] === '{}')
  );
}

/** Requests and resources that had nothing to do with it are all still there. */
function checkKept(
  retired: readonly Sent[],
  { before, after, isRetired, findings, marks }: MeaningInput,
): void {
  const gone = new Set(retired);
  for (const one of before.requests) {
    if (gone.has(one) || one.method === null || !one.path.startsWith('/')) continue;
    const same = after.requests.filter(
      ({ method, template }) => template === one.template && (method === one.method || method === null),
    );
    if (same.length === 0) {
      if (isRulesetRequest(one)) continue;
      const what = `${one.method} ${one.template} is not sent any more`;
      if (after.unclear.length > 0)
        findings.gaps.push({ check: 'honest', what: `whether ${what}`, at: one.at, byRuns: true });
      else findings.refutations.push({ check: 'honest', what, at: one.at });
      continue;
    }
    if (isRulesetRequest(one)) continue;
    const body = withoutRetired(one);
    const tries = same
      .map((other) => differencesOf(body, other.body))
      .sort((left, right) => weight(left) - weight(right));
    for (const difference of tries[0] ?? [])
      if (difference.sure)
        refute(difference, same[0]?.at ?? one.at, findings, marks, {
          description: `${one.method} ${one.template}`,
        });
  }
  for (const one of before.resources) {
    if (isRetired(one) || one.type === 'cloudflare_ruleset') continue;
    const same = after.resources.filter(({ type, label }) => type === one.type && label === one.label);
    if (same.length === 0)
      findings.refutations.push({
        check: 'honest',
        what: `the resource ${one.type}.${one.label} is gone`,
        at: one.at,
      });
    else
      for (const difference of differencesOf(
        withoutDeadSettings(one.attributes),
        withoutDeadSettings(same[0]?.attributes),
      ))
        if (difference.sure)
          refute(difference, same[0]?.at ?? one.at, findings, marks, {
            description: `${one.type}.${one.label}`,
          });
  }
}

/** Of a body of a living request, what retired fields of it have to become. */
function withoutRetired({ template, body }: Sent): Json | undefined {
  if (!isRecord(body)) return body;
  if (/\/dns_records(?:\/\{\})?$/.test(template)) return srvRecord(body);
  if (/\/load_balancers\/(?:pools|monitors)/.test(template)) {
    const { notification_email: _, ...rest } = body;
    return rest;
  }
  return body;
}

export function srvRecord({ locked: _, ...body }: JsonObject): JsonObject {
  const { data, type } = body;
  if (type !== 'SRV' || !isRecord(data)) return body;
  const { service, proto, name, ...rest } = data;
  if (service === undefined && proto === undefined && name === undefined) return body;
  const host = name ?? body.name;
  const parts = [service, proto, host].filter((part) => part !== undefined);
  return { ...body, name: parts.join('.'), data: rest };
}

const DEAD_SETTINGS: ReadonlySet<string> = new Set([
  'brotli',
  'minify',
  'server_side_exclude',
  'mobile_redirect',
  'privacy_pass',
  'mirage',
  'notification_email',
  'locked',
]);

function withoutDeadSettings(attributes: Json | undefined): Json | undefined {
  if (!isRecord(attributes)) return attributes;
  return Object.fromEntries(
    Object.entries(srvRecord(attributes)).flatMap(([key, value]): [string, Json][] => {
      if (DEAD_SETTINGS.has(key)) return [];
      if (key === 'security_level' && value !== 'off' && value !== 'under_attack') return [];
      return [[key, withoutDeadSettings(value) ?? null]];
    }),
  );
}

/** Every expression of the old code is there, or one that decides alike. */
function checkExpressions({ before, after, findings, marks }: MeaningInput): void {
  const now = [...new Set([...after.expressions.map(({ text }) => text), ...expressionsIn(after)])];
  const seen = new Set<string>();
  for (const { text, at } of before.expressions) {
    if (seen.has(text)) continue;
    seen.add(text);
    const verdicts = now.map((other) => ({ other, verdict: compareExpressions(text, other) }));
    if (verdicts.some(({ verdict }) => verdict.kind === 'equal')) continue;
    const unsure = verdicts.some(
      ({ verdict, other }) => verdict.kind === 'unsure' && (hasMark(other) || hasMark(text)),
    );
    const nearest = verdicts
      .filter(({ verdict }) => verdict.kind === 'different')
      .sort((left, right) => common(text, right.other) - common(text, left.other))[0];
    if (unsure || hasMark(text)) {
      findings.gaps.push({
        check: 'meaning',
        what: `whether the condition ${marks.shown(text)} is kept`,
        at,
        byRuns: true,
      });
      continue;
    }
    findings.refutations.push({
      check: 'meaning',
      what: 'no expression decides any more as this one did',
      before: marks.shown(text),
      ...(nearest === undefined
        ? {}
        : {
            after: marks.shown(nearest.other),
            ...(nearest.verdict.kind === 'different'
              ? { shownBy: `a request with ${marks.shown(nearest.verdict.request)}` }
              : {}),
          }),
      at,
    });
  }
}

function common(left: string, right: string): number {
  const words = new Set(left.match(/\w+/g) ?? []);
  return (right.match(/\w+/g) ?? []).filter((word) => words.has(word)).length;
}

function expressionsIn({ requests, resources }: TreeUsages): readonly string[] {
  const found: string[] = [];
  const visit = (json: Json | undefined): void => {
    if (Array.isArray(json)) for (const item of json as readonly Json[]) visit(item);
    else if (isRecord(json))
      for (const [key, value] of Object.entries(json))
        if ((key === 'expression' || key === 'counting_expression') && typeof value === 'string')
          found.push(value);
        else visit(value);
  };
  for (const { body } of requests) visit(body);
  for (const { attributes } of resources) visit(attributes);
  return found;
}

function isRecord(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
