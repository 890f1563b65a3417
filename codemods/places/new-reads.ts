/**
 * Reads of an answer whose fields have other names, or stand elsewhere. A codemod says for each step what is read in
 * its place; here that becomes edits of members and patterns. Where one read is not known, nothing is written.
 */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import { type Node, type NodeOf, unwrap } from '../../src/read/javascript/syntax/index.js';
import { type AnswerFlow, flowOf, type Visit } from '../direct/answer-flow.js';
import { appliedTo } from './apply.js';
import { isShown } from './shown.js';

/** What takes the place of one step. */
export interface NewRead {
  /** The text behind the object, as of a member: `.sum.requests`; empty where the step goes. */
  readonly member?: string;
  /** The same where the program looks whether there is a value. */
  readonly guarded?: string;
  /**
   * The whole expression, given what it is read from, and whether the program knows that there may be nothing (`?.`). It
   * is put into parentheses where it has to be.
   */
  readonly expression?: (object: string, isOptional: boolean) => string;
  /** A better text where more around the read is known: what it takes the place of, and the text. */
  readonly around?: (object: string, read: Node) => { readonly node: Node; readonly text: string } | null;
  /** The property of a pattern, given what it is bound to. */
  readonly pattern?: (target: string) => string;
  /** What lies below is as it was: it is not followed. */
  readonly isLeaf?: true;
}

/** A field with a new name, and the same value. */
export function renamedTo(name: string): NewRead {
  return { member: `.${name}`, pattern: (target) => `${name}: ${target}`, isLeaf: true };
}

/** A field that is what it was. */
export const KEPT: NewRead = { isLeaf: true };

interface Reads {
  readonly edits: readonly Edit[];
  readonly flow: AnswerFlow;
  /** The answer is also shown as it comes. */
  readonly isShown: boolean;
}

/** `readFor` gives null for a step that nobody knows. The edits, or why there are none. */
export function newReads(
  script: Script,
  call: Node,
  readFor: (steps: readonly string[], visit: Visit | null) => NewRead | null,
): Reads | string {
  const flow = flowOf(script, call, (steps) => readFor(steps, null)?.isLeaf === true);
  const hidden = flow?.escapes.filter(({ node }) => !isShown(node, script));
  if (flow === null || hidden?.length !== 0) return 'its answer goes where its fields cannot be followed';
  if (flow.types.length > 0) return 'its answer has a declared type, which says what it looks like';
  const edits: Edit[] = [];
  const inOrder = [...flow.visits].sort((a, b) => a.node.range[1] - b.node.range[1]);
  for (const visit of inOrder) {
    const read = readFor(visit.steps, visit);
    if (read === null) return `it reads ${visit.steps.at(-1)} of the answer, which has no counterpart`;
    const edit = editOf(script, visit.node, read, edits);
    if (edit === null) return 'its answer is read in a way that cannot be written anew';
    edits.push(...edit);
  }
  return { edits: outermost(edits), flow, isShown: flow.escapes.length > 0 };
}

function editOf(
  { text }: Script,
  node: Visit['node'],
  { member: plain, guarded, expression, around, pattern }: NewRead,
  inner: readonly Edit[],
): readonly Edit[] | null {
  const member = isGuard(node) ? (guarded ?? plain) : plain;
  if (member === undefined && expression === undefined) return [];
  const [start, end] = node.range;
  if (node.type === 'Property') {
    const alone = guarded === undefined ? null : aloneIn(node);
    if (guarded !== undefined && alone !== null) {
      const [from, until] = alone.init.range;
      return [
        { start: alone.id.range[0], end: alone.id.range[1], text: alone.name },
        { start: from, end: from, text: alone.init.type === 'AwaitExpression' ? '(' : '' },
        { start: until, end: until, text: (alone.init.type === 'AwaitExpression' ? ')' : '') + guarded },
      ];
    }
    if (pattern === undefined) return null;
    const own = inner.filter((edit) => start <= edit.start && edit.end <= end);
    const target = node.value;
    return [
      { start, end, text: pattern(appliedTo(text.slice(...target.range), target.range[0], outermost(own))) },
    ];
  }
  const { object } = node;
  if (member !== undefined) {
    const optional = node.optional === true && member !== '' ? (member.startsWith('[') ? '?.' : '?') : '';
    return [{ start: object.range[1], end, text: optional + member }];
  }
  if (expression === undefined) return null;
  const isOptional = node.optional === true;
  const isOnce = expression('\0', isOptional).split('\0').length === 2;
  if (!isOnce && !isPlain(object)) return null;
  const own = inner.filter((edit) => object.range[0] <= edit.start && edit.end <= object.range[1]);
  const source = appliedTo(text.slice(...object.range), object.range[0], outermost(own));
  const wider = around?.(source, node) ?? null;
  if (wider !== null) return [{ start: wider.node.range[0], end: wider.node.range[1], text: wider.text }];
  const written = expression(source, isOptional);
  return [{ start, end, text: needsParentheses(node, written) ? `(${written})` : written }];
}

/** `const { result } = body`: a declaration of this alone, which needs no pattern. */
function aloneIn(property: NodeOf<'Property'>) {
  const pattern = property.parent;
  const declarator = pattern?.parent;
  if (pattern?.type !== 'ObjectPattern' || pattern.properties.length !== 1) return null;
  if (declarator?.type !== 'VariableDeclarator' || declarator.id !== pattern) return null;
  const { id, init } = declarator;
  const isSimple = init?.type === 'AwaitExpression' || init?.type === 'Identifier';
  if (init === null || !isSimple || property.value.type !== 'Identifier') return null;
  return { id, init, name: property.value.name };
}

/** `result?.totals`, `result && …`, `if (!result)` */
function isGuard(read: Node): boolean {
  const node = wholeChain(read);
  const { parent } = node;
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === node && parent.optional === true;
    case 'UnaryExpression':
      return parent.operator === '!';
    case 'IfStatement':
    case 'ConditionalExpression':
      return parent.test === node;
    default:
      return parent?.type === 'LogicalExpression';
  }
}

/** A read with what only holds its `?.` together. */
export function wholeChain(read: Node): Node {
  return read.parent?.type === 'ChainExpression' ? read.parent : read;
}

/** Looking at it twice gives the same, and does nothing. */
function isPlain(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type === 'Identifier' || inner.type === 'ThisExpression') return true;
  if (inner.type !== 'MemberExpression') return false;
  return (
    isPlain(inner.object) &&
    (!inner.computed || inner.property.type === 'Literal' || inner.property.type === 'Identifier')
  );
}

const HOLDERS: ReadonlySet<string> = new Set([
  'TemplateLiteral',
  'VariableDeclarator',
  'Property',
  'ArrayExpression',
  'ReturnStatement',
  'ExpressionStatement',
  'AssignmentExpression',
  'IfStatement',
  'JSXExpressionContainer',
]);

function needsParentheses(node: Node, written: string): boolean {
  const { parent } = node;
  // One call needs none.
  if (/^[\w.]+\(.*\)$/.test(written) && !/ [-+?] /.test(written.replace(/\(.*\)/, ''))) return false;
  if (parent?.type === 'CallExpression') return parent.callee === node;
  if (parent?.type === 'ArrowFunctionExpression') return false;
  return parent === undefined || !HOLDERS.has(parent.type);
}

/** Edits that others do not cover. */
function outermost(edits: readonly Edit[]): readonly Edit[] {
  return edits.filter(
    (edit, index) =>
      !edits.some(
        (other, at) =>
          at !== index &&
          other.start <= edit.start &&
          edit.end <= other.end &&
          (other.end - other.start > edit.end - edit.start || at < index),
      ),
  );
}
