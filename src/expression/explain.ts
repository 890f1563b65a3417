/** An expression in words: its structure as an indented outline, and what its fields are. */

import { THREAT_SCORE, type ValueType } from './scheme/data.js';
import { canonicalName, fieldType, renamedField } from './scheme/scheme.js';
import {
  type ComparisonNode,
  type ConditionNode,
  eachOperand,
  eachOperandOf,
  type OperandNode,
} from './syntax/ast.js';
import type { Expression } from './syntax/parse.js';
import type { ComparisonOperator } from './syntax/tokens.js';

export interface FieldUse {
  readonly name: string;
  /** Null for a field that is not in the public list. */
  readonly type: ValueType | null;
  /** What a person should know about it. */
  readonly note: string | null;
}

export interface Explanation {
  /** One line per condition, indented by two spaces per level. */
  readonly outline: readonly string[];
  /** Every field once, in order of first use. */
  readonly fields: readonly FieldUse[];
}

export function explain(expression: Expression): Explanation {
  const outline: string[] = [];
  const show = (start: number, end: number): string => expression.source.display(start, end);
  if (expression.kind === 'value') outline.push(show(expression.root.start, expression.root.end));
  else outlineOf(expression.root, 0, show, outline);
  return { outline, fields: fieldsOf(expression) };
}

type Show = (start: number, end: number) => string;

const CHAINS = { and: 'all of', or: 'at least one of', xor: 'an odd number of' } as const;

const OPERATORS: Readonly<Record<ComparisonOperator, string>> = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  le: 'is at most',
  gt: 'is more than',
  ge: 'is at least',
  contains: 'contains',
  matches: 'matches the regular expression',
  wildcard: 'has the form (in any case)',
  'strict wildcard': 'has the form',
  in: 'is one of',
  bitwise_and: 'has a bit in common with',
};

function outlineOf(node: ConditionNode, depth: number, show: Show, lines: string[]): void {
  const indent = '  '.repeat(depth);
  switch (node.type) {
    case 'group':
      outlineOf(node.inner, depth, show, lines);
      break;
    case 'logical':
      lines.push(`${indent}${CHAINS[node.operator]}:`);
      for (const operand of node.operands) outlineOf(operand, depth + 1, show, lines);
      break;
    case 'not':
      lines.push(`${indent}not:`);
      outlineOf(node.operand, depth + 1, show, lines);
      break;
    case 'comparison':
      lines.push(indent + comparisonText(node, show));
      break;
    case 'test':
      lines.push(`${indent}${show(node.start, node.end)} holds`);
      break;
    case 'constant':
      lines.push(indent + (node.value ? 'always' : 'never'));
      break;
  }
}

function comparisonText(node: ComparisonNode, show: Show): string {
  const { left, right } = node;
  return `${show(left.start, left.end)} ${OPERATORS[node.operator]} ${show(right.start, right.end)}`;
}

function fieldsOf(expression: Expression): FieldUse[] {
  const uses = new Map<string, FieldUse>();
  const note = (operand: OperandNode): void => {
    if (operand.type !== 'field' || operand.name === null || uses.has(operand.name)) return;
    const { name } = operand;
    uses.set(name, { name, type: fieldType(name), note: noteOn(name) });
  };
  if (expression.kind === 'value') eachOperandOf(expression.root, note);
  else eachOperand(expression.root, note);
  return [...uses.values()];
}

function noteOn(name: string): string | null {
  if (canonicalName(name) === THREAT_SCORE) return 'always 0 today; rules that use it are refused';
  const renamed = renamedField(name);
  if (renamed !== null) return `old name of ${renamed}, which holds the same value`;
  return fieldType(name) === null ? 'not in the public list of fields' : null;
}
