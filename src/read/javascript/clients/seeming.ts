import type { Profile } from '../../../catalogue/index.js';
import {
  type At,
  alternatives,
  asText,
  concat,
  known,
  type Term,
  type Text,
  textTerm,
} from '../evaluate/domain/term.js';
import type { Engine } from '../evaluate/engine.js';
import type { PlacedCall } from '../evaluate/language/calls.js';
import type { Call } from '../syntax/estree.js';
import { ancestor, isClass, keyName, nameOf, unwrap } from '../syntax/nodes.js';
import { isMethodText, isTextual, noParts, type Parts, readArguments } from './arguments.js';
import { ownMethod } from './own.js';
import { finish, type Request } from './request.js';
import { isRoute } from './routes.js';
import { isLogging, isStorage, looksLikeSender, methodInName } from './verbs.js';

/** Requests of functions nobody knows: the name looks like one that sends, the text like a path of an API. */

const NOT_A_PATH = /[\s<>"'`\\^|]|^\.{1,2}\/|\.(?:[cm]?[jt]sx?|json|css|html|png|svg)$/;

/** A slash between any two segments is a must: were it not, a long segment before another sign would take ages. */
const SEGMENTS = /^\/[\w.:@{}-]+(?:\/[\w.:@{}-]+)*\/?$/;

/** Whether a text may be the path or URL of an API: segments, no blanks, none of the characters of prose. */
export function isPathShaped(term: Term, profiles: readonly Profile[]): boolean {
  return (alternatives(asText(term)) as readonly Text[]).some((text) => {
    const shape = text.pieces.map((piece) => (piece.kind === 'text' ? piece.text : '{}')).join('');
    const [path = ''] = shape.split(/[?#]/, 1);
    if (NOT_A_PATH.test(path) || path.length > 400) return false;
    if (/^(?:https?:)?\/\/[^/]/.test(path) || /^\{\}\/?[\w-]+/.test(path)) return path.includes('/');
    if (SEGMENTS.test(path)) return true;
    return (
      profiles.some((profile) =>
        profile.scopes.some((scope) => path.startsWith(`${scope}/`) || path.includes(`/${scope}/`)),
      ) || /^(?:user|organizations)\/[\w{}/-]+$/.test(path)
    );
  });
}

/** The request that a call of an unknown function seems to send. */
export function seemingRequest(engine: Engine, call: PlacedCall): Request | null {
  const { node, at } = call;
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
  const { args } = call;
  if (args.length === 0) return null;
  const verb = own ?? methodInName(name);
  const parts = noParts();
  readPathFirst(engine, args, parts, verb !== null && verb !== 'GET');
  if (parts.url === null || !isPathShaped(parts.url, engine.profiles)) return null;
  const stated = parts.method !== null && isMethodText(parts.method);
  if (!stated && own === null && !looksLikeSender(name, receiver)) return null;
  const route = isRoute(engine, node, args, receiver, at);
  const whole = receiver === null ? name : `${receiver}.${name}`;
  return finish(engine, node, at, parts, {
    base: baseOfDecorated(engine, node, at),
    verb,
    default: parts.body === null ? 'GET' : null,
    client: whole,
    isClient: false,
    mock: false,
    route,
    headers: null,
  });
}

/** `@Service('https://…') class { @Get('/zones/…') … }`: the address that a class is decorated with. */
function baseOfDecorated(engine: Engine, node: Call, at: At): Term | null {
  if ((node.parent as { readonly type: string } | undefined)?.type !== 'Decorator') return null;
  for (const { expression } of ancestor(node, isClass)?.decorators ?? []) {
    const [first] = expression.type === 'CallExpression' ? expression.arguments : [];
    const address = first === undefined ? null : engine.evaluate(first, at);
    if (address !== null && isTextual(address) && /^https?:\/\//.test(known(address) ?? '')) return address;
  }
  return null;
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

const SLASH = textTerm('/');
