/** What the callers of a function that gives back the settings take out of them. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Surroundings } from '../../src/migrate/index.js';
import { keyName, type Node, nameOf } from '../../src/read/javascript/syntax/index.js';
import { namedFunctionAround } from '../places/named-functions.js';
import { usesOf } from '../places/trees.js';
import { type Lookup, lookupsIn } from './lookups.js';

/** Whether a function gives back what stands here. */
export function isReturned({ parent, range }: Node): boolean {
  if (parent?.type === 'ArrowFunctionExpression') return parent.body?.range === range;
  return parent?.type === 'ReturnStatement';
}

/** Null where a caller does more than to look settings up by their names. */
export function callersLookups(
  file: string,
  script: Script,
  node: Node,
  around: Surroundings,
): readonly Lookup[] | null {
  const named = namedFunctionAround(file, script, node, around);
  if (named === null || named.calls.length === 0) return null;
  const found = named.calls.map((call) => lookupsIn(call.script, settingsOf(call.script, call.node)));
  return found.every((lookups) => lookups !== null) ? found.flat() : null;
}

/** The uses of the settings that a call gives: `(await call).find`, `const settings = await call`. */
function settingsOf(script: Script, call: Node): readonly Node[] | null {
  const caught = withCatch(call);
  const waited = caught.parent;
  if (waited?.type === 'ArrayExpression')
    return amongOthers(script, waited, waited.elements.indexOf(caught as never));
  if (waited?.type !== 'AwaitExpression') return null;
  const holder = waited.parent;
  if (holder?.type !== 'VariableDeclarator') return [waited];
  return holder.id.type === 'Identifier' ? usesOf(script, holder.id) : null;
}

/** `call.catch(() => [])` */
function withCatch(call: Node): Node {
  const member = call.parent;
  const outer = member?.parent;
  const isCaught =
    member?.type === 'MemberExpression' &&
    member.object === call &&
    keyName(member.property, member.computed) === 'catch' &&
    outer?.type === 'CallExpression';
  return isCaught ? outer : call;
}

/** `const [zone, settings] = await Promise.all([…, call])` */
function amongOthers(script: Script, list: Node, index: number): readonly Node[] | null {
  const all = list.parent;
  const waited = all?.parent;
  const holder = waited?.parent;
  if (all?.type !== 'CallExpression' || nameOf(all.callee) !== 'Promise.all') return null;
  if (waited?.type !== 'AwaitExpression' || holder?.type !== 'VariableDeclarator') return null;
  const name = holder.id.type === 'ArrayPattern' ? holder.id.elements[index] : null;
  return name?.type === 'Identifier' ? usesOf(script, name) : null;
}
