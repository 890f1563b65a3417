/** Whether what is sent now exists, is accepted, and copes with what a zone may be like. */
import { ROUTES, Router } from '../../edge/index.js';
import type { Program } from '../../read/index.js';
import { checkRuleset, type RulesetAct } from '../../rulesets/index.js';
import { actualOf, isRulesetRequest } from './actual.js';
import type { Marks } from './marks.js';
import type { Findings } from './model.js';
import type { Sent, TreeUsages } from './sent.js';

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
    checkRoute(sent, findings);
    checkBody(sent, findings);
    checkId(sent, added, marks, findings);
  }
  const { replacing } = actualOf(added);
  for (const { sent, replacesAll } of replacing)
    if (replacesAll)
      findings.refutations.push({
        check: 'valid',
        what: 'this request replaces all rules of the phase: rules of other people are lost',
        at: sent.at,
      });
  checkEntryPoint(added, program, findings);
}

function checkRoute({ method, template, at }: Sent, findings: Findings): void {
  if (method === null || !template.startsWith('/') || /\{\}[^/]|[^/]\{\}/.test(template)) return;
  const path = template.replaceAll('{}', ID);
  const match = router.match(method, path);
  if (match === 'method')
    findings.refutations.push({ check: 'valid', what: `the API has no ${method} ${template}`, at });
  else if (match === null)
    findings.gaps.push({
      check: 'valid',
      what: `whether the API has ${method} ${template}`,
      at,
      byRuns: true,
    });
}

function checkBody({ method, path, bodyValue, at, body }: Sent, findings: Findings): void {
  if (bodyValue === null || body === undefined || method === 'GET' || method === 'DELETE') return;
  const phase = /\/phases\/(\w+)\/entrypoint$/.exec(path)?.[1] ?? null;
  const act = actOf(method, path);
  if (act === null) return;
  for (const problem of checkRuleset(bodyValue, { act, phase })) {
    if (ADVICE.has(problem.check)) continue;
    findings.refutations.push({ check: 'valid', what: `${problem.wrong}: ${problem.remedy}`, at });
  }
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

/** Signs that an answer without entry point is expected. */
const COPES =
  /\b404\b|\bcatch\b|\bexcept\b|\|\|\s*(?:true|echo|\{|[a-z_]+=)|\b10003\b|\.ok\b|\.status\b|status_code|NotFound|http_code|\brescue\b|\?\.|\/\/ empty|\/\/ \[\]/i;

/** A zone that never had a rule in a phase has no ruleset of it. */
function checkEntryPoint(added: readonly Sent[], program: Program, findings: Findings): void {
  const rulesets = added.filter(isRulesetRequest);
  const [first] = rulesets;
  if (first === undefined) return;
  const lists = rulesets.some(({ method, template }) => method === 'GET' && /\/rulesets$/.test(template));
  const reads = rulesets.find(({ method, path }) => method === 'GET' && /\/entrypoint$/.test(path));
  const files = new Set(added.map(({ at }) => at.file));
  const text = [...files].map((file) => program.file(file)?.text ?? '').join('\n');
  if (reads !== undefined && !lists && !COPES.test(text))
    findings.gaps.push({
      check: 'valid',
      what: 'what happens in a zone without this entry point (404)',
      at: reads.at,
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
