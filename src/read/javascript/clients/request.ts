import type { Profile } from '../../../catalogue/types.js';
import { evaluateArguments, evaluateCallee } from '../evaluate/calls.js';
import { instanceMember } from '../evaluate/classes.js';
import type { Engine } from '../evaluate/engine.js';
import { invoke } from '../evaluate/functions.js';
import { memberByName } from '../evaluate/members.js';
import {
  type At,
  alternatives,
  asText,
  choose,
  concat,
  type External,
  type Instance,
  known,
  type Member,
  memberNamed,
  type ObjectTerm,
  type Sdk,
  type Term,
  type Text,
  UNDEFINED,
  unknown,
} from '../evaluate/term.js';
import { isAbsolute, joinBase } from '../evaluate/urls.js';
import type { Call, New, Node } from '../syntax/estree.js';
import { ancestor, isClass, keyName, nameOf, unwrap } from '../syntax/nodes.js';
import { ownMethod } from './own.js';
import { type ClientSpec, clientOf, OWN_CLIENT } from './specs.js';
import { baseOf, CONFIG_BASE_KEYS } from './values.js';
import { exactMethod, isLogging, isStorage, looksLikeSender, methodInName, methodNamed } from './verbs.js';

/**
 * From a call to the request it sends. What each argument is for is read from what it is: a text that is a
 * method is the method, the first other text is the URL, an object with the keys of options is options,
 * another object is the body. A client that is known says how its names mean; of an unknown function the
 * name has to look like one that sends, and the text like a path of an API.
 */

export interface Request {
  readonly method: Term;
  readonly url: Term;
  readonly body: Term;
  readonly headers: Term;
  /** Name of the client or function that sends it. */
  readonly client: string;
  /** Whether the callee is known to send requests, rather than named as if. */
  readonly isClient: boolean;
  /** It is declared for a test. */
  readonly mock: boolean;
  /** A function is handed over that handles requests: the path is one that the program serves. */
  readonly route: boolean;
}

const URL_KEYS = ['url', 'uri', 'path', 'pathname', 'endpoint', 'href', 'route', 'resource', 'requestUrl'];
const METHOD_KEYS = ['method', 'type', 'httpMethod', 'verb', 'requestMethod'];
const BODY_KEYS = ['body', 'data', 'json', 'form', 'payload', 'formData', 'params', 'value'];
const HEADER_KEYS = ['headers', 'header'];
const OPTION_KEYS = new Set([
  ...URL_KEYS,
  'method',
  'httpMethod',
  ...HEADER_KEYS,
  'body',
  'json',
  'data',
  'form',
  'payload',
  'formData',
  'params',
  'query',
  'searchParams',
  'qs',
  'timeout',
  'signal',
  'responseType',
  'withCredentials',
  'credentials',
  'auth',
  'retry',
  'cache',
  'mode',
  'redirect',
  'next',
  'agent',
  'dispatcher',
  'hostname',
  'host',
  'port',
  'muteHttpExceptions',
  'contentType',
  ...CONFIG_BASE_KEYS,
]);

interface Parts {
  method: Term | null;
  url: Term | null;
  body: Term | null;
  headers: Term | null;
  base: Term | null;
  openOptions: boolean;
}

function presentMember(object: ObjectTerm, keys: readonly string[]): Term | null {
  for (const key of keys) {
    const value = memberNamed(object, key)?.value;
    if (value !== undefined && !(value.kind === 'scalar' && value.value === undefined)) return value;
  }
  return null;
}

function isMethodText(term: Term): boolean {
  const options = alternatives(term);
  const texts = options.filter((option) => option.kind === 'text');
  return (
    texts.length > 0 &&
    options.every((option) => {
      const text = known(option);
      return option.kind === 'unknown' || (text !== null && methodNamed(text) !== null && text.length < 8);
    })
  );
}

function isTextual(term: Term): boolean {
  return (
    term.kind === 'text' ||
    term.kind === 'url' ||
    (term.kind === 'choice' && term.of.some((option) => option.kind === 'text' || option.kind === 'url'))
  );
}

function looksLikeOptions(object: ObjectTerm): boolean {
  if (object.members.length === 0) return object.open;
  const keys = object.members.map((member) => member.key);
  if (keys.includes('method') || keys.includes('headers') || keys.includes('httpMethod')) return true;
  return keys.every((key) => OPTION_KEYS.has(key));
}

/** Host and path of the options of `http.request`. */
function urlOfOptions(object: ObjectTerm): Term | null {
  const path = presentMember(object, URL_KEYS);
  const host = presentMember(object, ['hostname', 'host', 'origin']);
  if (host === null || path === null) return path;
  const absolute = alternatives(asText(path)).every((option) => option.kind === 'text' && isAbsolute(option));
  if (absolute) return path;
  const named = alternatives(asText(host)).every((option) => option.kind === 'text' && isAbsolute(option));
  const scheme: Term = {
    kind: 'text',
    pieces: named ? [] : [{ kind: 'text', text: 'https://', origin: null }],
    origin: null,
  };
  return joinBase(concat([scheme, host], null), path);
}

/** Names of parameters that take what comes back. */
const CALLBACK = /^(?:cb|callback|done|next|fn|handler|on[A-Z]\w*)$/;

function readArguments(
  engine: Engine,
  args: readonly Term[],
  parts: Parts,
  spec: ClientSpec | null,
  sendsData: boolean,
): void {
  let position = 0;
  let sawOptions = false;
  for (const arg of args) {
    const index = position++;
    if (arg.kind === 'closure' || arg.kind === 'class' || arg.kind === 'bound') continue;
    if (isTextual(arg)) {
      if (parts.method === null && isMethodText(arg)) parts.method = arg;
      else if (parts.url === null) parts.url = arg;
      else if (parts.body === null) parts.body = arg;
      continue;
    }
    if (arg.kind === 'instance') {
      const options = optionsOfInstance(engine, arg);
      if (options !== null) {
        readOptions(options, parts, parts.url === null ? urlOfOptions(options) : null);
        sawOptions = true;
        continue;
      }
    }
    const object = alternatives(arg).find((option): option is ObjectTerm => option.kind === 'object');
    if (object !== undefined && object.as === undefined) {
      if (parts.url !== null && sendsData && spec?.dataSecond === true && index === 1) {
        parts.body = arg;
        continue;
      }
      const url = parts.url === null ? urlOfOptions(object) : null;
      if (url !== null || (looksLikeOptions(object) && (parts.body === null || spec !== null))) {
        readOptions(object, parts, url);
        sawOptions = true;
        continue;
      }
    }
    if (arg.kind === 'unknown' || arg.kind === 'response') {
      if (sawOptions || (arg.kind === 'unknown' && CALLBACK.test(arg.name ?? ''))) continue;
      if (parts.url === null && spec !== null) parts.url = arg;
      else if (parts.body === null && (sendsData || index > 1)) parts.body = arg;
      else parts.openOptions = true;
      continue;
    }
    if (
      parts.body === null &&
      arg.kind !== 'scalar' &&
      arg.kind !== 'instance' &&
      arg.kind !== 'sdk' &&
      arg.kind !== 'external'
    )
      parts.body = arg;
  }
}

/** Fields of an instance that are named as options are. */
function optionsOfInstance(engine: Engine, instance: Instance): ObjectTerm | null {
  const members: Member[] = [];
  for (const key of ['method', 'url', 'path', 'body', 'data', 'headers']) {
    const value = instanceMember(engine, instance, key, NOWHERE);
    if (value.kind !== 'unknown' && value.kind !== 'closure')
      members.push({ key, keyOrigin: null, origin: null, value });
  }
  return members.length === 0 ? null : { kind: 'object', members, open: true, origin: null };
}

const NOWHERE = { file: '', start: 0, end: 0 };

function readOptions(object: ObjectTerm, parts: Parts, url: Term | null): void {
  if (url !== null) parts.url = url;
  const method = presentMember(object, METHOD_KEYS);
  if (method !== null && (parts.method === null || isMethodText(method) || method.kind === 'unknown'))
    parts.method = method;
  parts.body ??= presentMember(object, BODY_KEYS);
  parts.headers ??= presentMember(object, HEADER_KEYS);
  parts.base ??= baseOf(object);
  if (object.open) parts.openOptions = true;
}

function upperCased(term: Term): Term {
  if (term.kind === 'choice') return choose(term.of.map(upperCased));
  const text = known(term);
  if (term.kind !== 'text' || text === null) return term;
  const method = methodNamed(text);
  const [piece] = term.pieces;
  if (method === null || piece?.kind !== 'text') return term;
  return {
    ...term,
    pieces: [{ ...piece, text: method.length === piece.text.length ? method : text.toUpperCase() }],
  };
}

function methodTerm(name: string, origin: Text['origin']): Term {
  return { kind: 'text', pieces: [{ kind: 'text', text: name, origin: null }], origin };
}

/** Arguments handed on in chained calls: `.send(body)`, `.set(headers)`, `.json(body)`. */
function readChain(engine: Engine, node: Node, at: At, parts: Parts): void {
  let current = node;
  for (let links = 0; links < 20; links++) {
    const member = current.parent;
    if (member?.type !== 'MemberExpression' || member.object !== current) return;
    const call = member.parent;
    if (call?.type !== 'CallExpression' || call.callee !== member) return;
    const name = keyName(member.property, member.computed) ?? '';
    const [first, second] = call.arguments;
    if (
      first !== undefined &&
      /^(?:send|json|body|attach|form|data)$/.test(name) &&
      !(call.arguments[0]?.type === 'ArrowFunctionExpression')
    ) {
      parts.body ??= engine.evaluate(first, at);
    } else if (first !== undefined && /^(?:set|header|headers)$/.test(name)) {
      const value = engine.evaluate(first, at);
      const header: Term =
        second === undefined
          ? value
          : {
              kind: 'object',
              members: [
                {
                  key: known(value) ?? '',
                  keyOrigin: null,
                  origin: engine.origin(call, at.module),
                  value: engine.evaluate(second, at),
                },
              ],
              open: true,
              origin: null,
            };
      parts.headers = mergedHeaders(parts.headers, header);
    }
    current = call;
  }
}

function mergedHeaders(before: Term | null, added: Term): Term {
  if (before?.kind !== 'object' || added.kind !== 'object') return before ?? added;
  return { ...before, members: [...before.members, ...added.members], open: true };
}

const HANDLER_PARAMETERS = /^(?:_?req|_?request|ctx|context|c|_?res|event)$/;

/** A function with the parameters of a request handler. */
export function isHandler(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type !== 'ArrowFunctionExpression' && inner.type !== 'FunctionExpression') return false;
  const [first, second] = inner.params;
  if (first === undefined) return true;
  if (first.type === 'ObjectPattern') return second === undefined;
  return first.type === 'Identifier' && HANDLER_PARAMETERS.test(first.name);
}

/** A function, or something of elsewhere that nothing says is data: what a server is handed for a route. */
function mayBeHandler(arg: Term): boolean {
  return arg.kind === 'closure' || arg.kind === 'unknown' || arg.kind === 'bound' || arg.kind === 'external';
}

/** `@Post('/zones/:zone/rate_limits')` on a method of a controller. */
function isRouteDecorator(node: Node): boolean {
  if ((node.parent as { readonly type: string } | undefined)?.type !== 'Decorator') return false;
  const owner = ancestor(node, isClass);
  return (owner?.decorators ?? []).some(({ expression }) =>
    /(?:^|\.)(?:\w*Controller|Controller|Route|Router)$/.test(
      nameOf(expression.type === 'CallExpression' ? expression.callee : expression) ?? '',
    ),
  );
}

/** `{ method, url, handler }`: a route with what answers it. */
function describesRoute(arg: Term): boolean {
  return arg.kind === 'object' && arg.members.some(({ key }) => key === 'handler' || key === 'handlers');
}

const SERVER_PACKAGES =
  /^(?:express|express-promise-router|@?koa[-/]router|@hapi\/hapi|fastify|restify|polka|hono|elysia|itty-router|find-my-way|h3|router|worktop|@oak\/oak|@tinyhttp\/app|sunder|@feathersjs\/express|json-server|miragejs)$/;

/** The receiver is made by a package that serves. */
function isMadeByServer(engine: Engine, callee: Node, at: At): boolean {
  if (callee.type !== 'MemberExpression') return false;
  const receiver = engine.evaluate(callee.object, at);
  return receiver.kind === 'external' && SERVER_PACKAGES.test(receiver.package);
}

const SERVERS =
  /^(?:app|router|server|fastify|express|route|routes|hono|koa|api(?:Router|Server)|.*[rR]outer|.*Routes)$/;

/** The request that a call sends, if it sends one by itself; the functions of the program are not entered. */
export function requestOf(engine: Engine, node: Call | New, at: At): Request | null {
  if (node.type === 'NewExpression') return null;
  const callee = evaluateCallee(engine, node.callee, at);
  for (const target of alternatives(callee.target)) {
    if (target.kind !== 'external') continue;
    const request = clientRequest(engine, target, node, at);
    if (request !== null) return request;
  }
  return null;
}

function clientRequest(engine: Engine, external: External, node: Call, at: At): Request | null {
  const client = clientOf(external);
  if (client === null) return null;
  const { spec, rest } = client;
  const own = rest[rest.length - 1] ?? '';
  const stated = ownMethod(engine.project.program, node.callee);
  const verb = stated ?? exactMethod(own);
  // Whatever a client of the user's own is called with, it is a client of the API.
  const named = external.package !== OWN_CLIENT || spec.senders.includes(own);
  if (verb === null && named && !spec.senders.includes(own)) return null;
  const args = evaluateArguments(engine, node.arguments, at).map((arg, index) =>
    index === 0 ? lazyUrl(engine, arg) : arg,
  );
  const parts: Parts = { method: null, url: null, body: null, headers: null, base: null, openOptions: false };
  if (spec.urlFirst === true) {
    parts.url = baseOf(external.config);
    parts.body = args[0] ?? null;
  } else readArguments(engine, args, parts, spec, verb !== null && verb !== 'GET');
  return finish(engine, node, at, parts, {
    base: parts.base ?? configBase(engine, external.config, at) ?? unknownBase(external),
    verb: verb ?? (named ? null : methodInName(own)) ?? configMethod(external.config),
    default: !named || /^(?:getRequest|dispatch)$/.test(own) ? null : 'GET',
    client: spec.id,
    isClient: true,
    mock: spec.mock === true,
    route: false,
    headers: external.config?.kind === 'object' ? presentMember(external.config, HEADER_KEYS) : null,
  });
}

/** A client that is a parameter: the caller's has a base, if any. */
function unknownBase(external: External): Term | null {
  return external.free === undefined || external.config !== null
    ? null
    : unknown('client of the caller', external.origin, external.free.binding.name, external.free);
}

/** `useFetch(() => url)`: a function without parameters that gives the URL. */
function lazyUrl(engine: Engine, arg: Term): Term {
  if (arg.kind !== 'closure' || arg.node.params.length > 0) return arg;
  const value = invoke(engine, arg, null, [], null);
  return isTextual(value) ? value : arg;
}

function configMethod(config: Term | null): string | null {
  const method = config?.kind === 'object' ? presentMember(config, ['method']) : null;
  const text = method === null ? null : known(method);
  return text === null ? null : methodNamed(text);
}

/** The base a client was configured with: among its options, or the fields of the class that extends it. */
function configBase(engine: Engine, config: Term | null, at: At): Term | null {
  if (config?.kind === 'instance') {
    for (const key of CONFIG_BASE_KEYS) {
      const value = memberByName(engine, config, key, { file: at.module.path, start: 0, end: 0 }, at);
      if (isTextual(value)) return value;
    }
    return null;
  }
  return baseOf(config);
}

interface Finish {
  readonly base: Term | null;
  readonly verb: string | null;
  /** Method of a call that says nothing; null if nothing may be assumed. */
  readonly default: string | null;
  readonly client: string;
  readonly isClient: boolean;
  readonly mock: boolean;
  readonly route: boolean;
  readonly headers: Term | null;
}

function finish(engine: Engine, node: Call | New, at: At, parts: Parts, how: Finish): Request | null {
  readChain(engine, node, at, parts);
  if (parts.url === null) {
    if (how.base === null) return null;
    parts.url = how.base;
  } else if (how.base !== null) parts.url = joinBase(how.base, parts.url);
  parts.url = innermostUrl(parts.url);
  const origin = engine.origin(node, at.module);
  let method = parts.method === null ? null : upperCased(parts.method);
  if (method?.kind === 'scalar') method = null;
  if (method?.kind === 'choice') {
    const stated = method.of.filter((option) => option.kind !== 'scalar');
    method =
      stated.length === method.of.length
        ? method
        : choose([...stated, methodTerm(how.verb ?? how.default ?? 'GET', origin)]);
  }
  if (method === null && how.verb !== null) method = methodTerm(how.verb, origin);
  if (method === null && !parts.openOptions && how.default !== null) method = methodTerm(how.default, origin);
  return {
    method: method ?? unknown('method', origin),
    url: parts.url,
    body: parts.body ?? UNDEFINED,
    headers:
      parts.headers === null
        ? (how.headers ?? UNDEFINED)
        : how.headers === null
          ? parts.headers
          : mergedHeaders(how.headers, parts.headers),
    client: how.client,
    isClient: how.isClient,
    mock: how.mock,
    route: how.route,
  };
}

/** A URL that is handed to a relay inside the relay's own URL: the inner one is what is asked for. */
function innermostUrl(url: Term): Term {
  if (url.kind === 'choice') return choose(url.of.map(innermostUrl));
  if (url.kind !== 'text') return url;
  for (let index = url.pieces.length - 1; index > 0; index--) {
    const piece = url.pieces[index];
    if (piece?.kind === 'text' && /^https?:\/\//.test(piece.text))
      return { ...url, pieces: url.pieces.slice(index) };
  }
  return url;
}

const NOT_A_PATH = /[\s<>"'`\\^|]|^\.{1,2}\/|\.(?:[cm]?[jt]sx?|json|css|html|png|svg)$/;

/** Whether a text may be the path or URL of an API: segments, no blanks, none of the characters of prose. */
export function isPathShaped(term: Term, profiles: readonly Profile[]): boolean {
  return (alternatives(asText(term)) as readonly Text[]).some((text) => {
    const shape = text.pieces.map((piece) => (piece.kind === 'text' ? piece.text : '{}')).join('');
    const [path = ''] = shape.split(/[?#]/, 1);
    if (NOT_A_PATH.test(path) || path.length > 400) return false;
    if (/^(?:https?:)?\/\/[^/]/.test(path) || /^\{\}\/?[\w-]+/.test(path)) return path.includes('/');
    if (/^\/(?:[\w.:@{}-]+\/?)+$/.test(path)) return true;
    return (
      profiles.some((profile) =>
        profile.scopes.some((scope) => path.startsWith(`${scope}/`) || path.includes(`/${scope}/`)),
      ) || /^(?:user|organizations)\/[\w{}/-]+$/.test(path)
    );
  });
}

/** The request that a call of an unknown function seems to send. */
export function seemingRequest(engine: Engine, node: Call | New, at: At): Request | null {
  if (node.type === 'NewExpression') return null;
  const callee = unwrap(node.callee);
  const name =
    callee.type === 'MemberExpression'
      ? (keyName(callee.property, callee.computed) ?? '')
      : callee.type === 'Identifier'
        ? callee.name
        : '';
  const receiver = callee.type === 'MemberExpression' ? nameOf(callee.object) : null;
  const own = ownMethod(engine.project.program, callee);
  if (own === null && (isLogging(name, receiver) || isStorage(receiver))) return null;
  const args = evaluateArguments(engine, node.arguments, at);
  if (args.length === 0) return null;
  const verb = own ?? methodInName(name);
  const parts: Parts = { method: null, url: null, body: null, headers: null, base: null, openOptions: false };
  readPathFirst(engine, args, parts, verb !== null && verb !== 'GET');
  if (parts.url === null || !isPathShaped(parts.url, engine.profiles)) return null;
  const stated = parts.method !== null && isMethodText(parts.method);
  if (!stated && own === null && !looksLikeSender(name, receiver)) return null;
  const lastReceiver = receiver?.slice(receiver.lastIndexOf('.') + 1) ?? '';
  const route =
    node.arguments.some(isHandler) ||
    isRouteDecorator(node) ||
    args.some(describesRoute) ||
    ((SERVERS.test(lastReceiver) || isMadeByServer(engine, callee, at)) &&
      node.arguments.length > 1 &&
      args.slice(1).some(mayBeHandler));
  const whole = receiver === null ? name : `${receiver}.${name}`;
  return finish(engine, node, at, parts, {
    base: null,
    verb,
    default: parts.body === null ? 'GET' : null,
    client: whole,
    isClient: false,
    mock: false,
    route,
    headers: null,
  });
}

/** As `readArguments`, but the URL is the argument that looks like one, wherever it stands. */
function readPathFirst(engine: Engine, args: readonly Term[], parts: Parts, sendsData: boolean): void {
  const joined = args.map((arg) => pathOfSegments(arg, engine.profiles));
  const index = joined.findIndex(
    (arg) => isTextual(arg) && !isMethodText(arg) && isPathShaped(arg, engine.profiles),
  );
  const chosen = joined[index];
  if (chosen !== undefined) parts.url = chosen;
  const others: Term[] = args.filter((_, position) => position !== index);
  const rest: Term[] = [];
  for (const arg of others) {
    // Tokens, zone ids and the like: texts that are neither method nor path.
    if (isTextual(arg) && !isMethodText(arg)) continue;
    rest.push(arg);
  }
  const seen = { ...parts };
  readArguments(engine, rest, seen, null, sendsData || rest.some(isMethodText));
  parts.method = seen.method;
  parts.body = seen.body;
  parts.headers = seen.headers;
  parts.openOptions = seen.openOptions && rest.length > 0 && parts.method === null && !sendsData;
  parts.url ??= seen.url;
}

/** `['zones', zone, 'filters']`: a client may take the segments of a path one by one. */
function pathOfSegments(arg: Term, profiles: readonly Profile[]): Term {
  if (arg.kind !== 'array' || arg.open || arg.items.length < 3) return arg;
  const first = arg.items[0] === undefined ? null : known(arg.items[0]);
  const begins = first === 'user' || profiles.some(({ scopes }) => first !== null && scopes.includes(first));
  const isPath = arg.items.every((item) => item.kind === 'unknown' || /^[\w.-]+$/.test(known(item) ?? ' '));
  if (!begins || !isPath) return arg;
  return concat(
    arg.items.flatMap((item, index) => (index === 0 ? [item] : [SLASH, item])),
    arg.origin,
  );
}

const SLASH: Term = { kind: 'text', pieces: [{ kind: 'text', text: '/', origin: null }], origin: null };

/** The SDK call that a call makes: a chain that starts at a client. */
export function sdkCallOf(engine: Engine, node: Call | New, at: At): Sdk | null {
  if (node.type === 'NewExpression') return null;
  const { target } = evaluateCallee(engine, node.callee, at);
  for (const option of alternatives(target))
    if (option.kind === 'sdk' && option.chain.length > 0) return option;
  return null;
}
