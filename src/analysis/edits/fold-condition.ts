/**
 * What is left of a condition when one part of it is known. The value is pushed up through `!`, `&&`, `||` and
 * `?:` as far as it decides something, and what it decides is cut out. Where it ends up neither cutting nor
 * deciding, nothing is left that a condition would be for, and it is written out.
 */
import type { Node } from '../../read/javascript/syntax/index.js';
import type { Edit } from '../finding.js';
import { removeStatement } from './remove-statement.js';
import { hasComment, isPure, type Script } from './tree.js';

/** Edits after which the condition around a read says the same without it; null outside of conditions. */
export function foldRead(script: Script, read: Node, value: boolean): readonly Edit[] | null {
  let node = read;
  let known = value;
  for (;;) {
    const { parent } = node;
    if (parent === undefined) return null;
    if (parent.type === 'ChainExpression' || parent.type === 'ParenthesizedExpression') node = parent;
    else if (parent.type === 'UnaryExpression' && parent.operator === '!') {
      node = parent;
      known = !known;
    } else if (parent.type === 'LogicalExpression' && parent.operator !== '??') {
      const decides = known === (parent.operator === '||');
      const other = parent.left === node ? parent.right : parent.left;
      if (!decides) return inCondition(parent) ? [keep(script, parent, other)] : null;
      // What stands to the left is evaluated first, and might do something.
      if (parent.right === node && !isPure(other)) return null;
      node = parent;
    } else if (parent.type === 'ConditionalExpression' && parent.test === node)
      return [keep(script, parent, known ? parent.consequent : parent.alternate)];
    else if (parent.type === 'IfStatement' && parent.test === node) return foldIf(script, parent, known);
    else break;
  }
  // What `!` gives is a boolean whoever asks for it.
  const isAnswer = isTest(node) || node.type === 'UnaryExpression';
  if (!isAnswer) return null;
  const asked = functionAnswering(node);
  if (asked === null || !isPredicate(asked)) return [replace(node, String(known))];
  // A question with one answer is not asked: without it the call is a list, or something for a person.
  const kept = known ? withoutFilter(script, asked) : null;
  return kept === null ? null : [kept];
}

/** The function that does nothing but answer with this. */
function functionAnswering(answer: Node): Node | null {
  const { parent } = answer;
  if (parent?.type === 'ArrowFunctionExpression' && parent.body === answer) return parent;
  const body = parent?.type === 'ReturnStatement' ? parent.parent : undefined;
  return body?.type === 'BlockStatement' && body.body.length === 1 ? (body.parent ?? null) : null;
}

/** `records.filter((record) => !record.locked)` keeps them all: it is a copy of the list. */
function withoutFilter(script: Script, asked: Node): Edit | null {
  const call = asked.parent;
  const isFilter =
    call?.type === 'CallExpression' &&
    call.arguments.length === 1 &&
    call.callee.type === 'MemberExpression' &&
    !script.text.startsWith('?.', call.callee.range[1]) &&
    !call.callee.optional &&
    call.callee.property.type === 'Identifier' &&
    call.callee.property.name === 'filter';
  if (!isFilter || call.callee.type !== 'MemberExpression') return null;
  const [start, end] = [call.callee.object.range[1], call.range[1]];
  const isChained = call.parent?.type === 'MemberExpression' || call.parent?.type === 'ForOfStatement';
  return hasComment(script, start, end) ? null : { start, end, text: isChained ? '' : '.slice()' };
}

function replace(node: Node, text: string): Edit {
  return { start: node.range[0], end: node.range[1], text };
}

/** What binds more loosely than what may stand around it. */
const LOOSE = new Set([
  'LogicalExpression',
  'ConditionalExpression',
  'AssignmentExpression',
  'SequenceExpression',
  'ArrowFunctionExpression',
]);
const BINDING = new Set([
  'LogicalExpression',
  'UnaryExpression',
  'BinaryExpression',
  'ConditionalExpression',
  'AwaitExpression',
  'MemberExpression',
]);

/** A part takes the place of the whole, in parentheses only if it needs them. */
function keep(script: Script, whole: Node, part: Node): Edit {
  const text = script.text.slice(...part.range);
  if (whole.parent?.type === 'TemplateLiteral' && /^(['"])[^'"`$\\]*\1$/.test(text))
    return holeAround(script, whole, text.slice(1, -1));
  if (!BINDING.has(whole.parent?.type ?? '')) return replace(whole, text);
  const [start, end] = inParentheses(script.text, whole);
  return { start, end, text: LOOSE.has(part.type) ? `(${text})` : text };
}

/** A text takes the place of the hole in which it would stand. */
function holeAround({ text }: Script, { range: [start, end] }: Node, written: string): Edit {
  const open = text.lastIndexOf('${', start);
  return { start: open, end: text.indexOf('}', end) + 1, text: written };
}

/** The range of an expression with the parentheses that it stands in. */
function inParentheses(text: string, { range: [start, end] }: Node): readonly [number, number] {
  const before = /\(\s*$/.exec(text.slice(0, start))?.[0].length;
  const after = /^\s*\)/.exec(text.slice(end))?.[0].length;
  return before === undefined || after === undefined ? [start, end] : [start - before, end + after];
}

/** A branch that never runs goes with its condition; one that always runs loses it where that is all. */
function foldIf(
  script: Script,
  node: Extract<Node, { type: 'IfStatement' }>,
  known: boolean,
): readonly Edit[] | null {
  const { parent, alternate, consequent, test } = node;
  if (alternate !== null) return [replace(test, String(known))];
  if (known) {
    const isElse = parent?.type === 'IfStatement' && parent.alternate === node;
    return isElse || consequent.type !== 'BlockStatement'
      ? [{ start: node.range[0], end: consequent.range[0], text: '' }]
      : [replace(test, 'true')];
  }
  const isInBlock = ['Program', 'BlockStatement', 'StaticBlock'].includes(parent?.type ?? '');
  const removed = isInBlock ? removeStatement(script, node) : null;
  return [removed ?? replace(test, 'false')];
}

/** Only whether it holds is asked of it. */
function inCondition(node: Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'LogicalExpression':
      return inCondition(parent);
    case 'UnaryExpression':
      return parent.operator === '!';
    default:
      return isTest(node);
  }
}

function isTest(node: Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      return 'test' in parent && parent.test === node;
    case 'ArrowFunctionExpression':
      return parent.body === node && isPredicate(parent);
    case 'ReturnStatement':
      return isPredicate(parent.parent?.parent);
    default:
      return false;
  }
}

/** `filter(record => …)`, `some(…)`: the function is asked a question. */
function isPredicate(node: Node | undefined): boolean {
  const call = node?.parent;
  return (
    call?.type === 'CallExpression' &&
    call.arguments[0] === node &&
    call.callee.type === 'MemberExpression' &&
    call.callee.property.type === 'Identifier' &&
    ['filter', 'some', 'every', 'find', 'findIndex', 'findLast'].includes(call.callee.property.name)
  );
}
