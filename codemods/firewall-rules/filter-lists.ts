/** A list of filters that is made for rules alone: the list that was sent stays, and each rule takes its expression. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import {
  type Call,
  encloses,
  type Identifier,
  keyName,
  Module,
  type Node,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { type AnswerFlow, flowOf, ITEM } from '../direct/answer-flow.js';
import { constantOf } from '../direct/path-pieces.js';
import { propertyNamed, usesOf } from '../places/trees.js';
import { type Folded, isOfFilters, isOnlyFilter, isPausedAlike } from './fold.js';
import { isInRule, isSentInPlace } from './rule-functions.js';

interface ListFolding {
  readonly edits: readonly Edit[];
  /** Ids of filters in rules that are written in the call that sends them. */
  readonly places: readonly Node[];
}

/** Edits that leave the list in the place of the request; null where the answer is used for anything but rules. */
export function listGone(script: Script, call: Call): readonly Edit[] | null {
  return listFolding(script, call)?.edits ?? null;
}

/** The expression of a filter of such a list, for the rule that names its id. */
export function listedAt(script: Script, place: Node): Folded | null {
  if (!(script instanceof Module)) return null;
  for (const call of script.calls) {
    if (call.type !== 'CallExpression' || call.range[0] > place.range[0] || !isOfFilters(script, call))
      continue;
    const folding = listFolding(script, call);
    if (folding?.places.some((one) => one === place))
      return { expression: expressionOf(script, place), description: null };
  }
  return null;
}

function listFolding(script: Script, call: Call): ListFolding | null {
  const list = sentList(script, call);
  const flow = list === null ? null : flowOf(script, call, () => false);
  const whole = flow === null ? null : openedList(call, flow);
  if (list === null || flow === null || whole === null || flow.escapes.length === 0) return null;
  if (!flow.escapes.every(({ node, steps }) => steps.at(-1) === 'id' && steps.at(-2) === ITEM && isId(node)))
    return null;
  const places = flow.escapes.map(({ node }) => node);
  // Only rules read the ids, and nothing else is read: a list that was never sent has no ids to look at.
  if (flow.visits.some(({ node, steps }) => steps.includes(ITEM) && !places.includes(node))) return null;
  const apart = places.filter((node) => !isSentInPlace(script, node));
  const edits = apart.flatMap((node) => renamed(script, node));
  return {
    edits: [
      { start: whole.range[0], end: list.range[0], text: '' },
      { start: list.range[1], end: whole.range[1], text: '' },
      ...edits,
    ],
    places: places.filter((node) => !apart.includes(node)),
  };
}

/** What a call sends, where that is a list of expressions that is made of another, or a constant that holds one. */
function sentList(script: Script, call: Call): Node | null {
  const last = call.arguments.at(-1);
  const inner = last === undefined ? null : unwrap(last);
  const held = inner?.type === 'Identifier' ? constantOf(script, inner)?.init : inner;
  if (inner === null || held?.type !== 'CallExpression' || held.callee.type !== 'MemberExpression')
    return null;
  const holder = held.parent;
  // What else uses the constant may change it.
  if (held !== inner && (holder?.type !== 'VariableDeclarator' || holder.id.type !== 'Identifier'))
    return null;
  if (holder?.type === 'VariableDeclarator' && usesOf(script, holder.id as Identifier)?.length !== 1)
    return null;
  const [callback, ...others] = held.arguments;
  if (keyName(held.callee.property, held.callee.computed) !== 'map' || others.length > 0) return null;
  const made =
    callback?.type === 'ArrowFunctionExpression' && callback.body !== null ? unwrap(callback.body) : null;
  if (made?.type !== 'ObjectExpression' || !isOnlyFilter(made)) return null;
  if (!isPausedAlike(script, made, made)) return null;
  // The rules would lose the description.
  return propertyNamed(made, 'description') === null ? inner : null;
}

/** The call with what opens its answer, up to the list that a variable holds. */
function openedList(call: Call, flow: AnswerFlow): Node | null {
  let node: Node = call;
  while (
    node.parent &&
    /^(?:Await|Parenthesized|Chain|TSNonNull|TSAs)Expression$|^MemberExpression$/.test(node.parent.type) &&
    (node.parent.type !== 'MemberExpression' || node.parent.object === node)
  )
    node = node.parent;
  const { parent } = node;
  const isHeld =
    parent?.type === 'VariableDeclarator' && parent.init === node && parent.id.type === 'Identifier';
  // Everything behind the variable is about items.
  const isOpen = flow.visits.every((visit) => encloses(node, visit.node) || visit.steps.includes(ITEM));
  return isHeld && isOpen ? node : null;
}

function isId(node: Node): boolean {
  return node.type === 'MemberExpression' && isInRule(node, false);
}

function expressionOf({ text }: Script, place: Node): string {
  return text.slice(...place.range).replace(/\bid$/, 'expression');
}

/** `id: filter.id` as `expression: filter.expression`: the new function takes it from there. */
function renamed(script: Script, place: Node): readonly Edit[] {
  const property = place.parent;
  if (property === undefined) return [];
  const [start, end] = property.range;
  return [{ start, end, text: `expression: ${expressionOf(script, place)}` }];
}
