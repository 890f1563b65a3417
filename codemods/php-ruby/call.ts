/** A request of a program in PHP or Ruby, as far as its replacement has to know it. */
import type { Edit } from '../../src/analysis/index.js';
import {
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  type TreeOf,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { keyOf, pairValue } from '../languages/elements.js';
import { formsOf } from '../languages/forms.js';
import { appliedTo } from '../places/apply.js';
import { onlyReads } from './only-reads.js';
import { requestBlock } from './request-block.js';
import { functionBeside, parametersOf, type Sender, senderOf } from './sender.js';
import { BODIES, bodyOf, isOptions, isPaging, withBareHash, withoutBody } from './sent-body.js';
import { onOneLine, styleOf } from './style.js';
import type { Argument, Piece, Syntax } from './syntax.js';
import { localNames, type Variable, valueAt } from './variables.js';

export interface RequestCall {
  readonly node: SyntaxNode;
  /** Where its path is written. */
  readonly literal: SyntaxNode;
  /** The variable that holds its path. */
  readonly variable: Variable | null;
  readonly method: string;
  /** Source of the zone's id; null where the function that sends it puts the zone before the path. */
  readonly zone: Piece | null;
  /** `firewall/rules` or `filters`. */
  readonly collection: string;
  readonly id: Piece | null;
  readonly body: SyntaxNode | null;
  /** The variable that holds its body, if only this call uses it. */
  readonly bodyVariable: Variable | null;
  readonly sender: Sender;
  /** The call again with another method, path and body; null where its client cannot send that. */
  readonly again: (method: string, tail: readonly Piece[], body?: string) => string | null;
  /** Source of another path in the place of its own. */
  readonly pathOf: (tail: readonly Piece[]) => string;
  /** What takes its pages out of it. */
  readonly unpaged: Edit | null;
  /** What calls that are sent in the same way have in common. */
  readonly way: string;
  /** Variables that it uses besides zone, id and body. */
  readonly names: readonly string[];
}

/** A text that is the path of such a call, with the reason why the call is not read. */
export interface UnreadCall {
  readonly node: SyntaxNode;
  readonly why: string;
}

export interface CallReader {
  readonly syntax: Syntax;
  readonly tree: SyntaxTree;
  readonly path: string;
  /** What follows the zone in the paths that are asked for. */
  readonly collections: readonly string[];
  readonly treeOf: TreeOf;
}

export function callsIn(reader: CallReader): readonly (RequestCall | UnreadCall)[] {
  const { tree, collections } = reader;
  const forms = formsOf(tree.language);
  const mentions = new RegExp(`(?:^|/|["'])(?:${collections.join('|')})\\b`);
  if (forms === null || !mentions.test(tree.text)) return [];
  const nodes = walk(tree.root);
  const read = nodes.flatMap((node) => (forms.calls.has(node.type) ? (readCall(reader, node) ?? []) : []));
  const known = read.map((one) => ('why' in one ? one.node : one.literal));
  const others = nodes.filter(
    (node) =>
      forms.strings.has(node.type) &&
      !known.some((one) => isInside(node, one)) &&
      mentions.test(textOf(tree, node)),
  );
  return [...read, ...others.map((node) => ({ node, why: 'the path is not written into the call' }))];
}

interface WrittenPath {
  readonly argument: Argument;
  readonly literal: SyntaxNode;
  readonly variable: Variable | null;
  readonly before: readonly Piece[];
  readonly zone: Piece | null;
  readonly collection: string;
  readonly id: Piece | null;
}

/** `'PATCH'`, `:patch`, `Net::HTTP::Patch` */
const METHODS = /^(?:["':]?|(?:::)?Net::HTTP::)(GET|POST|PUT|PATCH|DELETE)["']?$/i;
/** Options that say nothing about which rules are meant. */
const OPTIONS =
  /^(?:json|body|method|headers?|timeout|connect_timeout|http_errors|auth|auth_bearer|verify|sslverify|httpversion|blocking|format|user-agent)$/;

function readCall(reader: CallReader, node: SyntaxNode): RequestCall | UnreadCall | null {
  const { syntax, tree, treeOf } = reader;
  const written = syntax.argumentsOf(tree, node);
  const path = written.map((one) => writtenPath(reader, one)).find((one) => one !== null);
  if (path == null) return null;
  const fail = (why: string): UnreadCall => ({ node: path.literal, why });
  if (path.literal === node) return null;
  const sender = senderOf(syntax, { tree, path: reader.path, node }, treeOf);
  if (sender === null) return fail('what the function that sends it returns cannot be told');
  const list = node.children.find(({ field }) => field === 'arguments');
  if (list === undefined || walk(list).some(({ type }) => type === 'comment'))
    return fail('a comment stands in the call and would be lost');
  const inner = node.children.find(({ field }) => field === 'block');
  const block = inner === undefined || sender.own !== null ? null : requestBlock(reader, inner);
  if (inner !== undefined && block === null) return fail('its request is made in a block');
  const parameters = sender.own === null ? null : parametersOf(sender.own);
  const args = withBareHash(reader, written, parameters);
  const positional = args.filter(({ key }) => key === null);
  const nameOf = (one: Argument) => one.key ?? parameters?.[positional.indexOf(one)]?.name ?? null;
  const others = args.filter((one) => one !== path.argument);
  if (others.some(({ node: one }) => /unpacking|splat|block_argument/.test(one.type)))
    return fail('its arguments cannot be told apart');
  const name = node.children.find(
    ({ field }) => field === 'name' || field === 'function' || field === 'method',
  );
  const verb = name === undefined ? null : /(get|post|put|patch|delete)$/i.exec(textOf(tree, name));
  const options = others.filter(({ value }) => isOptions(tree, value));
  const pairs = options.flatMap(({ value }) => value.children.filter(({ isNamed }) => isNamed));
  const pages = pairs.find((pair) => isPaging(tree, pair)) ?? null;
  const unknown = pairs.find((pair) => pair !== pages && !OPTIONS.test(keyOf(tree, pair) ?? ''));
  if (unknown !== undefined) return fail('it asks for some of the rules only, or that cannot be told');
  const methodPair = pairs.find((pair) => keyOf(tree, pair) === 'method');
  const methodNode =
    others.find((one) => METHODS.test(textOf(tree, one.value)))?.value ??
    (methodPair && pairValue(methodPair)) ??
    null;
  const given =
    parameters?.find((one) => /^(?:method|verb|http_?method|type)$/i.test(one.name))?.given ?? null;
  const unnamed = given ?? (onlyReads(sender, others.length === 0) ? 'GET' : '');
  const verbWritten =
    methodNode !== null ? textOf(tree, methodNode) : verb !== null ? (verb[1] ?? '') : unnamed;
  const method = METHODS.exec(verbWritten)?.[1]?.toUpperCase();
  if (method === undefined) return fail('its method is not written where the call is');
  if (methodNode === null && verb === null && method !== 'GET')
    return fail('its method is not written where the call is');
  const isSent = method !== 'GET' && method !== 'DELETE';
  if (block !== null && (isSent !== (block.body !== null) || others.length > 0))
    return fail('its request is made in a block');
  const body = isSent ? (block?.body ?? bodyOf(reader, others, methodNode, nameOf)) : null;
  if (typeof body === 'string') return fail(body);
  if (path.zone === null && !putsZoneBefore(sender)) return fail('the path is not written into the call');
  const rest = others.filter(
    (one) => one !== body?.argument && one.value !== methodNode && !options.includes(one),
  );
  const paged = rest.find((one) => isPaging(tree, one.node)) ?? null;
  const pagesIn = pages === null ? null : (options.find(({ value }) => isInside(pages, value)) ?? null);
  const paging = paged ?? pagesIn;
  const unblocked = block === null ? null : { start: list.end, end: node.end, text: '' };
  const unpaged =
    paging === null ? unblocked : withoutBody(tree, { argument: paging, pair: pages }, list, null);
  if (paging !== null && (unpaged === null || method !== 'GET'))
    return fail('it asks for some of the rules only, or that cannot be told');
  const isData = (one: Argument) => BODIES.test(nameOf(one) ?? '');
  const empty = rest.filter(
    (one) => isData(one) && /^(?:\[\]|array\(\)|null|nil|\{\})$/.test(textOf(tree, one.value)),
  );
  if (
    body === null &&
    method !== 'DELETE' &&
    rest.some((one) => isData(one) && one !== paged && !empty.includes(one))
  )
    return fail('it asks for some of the rules only, or that cannot be told');
  const kept = rest.filter((one) => one !== paged && !empty.includes(one));
  const isQuery = (one: Argument) => /^(?:query|params|query_params|options)$/i.test(nameOf(one) ?? '');
  if (kept.some((one) => isQuery(one) || (one.key !== null && !OPTIONS.test(one.key))))
    return fail('it asks for some of the rules only, or that cannot be told');
  const { before } = path;
  const like = textOf(tree, path.literal);
  const pathOf = ([zones, zone, first, ...tail]: readonly Piece[]) => {
    // The function that sends it writes what is before.
    const start = path.zone === null ? [] : [zones, zone];
    const next =
      first === undefined || path.zone !== null ? first : { ...first, text: first.text.replace(/^\//, '') };
    return syntax.textFrom(
      merged([...before, ...start, next, ...tail].flatMap((piece) => piece ?? [])),
      like,
    );
  };
  const again: RequestCall['again'] = (other, tail, text) => {
    const edits: { start: number; end: number; text: string }[] = [];
    const put = ({ start, end }: { start: number; end: number }, written: string) =>
      edits.push({ start, end, text: written });
    put(path.argument.value, pathOf(tail));
    if (unpaged !== null) edits.push(unpaged);
    if (methodNode !== null) put(methodNode, likeMethod(textOf(tree, methodNode), other));
    else if (verb !== null && name !== undefined) {
      const called = otherVerb(reader, node, { name, verb: verb[1] ?? '', method: other, sender });
      if (called === null) return null;
      put({ start: name.end - (verb[1] ?? '').length, end: name.end }, called);
    } else if (other !== 'GET') return null;
    if (body === null) {
      if (text !== undefined) return null;
    } else if (block !== null) {
      const { slot, argument } = body;
      const { start } = argument.value;
      const sent =
        text === undefined ? null : appliedTo(textOf(tree, argument.value), start, [{ ...slot, text }]);
      const close = tree.text.charAt(list.end - 1) === ')' ? ')' : '';
      const given = sent === null ? close : `, ${sent}${close}`;
      edits.push({ start: list.end - close.length, end: node.end, text: given });
    } else if (text !== undefined) put(body.slot, text);
    else {
      const gone = withoutBody(tree, body, list, parameters);
      if (gone === null) return null;
      edits.push(gone);
    }
    return edited(reader, node, edits);
  };
  const callee = tree.text.slice(node.start, list.start);
  const used = [
    ...node.children.filter((child) => child !== list && child !== name && child !== inner),
    ...kept.map(({ value }) => value),
    ...options.flatMap(({ value }) => value.children.filter((pair) => pair !== body?.pair && pair !== pages)),
  ];
  const beforeNames = before.flatMap(({ text, isCode }) =>
    isCode ? [...text.matchAll(/\$\w+|\b[a-z_]\w*\b/g)].map(([one]) => one) : [],
  );
  const inPath = localNames(syntax, tree, [path.literal]).filter((one) => beforeNames.includes(one));
  return {
    node,
    literal: path.literal,
    variable: path.variable,
    method,
    zone: path.zone,
    collection: path.collection,
    id: path.id,
    body: body?.node ?? null,
    bodyVariable: body?.variable ?? null,
    sender,
    again,
    pathOf,
    unpaged,
    way: JSON.stringify([
      verb !== null && methodNode === null ? callee.slice(0, -(verb[1]?.length ?? 0)) : callee,
      before,
      kept.map((one) => textOf(tree, one.node)),
      sender.returns,
    ]),
    names: [...new Set([...localNames(syntax, tree, used), ...inPath])],
  };
}

function edited({ syntax, tree }: CallReader, node: SyntaxNode, edits: readonly Edit[]): string {
  const text = appliedTo(textOf(tree, node), node.start, edits);
  return onOneLine(text, styleOf(syntax, tree).isSpaced);
}

/** The request function writes the zone before the path that it is given. */
function putsZoneBefore({ own }: Sender): boolean {
  return own !== null && /\bzones\/(?:\{?\$|#\{|%s|["'] ?[.+])/.test(textOf(own.tree, own.node));
}

const HOLE = String.raw`([\ue000-\ue0ff]|[\w-]+)`;

function writtenPath(reader: CallReader, argument: Argument): WrittenPath | null {
  const { syntax, tree, collections } = reader;
  const names = collections.join('|');
  const variable = valueAt(syntax, tree, argument.value);
  const literal = variable?.value ?? argument.value;
  if (!collections.some((one) => textOf(tree, literal).includes(one))) return null;
  if (formsOf(tree.language)?.maps.has(literal.type) === true || literal.type === 'array') return null;
  const pieces = syntax.piecesOf(tree, literal);
  if (pieces === null) return null;
  const text = pieces
    .map((piece, index) => (piece.isCode ? String.fromCharCode(0xe000 + index) : piece.text))
    .join('');
  const holeAt = (written: string | undefined): Piece | null => {
    if (written === undefined) return null;
    const index = written.charCodeAt(0) - 0xe000;
    return index >= 0 ? (pieces[index] ?? null) : { text: written, isCode: false };
  };
  const whole = new RegExp(
    `^(.*?/|[\\ue000-\\ue0ff]|)zones/${HOLE}/(${names})(?:/${HOLE})?/?(?:\\?(.*))?$`,
    's',
  ).exec(text);
  const tail = new RegExp(`^(/?)(${names})(?:/${HOLE})?(?:\\?(.*))?$`, 's').exec(text);
  const search = whole?.[5] ?? tail?.[4] ?? '';
  // A query may ask for some rules only.
  if (!/^(?:(?:per_page|page)=\d+(?:&per_page=\d+)?)?$/.test(search)) return null;
  const found = { argument, literal, variable };
  if (whole !== null) {
    const [, prefix = '', zone, collection = '', id] = whole;
    const before = [...prefix].map((character) => holeAt(character) ?? { text: character, isCode: false });
    return { ...found, before: merged(before), zone: holeAt(zone), collection, id: holeAt(id) };
  }
  if (tail === null) return null;
  const [, slash = '', collection = '', id] = tail;
  return { ...found, before: [{ text: slash, isCode: false }], zone: null, collection, id: holeAt(id) };
}

/** Neighbouring texts as one. */
function merged(pieces: readonly Piece[]): readonly Piece[] {
  const all: { text: string; isCode: boolean }[] = [];
  for (const { text, isCode } of pieces) {
    const last = all.at(-1);
    if (!isCode && last?.isCode === false) last.text += text;
    else all.push({ text, isCode });
  }
  return all.filter(({ text }) => text !== '');
}

/** A method in the way that another one is written. */
function likeMethod(example: string, method: string): string {
  return example.replace(/\w+(?=["']?$)/, (word) => inCaseOf(word, method));
}

/** `POST`, `post`, or `Post` as classes of Ruby are named. */
function inCaseOf(example: string, method: string): string {
  if (/^[A-Z]+$/.test(example)) return method;
  const lower = method.toLowerCase();
  return /^[A-Z]/.test(example) ? method.charAt(0) + lower.slice(1) : lower;
}

interface Verb {
  readonly name: SyntaxNode;
  readonly verb: string;
  readonly method: string;
  readonly sender: Sender;
}

/** The end of the name of the function that sends by another method. */
function otherVerb(
  { syntax, tree }: CallReader,
  call: SyntaxNode,
  { name, verb, method, sender }: Verb,
): string | null {
  const other = inCaseOf(verb, method);
  if (other === verb) return verb;
  const whole = textOf(tree, name);
  if (sender.own === null) {
    const isLimited = /^\\?wp_/.test(whole) && !/^(?:get|post)$/.test(other);
    return isLimited ? null : other;
  }
  const beside = functionBeside(syntax, sender.own, whole.slice(0, -verb.length) + other);
  if (beside === null || call.start === beside.node.start) return null;
  return other;
}
