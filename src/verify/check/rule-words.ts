/** How two rules differ, and how a rule and a field are named in a sentence. */
import type { Json, JsonObject } from '../../edge/index.js';
import type { Origin } from '../../value/index.js';
import { differencesOf, type FieldDifference } from './compare-values.js';
import { PRIORITY } from './expected.js';
import { hasMark, type Marks, OPEN } from './marks.js';
import type { Findings } from './model.js';

export function ruleDifferences(
  want: JsonObject | string,
  rule: JsonObject | string,
): readonly FieldDifference[] {
  if (typeof want === 'string' || typeof rule === 'string')
    return want === rule && want !== '' ? [] : [{ path: '', before: want, after: rule, sure: false }];
  const { [PRIORITY]: _, ...fields } = want;
  return differencesOf(fields, rule);
}

export function fieldSentence({ path, before, after }: FieldDifference, marks: Marks): string {
  const [left, right] = [shown(before, marks), shown(after, marks)];
  return `${path === '' ? 'the rule' : path} is the same: it was ${left}, it is ${right}`;
}

export function shown(json: Json | undefined, marks: Marks): string {
  if (json === undefined) return '(nothing)';
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  return marks
    .shown(text.replace(`,"${OPEN}":true`, ', …').replace(`"${PRIORITY}"`, '"priority"'))
    .slice(0, 400);
}

export function ruleName(rule: JsonObject | string, marks: Marks): string {
  const description = typeof rule === 'string' ? undefined : rule.description;
  if (typeof description === 'string' && !hasMark(description))
    return `the rule ${JSON.stringify(description)}`;
  const expression = typeof rule === 'string' ? undefined : rule.expression;
  return typeof expression === 'string' ? `the rule for ${marks.shown(expression)}` : 'a rule';
}

export function isRecord(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

export function weight(found: readonly FieldDifference[]): number {
  return found.reduce(
    (sum, { sure, path }) => sum + (sure ? 10 : 1) + (path === 'expression' && sure ? 5 : 0),
    0,
  );
}

export function refute(
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
