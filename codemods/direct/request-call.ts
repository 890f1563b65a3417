/** A call that sends a request of a retired API, taken apart: what it is sent with, and what it is about. */

import type { Script } from '../../src/analysis/edits/index.js';
import type { Site, Surroundings } from '../../src/migrate/model.js';
import type { Call, Identifier, Node } from '../../src/read/javascript/syntax/estree.js';
import { Module } from '../../src/read/javascript/syntax/module.js';
import { isFunction, keyName, nameOf, unwrap } from '../../src/read/javascript/syntax/nodes.js';
import type { HttpUsage } from '../../src/read/usage.js';
import { methodsOf } from '../places/requests.js';
import { usesOf } from '../places/trees.js';
import type { Convention, Slot } from './convention.js';
import { constantOf, joined, type PathPiece, piecesOf } from './path-pieces.js';

export interface RequestCall {
  /** The whole expression that stands for the answer, without `await`. */
  readonly node: Node;
  readonly method: string;
  readonly convention: Convention;
  /** What stands for the function or the object that sends, as an argument; null for `fetch` itself. */
  readonly client: string | null;
  /** What is handed on, by the names of the convention. */
  readonly handed: ReadonlyMap<string, string>;
  /** The expression of the id at the end of the path. */
  readonly id: string | null;
  /** Names of the fields of a query; null if they cannot be told. */
  readonly query: readonly string[] | null;
  readonly body: Node | null;
  /** The type argument of the call, as written. */
  readonly type: string | null;
  /** A variable that holds the path and nothing else; it goes with its last use. */
  readonly pathVariable: Node | null;
}

const VERBS: Readonly<Record<string, string>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  del: 'DELETE',
};

/** The calls of a site, or why they cannot be taken apart. */
export function requestCallsOf(site: Site, around: Surroundings): readonly RequestCall[] | string {
  const { script, nodes, finding, file } = site;
  if (script === null) return 'the file is not read as a script';
  const method = [...methodsOf(site)];
  const direct = nodes.findLast((node) => isRequest(node, file.path, around));
  if (direct?.type === 'CallExpression') {
    const [only] = method;
    if (method.length !== 1 || only === undefined || only === null) return 'its method cannot be told';
    const call = takenApart(site, around, direct, only, null);
    return typeof call === 'string' ? call : [call];
  }
  const declarator = nodes.findLast((node) => node.type === 'VariableDeclarator');
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier')
    return 'the call that sends it is somewhere else';
  const constant = constantOf(script, declarator.id);
  const uses = constant === null ? null : usesOf(script, declarator.id);
  if (uses === null || uses.length === 0) return 'the call that sends it is somewhere else';
  const calls: RequestCall[] = [];
  for (const use of uses) {
    const path = around.nodesAround(script, ...use.range);
    const sending = path.findLast((node) => isRequest(node, file.path, around));
    if (sending?.type !== 'CallExpression') return 'the path is used for something else, too';
    const usage = finding.usages.find(
      (one): one is HttpUsage =>
        one.kind === 'http' && one.site.file === file.path && one.site.start === sending.range[0],
    );
    const known =
      usage?.method.kind === 'text'
        ? usage.method.pieces.map((one) => ('text' in one ? one.text : '')).join('')
        : null;
    const verb = known ?? (method.length === 1 ? method[0] : null);
    if (verb === null || verb === undefined) return 'its method cannot be told';
    const call = takenApart(site, around, sending, verb, declarator);
    if (typeof call === 'string') return call;
    calls.push(call);
  }
  return calls;
}

function isRequest(node: Node, path: string, around: Surroundings): boolean {
  return node.type === 'CallExpression' && around.answerOf(path, node).some(({ kind }) => kind === 'answer');
}

function takenApart(
  site: Site,
  around: Surroundings,
  call: Call,
  method: string,
  pathVariable: Node | null,
): RequestCall | string {
  const { script, file } = site;
  if (script === null) return 'the file is not read as a script';
  const callee = unwrap(call.callee);
  if ('optional' in call.callee && call.callee.optional === true) return 'the call is an optional one';
  const text = (node: Node) => file.text.slice(...node.range);
  const outer = parsedBy(call);
  const gives = givesOf(site, around, call, outer);
  if (typeof gives === 'string') return gives;
  const target = targetOf(callee, method, text, gives.client);
  if (target === null) return 'what is called cannot be handed to a function';
  const lacking = lackingIn(site, around, call, target.callee, method);
  if (lacking !== null) return lacking;
  const found: Found = { handed: new Map(), path: null, body: null, isNamed: false, isLower: false };
  const slots: Slot[] = [];
  for (const argument of call.arguments) {
    const slot = slotOf(argument, found, {
      method,
      text,
      isVerb: target.callee === 'verbs',
      covers: (node) => holdsPath(site, node, pathVariable),
    });
    if (slot === null) return 'an argument of the call is written in a way that cannot be handed on';
    slots.push(slot);
  }
  if (found.path === null) return 'its path is not written as an argument of the call';
  const written = pathOf(site, found.path, pathVariable);
  if (written === null) return 'its path is put together in a way that cannot be edited';
  if (method !== 'GET' && target.callee !== 'verbs' && !found.isNamed)
    return 'its method is not written at the call';
  const { prefix, handed, id, query } = written;
  for (const [name, value] of found.handed) handed.set(name, value);
  for (const [name, node] of written.nodes) handed.set(name, argumentText(script, node));
  const typeArguments: unknown = Reflect.get(call, 'typeArguments') ?? Reflect.get(call, 'typeParameters');
  const type =
    typeof typeArguments === 'object' && typeArguments !== null && 'range' in typeArguments
      ? text(typeArguments as Node)
          .slice(1, -1)
          .trim()
      : null;
  return {
    node: outer ?? call,
    method,
    convention: {
      callee: target.callee,
      prefix,
      slots,
      isBare: method === 'GET' && !found.isNamed,
      suffix: outer === null ? '' : file.text.slice(call.range[1], outer.range[1]),
      gives: gives.gives,
      throws: gives.throws,
      methodCase: found.isLower ? 'lower' : 'upper',
    },
    client: target.client,
    handed,
    id: id === null ? null : argumentText(script, id),
    query,
    body: found.body,
    type,
    pathVariable,
  };
}

/** A template takes anything, a parameter only what has its type. */
function argumentText(script: Script, node: Node): string {
  const text = script.text.slice(...node.range);
  const root = rootOf(node);
  return root !== null && isOfUnknowns(script, root) ? `${text} as string` : text;
}

function rootOf(node: Node): Identifier | null {
  const inner = unwrap(node);
  if (inner.type === 'MemberExpression') return rootOf(inner.object);
  return inner.type === 'Identifier' ? inner : null;
}

const VAGUE = /\b(?:unknown|Record<)|\[\w+: string\]|\?:/;

/** Declared with a type that says nothing of its members, or as another name of such a thing. */
function isOfUnknowns(script: Script, name: Identifier): boolean {
  if (!(script instanceof Module)) return false;
  const [declared] = script.resolve(name)?.declarations ?? [];
  const annotation: unknown = declared === undefined ? undefined : Reflect.get(declared, 'typeAnnotation');
  if (typeof annotation === 'object' && annotation !== null && 'range' in annotation) {
    const written = script.text.slice(...(annotation as Node).range).replace(/^:\s*/, '');
    const alias = /^\w+$/.test(written)
      ? new RegExp(`\\b(?:type|interface) ${written}\\b[^;]*`).exec(script.text)?.[0]
      : written;
    return VAGUE.test(alias ?? '');
  }
  const constant = constantOf(script, name);
  return (
    constant?.init.type === 'Identifier' && constant.init !== name && isOfUnknowns(script, constant.init)
  );
}

/** `….json()` right behind a call. */
function parsedBy(call: Call): Node | null {
  const member = call.parent;
  const outer = member?.parent;
  return member?.type === 'MemberExpression' &&
    member.object === call &&
    keyName(member.property, member.computed) === 'json' &&
    outer?.type === 'CallExpression' &&
    outer.callee === member
    ? outer
    : null;
}

interface Gives {
  readonly gives: Convention['gives'];
  readonly throws: boolean;
  readonly client: string;
}

const PARSED: ReadonlySet<string> = new Set(['json()', 'data', 'body', 'json']);
const THROWING: ReadonlySet<string> = new Set(['axios', 'got', 'ky', 'ofetch']);

function givesOf(
  { file, finding }: Site,
  around: Surroundings,
  call: Call,
  outer: Node | null,
): Gives | string {
  const unknown = 'what the call gives back cannot be told';
  const client = finding.usages.find(({ sender }) => sender !== undefined)?.sender?.client ?? '';
  const parts = around
    .answerOf(file.path, call)
    .flatMap((part) => (part.kind === 'answer' ? [part.steps] : []));
  const kinds = new Set(
    parts.flatMap((steps) => {
      if (steps.at(-1) === 'result') return ['result' as const];
      if (!steps.every((step) => PARSED.has(step))) return [];
      return steps.length === 0 ? ['raw' as const] : ['envelope' as const];
    }),
  );
  if (kinds.has('result')) return { gives: 'result', throws: true, client };
  const [kind] = kinds;
  if (kinds.size !== 1) return unknown;
  const throws = THROWING.has(client) || throwsItself(finding, around);
  if (kind === 'envelope') return { gives: 'envelope', throws, client };
  if (outer !== null && (client === 'got' || client === 'ky')) return { gives: 'envelope', throws, client };
  if (client === 'ofetch') return { gives: 'envelope', throws, client };
  if (client === 'axios') return { gives: 'axios', throws, client };
  if (client === 'fetch' && outer === null) return { gives: 'response', throws: false, client };
  return unknown;
}

/** A wrapper that looks at the answer, and throws where it is a refusal. */
function throwsItself({ usages }: Site['finding'], around: Surroundings): boolean {
  const senders = usages.flatMap(({ sender }) => sender ?? []);
  return senders.every(({ at }) => {
    const script = around.scriptAt(at.file, at.start);
    const wrapper =
      script === null ? undefined : around.nodesAround(script, at.start, at.end).findLast(isFunction);
    return REFUSAL.test(script?.text.slice(...(wrapper?.range ?? [0, 0])) ?? '');
  });
}

const REFUSAL = /if\s*\([^;{}]*(?:\.ok|success)\b[^;{}]*\)\s*\{?[^}]*\bthrow\b/;

/** What is called, as something that can be handed to a function. */
function targetOf(
  callee: Node,
  method: string,
  text: (node: Node) => string,
  client: string,
): { readonly callee: Convention['callee']; readonly client: string | null } | null {
  if (callee.type === 'Identifier') {
    if (callee.name === 'fetch' && client === 'fetch') return { callee: 'global', client: null };
    return { callee: 'function', client: callee.name };
  }
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return null;
  const name = keyName(callee.property, callee.computed);
  if (name === null || !isPlain(callee.object)) return null;
  const owner = text(callee.object);
  if (VERBS[name] === method) return { callee: 'verbs', client: owner };
  return { callee: 'function', client: `${text(callee)}.bind(${owner})` };
}

/** What a client of the program's own would need, and does not have. */
function lackingIn(
  { finding }: Site,
  around: Surroundings,
  call: Call,
  callee: Convention['callee'],
  method: string,
): string | null {
  const sender = finding.usages.find((usage) => usage.sender !== undefined)?.sender;
  if (sender === undefined || sender.at.start === call.range[0]) return null;
  const own = around.file(sender.at.file)?.text ?? '';
  if (own.includes('`/${string}`')) return 'its client takes paths of a type of their own';
  if (callee !== 'verbs') return null;
  const needed = method === 'PUT' || method === 'PATCH' ? ['get', 'patch'] : ['get', method.toLowerCase()];
  const missing = needed.find((name) => !new RegExp(`\\b${name}\\s*(?:<[^>]*>)?\\s*[(=:]`).test(own));
  return missing === undefined ? null : `its client has no method ${missing}`;
}

/** A name, `this`, or a way from one of them. */
function isPlain(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type === 'Identifier' || inner.type === 'ThisExpression') return true;
  return inner.type === 'MemberExpression' && !inner.computed && isPlain(inner.object);
}

interface Found {
  readonly handed: Map<string, string>;
  path: Node | null;
  body: Node | null;
  isNamed: boolean;
  isLower: boolean;
}

interface Looking {
  readonly method: string;
  readonly text: (node: Node) => string;
  readonly isVerb: boolean;
  readonly covers: (node: Node) => boolean;
}

function slotOf(argument: Node, found: Found, looking: Looking): Slot | null {
  const node = unwrap(argument);
  if (node.type === 'SpreadElement') return null;
  if (node.type === 'ObjectExpression' && !isWholeBody(found, looking))
    return optionsOf(node, found, looking);
  return plainSlotOf(argument, null, found, looking);
}

/** Behind the path and the method stands what is sent. */
function isWholeBody(found: Found, { method, isVerb }: Looking): boolean {
  return found.path !== null && found.body === null && /^P/.test(method) && (isVerb || found.isNamed);
}

function optionsOf(
  node: Extract<Node, { type: 'ObjectExpression' }>,
  found: Found,
  looking: Looking,
): Slot | null {
  const fields: { key: string; slot: Exclude<Slot, { is: 'options' }> }[] = [];
  for (const property of node.properties) {
    const key = property.type === 'Property' ? keyName(property.key, property.computed) : null;
    if (property.type !== 'Property' || property.kind !== 'init' || key === null) return null;
    const slot = plainSlotOf(property.value, key, found, looking);
    if (slot === null || slot.is === 'options') return null;
    fields.push({ key, slot });
  }
  return { is: 'options', fields };
}

const BODY_KEYS: ReadonlySet<string> = new Set(['body', 'json', 'data', 'payload']);

function plainSlotOf(argument: Node, key: string | null, found: Found, looking: Looking): Slot | null {
  const node = unwrap(argument);
  const { method, text } = looking;
  if (found.path === null && looking.covers(node)) {
    found.path = node;
    return { is: 'path' };
  }
  const isMethod =
    node.type === 'Literal' && typeof node.value === 'string' && node.value.toUpperCase() === method;
  if (isMethod && (key === null || key === 'method')) {
    found.isNamed = true;
    found.isLower = String(node.value) !== method;
    return { is: 'method' };
  }
  const isBody =
    key === null ? found.body === null && found.path !== null && /^P/.test(method) : BODY_KEYS.has(key);
  if (isBody) {
    const stringified = stringifiedIn(node);
    found.body = unwrap(stringified ?? node);
    return { is: 'body', stringified: stringified !== null };
  }
  if (key === 'params' || key === 'searchParams' || key === 'query') return null;
  // A path comes first, or nobody knows what the argument is.
  if (key === null && found.path !== null && method === 'GET') return null;
  const name = key ?? nameOf(node)?.split('.').at(-1)?.replace(/^#/, '') ?? null;
  if (name === null || !/^[a-zA-Z_$][\w$]*$/.test(name)) return null;
  found.handed.set(name, text(argument));
  return { is: 'extra', name };
}

function stringifiedIn(node: Node): Node | null {
  if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'JSON.stringify') return null;
  return node.arguments.length === 1 ? (node.arguments[0] ?? null) : null;
}

function holdsPath({ finding: { at } }: Site, node: Node, pathVariable: Node | null): boolean {
  if (pathVariable?.type === 'VariableDeclarator')
    return (
      node.type === 'Identifier' &&
      pathVariable.id.type === 'Identifier' &&
      node.name === pathVariable.id.name
    );
  return node.range[0] <= at.start && at.end <= node.range[1] && node.type !== 'ObjectExpression';
}

interface WrittenPath {
  readonly prefix: Convention['prefix'];
  readonly nodes: readonly (readonly [string, Node])[];
  readonly handed: Map<string, string>;
  readonly id: Node | null;
  readonly query: readonly string[] | null;
}

const COLLECTION = /(firewall\/rules|filters|rate_limits)(?=[/?]|$)/;

function pathOf({ script }: Site, argument: Node, pathVariable: Node | null): WrittenPath | null {
  const node = pathVariable?.type === 'VariableDeclarator' ? (pathVariable.init ?? argument) : argument;
  const pieces = script === null ? null : piecesOf(script, node);
  if (pieces === null) return null;
  const all = joined(pieces);
  const at = all.findIndex((piece) => piece.kind === 'text' && COLLECTION.test(piece.text));
  const piece = all[at];
  if (piece?.kind !== 'text') return null;
  const { index, 0: word } = COLLECTION.exec(piece.text) ?? { index: -1, 0: '' };
  const before: PathPiece[] = [...all.slice(0, at), { ...piece, text: piece.text.slice(0, index) }];
  const after = joined([{ ...piece, text: piece.text.slice(index + word.length) }, ...all.slice(at + 1)]);
  const prefix: (string | { name: string })[] = [];
  const nodes: (readonly [string, Node])[] = [];
  for (const part of before) {
    if (part.kind === 'text') {
      if (part.text !== '') prefix.push(part.text);
      continue;
    }
    const name = holeName(prefix.at(-1), part.node);
    if (name === null || nodes.some(([known]) => known === name)) return null;
    nodes.push([name, part.node]);
    prefix.push({ name });
  }
  const rest = restOf(after);
  return rest === null ? null : { prefix, nodes, handed: new Map(), ...rest };
}

/** Parameters of new functions are called after what they are. */
function holeName(before: string | { name: string } | undefined, node: Node): string | null {
  if (typeof before === 'string' && before.endsWith('zones/')) return 'zone';
  const name = nameOf(node)?.split('.').at(-1)?.replace(/^#/, '') ?? null;
  if (name === null || !/^[a-zA-Z_$][\w$]*$/.test(name)) return null;
  return /^[A-Z][A-Z0-9_]*$/.test(name)
    ? name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    : name;
}

/** What stands behind the collection: an id, a query. */
function restOf(pieces: readonly PathPiece[]): Pick<WrittenPath, 'id' | 'query'> | null {
  const [first, second, third, ...others] = pieces;
  if (first === undefined) return { id: null, query: [] };
  if (first.kind !== 'text') return null;
  if (first.text.startsWith('?')) return { id: null, query: queryOf(pieces) };
  if (first.text !== '/' || second?.kind !== 'expression') return null;
  if (third === undefined) return { id: second.node, query: [] };
  if (third.kind === 'text' && third.text.startsWith('?'))
    return { id: second.node, query: queryOf([third, ...others]) };
  return null;
}

function queryOf(pieces: readonly PathPiece[]): readonly string[] | null {
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '{}')).join('');
  const names = text
    .slice(1)
    .split('&')
    .map((pair) => pair.split('=')[0] ?? '');
  return names.every((name) => /^\w+$/.test(name)) ? names : null;
}
