/** A request of a program in Python, as far as its replacement has to know it. */

import {
  closest,
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  type TreeOf,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';
import { SOME } from '../planner/index.js';
import { VERBS } from './clients.js';
import { behindBase, idOf, isOnlyKnownThere, ONE_PART } from './local-names.js';
import { onlyReads, putsZoneBefore, queryArguments } from './own-sender.js';
import { innerOf, type Piece, piecesOf, withBase } from './path-text.js';
import { chainCall } from './sdk-chain.js';
import { type Parameter, type Returned, type Sender, senderOf } from './sender.js';
import { bodyOf } from './sent-body.js';
import { type Variable, valueAt } from './variables.js';

export interface PythonCall {
  /** The call, with the `await` before it. */
  readonly node: SyntaxNode;
  /** Where its path is written. */
  readonly literal: SyntaxNode;
  /** The variable that holds its path. */
  readonly variable: Variable | null;
  readonly method: string;
  /** Source of the zone's id; null where the function that sends it puts the zone before the path. */
  readonly zone: string | null;
  /** `firewall/rules` or `filters`. */
  readonly collection: string;
  /** Source of the id behind it. */
  readonly id: string | null;
  readonly body: SyntaxNode | null;
  /** The variable that holds its body, if only this call uses it; or nothing, which is sent in its place. */
  readonly bodyVariable: Variable | null;
  readonly query: SyntaxNode | null;
  /** What follows the question mark of its path. */
  readonly search: string;
  readonly returns: Returned;
  readonly sender: Pick<
    Sender,
    'isAsync' | 'isContext' | 'ok' | 'status' | 'type' | 'own' | 'givesNothing' | 'isSilent'
  >;
  /** The call again with another method, path and body; null where its client cannot send that. */
  readonly again: (method: string, path: string, body?: string) => string | null;
  /** What the requests of two calls that are sent in the same way have in common. */
  readonly way: string;
  /** Names that the call uses besides zone, id and body. */
  readonly names: readonly string[];
}

/** A text that is the path of such a call, with the reason why the call is not read. */
export interface UnreadCall {
  readonly node: SyntaxNode;
  readonly why: string;
}

const BODIES: ReadonlySet<string> = new Set(['json', 'body', 'payload', 'data', 'json_body', 'json_data']);
const PATHS = /^(?:url|uri|path|endpoint|route|resource)$/;
const METHODS = /^(?:method|verb|http_method)$/;
const NO_PATH = 'the path is not written into the call';
const QUERIES = /^(?:params|query|query_params)$/;

/** `collections`: what follows the zone in the paths that are asked for. */
export function callsIn(
  tree: SyntaxTree,
  path: string,
  collections: readonly string[],
  treeOf: TreeOf,
): readonly (PythonCall | UnreadCall)[] {
  const reader = {
    tree,
    path,
    shape: shapeOf(collections),
    tail: new RegExp(`^/?(${collections.join('|')})(?:/${ONE_PART})?(?:\\?(.*))?$`, 's'),
    collections,
    treeOf,
  };
  const read: (PythonCall | UnreadCall)[] = [];
  for (const node of walk(tree.root)) {
    if (node.type !== 'call') continue;
    const call = chainCall(tree, node, collections) ?? readCall(reader, node);
    if (call !== null) read.push(call);
  }
  const known = read.map((one) => ('why' in one ? one.node : one.literal));
  const mentions = new RegExp(`/(?:${collections.join('|')})\\b`);
  for (const node of walk(tree.root)) {
    const isKnown = node.type !== 'string' || known.some((one) => isInside(node, one));
    if (!isKnown && mentions.test(textOf(tree, node))) read.push({ node, why: NO_PATH });
  }
  return read;
}

function shapeOf(collections: readonly string[]): RegExp {
  const names = collections.join('|');
  return new RegExp(`^(.*?)/?zones/${ONE_PART}/(${names})(?:/${ONE_PART})?(?:\\?(.*))?$`, 's');
}

interface Reader {
  readonly tree: SyntaxTree;
  readonly path: string;
  readonly shape: RegExp;
  /** What is behind the zone. */
  readonly tail: RegExp;
  readonly collections: readonly string[];
  readonly treeOf: TreeOf;
}

export interface Argument {
  readonly node: SyntaxNode;
  readonly key: string | null;
  readonly value: SyntaxNode;
}

interface WrittenPath {
  readonly argument: Argument;
  readonly literal: SyntaxNode;
  readonly variable: Variable | null;
  readonly pieces: readonly Piece[];
  /** What is before the zone, with the slash behind it. */
  readonly before: string;
  readonly zone: string | null;
  readonly collection: string;
  readonly id: string | null;
  readonly search: string;
  /** What it begins with says the zone. */
  readonly isZoneInBase?: true;
}

function readCall(reader: Reader, call: SyntaxNode): PythonCall | UnreadCall | null {
  const { tree } = reader;
  const [callee] = call.children;
  const list = call.children.find(({ type }) => type === 'argument_list');
  if (callee === undefined || list === undefined) return null;
  const args = list.children
    .filter(({ isNamed, type }) => isNamed && type !== 'comment')
    .map((node) => argumentOf(tree, node));
  const path = args.map((one) => writtenPath(reader, one)).find((one) => one !== null);
  if (path == null) return null;
  const fail = (why: string): UnreadCall => ({ node: path.literal, why });
  if (list.children.some(({ type }) => type === 'comment'))
    return fail('a comment stands in the call and would be lost');
  if (args.some(({ node }) => /splat/.test(node.type))) return fail('its arguments cannot be told apart');
  const sender = senderOf(tree, reader.path, call, reader.treeOf);
  // A text that is printed is no request.
  if (sender === null && /(?:^|\.)(?:print|debug|info|warning|error|log)$/.test(textOf(tree, callee)))
    return null;
  if (sender === null) return fail('what the function that sends it returns cannot be told');
  const roles = rolesOf(tree, args, path.argument, sender);
  const name = /(\w+)$/.exec(textOf(tree, callee))?.[1] ?? '';
  const verb = roles.method === null ? verbOf(name) : null;
  const written = roles.method === null ? roles.methodGiven : textOf(tree, roles.method.value);
  const reads = verb === null && written === null && onlyReads(sender);
  const method = (reads ? 'GET' : (verb ?? /^["'](\w+)["']$/.exec(written ?? '')?.[1] ?? '')).toUpperCase();
  if (!/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(method))
    return fail('its method is not written where the call is');
  if (roles.isUnclear) return fail('its arguments cannot be told apart');
  const body = bodyOf(tree, roles.body, sender);
  if (typeof body === 'string') return fail(body);
  const outer = call.parent?.type === 'await' ? call.parent : call;
  const isBlock = /^(?:as_pattern|with_item)$/.test(call.parent?.type ?? '');
  if (sender.isContext ? !isBlock : sender.isAsync !== (outer !== call))
    return fail('it is not awaited where it is called');
  const { before, zone, collection, id, search } = path;
  if (zone === null && !(path.isZoneInBase ?? putsZoneBefore(sender))) return fail(NO_PATH);
  const query = queryArguments(tree, args, sender.parameters);
  if (query.others.some((one) => one !== roles.method && one !== path.argument && one !== roles.body))
    return fail(SOME);
  const kept = args.filter(
    (one) =>
      one !== path.argument &&
      one !== roles.method &&
      one !== roles.body &&
      one !== roles.query &&
      !query.pages.includes(one),
  );
  const again = (other: string, whole: string, text?: string): string | null => {
    const tail = zone === null ? whole.replace(/^zones\/[^/]+\//, '') : whole;
    const quote = quoteFor(`${before}${tail}`, textOf(tree, path.literal));
    const written = textOf(tree, callee);
    const called =
      verb === null ? { callee: written, bodyName: roles.bodyName } : otherVerb(written, name, other, sender);
    if (quote === null || called === null || (reads && other !== 'GET')) return null;
    const parts: string[] = [];
    const options: string[] = [];
    const put = ({ key }: Argument, source: string) =>
      key === null ? parts.push(source) : options.push(`${key}=${source}`);
    for (const one of args) {
      if (one === path.argument)
        put(one, `${/\{/.test(before + tail) ? 'f' : ''}${quote}${before}${tail}${quote}`);
      else if (one === roles.method) put(one, likeMethod(textOf(tree, one.value), other));
      else if (one === roles.body) text !== undefined && put(one, body.wrap(text));
      else if (kept.includes(one)) put(one, textOf(tree, one.value));
    }
    if (roles.method === null && verb === null && other !== method)
      options.push(`${roles.methodName ?? 'method'}=${JSON.stringify(other)}`);
    if (text !== undefined && roles.body === null) {
      if (called.bodyName === null) return null;
      options.unshift(`${called.bodyName}=${text}`);
    }
    const awaited = outer === call ? '' : 'await ';
    return `${awaited}${called.callee}(${[...parts, ...options].join(', ')})`;
  };
  const nodes = [callee, ...path.pieces.flatMap(({ node }) => node ?? []), ...kept.map(({ value }) => value)];
  const used = [textOf(tree, callee), before, ...kept.map(({ value }) => textOf(tree, value))].join(' ');
  const settled = kept.filter(({ key }) => key !== 'timeout').map(({ node }) => textOf(tree, node));
  return {
    node: outer,
    literal: path.literal,
    variable: path.variable,
    method,
    zone,
    collection,
    id,
    body: body.node,
    bodyVariable: body.variable,
    query: roles.query?.node ?? null,
    search,
    returns: sender.returns,
    sender,
    again,
    way: JSON.stringify([
      verb === null ? textOf(tree, callee) : textOf(tree, callee).replace(/\w+$/, ''),
      before,
      settled.toSorted(),
    ]),
    names: namesIn(tree, nodes, used),
  };
}

function argumentOf(tree: SyntaxTree, node: SyntaxNode): Argument {
  const [key] = node.children;
  const value = node.children.at(-1);
  return node.type === 'keyword_argument' && key !== undefined && value !== undefined
    ? { node, key: textOf(tree, key), value }
    : { node, key: null, value: node };
}

function writtenPath(reader: Reader, argument: Argument): WrittenPath | null {
  const { tree, shape, tail, collections } = reader;
  if (argument.key !== null && !PATHS.test(argument.key)) return null;
  const variable = argument.value.type === 'identifier' ? valueAt(tree, argument.value) : null;
  const literal = variable?.value ?? argument.value;
  if (!/string|binary_operator|call|parenthesized/.test(literal.type)) return null;
  const written = textOf(tree, literal);
  if (!collections.some((one) => new RegExp(`(?:/|^[fF]?["'])${one}\\b`).test(written))) return null;
  let pieces = piecesOf(tree, literal);
  for (let depth = 0; depth < 3 && pieces !== null; depth++) {
    const written = innerOf(pieces);
    const parts = shape.exec(written);
    const found = { argument, literal, variable, pieces };
    if (parts !== null) {
      const [whole, prefix = '', zone = '', collection = '', id, search = ''] = parts;
      const before = `${prefix}${whole.startsWith(`${prefix}/`) ? '/' : ''}`;
      return {
        ...found,
        before,
        zone: idOf(zone),
        collection,
        id: id === undefined ? null : idOf(id),
        search,
      };
    }
    const rest = tail.exec(written);
    if (rest !== null) {
      const [whole, collection = '', id, search = ''] = rest;
      const before = whole.startsWith('/') ? '/' : '';
      return { ...found, before, zone: null, collection, id: id === undefined ? null : idOf(id), search };
    }
    const based = withBase(tree, reader.path, pieces);
    if (based !== null && isOnlyKnownThere(tree, based, literal)) {
      const found = behindBase(tail, written, innerOf(based.base));
      return found === null ? null : { ...found, argument, literal, variable, pieces };
    }
    pieces = based?.pieces ?? null;
  }
  return null;
}

interface Roles {
  readonly method: Argument | null;
  /** The default of its parameter. */
  readonly methodGiven: string | null;
  readonly methodName: string | null;
  readonly body: Argument | null;
  readonly bodyName: string | null;
  readonly query: Argument | null;
  readonly isUnclear: boolean;
}

/** What the arguments are, by their names or by the parameters of the function that takes them. */
function rolesOf(tree: SyntaxTree, args: readonly Argument[], path: Argument, { parameters }: Sender): Roles {
  const positional = args.filter(({ key }) => key === null);
  const nameOf = (one: Argument) => one.key ?? parameters?.[positional.indexOf(one)]?.name ?? null;
  const others = args.filter((one) => one !== path);
  const isVerb = (one: Argument) => /^["'](?:GET|POST|PUT|PATCH|DELETE)["']$/i.test(textOf(tree, one.value));
  const method = others.find((one) => METHODS.test(nameOf(one) ?? '') || isVerb(one)) ?? null;
  const rest = others.filter((one) => one !== method);
  const bodies = rest.filter((one) => BODIES.has(nameOf(one) ?? ''));
  const named = parameters?.find(({ name }) => METHODS.test(name)) ?? null;
  return {
    method,
    methodGiven: named?.given ?? null,
    methodName: named?.name ?? null,
    body: bodies[0] ?? null,
    bodyName: bodyNameOf(parameters),
    query: rest.find((one) => QUERIES.test(nameOf(one) ?? '')) ?? null,
    isUnclear: bodies.length > 1 || (parameters === null && positional.length > (method === null ? 1 : 2)),
  };
}

/** The name by which a function takes what is sent. */
function bodyNameOf(parameters: readonly Parameter[] | null): string | null {
  if (parameters === null) return 'json';
  const isAny = parameters.some(({ isRest }) => isRest);
  return parameters.find(({ name }) => BODIES.has(name))?.name ?? (isAny ? 'json' : null);
}

/** `get`, `_get`, `api_get`. */
function verbOf(name: string): string | null {
  const verb = /(?:^|_)(get|post|put|patch|delete)$/i.exec(name)?.[1]?.toLowerCase();
  return verb !== undefined && VERBS.has(verb) ? verb : null;
}

/** The function that sends by another method, with the name of its parameter for bodies. */
function otherVerb(callee: string, name: string, method: string, sender: Sender) {
  const other = name.replace(/(get|post|put|patch|delete)$/i, method.toLowerCase());
  const parameters = other === name ? sender.parameters : sender.parametersOfOther(other);
  return parameters === undefined
    ? null
    : { callee: callee.replace(/\w+$/, other), bodyName: bodyNameOf(parameters) };
}

/** A method in the way that another one is written. */
function likeMethod(example: string, method: string): string {
  const mark = /^["']/.exec(example)?.[0] ?? '"';
  const isLower = /^["'][a-z]/.test(example);
  return `${mark}${isLower ? method.toLowerCase() : method}${mark}`;
}

/** The quote of the text before, if the new one can stand in it. */
function quoteFor(inner: string, before: string): string | null {
  const own = /["']/.exec(before)?.[0] ?? '"';
  const other = own === '"' ? "'" : '"';
  return !inner.includes(own) ? own : inner.includes(other) ? null : other;
}

function namesIn(tree: SyntaxTree, nodes: readonly SyntaxNode[], used: string): readonly string[] {
  const names = nodes.flatMap((node) =>
    walk(node).flatMap((one) => {
      const isRoot = one.type === 'identifier' && !(one.field === 'attribute') && one.field !== 'name';
      return isRoot ? [textOf(tree, one)] : [];
    }),
  );
  return [...new Set(names)].filter((name) => new RegExp(`(?<![\\w.])${literally(name)}\\b`).test(used));
}

/** The function or method around a node. */
export function functionAround(node: SyntaxNode): SyntaxNode | null {
  return closest(node.parent, new Set(['function_definition']));
}
