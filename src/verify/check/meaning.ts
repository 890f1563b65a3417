/** Whether what is sent now does what the retired requests did, and everything else is sent as before. */
import type { JsonObject } from '../../edge/index.js';
import { actualOf, actualOfResources } from './actual.js';
import { checkOthers } from './changes.js';
import { checkChoice, checkExisting, checkOwner } from './choices.js';
import { type Effect, type Expected, expectedOf } from './expected.js';
import { expectedOfResources } from './expected-resources.js';
import { checkGuards } from './guarded-requests.js';
import { checkKept, checkMoved } from './kept.js';
import { checkExpressions } from './kept-expressions.js';
import { literalObjects } from './literals.js';
import { isMark, type Marks } from './marks.js';
import type { Findings } from './model.js';
import { checkOrder, checkPositions } from './order.js';
import { rowsSent } from './rows.js';
import { fieldSentence, isRecord, refute, ruleDifferences, ruleName, shown, weight } from './rule-words.js';
import { checkSamePlaces } from './same-places.js';
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
  /** Both trees make the same rules, told from their code. */
  readonly areRulesEqual: boolean;
  /** Both trees set the same fields of rules that are there already, told from their code. */
  readonly areChangesEqual: boolean;
}

export function checkMeaning(input: MeaningInput): void {
  const { before, after, isRetired, marks } = input;
  const retired = before.requests.filter(isRetired).map((one) => onlyRead(one, before));
  const resources = before.resources.filter(isRetired);
  const told = [expectedOf(withRows(retired, before), marks), expectedOfResources(resources, marks)];
  const expected: Expected = {
    effects: told.flatMap(({ effects }) => effects),
    requests: told.flatMap(({ requests }) => requests),
    open: told.flatMap(({ open }) => open),
  };
  for (const { at, why } of expected.open)
    input.findings.gaps.push({ check: 'meaning', what: why, at, byRuns: true });
  for (const { at } of retired.filter(isBlind))
    input.findings.gaps.push({ check: 'meaning', what: 'what this request sends', at, byRuns: true });
  const known = new Set(before.requests.map(keyOf));
  const sent = actualOf(after.requests.filter((one) => !known.has(keyOf(one))));
  const actual = [...sent.effects, ...newRulesOf(before, after)];
  checkAdds(
    expected.effects,
    actual,
    input.areRulesEqual ? { ...input, findings: onlyRefuted(input) } : input,
  );
  checkOthers(expected.effects, actual, input);
  checkOrder(expected.effects, actual, input);
  checkPositions(expected.effects, actual, input);
  checkSamePlaces(expected.effects, actual, input);
  checkExisting(expected.effects, input);
  checkChoice(expected.effects, input);
  checkOwner(retired, input);
  checkPhases(expected.effects, input);
  checkMoved(expected.requests, input);
  checkKept(retired, input);
  checkExpressions(input, retired);
  checkGuards(retired, input);
}

/** Where the rules are known to be equal, no doubt about a part of them is left. */
function onlyRefuted({ findings }: MeaningInput): Findings {
  return { ...findings, gaps: [] };
}

/** Requests of a program that has no word for any method that writes. */
export function onlyReading(usages: TreeUsages): TreeUsages {
  return { ...usages, requests: usages.requests.map((one) => onlyRead(one, usages)) };
}

const WRITES = /\b(?:POST|PUT|PATCH|DELETE|post|put|patch|delete)\b/;

/** A request of a program that has no word for any other method reads. */
function onlyRead(sent: Sent, { texts }: TreeUsages): Sent {
  const isRead = sent.method === null && !texts.some(({ text }) => WRITES.test(text));
  return isRead ? { ...sent, method: 'GET', body: undefined } : sent;
}

/** A rule or limit is written, and nothing is seen of it. */
function isBlind({ method, template, body }: Sent): boolean {
  return (
    /^(?:POST|PUT|PATCH)$/.test(method ?? '') &&
    body === undefined &&
    /\/(?:rules|filters|rate_limits)\b/.test(template)
  );
}

function newRulesOf(before: TreeUsages, after: TreeUsages): readonly Effect[] {
  const old = new Set(
    actualOfResources(before.resources).map((effect) => JSON.stringify({ ...effect, at: null })),
  );
  return actualOfResources(after.resources).filter(
    (effect) => !old.has(JSON.stringify({ ...effect, at: null })),
  );
}

export type Added = Extract<Effect, { kind: 'add' }>;

/** A table of the old code whose rows are sent one by one, where only the name of a row is known. */
function withRows(retired: readonly Sent[], { texts }: TreeUsages): readonly Sent[] {
  const isOpaque = ({ body, method }: Sent) =>
    isMark(body) || (method !== 'GET' && method !== 'DELETE' && Array.isArray(body) && body.every(isMark));
  const told = (one: Sent) =>
    retired.some(
      (other) => !isOpaque(other) && other.body !== undefined && keyWithout(other) === keyWithout(one),
    );
  return retired.flatMap((one) => {
    if (!isOpaque(one)) return [one];
    // The function that sends is told apart from what it is given.
    if (told(one)) return [];
    const isOld = (row: JsonObject) =>
      /rate_limits/.test(one.template)
        ? row.match !== undefined && row.threshold !== undefined
        : row.filter !== undefined && row.action !== undefined;
    const rows = texts.flatMap(({ text }) => literalObjects(text, isOld));
    return rows.length === 0 ? [one] : rows.map(({ object }) => ({ ...one, body: object }));
  });
}

function keyWithout({ method, template }: Sent): string {
  return `${method} ${template}`;
}

function writtenRules({ after }: MeaningInput, opaque: readonly Added[]): readonly Added[] {
  const [first] = opaque;
  if (first === undefined) return [];
  const isRule = (object: JsonObject) => object.expression !== undefined && object.action !== undefined;
  const loose = after.requests.flatMap(({ body, method }) =>
    (method === null || method === 'GET') && isRecord(body) && isRule(body) ? [body] : [],
  );
  const rows = after.texts.flatMap(({ text }) => literalObjects(text, isRule).map(({ object }) => object));
  const rules = [...new Map([...loose, ...rows].map((rule) => [JSON.stringify(rule), rule])).values()];
  return rules.map((rule) => ({ kind: 'add', phase: null, rule, at: first.at }));
}

function keyOf({ method, path, query, body }: Sent): string {
  return `${method} ${path}?${query} ${JSON.stringify(body)}`;
}

function checkAdds(expected: readonly Effect[], actual: readonly Effect[], input: MeaningInput): void {
  const wanted = expected.filter((one): one is Added => one.kind === 'add');
  const given = actual.filter((one): one is Added => one.kind === 'add');
  const opaque = given.filter(({ rule }) => typeof rule === 'string');
  const followed = given.filter(({ rule }) => typeof rule !== 'string');
  // What is sent in a way that no reader follows, stands in the code as an object.
  const told = opaque.length === 0 ? followed : [...followed, ...writtenRules(input, opaque)];
  const used = new Set<Added>();
  for (const want of wanted) compareOne(want, told, opaque, used, input);
  if (wanted.length === 0 || wanted.some(({ rule }) => typeof rule === 'string')) return;
  for (const one of told)
    if (!used.has(one) && !wanted.some((want) => isPossible(want, one))) extraRule(one, input);
}

/** Resources are read whole, requests only as far as they can be followed. */
function extraRule({ rule, at }: Added, { after, findings, marks }: MeaningInput): void {
  const what = 'a rule is added that the old code did not have';
  if (after.requests.length > 0)
    findings.gaps.push({ check: 'meaning', what: `whether ${what}`, at, byRuns: true });
  else findings.refutations.push({ check: 'meaning', what, after: shown(rule, marks), at });
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
  { findings, marks, tablesAgree, before, after }: MeaningInput,
): void {
  const rows = rowsSent(before.texts, after.texts);
  const tries = told
    .filter(({ phase }) => phase === null || want.phase === null || phase === want.phase)
    .map((one) => ({ one, found: ruleDifferences(want.rule, one.rule) }))
    .sort((left, right) => weight(left.found) - weight(right.found));
  const [best] = tries;
  if (best !== undefined && best.found.length === 0) {
    for (const { one, found } of tries) if (found.length === 0) used.add(one);
    return;
  }
  const isCarried = ({ rule }: Added) => carries(want.rule, rule, marks) || rows.has(rootName(rule, marks));
  const unclear = opaque.find(isCarried) ?? opaque[0];
  if (best === undefined || best.found.some(({ sure }) => sure)) {
    if (unclear !== undefined) {
      if (!tablesAgree || !isCarried(unclear))
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

function rootName(rule: JsonObject | string, marks: Marks): string {
  return typeof rule === 'string' && isMark(rule) ? rootOf(marks.name(rule)) : '';
}

function rootOf(name: string): string {
  return /[A-Za-z_$][\w$]*/.exec(name)?.[0] ?? name;
}

/** Code may look for a ruleset by its phase: the phase of the old rules has to be named. */
function checkPhases(expected: readonly Effect[], { after, findings }: MeaningInput): void {
  const phases = new Set(expected.flatMap(({ phase }) => phase ?? []));
  for (const phase of phases) {
    const [first] = expected.filter((one) => one.phase === phase);
    if (first !== undefined && !after.phases.has(phase))
      findings.refutations.push({
        check: 'meaning',
        what: `the new code does not name the phase ${phase}, in which the old rules are now`,
        at: first.at,
      });
  }
}
