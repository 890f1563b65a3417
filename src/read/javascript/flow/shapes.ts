/** What the shape of the code around a value tells of where it goes, without looking anything up. */

import { type CallSite, callOf } from '../evaluate/names/call-sites.js';
import type { Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { keyName, unwrap } from '../syntax/nodes.js';

/** Names of members so common that a member of that name says nothing. */
export const COMMON_MEMBERS = new Set([
  'length',
  'then',
  'catch',
  'map',
  'forEach',
  'push',
  'join',
  'data',
  'value',
  'name',
  'key',
  'id',
  'type',
]);

/** Whether an attribute of an element holds nothing that is ever sent. */
export function isNoRequest(attribute: Node & { type: 'JSXAttribute' }): boolean {
  return SHOWN.test(attribute.name.name) || isPassedOn(attribute);
}

/** `filters={filters}`: data that goes down a tree of components, unless its name says that it is what is asked for. */
function isPassedOn({ name, value }: Node & { type: 'JSXAttribute' }): boolean {
  const inner = value?.type === 'JSXExpressionContainer' ? unwrap(value.expression) : null;
  return (
    inner?.type === 'Identifier' &&
    inner.name === name.name &&
    !/^(?:api|url|uri|path|endpoint|route|resource|setting|level|id)/i.test(name.name)
  );
}

/** Attributes that say how an element looks, and what it tells whoever uses it: no part of a request. */
const SHOWN =
  /^(?:on[A-Z]\w*|class(?:Name)?|style|key|ref|href|to|label|title|placeholder|alt|src|icon|variant|size|color|children|(?:data|aria)-.*)$/;

/** What a call is handed, the callbacks of the operators in a pipe and functions among options included. */
export function handedTo(call: CallSite['call']): readonly Node[] {
  const { callee } = call;
  const isPipe = callee.type === 'MemberExpression' && keyName(callee.property, callee.computed) === 'pipe';
  return call.arguments.flatMap((argument) => {
    const inner = unwrap(argument);
    if (inner.type === 'CallExpression') return isPipe ? inner.arguments.slice(0, 1) : NOTHING;
    return inner.type === 'ObjectExpression' ? optionsHanded(inner.properties) : [argument];
  });
}

function optionsHanded(properties: readonly Node[]): readonly Node[] {
  let handed = NOTHING;
  for (const property of properties) {
    if (property.type === 'Property' && HANDED_OPTIONS.test(memberKey(property) ?? ''))
      handed = [...handed, property.value];
  }
  return handed;
}

const NOTHING: readonly Node[] = [];

/** Options that are functions of what stands beside them. */
const HANDED_OPTIONS = /^(?:queryFn|mutationFn|fetcher)$/;

/** The call at whose callee a member stands: `client.rateLimits.list()`. */
export function calledWith(node: Node): CallSite['call'] | null {
  let current: Node | undefined = node;
  while (current !== undefined) {
    const call = callOf(current);
    if (call !== null) return call;
    if (current.parent?.type !== 'MemberExpression' || current.parent.object !== current) return null;
    current = current.parent;
  }
  return null;
}

export function memberKey(property: Node & { type: 'Property' }): string | null {
  return keyName(property.key, property.computed);
}

/** `TABLE.name` of a table of the module itself. */
export function isTableLookup(member: Node & { type: 'MemberExpression' }, module: Module): boolean {
  return member.object.type === 'Identifier' && module.resolve(member.object) === null
    ? false
    : member.object.type !== 'Identifier';
}
