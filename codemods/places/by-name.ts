/**
 * Lists of names that a program asks for, takes or gives by these names: `settings[name] = results[index]`. What has
 * the name of an item goes with it, and nothing else moves.
 */
import type { Script } from '../../src/analysis/edits/index.js';
import {
  type Call,
  type Identifier,
  isFunction,
  keyName,
  type Node,
} from '../../src/read/javascript/syntax/index.js';
import { usesOf } from './trees.js';

/** Whether all uses of a list are about its names; `isDone` says it of what is gone through and gives nothing. */
export function isUsedByName(
  script: Script,
  uses: readonly Identifier[],
  isDone: (use: Node) => boolean,
): boolean {
  return uses.length > 0 && uses.every((use) => isAsked(use) || isDone(use) || isAnswered(script, use, uses));
}

/** `names.includes(name)`, and `names.join(', ')` in a text. */
function isAsked(use: Node): boolean {
  const call = calledOn(use);
  if (call === null) return false;
  return (
    call.method === 'includes' || (call.method === 'join' && call.node.parent?.type === 'TemplateLiteral')
  );
}

function calledOn(use: Node): { readonly node: Call; readonly method: string | null } | null {
  const member = use.parent;
  const node = member?.parent;
  if (member?.type !== 'MemberExpression' || member.object !== use) return null;
  if (node?.type !== 'CallExpression' || node.callee !== member) return null;
  return { node, method: keyName(member.property, member.computed) };
}

/** `names.map((name) => read(name))`, whose answers are only taken by the places of the same names. */
function isAnswered(script: Script, use: Identifier, uses: readonly Identifier[]): boolean {
  const call = calledOn(use);
  if (call?.method !== 'map') return false;
  const { parent } = call.node;
  if (parent?.type === 'CallExpression' && script.text.slice(...parent.callee.range) === 'Object.fromEntries')
    return isKeyed(script, call.node);
  const held = heldBy(script, call.node);
  const answers = held === null ? null : usesOf(script, held);
  return answers !== null && answers.length > 0 && answers.every((one) => isAtSamePlace(script, one, uses));
}

/** `names.map((name, index) => [name, …])`: each pair has the name of its item. */
function isKeyed(script: Script, { arguments: [callback] }: Call): boolean {
  if (callback?.type !== 'ArrowFunctionExpression' || callback.body?.type !== 'ArrayExpression') return false;
  const [name, index] = callback.params;
  const [key] = callback.body.elements;
  if (name?.type !== 'Identifier' || key?.type !== 'Identifier' || key.name !== name.name) return false;
  return index === undefined || isIndexOnly(script, index);
}

/** The name for what `Promise.all` makes of the answers, also as one of several things that are waited for. */
function heldBy(script: Script, answers: Node): Identifier | null {
  const together = promiseAllOf(script, answers);
  const list = together?.parent;
  const place = list?.type === 'ArrayExpression' ? list.elements.indexOf(together) : -1;
  const outer = list?.type === 'ArrayExpression' ? promiseAllOf(script, list) : together;
  const awaited = outer?.parent;
  const declarator = awaited?.parent;
  if (awaited?.type !== 'AwaitExpression' || declarator?.type !== 'VariableDeclarator') return null;
  const { id } = declarator;
  if (place < 0) return id.type === 'Identifier' ? id : null;
  const element = id.type === 'ArrayPattern' ? id.elements[place] : null;
  return element?.type === 'Identifier' ? element : null;
}

function promiseAllOf({ text }: Script, given: Node): Node | null {
  const { parent } = given;
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== given) return null;
  return /^Promise\.all(?:Settled)?$/.test(text.slice(...parent.callee.range)) ? parent : null;
}

/** `results[index]` in `names.forEach((name, index) => …)`. */
function isAtSamePlace(script: Script, { parent }: Identifier, uses: readonly Identifier[]): boolean {
  if (parent?.type !== 'MemberExpression' || !parent.computed || parent.property.type !== 'Identifier')
    return false;
  const { name } = parent.property;
  let around: Node | undefined = parent;
  while (around !== undefined) {
    const index = isFunction(around) ? around.params[1] : undefined;
    if (index?.type === 'Identifier' && index.name === name)
      return isOfList(around, uses) && isIndexOnly(script, index);
    around = around.parent;
  }
  return false;
}

function isOfList(callback: Node, uses: readonly Identifier[]): boolean {
  const call = callback.parent;
  if (call?.type !== 'CallExpression' || call.arguments[0] !== callback) return false;
  return uses.some((use) => calledOn(use)?.node === call);
}

/** Nobody asks which place it is: it only picks what belongs to the name. */
function isIndexOnly(script: Script, index: Node): boolean {
  return (
    index.type === 'Identifier' &&
    usesOf(script, index)?.every(
      (use) => use.parent?.type === 'MemberExpression' && use.parent.computed && use.parent.property === use,
    ) === true
  );
}
