/** Whether what is sent now exists, is accepted, and copes with what a zone may be like. */
import type { Json } from '../../edge/index.js';
import { ROUTES, Router } from '../../edge/routes/index.js';
import type { Program } from '../../read/index.js';
import { checkRuleset, type RulesetAct } from '../../rulesets/index.js';
import { actualOf, isRulesetRequest } from './actual.js';
import { isForMissing } from './guards.js';
import { isMark, type Marks, OPEN } from './marks.js';
import type { Findings } from './model.js';
import { isRecord } from './rule-words.js';
import { placesOf, type Sent, type TreeUsages } from './sent.js';

const ID = '0'.repeat(31).concat('1');
const router = new Router(ROUTES);
/** Problems of bodies that a person may want. */
const ADVICE: ReadonlySet<string> = new Set(['ruleset-replaced']);

export function checkValid(
  before: TreeUsages,
  after: TreeUsages,
  program: Program,
  marks: Marks,
  findings: Findings,
): void {
  const known = new Set(before.requests.map(({ method, template }) => `${method} ${template}`));
  const added = after.requests.filter(({ method, template }) => !known.has(`${method} ${template}`));
  for (const sent of added) {
    checkRoute(sent, added, findings);
    checkBody(sent, added, program, findings);
    checkForm(sent, program, findings);
    checkId(sent, added, marks, findings);
    checkIdPlace(sent, before, marks, findings);
    if (sent.method === 'DELETE' && /\/rulesets\/[^/]+$/.test(sent.template))
      findings.refutations.push({
        check: 'valid',
        what: 'this request removes a ruleset with all its rules',
        at: sent.at,
      });
  }
  for (const { type, attributes, at } of after.resources)
    if (type === 'cloudflare_ruleset' && isRecord(attributes) && attributes.zone_id !== undefined)
      if (typeof attributes.kind === 'string' && !isMark(attributes.kind) && attributes.kind !== 'zone')
        findings.refutations.push({
          check: 'valid',
          what: `a ruleset of a zone is of the kind "zone", not ${JSON.stringify(attributes.kind)}`,
          at,
        });
  const { replacing } = actualOf(added);
  for (const { sent, replacesAll } of replacing)
    if (replacesAll) checkReplacing(sent, added, program, findings);
  checkEntryPoint(added, after, program, findings);
}

/** Code that adds single rules, too, may send all of them only where there are none yet. */
function checkReplacing(sent: Sent, added: readonly Sent[], program: Program, findings: Findings): void {
  const { path, at } = sent;
  const isEntryPoint = /\/entrypoint$/.test(path);
  const reads = added.some((one) => one.method === 'GET' && isRulesetRequest(one));
  const adds = added.filter((one) => one.method === 'POST' && /\/rulesets\/[^/]+\/rules$/.test(one.path));
  const isGuarded = placesOf(sent).some(({ file, start }) => {
    const beside = adds.flatMap(placesOf).flatMap((place) => (place.file === file ? [place.start] : []));
    return isForMissing(program.file(file)?.text ?? '', start, beside);
  });
  if (isEntryPoint && reads && isGuarded) return;
  const gap = (what: string) => findings.gaps.push({ check: 'valid', what, at, byRuns: true });
  if (reads && areRulesPassedOn(sent.body))
    gap('whether all rules of the zone are among those that it writes');
  else if (isEntryPoint && reads && adds.length > 0)
    gap('whether this request, which replaces all rules of the phase, is only sent where there are none');
  else
    findings.refutations.push({
      check: 'valid',
      what: 'this request replaces all rules of the phase: rules of other people are lost',
      at,
    });
}

/** The code writes no rule of the list out: they may be those that were read. */
function areRulesPassedOn(body: Json | undefined): boolean {
  const rules = isRecord(body) ? body.rules : undefined;
  return (
    Array.isArray(rules) &&
    rules.length > 0 &&
    rules.every((rule) => isMark(rule) || (isRecord(rule) && rule[OPEN] !== undefined))
  );
}

/** A function that is told the path, and the method, too: a reader may take one of them for that of all calls. */
function isPairUncertain({ method, template, at, usage }: Sent, added: readonly Sent[]): boolean {
  const here = added.filter((one) => one.at.file === at.file && one.at.start === at.start);
  if (!here.some((one) => one.template !== template)) return false;
  const isAssumed = usage.kind === 'http' && usage.method?.kind === 'text' && usage.method.origin === null;
  return isAssumed || here.some((one) => one.method !== method && one.template === template);
}

/** The same call sends this path with a method that the API has for it. */
function hasOtherMethod({ template, at }: Sent, added: readonly Sent[]): boolean {
  return added.some(
    (one) =>
      one.at.file === at.file &&
      one.at.start === at.start &&
      one.template === template &&
      typeof router.match(one.method ?? '', template.replaceAll('{}', ID)) === 'object',
  );
}

function checkRoute(sent: Sent, added: readonly Sent[], findings: Findings): void {
  const { method, template, at } = sent;
  if (method === null || !template.startsWith('/') || /\{\}[^/]|[^/]\{\}/.test(template)) return;
  const path = template.replaceAll('{}', ID);
  const match = router.match(method, path);
  if (match === 'method' && isPairUncertain(sent, added) && hasOtherMethod(sent, added)) return;
  if (match === null || match === 'method')
    findings.gaps.push({
      check: 'valid',
      what: `whether the API has ${method} ${template}`,
      at,
      byRuns: true,
    });
}

function checkBody(sent: Sent, added: readonly Sent[], program: Program, findings: Findings): void {
  const { method, path, bodyValue, at, body } = sent;
  if (bodyValue === null || body === undefined || method === 'GET' || method === 'DELETE') return;
  const phase = /\/phases\/(\w+)\/entrypoint$/.exec(path)?.[1] ?? null;
  const act = actOf(method, path);
  if (act === null) return;
  // What is spread may hold more, or less, than a reader knows of it.
  const hasSpread = /\.\.\.\w|\*\*\w/.test(program.file(at.file)?.text.slice(at.start, at.end) ?? '');
  for (const problem of checkRuleset(bodyValue, { act, phase })) {
    if (ADVICE.has(problem.check)) continue;
    // Other rules follow it.
    const isOne = added.filter((one) => one.method === method && one.path === path).length < 2;
    if (problem.check === 'ruleset-order' && !isOne) continue;
    const what = `${problem.wrong}: ${problem.remedy}`;
    // What a reader takes for a list may be an object that is made of others: `{**rule, **changes}`.
    const isPassedOn = Array.isArray(body) && body.some((one) => isMark(one) || Array.isArray(one));
    if (hasSpread || isPassedOn)
      findings.gaps.push({ check: 'valid', what: `whether ${what}`, at, byRuns: true });
    else findings.refutations.push({ check: 'valid', what, at });
  }
}

const JSON_BODY =
  /JSON\.stringify|\bjson ?[=:]|application\/json|--json|["'] ?(?:-d|--data)|\s(?:-d|--data)\b|dumps\(/;

/** Some requests take a form where the old ones took JSON. */
function checkForm({ method, template, bodyValue, at }: Sent, program: Program, findings: Findings): void {
  if (method !== 'POST' || !/\/images\/v2\/direct_upload$/.test(template)) return;
  if (bodyValue?.kind !== 'object' && bodyValue?.kind !== 'array') return;
  const text = program.file(at.file)?.text ?? '';
  const call = text.slice(Math.max(0, at.start - 200), at.end + 400);
  const what = 'the body of /images/v2/direct_upload is a multipart form, not JSON';
  if (JSON_BODY.test(call)) findings.refutations.push({ check: 'valid', what, at });
  else if (!/\bForm\w*|\bfiles=|multipart|--form|\s-F\b/.test(call))
    findings.gaps.push({ check: 'valid', what: `whether ${what}`, at, byRuns: true });
}

function actOf(method: string | null, path: string): RulesetAct | null {
  if (/\/rulesets\/phases\/[^/]+\/entrypoint$/.test(path)) return 'entry-point';
  if (/\/rulesets\/[^/]+\/rules\/[^/]+$/.test(path)) return method === 'PATCH' ? 'edit-rule' : null;
  if (/\/rulesets\/[^/]+\/rules$/.test(path)) return 'add-rule';
  return /\/rulesets(?:\/[^/]+)?$/.test(path) ? 'ruleset' : null;
}

/** Where ids come from that were made by the old API. */
const OUTSIDE =
  /\bargv\b|\benviron\b|\bprocess\.env\b|\bargs?\.|\bgetenv\b|^[$]?\{?\d\}?$|^[$]\d$|\breadFile|\bjson\.load|\bopen\(/;

/** Ids of rules and rulesets are those that the new API gave. */
function checkId({ path, at }: Sent, added: readonly Sent[], marks: Marks, findings: Findings): void {
  const [, ruleset = '', rule] = /\/rulesets\/([^/]+)(?:\/rules\/([^/]+))?$/.exec(path) ?? [];
  if (ruleset === '' || ruleset === 'phases') return;
  const reads = added
    .filter((one) => one.method === 'GET' && isRulesetRequest(one))
    .flatMap((one) => one.reads);
  if (rule !== undefined && rule === ruleset)
    findings.refutations.push({
      check: 'valid',
      what: `the id of the ruleset stands in the place of the rule's (${marks.shown(rule)})`,
      at,
    });
  for (const [id, what, field] of [
    [ruleset, 'ruleset', /(?:^|[.\]])id$/],
    [rule, 'rule', /(?:^|[.\]])(?:id|ref)$/],
  ] as const) {
    if (id === undefined) continue;
    const name = marks.name(id);
    if (OUTSIDE.test(name))
      findings.refutations.push({
        check: 'valid',
        what: `the id of the ${what} comes from outside (${name}): ids of the old API are not known to the new one`,
        at,
      });
    else if (/rules["'\])?]{0,4}\[(?:0|-1)\]/.test(name))
      findings.gaps.push({
        check: 'valid',
        what: `which ${what} is meant: it is taken by its place in the list`,
        at,
        byRuns: true,
      });
    else if (!added.some((one) => one.method === 'GET' && isRulesetRequest(one)))
      findings.gaps.push({
        check: 'valid',
        what: `whether the id of the ${what} is one of the new API`,
        at,
        byRuns: true,
      });
    else if (
      reads.length > 0 &&
      !reads.some((read) => field.test(read.at)) &&
      reads.some((read) => /rules/.test(read.at)) &&
      what === 'rule'
    )
      findings.gaps.push({
        check: 'valid',
        what: `where the id of the ${what} comes from`,
        at,
        byRuns: true,
      });
  }
}

/** What was the id of a rule is that of a rule, and not that of its ruleset. */
function checkIdPlace({ path, at }: Sent, { requests }: TreeUsages, marks: Marks, findings: Findings): void {
  const ruleset = /\/rulesets\/([^/]+)\/rules\/[^/]+$/.exec(path)?.[1];
  if (ruleset === undefined || !isMark(ruleset)) return;
  const isOfRule = requests.some(
    (one) => /\/(?:firewall\/rules|rate_limits)\/([^/]+)$/.exec(one.path)?.[1] === ruleset,
  );
  if (isOfRule)
    findings.refutations.push({
      check: 'valid',
      what: `the id of the rule stands in the place of the ruleset's (${marks.shown(ruleset)})`,
      at,
    });
}

/** Signs that an answer without entry point is expected. */
const COPES =
  /\b404\b|\b10003\b|not_?found|\|\| ?(?:true|echo|return|\{|[a-z_]{1,40}=)|\.ok \?|if \(\w{1,40}\.ok\)|http_code|\/\/ (?:empty|\[\])|catch ?(?:\(\w{0,40}\))? ?\{\s{0,20}return/i;

/** The same, where a refused request is no exception. */
const READS_NOTHING = /\bresult\?\.|\?\.rules/;
const THROWS = /\baxios\b|\bgot\b|\bthrow\b/;

function copes(text: string): boolean {
  return COPES.test(text) || (READS_NOTHING.test(text) && !THROWS.test(text));
}

/** A zone that never had a rule in a phase has no ruleset of it. */
function checkEntryPoint(
  added: readonly Sent[],
  { texts }: TreeUsages,
  program: Program,
  findings: Findings,
): void {
  const rulesets = added.filter(isRulesetRequest);
  const [first] = rulesets;
  if (first === undefined) return;
  const lists = rulesets.some(({ method, template }) => method === 'GET' && /\/rulesets$/.test(template));
  const reads = rulesets.find(({ method, path }) => method === 'GET' && /\/entrypoint$/.test(path));
  const files = new Set(added.map(({ at }) => at.file));
  // The error may be dealt with where the function that sends is called.
  const text = [...files, ...texts.map(({ path }) => path)]
    .map((file) => program.file(file)?.text ?? '')
    .join('\n');
  if (reads !== undefined && !lists && !copes(text))
    findings.gaps.push({
      check: 'valid',
      what: 'what happens in a zone without this entry point (404)',
      at: reads.at,
      byRuns: true,
    });
  const isShell = [...files].some(
    (file) => program.file(file)?.language === 'shell' || /\.(?:ba)?sh$/.test(file),
  );
  if (lists && isShell && !/\s-[nz]\s|\bif\b|\[\[?\s|\bcase\b/.test(text))
    findings.gaps.push({
      check: 'valid',
      what: 'what happens in a zone without this ruleset',
      at: first.at,
      byRuns: true,
    });
  const adds = rulesets.find(({ method, template }) => method === 'POST' && /\/rules$/.test(template));
  const creates = rulesets.some(
    ({ method, template }) =>
      (method === 'POST' && /\/rulesets$/.test(template)) ||
      (method === 'PUT' && /\/(?:entrypoint|rulesets\/\{\})$/.test(template)),
  );
  if (adds !== undefined && !creates)
    findings.gaps.push({
      check: 'valid',
      what: 'how the first rule of a zone is added: nothing creates the ruleset',
      at: adds.at,
      byRuns: true,
    });
}
