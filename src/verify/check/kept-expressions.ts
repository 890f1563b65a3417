import type { Json } from '../../edge/index.js';
import { parseFilter } from '../../expression/index.js';
import type { Origin } from '../../value/index.js';
import { isRulesetRequest } from './actual.js';
import { originsIn } from './explained.js';
import { compareExpressions, type ExpressionVerdict } from './expressions.js';
import { hasMark } from './marks.js';
import type { MeaningInput } from './meaning.js';
import { isRecord } from './rule-words.js';
import type { Sent, TreeUsages } from './sent.js';

/** Every expression of the old code is there, or one that decides alike. */
export function checkExpressions(input: MeaningInput, retired: readonly Sent[]): void {
  const { before, after, findings, marks } = input;
  // What retired requests send is compared with what is sent instead.
  const sent = retired.flatMap(({ bodyValue }) => (bodyValue === null ? [] : originsIn(bodyValue)));
  const isSent = (at: Origin) =>
    sent.some((one) => one.file === at.file && one.start < at.end && at.start < one.end);
  const whole = [...after.expressions.map(({ text }) => text), ...expressionsIn(after)];
  const now = [...new Set(whole)];
  // An expression that is put into longer ones may be known by them alone afterwards.
  const isPart = (text: string) => expressionsIn(before).some((one) => one !== text && one.includes(text));
  const parts = [...new Set(whole.flatMap(partsOf))];
  const seen = new Set<string>();
  const gone = new Set(retired);
  // Rules that were rules before keep their expressions, too.
  const kept = before.requests.flatMap((one) =>
    gone.has(one) || !isRulesetRequest(one)
      ? []
      : expressionsIn({ requests: [one], resources: [] }).map((text) => ({ text, at: one.at })),
  );
  for (const { text, at } of [...before.expressions, ...kept]) {
    if (seen.has(text) || (hasMark(text) && isSent(at))) continue;
    seen.add(text);
    // The likeliest first: each comparison asks about thousands of requests.
    const verdicts: { readonly other: string; readonly verdict: ExpressionVerdict }[] = [];
    for (const other of now.includes(text)
      ? [text]
      : [...now].sort((a, b) => common(text, b) - common(text, a))) {
      verdicts.push({ other, verdict: compareExpressions(text, other) });
      if (verdicts.at(-1)?.verdict.kind === 'equal') break;
    }
    if (verdicts.at(-1)?.verdict.kind === 'equal') continue;
    if (isPart(text) && parts.some((part) => compareExpressions(text, part).kind === 'equal')) continue;
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

type Condition = Extract<ReturnType<typeof parseFilter>, { ok: true }>['expression']['root'];

/** The conditions that an expression is made of. */
function partsOf(expression: string): readonly string[] {
  const parsed = parseFilter(expression);
  const found: string[] = [];
  const visit = (node: Condition): void => {
    found.push(expression.slice(node.start, node.end));
    if (node.type === 'logical') node.operands.forEach(visit);
    else if (node.type === 'not') visit(node.operand);
    else if (node.type === 'group') visit(node.inner);
  };
  if (parsed.ok) visit(parsed.expression.root);
  return found;
}

function common(left: string, right: string): number {
  const words = new Set(left.match(/\w+/g) ?? []);
  return (right.match(/\w+/g) ?? []).filter((word) => words.has(word)).length;
}

function expressionsIn({
  requests,
  resources,
}: Pick<TreeUsages, 'requests' | 'resources'>): readonly string[] {
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
