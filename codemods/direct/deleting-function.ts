/** A function of the program that does nothing but delete what a path names, and the ids it is given, by a client. */
import type { Script } from '../../src/analysis/edits/index.js';
import {
  type Call,
  childrenOf,
  encloses,
  type FunctionNode,
  type Identifier,
  isFunction,
  keyName,
  Module,
  type Node,
} from '../../src/read/javascript/syntax/index.js';
import { constantOf, piecesOf } from './path-pieces.js';

export interface Deleting {
  readonly name: string;
  /** What it sends the request by, which the caller sees, too. */
  readonly client: Identifier;
  readonly request: Call;
  /** The ids of the call, where it hands on some. */
  readonly ids: Node | null;
}

/** `remove(path, ids)`, whose answer nobody looks at; null where it is something else. */
export function deletingFunction(script: Script, call: Call): Deleting | null {
  const { callee, parent } = call;
  const statement = parent?.type === 'AwaitExpression' ? parent.parent : parent;
  if (!(script instanceof Module) || callee.type !== 'Identifier') return null;
  if (statement?.type !== 'ExpressionStatement') return null;
  const own = functionOf(script, callee);
  const [path, ids] = own?.params ?? [];
  if (own === null || path?.type !== 'Identifier' || own.params.length > 2) return null;
  if (ids !== undefined && ids.type !== 'Identifier') return null;
  const [request, ...others] = callsIn(own).filter(isDeletion);
  const [address] = request?.arguments ?? [];
  const client = request?.callee.type === 'MemberExpression' ? request.callee.object : null;
  if (request === undefined || others.length > 0 || address === undefined) return null;
  if (client?.type !== 'Identifier' || !isOfModule(script, client)) return null;
  const [first, query, ...rest] = piecesOf(script, address)?.filter(isSaying) ?? [
    { kind: 'expression', node: address },
  ];
  const isPath = first?.kind === 'expression' && isUseOf(script, first.node, path);
  const [, given] = call.arguments;
  if (!isPath || rest.length > 0 || (query === undefined) !== (given === undefined)) return null;
  const isOfIds = query?.kind === 'expression' && ids !== undefined && isQueryOf(script, query.node, ids);
  return query === undefined || isOfIds ? { name: callee.name, client, request, ids: given ?? null } : null;
}

function isSaying(piece: { readonly kind: string; readonly text?: string }): boolean {
  return piece.kind !== 'text' || !/^\??$/.test(piece.text ?? '');
}

function functionOf(script: Module, name: Identifier): FunctionNode | null {
  const [declared, ...others] = script.resolve(name)?.declarations ?? [];
  const holder = declared?.parent;
  if (others.length > 0 || holder === undefined) return null;
  if (holder.type === 'FunctionDeclaration') return holder;
  const value = holder.type === 'VariableDeclarator' ? holder.init : null;
  return isFunction(value) ? value : null;
}

function callsIn(node: Node): readonly Call[] {
  const inner = childrenOf(node).flatMap(callsIn);
  return node.type === 'CallExpression' ? [node, ...inner] : inner;
}

function isDeletion({ callee }: Call): boolean {
  return callee.type === 'MemberExpression' && keyName(callee.property, callee.computed) === 'delete';
}

/** Imported or declared outside of all functions. */
function isOfModule(script: Module, name: Identifier): boolean {
  const [declared] = script.resolve(name)?.declarations ?? [];
  let node: Node | undefined = declared;
  while (node !== undefined && !isFunction(node)) node = node.parent;
  return declared !== undefined && node === undefined;
}

function isUseOf(script: Module, node: Node, parameter: Identifier): boolean {
  return node.type === 'Identifier' && script.resolve(node)?.declarations[0] === parameter;
}

/** ``ids ? '?' + ids.map((id) => `id=${id}`).join('&') : ''`` */
function isQueryOf(script: Module, node: Node, ids: Identifier): boolean {
  const made = node.type === 'Identifier' ? constantOf(script, node)?.init : node;
  const binding = script.resolve(ids);
  if (made === undefined || binding === null) return false;
  const isOfIds = script.references(binding).some((use) => encloses(made, use));
  return isOfIds && /`id=\$\{|['"]id=['"]/.test(script.text.slice(...made.range));
}
