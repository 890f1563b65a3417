/**
 * The edits of what stands in a script, found in the tree at the place of the finding. Which of them an entry
 * allows is said by the catalogue; whether one is right at this place is said by the tree.
 */
import type { Entry } from '../../catalogue/index.js';
import { canonicalName } from '../../expression/index.js';
import { keyName, type Node } from '../../read/javascript/syntax/index.js';
import type { Edit, Finding } from '../finding.js';
import { isNameComplete } from './complete-name.js';
import type { Fix, FixAction } from './fix.js';
import { foldRead } from './fold-condition.js';
import { foldScore } from './fold-score.js';
import { doesMoreThanSend, isQuiet } from './own-work.js';
import { removeItem } from './remove-item.js';
import { callStatement, removeStatement } from './remove-statement.js';
import { isPure, nodesAround, type Script } from './tree.js';

type ObjectNode = Extract<Node, { type: 'ObjectExpression' }>;
type PropertyNode = Extract<Node, { type: 'Property' }>;

/** Whether an entry allows any edit of a script for what was found: told without its tree. */
export function mayEditScript({ removal, expressions, fields }: Entry, { kind, by }: Finding): boolean {
  switch (kind) {
    case 'expression':
      return expressions.some(({ rename }) => rename === undefined);
    case 'field':
      return by === undefined ? removal !== undefined : fields.some(({ always }) => always !== undefined);
    case 'header':
    case 'value':
      return removal !== undefined;
    case 'endpoint':
    case 'sdk':
      return removal === 'review';
    case 'resource':
    case 'behaviour':
      return false;
  }
}

export function scriptFix(entry: Entry, finding: Finding, script: Script): Fix | null {
  const { start, end } = finding.at;
  const path = nodesAround(script, start, end);
  // Code in the attributes of a component is written by other rules: quotes, entities, no statements to go.
  if (path.some(({ type }) => type === 'ComponentTemplate')) return null;
  switch (finding.kind) {
    case 'expression':
      return isConstant(entry, script.text.slice(start, end)) ? folded(script, path, finding) : null;
    case 'header':
      return withoutHeader(entry, script, path);
    case 'field':
      return finding.by === undefined
        ? withoutField(entry, finding, script, path)
        : withoutRead(entry, finding, script, path);
    case 'value':
      return withoutField(entry, finding, script, path);
    case 'endpoint':
    case 'sdk':
      return withoutCall(entry, finding, script, path);
    case 'resource':
    case 'behaviour':
      return null;
  }
}

/** A name without a successor whose value never changes can be folded away. */
function isConstant(entry: Entry, name: string): boolean {
  return entry.expressions.some(
    (check) => canonicalName(check.name) === canonicalName(name) && check.rename === undefined,
  );
}

function folded(script: Script, path: readonly Node[], { at }: Finding): Fix | null {
  const edits = foldScore(script, path);
  const what = script.text.slice(at.start, at.end);
  return edits === null ? null : { level: 'review', action: { kind: 'fold', what, value: '0' }, edits };
}

function withoutHeader({ headers, removal }: Entry, script: Script, path: readonly Node[]): Fix | null {
  const object = path.findLast((node): node is ObjectNode => node.type === 'ObjectExpression');
  if (removal === undefined || object === undefined) return null;
  for (const { together } of headers) {
    const [first] = together;
    const property = together.length > 1 && first !== undefined ? propertyNamed(object, first) : null;
    if (property !== null) return removing(script, object, property, 'review');
  }
  return null;
}

function propertyNamed(object: ObjectNode, name: string): PropertyNode | null {
  const wanted = name.toLowerCase();
  for (const property of object.properties) {
    if (property.type === 'Property' && keyName(property.key, property.computed)?.toLowerCase() === wanted)
      return property;
  }
  return null;
}

/** A field or a value in what is sent: the property, the item of a list it makes, or the call. */
function withoutField(entry: Entry, finding: Finding, script: Script, path: readonly Node[]): Fix | null {
  const { removal } = entry;
  if (removal === undefined) return null;
  const names = new Set(
    entry.settings.flatMap(({ id, ruleParameter, pageRule }) => [id, ruleParameter, pageRule]),
  );
  const property = path.findLast((node): node is PropertyNode => node.type === 'Property');
  const object = property === undefined ? undefined : path[path.indexOf(property) - 1];
  if (property === undefined || object?.type !== 'ObjectExpression')
    return withoutCall(entry, finding, script, path);
  const key = keyName(property.key, property.computed);
  const atKey = property.key.range[0] <= finding.at.start && finding.at.end <= property.key.range[1];
  if (atKey || (key !== null && names.has(key))) {
    if (removal !== 'complete-name')
      return removing(script, object, property, levelOf(removal, object, path));
    return isNameComplete(path, object)
      ? removing(script, object, property, levelOf('safe', object, path))
      : null;
  }
  const list = path[path.indexOf(object) - 1];
  if (list?.type !== 'ArrayExpression') return withoutCall(entry, finding, script, path);
  const items = list.elements.filter((item): item is Node => item !== null);
  const isSetting = object.properties.some(
    (one) => one.type === 'Property' && one.value.type === 'Literal' && names.has(String(one.value.value)),
  );
  // A list of nothing else would leave a call that asks for nothing.
  if (!isSetting || !isQuiet(object) || items.length < 2 || items.length !== list.elements.length)
    return null;
  const edit = removeItem(script, list, items, object);
  return edit === null
    ? null
    : fixOf('review', { kind: 'remove', what: entry.settings[0]?.id ?? entry.id }, edit);
}

function removing(
  script: Script,
  object: ObjectNode,
  property: PropertyNode,
  level: Fix['level'],
): Fix | null {
  if (property.kind !== 'init' || !isPure(property.value)) return null;
  const edit = removeItem(script, object, object.properties, property);
  const what = keyName(property.key, property.computed);
  return edit === null || what === null ? null : fixOf(level, { kind: 'remove', what }, edit);
}

/**
 * Safe only in what is written into the call itself. An object that has a name may be read elsewhere, one with
 * a type may need the field, and a spread may bring it back.
 */
function levelOf(removal: 'safe' | 'review', object: ObjectNode, path: readonly Node[]): Fix['level'] {
  if (removal === 'review' || object.properties.some(({ type }) => type !== 'Property')) return 'review';
  for (let depth = path.indexOf(object) - 1; depth >= 0; depth--) {
    switch (path[depth]?.type) {
      case 'Property':
      case 'ObjectExpression':
      case 'ArrayExpression':
        continue;
      case 'CallExpression':
        return 'safe';
      default:
        return 'review';
    }
  }
  return 'review';
}

/** What a read always gave takes its place. */
function withoutRead(entry: Entry, finding: Finding, script: Script, path: readonly Node[]): Fix | null {
  const name = script.text.slice(finding.at.start, finding.at.end);
  const check = entry.fields.find(
    ({ at, direction, always }) =>
      direction === 'response' && always !== undefined && at.endsWith(`.${name}`),
  );
  const depth = path.findLastIndex(({ type }) => type === 'MemberExpression');
  const member = path[depth];
  if (check === undefined || member?.type !== 'MemberExpression') return null;
  const { property } = member;
  if (property.range[0] > finding.at.start || property.range[1] < finding.at.end) return null;
  const whole = path[depth - 1]?.type === 'ChainExpression' ? path[depth - 1] : member;
  const holder = whole === undefined ? undefined : path[path.indexOf(whole) - 1];
  if (whole === undefined || holder === undefined || !isPure(member.object) || isTarget(holder, whole))
    return null;
  const [start, end] = whole.range;
  const to = String(check.always);
  const what = script.text.slice(start, end);
  const edits = typeof check.always === 'boolean' ? foldRead(script, member, check.always) : null;
  if (edits !== null) return { level: 'review', action: { kind: 'fold', what, value: to }, edits };
  // A condition that cannot be folded would be left with a constant in it.
  return isConditionOf(holder, whole)
    ? null
    : fixOf('review', { kind: 'replace', from: what, to }, { start, end, text: to });
}

/** Part of what is asked: `!read`, `read || other`, the answer of a function. */
function isConditionOf(holder: Node, node: Node): boolean {
  switch (holder.type) {
    case 'UnaryExpression':
      return holder.operator === '!';
    case 'LogicalExpression':
      return holder.operator !== '??';
    case 'ArrowFunctionExpression':
      return holder.body === node;
    default:
      return false;
  }
}

/** Written to, deleted, called, looked into: not simply read. */
function isTarget(holder: Node, node: Node): boolean {
  switch (holder.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return holder.left === node;
    case 'CallExpression':
    case 'NewExpression':
      return holder.callee === node;
    case 'UnaryExpression':
      return holder.operator === 'delete';
    case 'MemberExpression':
      return holder.object === node;
    case 'UpdateExpression':
    case 'ArrayPattern':
    case 'RestElement':
    case 'TaggedTemplateExpression':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'ExpressionStatement':
      return true;
    default:
      return false;
  }
}

/** The whole call, where that is all its statement does. */
function withoutCall(
  { removal }: Entry,
  finding: Finding,
  script: Script,
  path: readonly Node[],
): Fix | null {
  if (removal !== 'review') return null;
  const statement = callStatement(path);
  if (statement === null || doesMoreThanSend(statement)) return null;
  const edit = removeStatement(script, statement);
  if (edit === null) return null;
  const { method, endpoint, kind } = finding;
  const call = kind === 'sdk' ? endpoint : [method, endpoint].filter((part) => part !== null).join(' ');
  return fixOf('review', { kind: 'delete-call', what: call ?? '' }, edit);
}

function fixOf(level: Fix['level'], action: FixAction, edit: Edit): Fix {
  return { level, action, edits: [edit] };
}
