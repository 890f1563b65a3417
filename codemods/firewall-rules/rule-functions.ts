/** Where a rule names the filter that it is for, and functions that are handed one to make a rule with it. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { FileEdit, Surroundings } from '../../src/migrate/index.js';
import {
  type Call,
  encloses,
  isFunction,
  keyName,
  Module,
  type Node,
} from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { constantOf } from '../direct/path-pieces.js';
import { functionNamed, type NamedFunction, type NodeInFile } from '../places/named-functions.js';
import { propertyNamed, usesOf } from '../places/trees.js';
import { isRule } from './fold.js';

/** With what is read of it. */
export function grown(node: Node): Node {
  const { parent } = node;
  if (parent === undefined) return node;
  const isRead =
    parent.type === 'MemberExpression' &&
    parent.object === node &&
    !(parent.parent?.type === 'CallExpression' && parent.parent.callee === parent);
  const isWrapped =
    /^(?:AwaitExpression|ParenthesizedExpression|ChainExpression|TSNonNullExpression|TSAsExpression)$/.test(
      parent.type,
    );
  return isRead || isWrapped ? grown(parent) : node;
}

/** `filter: { id }` of a rule, or the whole filter. */
export function isInRule(node: Node, isDescribed: boolean): boolean {
  const { parent } = node;
  if (parent?.type !== 'Property' || parent.value !== node) return false;
  const isId = keyName(parent.key, parent.computed) === 'id' && parent.parent?.parent?.type === 'Property';
  const property = isId ? parent.parent?.parent : parent;
  if (property?.type !== 'Property' || keyName(property.key, property.computed) !== 'filter') return false;
  const rule = property.parent;
  if (rule?.type !== 'ObjectExpression' || !isRule(rule)) return false;
  return !isDescribed || propertyNamed(rule, 'description') !== null;
}

export interface Taker {
  readonly index: number;
  readonly taker: NamedFunction;
  /** Where its rule names the filter. */
  readonly place: NodeInFile;
  /** The parameter gets the name of what it is now. */
  readonly edits: readonly FileEdit[];
}

/** The function that an argument is handed to, where it makes a rule with it, and that alone. */
export function takenBy(argument: Node, isDescribed: boolean, around: Surroundings): Taker | null {
  const call = argument.parent;
  const name = call?.type === 'CallExpression' ? calledName(call) : null;
  const taker = name === null ? null : functionNamed(name, around);
  if (call?.type !== 'CallExpression' || taker === null) return null;
  const index = call.arguments.findIndex(({ range }) => range[0] === argument.range[0]);
  const { file, script, node: own } = taker.declared;
  const parameter = own.params[index];
  const [use, ...others] = parameter?.type === 'Identifier' ? (usesOf(script, parameter) ?? []) : [];
  if (parameter === undefined || use === undefined || others.length > 0) return null;
  const node = grown(use);
  const isOfRule = isInRule(node, isDescribed) && isSentAsRule(script, node);
  if (!isOfRule || isNamedExpression(script, own)) return null;
  const parameters = taker.signatures.map((one) => ({ ...one, node: parameterOf(one.node, index) }));
  const edits: FileEdit[] = [];
  for (const one of [{ file, script, node: parameter }, ...parameters]) {
    const text = one.node === null ? '' : textOf(one.script, one.node);
    const [, type] = /^[\w$]+(:\s*[\s\S]+)?$/.exec(text) ?? [];
    if (one.node === null || text.includes('?')) return null;
    const [start, end] = one.node.range;
    edits.push({
      start,
      end,
      text: type === undefined ? 'expression' : 'expression: string',
      file: one.file,
    });
  }
  const documented = documentation(script, taker.holder, textOf(script, parameter).replace(/\W.*/s, ''));
  if (documented === null) return null;
  return {
    index,
    taker,
    place: { file, script, node },
    edits: [...edits, ...documented.map((edit) => ({ ...edit, file }))],
  };
}

function parameterOf(signature: Node, index: number): Node | null {
  const list: unknown = Reflect.get(signature, 'params') ?? Reflect.get(signature, 'parameters');
  return Array.isArray(list) ? ((list[index] as Node | undefined) ?? null) : null;
}

/** The line about a parameter in the comment above a function; null where more of the comment names it. */
function documentation({ text }: Module, holder: Node, name: string): readonly Edit[] | null {
  const comment = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(text.slice(0, holder.range[0]));
  const mentions = [...(comment?.[0] ?? '').matchAll(new RegExp(`\\b${literally(name)}\\b`, 'g'))];
  const line = new RegExp(`(@param\\s+(?:\\{[^}\\n]*\\}\\s+)?)${literally(name)}\\b[^\\n\\r]*`).exec(
    comment?.[0] ?? '',
  );
  if (comment === null || mentions.length === 0) return [];
  if (line === null || mentions.length > 1) return null;
  const start = comment.index + line.index;
  const type = (line[1] ?? '').replace(/\{[^}]*\}/, '{string}');
  return [{ start, end: start + line[0].length, text: `${type}expression Expression of the rule` }];
}

export function isNamedExpression(script: Module, within: Node | null): boolean {
  const names = script.identifiers.get('expression') ?? [];
  return names.some((one) => within === null || encloses(within, one));
}

/** A rule that is written in the call that sends it, or in a constant that only this call uses. */
export function isSentAsRule(script: Module, place: Node): boolean {
  for (let current = place.parent; current && !isFunction(current); current = current.parent) {
    if (current.type === 'CallExpression' && isOfRules(script, current)) return true;
    if (current.type !== 'VariableDeclarator' || current.id.type !== 'Identifier') continue;
    const [use, ...others] = usesOf(script, current.id) ?? [];
    return use !== undefined && others.length === 0 && isSentAsRule(script, use);
  }
  return false;
}

/** The same, but in the call itself. */
export function isSentInPlace(script: Script, place: Node): boolean {
  for (let current = place.parent; current; current = current.parent)
    if (current.type === 'CallExpression' && RULES.test(script.text.slice(...current.range)))
      return script instanceof Module && isOfRules(script, current);
  return false;
}

const RULES = /\bfirewall[/.]rules\b/;

function isOfRules(script: Module, call: Call): boolean {
  return (
    RULES.test(textOf(script, call)) ||
    call.arguments.some((one) => {
      const constant = one.type === 'Identifier' ? constantOf(script, one) : null;
      return constant !== null && RULES.test(textOf(script, constant.init));
    })
  );
}

/** The object around the id of a filter, in a rule that is an argument of a call. */
export function filterObject(place: Node): Node | null {
  const inner = place.parent;
  const isId = inner?.type === 'Property' && keyName(inner.key, inner.computed) === 'id';
  const object = isId ? inner.parent : place;
  const rule = object?.parent?.parent;
  const list = rule?.parent?.type === 'ArrayExpression' ? rule.parent : rule;
  return list?.parent?.type === 'CallExpression' ? (object ?? null) : null;
}

export function textOf({ text }: Module, node: Node): string {
  return text.slice(...node.range);
}

export function calledName({ callee }: Call): string | null {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? keyName(callee.property, callee.computed) : null;
}
