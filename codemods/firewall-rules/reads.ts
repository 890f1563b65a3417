/** Reads of the fields of firewall rules, written as reads of custom rules, where all of them are in sight. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import {
  encloses,
  type Identifier,
  isFunction,
  keyName,
  type Node,
} from '../../src/read/javascript/syntax/index.js';
import { type AnswerFlow, ITEM, type Visit } from '../direct/answer-flow.js';
import { usesOf } from '../places/trees.js';

/** What the answer of a call holds: rules, a rule. */
export type Shape = 'rules' | 'rule';

/** Null where something that is read cannot be found in custom rules, or where it is read cannot be told. */
export function readEdits(
  script: Script,
  flow: AnswerFlow,
  isResult: boolean,
  shape: Shape,
  isRequest: (call: Node) => boolean,
  /** Priorities are read as positions. */
  hasPositions = false,
): readonly Edit[] | null {
  if (flow.escapes.length > 0 || flow.types.length > 0) return null;
  const edits: Edit[] = [];
  for (const visit of flow.visits) {
    const field = fieldOf(visit.steps, isResult, shape);
    if (field === null || (hasPositions && field === 'priority')) continue;
    const made = fieldEdits(script, visit, field, flow);
    if (made === null) return null;
    if (made.length > 0 && isSent(visit.node, isRequest)) {
      // The call that changes a filter names the rule itself.
      if (field === 'filter' && /^\.?filter\??\.id\b/.test(script.text.slice(visit.node.range[1] - 6)))
        continue;
      return null;
    }
    edits.push(...made);
  }
  return edits;
}

/**
 * The only item of a list, where the list holds nothing else: it is taken where the list is opened at its first item,
 * `[0]` or `[rule]`, and made a list where that goes out of sight. Null where it is used as a list in other ways.
 * `step` takes the place of `[0]`.
 */
export function onlyItemEdits(
  script: Script,
  flow: AnswerFlow,
  isResult: boolean,
  step: string,
): readonly Edit[] | null {
  const edits: Edit[] = [];
  // Pages of the SDK have a result, too.
  const depthOf = (steps: readonly string[]) =>
    isResult || steps.includes('result') ? steps.length - (steps.indexOf('result') + 1) : -1;
  // `Array.isArray(made) ? made[0] : made` takes both.
  const guarded = flow.escapes.flatMap(({ node }) => takesBoth(script, node) ?? []);
  const takes = (node: Node) => guarded.some((one) => encloses(one, node));
  for (const { node, steps } of flow.escapes) {
    const depth = depthOf(steps);
    if (depth > 0 || takes(node)) continue;
    if (node.parent?.type === 'CallExpression' && isArrayTest(script, node.parent)) return null;
    if (depth < 0 || steps.length === 0 || step !== '') return null;
    edits.push({ start: node.range[0], end: node.range[0], text: '[' });
    edits.push({ start: node.range[1], end: node.range[1], text: ']' });
  }
  for (const { node, steps } of flow.items) {
    if (depthOf(steps) !== 0 || takes(node)) continue;
    if (node.type === 'ArrayPattern') {
      const [only] = node.elements;
      if (only === undefined || only === null || node.elements.length !== 1 || step !== '') return null;
      edits.push({ start: node.range[0], end: node.range[1], text: script.text.slice(...only.range) });
      continue;
    }
    if (node.type !== 'MemberExpression' || node.property.type !== 'Literal' || node.property.value !== 0)
      return null;
    // What is taken out of no list is there.
    const whole = step === '' && node.parent?.type === 'TSNonNullExpression' ? node.parent : node;
    edits.push({
      start: node.object.range[1],
      end: whole.range[1],
      text: step === '' ? '' : `${node.optional === true ? '?' : ''}${step}`,
    });
  }
  return edits;
}

function isArrayTest({ text }: Script, { callee }: { readonly callee: Node }): boolean {
  return text.slice(...callee.range) === 'Array.isArray';
}

/** The condition around a test for a list that takes its first item, or what is no list as it is. */
function takesBoth(script: Script, node: Node): Node | null {
  const test = node.parent;
  const whole = test?.parent;
  if (test?.type !== 'CallExpression' || !isArrayTest(script, test)) return null;
  if (whole?.type !== 'ConditionalExpression' || whole.test !== test) return null;
  const text = (one: Node) => script.text.slice(...one.range);
  return text(whole.consequent) === `${text(node)}[0]` && text(whole.alternate) === text(node) ? whole : null;
}

/** It stands in what another request sends, which is written anew as a whole. */
export function isSent(node: Node, isRequest: (call: Node) => boolean): boolean {
  let current: Node | undefined = node.parent;
  while (current !== undefined && !isFunction(current)) {
    if (current.type === 'CallExpression' && isRequest(current)) return true;
    current = current.parent;
  }
  return false;
}

/** Read for anything but to be sent back as it is. */
export function readsPriority({ visits }: AnswerFlow): boolean {
  return visits.some(({ steps, node: { parent } }) => {
    const isSentBack = parent?.type === 'Property' && keyName(parent.key, parent.computed) === 'priority';
    return steps.at(-1) === 'priority' && !isSentBack;
  });
}

/** Members of answers that hold nothing of the rules. */
const ABOUT: ReadonlySet<string> = new Set(['ok', 'status', 'statusText', 'success', 'errors', 'messages']);

/** Names below a rule: `paused`, `filter.expression`; null for what is no part of one. */
function fieldOf(steps: readonly string[], isResult: boolean, shape: Shape): string | null {
  const from = isResult ? 0 : steps.indexOf('result') + 1;
  if (!isResult && from === 0) return steps.at(-1) === 'result_info' ? 'result_info' : null;
  const rest = steps.slice(from);
  if (shape === 'rules' && rest[0] !== ITEM) return null;
  const names = shape === 'rules' ? rest.slice(1) : rest;
  return names.length === 0 ? null : names.join('.');
}

export function isLeaf(steps: readonly string[], isResult: boolean, shape: Shape): boolean {
  const field = fieldOf(steps, isResult, shape);
  if (field !== null) return field !== 'filter';
  return !isResult && !steps.includes('result') && ABOUT.has(steps.at(-1) ?? '');
}

/** Only the last change of a rule is told. */
export const TIMES: ReadonlySet<string> = new Set(['created_on', 'modified_on']);

function timeEdits({ node }: Visit): readonly Edit[] | null {
  const name = node.type === 'MemberExpression' ? node.property : node.key;
  if (node.computed || name.type !== 'Identifier') return null;
  const isShorthand = node.type === 'Property' && node.shorthand === true;
  const [start, end] = name.range;
  return isShorthand
    ? [{ start, end: start, text: 'last_updated: ' }]
    : [{ start, end, text: 'last_updated' }];
}

/** Fields that both have. */
const SAME: ReadonlySet<string> = new Set(['id', 'ref', 'action', 'description']);

function fieldEdits(script: Script, visit: Visit, field: string, flow: AnswerFlow): readonly Edit[] | null {
  if (field === 'description') return descriptionEdits(script, visit);
  if (field === 'action') return actionEdits(script, visit);
  if (SAME.has(field)) return [];
  if (TIMES.has(field)) return timeEdits(visit);
  if (field === 'paused') return pausedEdits(script, visit);
  if (field === 'filter') return filterEdits(script, visit, flow);
  // Written together with the filter around it.
  return field === 'filter.expression' || field === 'filter.id' || field === 'expression' ? [] : null;
}

/** A custom rule without description has no such field. */
function descriptionEdits(script: Script, { node }: Visit): readonly Edit[] | null {
  if (node.type !== 'MemberExpression') return [];
  const { parent } = node;
  if (parent?.type !== 'MemberExpression' || parent.object !== node || parent.optional === true) return [];
  if (isGuarded(script, node)) return [];
  const [, end] = node.range;
  return [{ start: end, end, text: parent.computed ? '?.' : '?' }];
}

/** `rule.description && rule.description.startsWith('…')` */
function isGuarded({ text }: Script, node: Node): boolean {
  const own = text.slice(...node.range);
  let inner: Node = node;
  let around: Node | undefined = node.parent;
  while (around !== undefined && !isFunction(around)) {
    const tested =
      around.type === 'LogicalExpression' && around.operator === '&&' && around.right === inner
        ? text.slice(...around.left.range).split(/\s*&&\s*/)
        : [];
    if (tested.includes(own)) return true;
    inner = around;
    around = around.parent;
  }
  return false;
}

/** Rules that allowed are rules that skip. */
function actionEdits(script: Script, { node }: Visit): readonly Edit[] {
  const reads = node.type === 'MemberExpression' ? [node] : (boundTo(script, node.value) ?? []);
  return reads.flatMap((read) => {
    const texts = comparedWith(read).flatMap((other) => (other.type === 'Literal' ? [other] : []));
    if (texts.some(({ value }) => value === 'skip')) return [];
    return texts
      .filter(({ value }) => value === 'allow')
      .map(({ range: [start, end] }) => ({ start: start + 1, end: end - 1, text: 'skip' }));
  });
}

/** `action === 'allow'`, `case 'allow':`, `['allow', 'log'].includes(action)` */
function comparedWith(written: Node): readonly Node[] {
  const read = outerOf(written);
  const { parent } = read;
  switch (parent?.type) {
    case 'BinaryExpression':
      if (!/^[!=]==?$/.test(parent.operator)) return [];
      return [parent.left === read ? parent.right : parent.left];
    case 'SwitchStatement':
      return parent.cases.flatMap(({ test }) => test ?? []);
    case 'CallExpression': {
      const { callee } = parent;
      if (callee.type !== 'MemberExpression' || keyName(callee.property, callee.computed) !== 'includes')
        return [];
      return callee.object.type === 'ArrayExpression'
        ? callee.object.elements.flatMap((one) => one ?? [])
        : [];
    }
    default:
      return [];
  }
}

/** Members of answers on the way to a rule. */
const AROUND_RULES: ReadonlySet<string> = new Set(['json()', 'data', 'body', 'result', ITEM]);

/** What changes even where rules keep their old fields; null where it is sent to where it is written anew. */
export function mappedEdits(
  script: Script,
  { visits }: AnswerFlow,
  isRequest: (call: Node) => boolean,
): readonly Edit[] | null {
  const compared = visits.flatMap((visit) => {
    const isOfRule = visit.steps.slice(0, -1).every((step) => AROUND_RULES.has(step));
    const edits = isOfRule && visit.steps.at(-1) === 'action' ? actionEdits(script, visit) : [];
    return edits.length > 0 ? [{ node: visit.node, edits }] : [];
  });
  if (compared.some(({ node }) => isSent(node, isRequest))) return null;
  return compared.flatMap(({ edits }) => edits);
}

function boundTo(script: Script, value: Node): readonly Identifier[] | null {
  return value.type === 'Identifier' ? usesOf(script, value) : null;
}

function pausedEdits(script: Script, { node }: Visit): readonly Edit[] | null {
  if (node.type === 'MemberExpression') {
    const { property } = node;
    if (node.computed) return null;
    const at = { start: property.range[0], end: property.range[1], text: 'enabled' };
    return [at, ...compared(node, '')];
  }
  const { value, key, shorthand } = node;
  const uses = boundTo(script, value);
  if (uses === null || value.type !== 'Identifier') return null;
  const name = { start: key.range[0], end: key.range[1], text: 'enabled' };
  if (shorthand !== true) return [name, ...uses.flatMap((use) => compared(use, ''))];
  // The variable has the name of the field.
  if (uses.some(({ parent }) => parent?.type === 'Property' && parent.shorthand === true)) return null;
  if (/\benabled\b/.test(script.text)) return null;
  return [name, ...uses.flatMap((use) => compared(use, 'enabled'))];
}

/** A look at `paused` as one at `enabled`; `name` takes its place where the variable has another one. */
function compared(written: Node, name: string): readonly Edit[] {
  const read = outerOf(written);
  const { parent } = read;
  const [start, end] = read.range;
  const renamed = name === '' ? [] : [{ start, end, text: name }];
  if (parent?.type === 'UnaryExpression' && parent.operator === '!') {
    const outer = parent.parent;
    const [open, close] = isTight(outer) ? ['(', ')'] : ['', ''];
    return [
      { start: parent.range[0], end: start, text: open },
      ...withTail(renamed, end, ` !== false${close}`),
    ];
  }
  if (parent?.type === 'BinaryExpression' && /^[!=]==?$/.test(parent.operator)) {
    const isLeft = parent.left === read;
    const other = isLeft ? parent.right : parent.left;
    if (isLeft && other.type === 'Literal' && typeof other.value === 'boolean') {
      const isSame = parent.operator.startsWith('=') === other.value;
      const tail = { start: end, end: parent.range[1], text: isSame ? ' === false' : ' !== false' };
      return [...renamed, tail];
    }
  }
  const isDefaulted =
    parent?.type === 'LogicalExpression' && parent.operator !== '&&' && isFalse(parent.right);
  if (isDefaulted && parent.left === read)
    return [...renamed, { start: end, end: parent.range[1], text: ' === false' }];
  const isInside = isTight(parent);
  const opening = isInside ? [{ start, end: start, text: '(' }] : [];
  return [...opening, ...withTail(renamed, end, ` === false${isInside ? ')' : ''}`)];
}

/** `rule.paused ?? false`: a comparison gives no less. */
function isFalse(node: Node): boolean {
  return node.type === 'Literal' && node.value === false;
}

function withTail(renamed: readonly Edit[], end: number, text: string): readonly Edit[] {
  const [only] = renamed;
  return only === undefined ? [{ start: end, end, text }] : [{ ...only, text: `${only.text}${text}` }];
}

/** Operators that bind as tightly as a comparison, or more. */
function isTight(parent: Node | undefined): boolean {
  return (
    parent?.type === 'BinaryExpression' ||
    parent?.type === 'UnaryExpression' ||
    parent?.type === 'MemberExpression' ||
    parent?.type === 'TSAsExpression' ||
    parent?.type === 'TSNonNullExpression'
  );
}

/** `rule.filter.expression`, `{ filter: { expression } }`, `{ filter }` with `filter.expression`. */
function filterEdits(script: Script, { node, steps }: Visit, flow: AnswerFlow): readonly Edit[] | null {
  const below = flow.visits.filter(
    (visit) =>
      visit.steps.length === steps.length + 1 && steps.every((step, index) => visit.steps[index] === step),
  );
  if (node.type === 'MemberExpression') {
    const outer = outerOf(node);
    const inner = below.find((visit) => visit.node === outer.parent)?.node;
    if (inner?.type !== 'MemberExpression') return isOnlyTested(outer) ? tested(node) : null;
    const [, end] = node.object.range;
    const accessor = script.text.slice(end, node.property.range[0]);
    if (node.computed || inner.computed) return null;
    return [{ start: end, end: inner.property.range[0], text: accessor }];
  }
  const { value } = node;
  if (value.type === 'ObjectPattern') {
    const [property] = value.properties;
    if (property?.type !== 'Property' || value.properties.length !== 1) return null;
    const [start, end] = node.range;
    return [{ start, end, text: script.text.slice(...property.range) }];
  }
  const uses = boundTo(script, value);
  if (uses === null || node.shorthand !== true || /(?<!\.)\bexpression\b/.test(script.text)) return null;
  const edits: Edit[] = [{ start: node.range[0], end: node.range[1], text: 'expression' }];
  for (const use of uses) {
    const { parent } = use;
    if (parent?.type !== 'MemberExpression' || !below.some((visit) => visit.node === parent)) return null;
    edits.push({ start: use.range[0], end: parent.range[1], text: 'expression' });
  }
  return edits;
}

const TRANSPARENT: ReadonlySet<string> = new Set([
  'ChainExpression',
  'ParenthesizedExpression',
  'TSNonNullExpression',
]);

function outerOf(node: Node): Node {
  let outer = node;
  while (outer.parent !== undefined && TRANSPARENT.has(outer.parent.type)) outer = outer.parent;
  return outer;
}

/** `rule.filter && rule.filter.expression` */
function isOnlyTested({ parent }: Node): boolean {
  return parent?.type === 'LogicalExpression';
}

function tested({ property }: { readonly property: Node }): readonly Edit[] {
  return [{ start: property.range[0], end: property.range[1], text: 'expression' }];
}
