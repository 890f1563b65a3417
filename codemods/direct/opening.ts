/**
 * Clients that wrap what the API says (`data` of axios, `json()` of fetch): new functions give the parsed answer, so
 * the steps that open it go.
 */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Identifier, Node } from '../../src/read/javascript/syntax/estree.js';
import { keyName } from '../../src/read/javascript/syntax/nodes.js';
import { usesOf } from '../places/trees.js';
import type { RequestCall } from './request-call.js';
import { openedPages } from './sdk-call.js';

const TRANSPARENT: ReadonlySet<string> = new Set([
  'AwaitExpression',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSNonNullExpression',
]);

/** Null where the answer goes where it cannot be followed. */
export function openedAnswer(script: Script, call: RequestCall): readonly Edit[] | null {
  const { node, convention } = call;
  const { gives } = convention;
  if (convention.callee === 'sdk')
    return openedSdkAnswer(script, node, call.method === 'GET' && call.id === null);
  if (gives === 'result' || gives === 'envelope') return [];
  let outer = node;
  while (outer.parent !== undefined && TRANSPARENT.has(outer.parent.type)) outer = outer.parent;
  const { parent } = outer;
  if (parent?.type === 'ExpressionStatement') return [];
  if (outer === node) return null;
  const open = gives === 'axios' ? openData : openJson;
  if (parent?.type === 'MemberExpression' && parent.object === outer) return open(outer);
  if (parent?.type !== 'VariableDeclarator' || parent.init !== outer) return null;
  const { id } = parent;
  if (id.type === 'Identifier') return eachUse(script, id, open);
  return gives === 'axios' && id.type === 'ObjectPattern' ? openPattern(script, id) : null;
}

/** Objects are given as they are, lists in pages. */
function openedSdkAnswer(script: Script, node: Node, isList: boolean): readonly Edit[] | null {
  if (isList)
    return openedPages(script, node, (id) => (id.type === 'Identifier' ? usesOf(script, id) : null));
  const { parent } = node;
  if (parent?.type !== 'MemberExpression' || parent.object !== node) return [];
  return /^(?:then|catch|finally)$/.test(keyName(parent.property, parent.computed) ?? '') ? [] : null;
}

function eachUse(
  script: Script,
  id: Identifier,
  open: (node: Node) => readonly Edit[] | null,
): readonly Edit[] | null {
  const edits = usesOf(script, id)?.map(open) ?? [null];
  return edits.includes(null) ? null : edits.flatMap((edit) => edit ?? []);
}

/** Where a step to a member begins; what it is taken from may stand in parentheses. */
function stepStart(member: Extract<Node, { type: 'MemberExpression' }>): number {
  return member.property.range[0] - (member.optional === true ? 2 : 1);
}

/** `answer.data` */
function openData(node: Node): readonly Edit[] | null {
  const { parent } = node;
  if (parent?.type !== 'MemberExpression' || parent.object !== node) return null;
  if (keyName(parent.property, parent.computed) !== 'data') return null;
  return [{ start: stepStart(parent), end: parent.range[1], text: '' }];
}

/** `{ data }`, `{ data: { result } }` */
function openPattern(
  script: Script,
  pattern: Extract<Node, { type: 'ObjectPattern' }>,
): readonly Edit[] | null {
  const [property, ...others] = pattern.properties;
  if (property?.type !== 'Property' || others.length > 0) return null;
  if (keyName(property.key, property.computed) !== 'data') return null;
  const [start, end] = pattern.range;
  return [{ start, end, text: script.text.slice(...property.value.range) }];
}

/** `await response.json()`, `response.ok` */
function openJson(node: Node): readonly Edit[] | null {
  const { parent } = node;
  if (parent?.type !== 'MemberExpression' || parent.object !== node) return null;
  const name = keyName(parent.property, parent.computed);
  if (name === 'ok')
    return [{ start: parent.property.range[0], end: parent.property.range[1], text: 'success' }];
  const call = parent.parent;
  const awaited = call?.parent;
  if (name !== 'json' || call?.type !== 'CallExpression' || awaited?.type !== 'AwaitExpression') return null;
  return [
    { start: awaited.range[0], end: call.range[0], text: '' },
    { start: stepStart(parent), end: call.range[1], text: '' },
  ];
}
