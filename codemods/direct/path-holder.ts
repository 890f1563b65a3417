/**
 * What has the path in it, apart from the calls that send it: a constant with the address of the collection, or a
 * function of one expression that makes it.
 */
import { removeStatement, type Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import {
  childrenOf,
  encloses,
  type FunctionNode,
  type Identifier,
  isFunction,
  keyName,
  Module,
  type Node,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { constantOf, joined, type PathPiece, piecesOf } from './path-pieces.js';

export interface PathHolder {
  readonly name: string;
  /** Its name where it is declared; null for a member. */
  readonly id: Identifier | null;
  /** Null for a constant. */
  readonly parameters: readonly Identifier[] | null;
  /** The expression that makes the text. */
  readonly value: Node;
  /** The statement that is left without a use where all calls are written anew. */
  readonly statement: Node | null;
}

/** The innermost around a place, from the program down to it. */
export function pathHolder(script: Script, nodes: readonly Node[]): PathHolder | null {
  const at = nodes.findLastIndex((node) => node.type === 'VariableDeclarator' || isFunction(node));
  const node = nodes[at];
  if (node?.type === 'VariableDeclarator') {
    const constant = node.id.type === 'Identifier' ? constantOf(script, node.id) : null;
    if (constant === null || piecesOf(script, constant.init) === null) return null;
    const { id, init } = constant;
    return { name: id.name, id, parameters: null, value: init, statement: node.parent ?? null };
  }
  if (!isFunction(node)) return null;
  const value = expressionOf(node);
  const parameters = node.params.flatMap((one) => (one.type === 'Identifier' ? [one] : []));
  if (value === null || piecesOf(script, value) === null) return null;
  return parameters.length === node.params.length ? functionHolder(script, node, value, parameters) : null;
}

function functionHolder(
  script: Script,
  node: FunctionNode,
  value: Node,
  parameters: readonly Identifier[],
): PathHolder | null {
  const { parent } = node;
  const held = { parameters, value };
  if (node.type === 'FunctionDeclaration')
    return node.id ? { ...held, name: node.id.name, id: node.id, statement: node } : null;
  if (parent?.type === 'VariableDeclarator') {
    const constant = parent.id.type === 'Identifier' ? constantOf(script, parent.id) : null;
    if (constant === null) return null;
    return { ...held, name: constant.id.name, id: constant.id, statement: parent.parent ?? null };
  }
  const isMember =
    parent?.type === 'Property' ||
    parent?.type === 'PropertyDefinition' ||
    parent?.type === 'MethodDefinition';
  if (isMember && parent.value === node) {
    const name = keyName(parent.key, parent.computed);
    return name === null ? null : { ...held, name, id: null, statement: parent };
  }
  const target = parent?.type === 'AssignmentExpression' && parent.right === node ? parent.left : null;
  const name = target?.type === 'MemberExpression' ? keyName(target.property, target.computed) : null;
  if (name === null || parent?.parent?.type !== 'ExpressionStatement') return null;
  return { ...held, name, id: null, statement: parent.parent };
}

/** What a function gives that does nothing else. */
function expressionOf({ body }: FunctionNode): Node | null {
  if (body === null || body.type !== 'BlockStatement') return body;
  const [only, ...others] = body.body;
  return others.length === 0 && only?.type === 'ReturnStatement' ? only.argument : null;
}

/** Whether the text of an expression is made with it. */
export function namesHolder(script: Script, node: Node, holder: PathHolder): boolean {
  if (node.type === 'ObjectExpression' || isFunction(node)) return false;
  return isUse(script, node, holder) || childrenOf(node).some((child) => namesHolder(script, child, holder));
}

/** The constant, or a call of the function. */
function isUse(script: Script, node: Node, holder: PathHolder): boolean {
  if (holder.parameters === null) return isNamedAt(script, node, holder);
  return node.type === 'CallExpression' && isNamedAt(script, node.callee, holder);
}

function isNamedAt(script: Script, node: Node, { id, name }: PathHolder): boolean {
  if (id === null) return node.type === 'MemberExpression' && keyName(node.property, node.computed) === name;
  if (node.type !== 'Identifier' || !(script instanceof Module)) return false;
  return script.resolve(node) !== null && script.resolve(node) === script.resolve(id);
}

/**
 * The path of an argument, with what the holder stands for in it; `base` is the use of a constant, which stays without
 * the collection. Null where the holder is used in another way.
 */
export function heldPieces(
  script: Script,
  argument: Node,
  holder: PathHolder,
): { readonly pieces: readonly PathPiece[]; readonly base: Node | null } | null {
  const written = piecesOf(script, argument) ?? [{ kind: 'expression' as const, node: unwrap(argument) }];
  let base: Node | null = null;
  const pieces = written.map((piece): readonly PathPiece[] | null => {
    if (piece.kind === 'text' || !isUse(script, piece.node, holder)) return [piece];
    if (holder.parameters === null) {
      base = piece.node;
      const collection = collectionBehind(script, holder);
      return collection === null ? null : [piece, { kind: 'text', text: collection, start: -1, end: -1 }];
    }
    return piece.node.type === 'CallExpression' ? given(script, holder, piece.node.arguments) : null;
  });
  const all = pieces.flatMap((one) => one ?? []);
  return pieces.includes(null) ? null : { pieces: joined(all), base };
}

/** The path that a function makes of what it is given. */
function given(script: Script, holder: PathHolder, handed: readonly Node[]): readonly PathPiece[] | null {
  const pieces = piecesOf(script, holder.value) ?? [];
  const made = pieces.map((piece): PathPiece | null => {
    if (piece.kind === 'text') return piece;
    const at = (holder.parameters ?? []).findIndex((one) => namesParameter(script, piece.node, one));
    if (at === -1) return piece;
    const argument = handed[at];
    const isWhole = unwrap(piece.node).type === 'Identifier';
    return isWhole && argument !== undefined ? { kind: 'expression', node: argument } : null;
  });
  const all = made.flatMap((one) => one ?? []);
  return made.includes(null) ? null : all;
}

function namesParameter(script: Script, node: Node, parameter: Identifier): boolean {
  if (node.type === 'Identifier' && script instanceof Module)
    return script.resolve(node)?.declarations[0] === parameter;
  return childrenOf(node).some((child) => namesParameter(script, child, parameter));
}

const COLLECTION = /\/(?:firewall\/rules|filters|rate_limits)$/;

/** `/firewall/rules` at the end of a constant. */
function collectionBehind(script: Script, { value }: PathHolder): string | null {
  const last = joined(piecesOf(script, value) ?? []).at(-1);
  return last?.kind === 'text' && last.start >= 0 ? (COLLECTION.exec(last.text)?.[0] ?? null) : null;
}

const OF_COLLECTION = /rule|filter|firewall|limit/i;

/** What a constant is called once the collection has been taken from it. */
export function baseName({ name }: PathHolder): string {
  return OF_COLLECTION.test(name) ? 'zoneUrl' : name;
}

/** What is left of the holder once these calls are written anew; null where something else uses it. */
export function holderEdits(
  script: Script,
  holder: PathHolder,
  calls: readonly Node[],
  isNamedElsewhere: (name: string) => boolean,
): readonly Edit[] | null {
  const { id, statement, name } = holder;
  const isInCall = (use: Node) => calls.some((call) => encloses(call, use));
  if (id === null) {
    const own = statement === null ? calls : [...calls, statement];
    const isUsed = [...script.text.matchAll(/[\w$]+/g)].some(
      ({ 0: word, index }) =>
        word === name && !own.some(({ range: [start, end] }) => start <= index && index < end),
    );
    const isLeft = isUsed || statement === null || isNamedElsewhere(name);
    const gone = isLeft ? null : removeStatement(script, statement);
    return gone === null ? [] : [gone];
  }
  const binding = script instanceof Module ? script.resolve(id) : null;
  const isOnly = script instanceof Module && binding !== null && script.references(binding).every(isInCall);
  if (holder.parameters !== null) {
    const isExported = statement?.parent?.type !== 'Program' && statement?.parent?.type !== 'BlockStatement';
    const gone = !isOnly || isExported || statement === null ? null : removeStatement(script, statement);
    return gone === null ? [] : [gone];
  }
  const collection = collectionBehind(script, holder);
  const last = joined(piecesOf(script, holder.value) ?? []).at(-1);
  if (!isOnly || collection === null || last?.kind !== 'text') return null;
  const start = script.text.lastIndexOf(collection, last.end);
  const called = baseName(holder);
  const renamed = called === name ? [] : [{ start: id.range[0], end: id.range[1], text: called }];
  return [...renamed, { start, end: start + collection.length, text: '' }];
}
