/** What is known of `cf.threat_score`: where it stands, and what a comparison with it gives now that it is 0. */

import { THREAT_SCORE } from '../scheme/data.js';
import { canonicalName } from '../scheme/scheme.js';
import {
  type ComparisonNode,
  type ConditionNode,
  eachOperand,
  type FieldNode,
  type LiteralNode,
  type OperandNode,
  type Span,
} from '../syntax/ast.js';
import { parseInteger } from '../syntax/literals.js';

export function isThreatScore(operand: OperandNode): operand is FieldNode {
  return operand.type === 'field' && operand.name !== null && canonicalName(operand.name) === THREAT_SCORE;
}

/** Where the score stands as a field, in order. */
export function threatScoreSpans(root: ConditionNode): Span[] {
  const spans: Span[] = [];
  eachOperand(root, (operand) => {
    if (isThreatScore(operand)) spans.push({ start: operand.nameSpan.start, end: operand.nameSpan.end });
  });
  return spans;
}

export type ScoreOutcome =
  | { readonly known: true; readonly value: boolean }
  | { readonly known: false; readonly reason: string };

const TEXT_OPERATORS: ReadonlySet<string> = new Set(['contains', 'matches', 'wildcard', 'strict wildcard']);

/** The outcome of a comparison whose left side is the score. */
export function outcomeAtZero(node: ComparisonNode): ScoreOutcome {
  const { operator, right } = node;
  if (operator === 'in') {
    if (right.type === 'list') return unknown('the score is looked up in a list whose content is not known');
    if (right.type === 'set') return inSet(right.items);
  }
  if (right.type === 'hole') return unknown('the score is compared with a value that is not known here');
  if (TEXT_OPERATORS.has(operator)) return unknown('the score is compared as if it were a text');
  if (right.type !== 'integer') return unknown('the score is not compared with a number');
  switch (operator) {
    case 'eq':
      return known(right.value === 0n);
    case 'ne':
      return known(right.value !== 0n);
    case 'lt':
      return known(right.value > 0n);
    case 'le':
      return known(right.value >= 0n);
    case 'gt':
      return known(right.value < 0n);
    case 'ge':
      return known(right.value <= 0n);
    case 'bitwise_and':
      return known(false);
    default:
      return unknown('the score is not compared with a number');
  }
}

function inSet(items: readonly LiteralNode[]): ScoreOutcome {
  let unsure: string | null = null;
  for (const item of items) {
    if (item.type === 'integer') {
      if (item.value === 0n) return known(true);
    } else if (item.type === 'range' && item.of === 'integer') {
      const { start, end } = item;
      if (parseInteger(item.from, start, end) <= 0n && parseInteger(item.to, start, end) >= 0n)
        return known(true);
    } else if (item.type === 'hole') unsure = 'the set has items that are not known here';
    else unsure = 'the set holds more than numbers';
  }
  return unsure === null ? known(false) : unknown(unsure);
}

function known(value: boolean): ScoreOutcome {
  return { known: true, value };
}

function unknown(reason: string): ScoreOutcome {
  return { known: false, reason };
}
