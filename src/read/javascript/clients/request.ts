import {
  type At,
  alternatives,
  choose,
  type External,
  known,
  memberNamed,
  type Term,
  textTerm,
  UNDEFINED,
  unknown,
} from '../evaluate/domain/term.js';
import { joinBase } from '../evaluate/domain/urls.js';
import type { Engine } from '../evaluate/engine.js';
import type { PlacedCall } from '../evaluate/language/calls.js';
import type { Call, New } from '../syntax/estree.js';
import { encloses } from '../syntax/nodes.js';
import {
  HEADER_KEYS,
  isTextual,
  mergedHeaders,
  noParts,
  type Parts,
  presentMember,
  readArguments,
  readChain,
} from './arguments.js';
import { baseOfModule } from './module-base.js';
import { ownMethod } from './own.js';
import { clientOf, OWN_CLIENT } from './specs.js';
import { baseOf } from './values.js';
import { exactMethod, methodInName, methodNamed } from './verbs.js';
import { writtenBody } from './written.js';

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

/** The requests that a call sends, if it sends any by itself; the functions of the program are not entered. */
export function requestsOf(engine: Engine, call: PlacedCall): readonly Request[] {
  const { node, at } = call;
  if (node.type === 'NewExpression') return [];
  for (const target of alternatives(call.callee.target)) {
    if (target.kind !== 'external' || clientOf(target) === null) continue;
    const requests = argumentLists(target, call.args).flatMap(
      (list) => clientRequest(engine, target, list, node, at) ?? [],
    );
    if (requests.length > 0) return requests;
  }
  return [];
}

/** The arguments of a call, or of each request of one that sends a list of them at once. */
function argumentLists(target: External, args: readonly Term[]): readonly (readonly Term[])[] {
  const [list] = args;
  return target.path[target.path.length - 1] === 'fetchAll' && list?.kind === 'array'
    ? list.items.map((item) => [item])
    : [args];
}

function clientRequest(
  engine: Engine,
  external: External,
  given: readonly Term[],
  node: Call,
  at: At,
): Request | null {
  const client = clientOf(external);
  if (client === null) return null;
  const { spec, rest } = client;
  const own = rest[rest.length - 1] ?? '';
  const stated = ownMethod(engine.project.program, node.callee);
  const verb = stated ?? exactMethod(own);
  // Whatever a client of the user's own is called with, it is a client of the API.
  const named = external.package !== OWN_CLIENT || spec.senders.includes(own);
  if (verb === null && named && !spec.senders.includes(own)) return null;
  const args = given.map((arg, index) => (index === 0 ? lazyUrl(engine, arg) : arg));
  const parts = noParts();
  if (spec.urlFirst === true) {
    parts.url = baseOf(external.config, spec.baseKeys);
    parts.body = args[0] ?? null;
  } else readArguments(engine, args, parts, spec, verb !== null && verb !== 'GET');
  return finish(engine, node, at, parts, {
    base:
      parts.base ??
      configBase(engine, external.config, at, spec.baseKeys) ??
      (spec.id === 'nest-axios' ? baseOfModule(engine, at.module) : null) ??
      unknownBase(external),
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
  const value = engine.invoke(arg, null, [], null);
  return isTextual(value) ? value : arg;
}

function configMethod(config: Term | null): string | null {
  const method = config?.kind === 'object' ? presentMember(config, ['method']) : null;
  const text = method === null ? null : known(method);
  return text === null ? null : methodNamed(text);
}

/** The base a client was configured with: among its options, or the fields of the class that extends it. */
function configBase(engine: Engine, config: Term | null, at: At, keys: readonly string[]): Term | null {
  if (config?.kind === 'instance') {
    for (const key of keys) {
      const value = engine.member(config, key, { file: at.module.path, start: 0, end: 0 }, at);
      if (isTextual(value)) return value;
    }
    return null;
  }
  return baseOf(config, keys) ?? hookedBase(engine, config, keys);
}

/** The base that a hook of a client writes to the options of each request. */
function hookedBase(engine: Engine, config: Term | null, keys: readonly string[]): Term | null {
  const hook = config?.kind === 'object' ? memberNamed(config, 'onRequest')?.value : undefined;
  if (hook?.kind !== 'closure') return null;
  for (const key of keys) {
    for (const member of hook.at.module.members.get(key) ?? []) {
      const { parent } = member;
      if (parent?.type === 'AssignmentExpression' && parent.left === member && encloses(hook.node, member))
        return engine.evaluate(parent.right, hook.at);
    }
  }
  return null;
}

export interface Finish {
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

export function finish(engine: Engine, node: Call | New, at: At, parts: Parts, how: Finish): Request | null {
  readChain(engine, node, at, parts);
  if (parts.body === null && how.isClient) parts.body = writtenBody(engine, how.client, node, at);
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
        : choose([...stated, textTerm(how.verb ?? how.default ?? 'GET', origin)]);
  }
  if (method === null && how.verb !== null) method = textTerm(how.verb, origin);
  if (method === null && !parts.openOptions && how.default !== null) method = textTerm(how.default, origin);
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
