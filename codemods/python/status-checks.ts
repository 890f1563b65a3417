/** What a program in Python asks of the state of an answer, where 404 says that there are no rules. */
import type { Edit } from '../../src/analysis/index.js';
import { closest, isInside, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { startOfLine } from '../languages/elements.js';
import type { Sender } from './sender.js';

export interface StateCheck {
  /** The part of a condition that it is. */
  readonly node: SyntaxNode;
  readonly text: string;
  readonly isNegative: boolean;
}

const NO_RULESET = 'a zone without such rules has no ruleset';

/** The check as it lets 404 pass; `same` where 404 changes nothing, null where that cannot be told. */
export function statusCheck(
  tree: SyntaxTree,
  chain: SyntaxNode,
  steps: string,
  name: string,
  { ok, status }: Pick<Sender, 'ok' | 'status'>,
): StateCheck | 'same' | null {
  const { parent } = chain;
  const code = `${name}.${status}`;
  if (parent === null) return null;
  if (steps === '.raise_for_status()') {
    if (parent.type !== 'expression_statement') return null;
    const indent = tree.text.slice(startOfLine(tree.text, parent.start), parent.start);
    const text = `if ${code} != 404:  # ${NO_RULESET}\n${indent}    ${name}.raise_for_status()`;
    return indent.trim() === '' ? { node: parent, text, isNegative: false } : null;
  }
  if (steps === `.${ok}`) {
    if (parent.type === 'not_operator') return inPlace(parent, `not ${name}.${ok} and ${code} != 404`, true);
    return inPlace(chain, `${name}.${ok} or ${code} == 404`, false);
  }
  if (steps !== `.${status}`) return null;
  // Printed, or handed on.
  if (parent.type === 'interpolation' || parent.type === 'argument_list') return 'same';
  if (parent.type !== 'comparison_operator' || parent.children[0] !== chain) return null;
  const compared = tree.text.slice(chain.end, parent.end).trim();
  if (compared === '!= 200') return { node: parent, text: `${code} not in (200, 404)`, isNegative: true };
  if (compared === '== 200') return { node: parent, text: `${code} in (200, 404)`, isNegative: false };
  if (compared === '>= 400' && conditionOf(parent) !== null)
    return inPlace(parent, `${code} >= 400 and ${code} != 404`, true);
  // Other states are as they were.
  return /^(?:==|!=) (?:4(?!04)\d\d|5\d\d)$/.test(compared) ? 'same' : null;
}

/** `data["success"]`, where `name` is the response that the data is of. */
export function successCheck(
  tree: SyntaxTree,
  read: SyntaxNode,
  name: string,
  { status }: Pick<Sender, 'status'>,
): StateCheck | null {
  const { parent } = read;
  const text = textOf(tree, read);
  if (conditionOf(read) === null) return null;
  return parent?.type === 'not_operator'
    ? inPlace(parent, `${name}.${status} != 404 and not ${text}`, true)
    : inPlace(read, `${name}.${status} == 404 or ${text}`, false);
}

function inPlace(node: SyntaxNode, text: string, isNegative: boolean): StateCheck {
  const { parent } = node;
  // `a or (b or c)` needs no brackets, but nobody reads that well.
  return { node, text: isTest(node) || parent === null ? text : `(${text})`, isNegative };
}

/** The checks in their places; those that are a condition together let 404 pass once. */
export function checkEdits(
  tree: SyntaxTree,
  name: string,
  checks: readonly StateCheck[],
  { status }: Pick<Sender, 'status'>,
): readonly Edit[] {
  const edits: Edit[] = [];
  const done = new Set<StateCheck>();
  for (const check of checks) {
    if (done.has(check)) continue;
    const whole = conditionOf(check.node);
    const parts = whole === null ? [] : leavesOf(whole);
    const here = checks.filter(({ node }) => parts.some((part) => part === node));
    const isAlone = whole === null || here.length < 2 || here.length < parts.length;
    const text = isAlone ? null : together(tree, whole, `${name}.${status}`, here);
    if (text === null || whole === null)
      edits.push({ start: check.node.start, end: check.node.end, text: check.text });
    else {
      edits.push({ start: whole.start, end: whole.end, text });
      for (const one of here) done.add(one);
    }
  }
  const [first] = checks.map(({ node }) => node).toSorted((a, b) => a.start - b.start);
  const said = first === undefined ? null : closest(first, new Set(['if_statement', 'expression_statement']));
  if (said === null || edits.some(({ text }) => text.includes(NO_RULESET))) return edits;
  const line = startOfLine(tree.text, said.start);
  const indent = tree.text.slice(line, said.start);
  if (indent.trim() === '') edits.push({ start: line, end: line, text: `${indent}# 404: ${NO_RULESET}\n` });
  return edits;
}

function together(
  tree: SyntaxTree,
  whole: SyntaxNode,
  code: string,
  checks: readonly StateCheck[],
): string | null {
  const isNegative = checks.every((one) => one.isNegative);
  if (!isNegative && checks.some((one) => one.isNegative)) return null;
  const operator = isNegative ? 'or' : 'and';
  if (!operatorsOf(whole).every((one) => textOf(tree, one) === operator)) return null;
  return isNegative
    ? `${code} != 404 and (${textOf(tree, whole)})`
    : `${code} == 404 or (${textOf(tree, whole)})`;
}

/** The condition that an expression is, or is a part of by `and`, `or`, `not` and brackets. */
function conditionOf(node: SyntaxNode): SyntaxNode | null {
  let current = node;
  while (
    !isTest(current) &&
    current.parent !== null &&
    /^(?:boolean_operator|not_operator|parenthesized_expression)$/.test(current.parent.type)
  )
    current = current.parent;
  return isTest(current) ? current : null;
}

function isTest(node: SyntaxNode): boolean {
  const { parent } = node;
  return (
    node.field === 'condition' ||
    parent?.type === 'assert_statement' ||
    (parent?.type === 'conditional_expression' &&
      parent.children.filter(({ isNamed }) => isNamed)[1] === node)
  );
}

function leavesOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.type === 'boolean_operator'
    ? node.children.filter(({ isNamed }) => isNamed).flatMap(leavesOf)
    : [node];
}

function operatorsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.type === 'boolean_operator'
    ? node.children.flatMap((child) => (child.isNamed ? operatorsOf(child) : [child]))
    : [];
}

/** A place that the program reaches only after a check like these has failed. */
export function isAfterFailure(tree: SyntaxTree, node: SyntaxNode): boolean {
  const clause = closest(node.parent, new Set(['else_clause', 'block']));
  if (clause === null) return false;
  const decided = clause.type === 'else_clause' ? clause : (clause.parent ?? clause);
  const owner = decided.type === 'else_clause' ? decided.parent : decided;
  const condition = owner?.children.find(({ field }) => field === 'condition');
  if (condition === undefined || isInside(node, condition)) return false;
  const text = textOf(tree, condition);
  if (!/\b(?:status_code|status|ok|is_success|success|errors)\b/.test(text)) return false;
  const isNegative = /\bnot\b|!=|>= ?400/.test(text);
  return isNegative !== (decided.type === 'else_clause');
}
