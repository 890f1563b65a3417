import {
  type At,
  alternatives,
  asText,
  concat,
  type Instance,
  known,
  type Member,
  memberNamed,
  type ObjectTerm,
  type Term,
} from '../evaluate/domain/term.js';
import { isAbsolute, joinBase } from '../evaluate/domain/urls.js';
import type { Engine } from '../evaluate/engine.js';
import { heldMember } from '../evaluate/objects/classes.js';
import type { Node } from '../syntax/estree.js';
import { keyName } from '../syntax/nodes.js';
import { BASE_KEYS, type ClientSpec } from './specs.js';
import { baseOf } from './values.js';
import { methodNamed } from './verbs.js';

/** What each argument of a request is for, told from what it is. */

const URL_KEYS = ['url', 'uri', 'path', 'pathname', 'endpoint', 'href', 'route', 'resource', 'requestUrl'];
const METHOD_KEYS = ['method', 'type', 'httpMethod', 'verb', 'requestMethod'];
const BODY_KEYS = ['body', 'data', 'json', 'form', 'payload', 'formData', 'params', 'value'];
export const HEADER_KEYS = ['headers', 'header'];
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
  ...BASE_KEYS,
]);

/** What is known of a request, as far as its arguments have been read. */
export interface Parts {
  method: Term | null;
  url: Term | null;
  body: Term | null;
  headers: Term | null;
  base: Term | null;
  openOptions: boolean;
}

export function noParts(): Parts {
  return { method: null, url: null, body: null, headers: null, base: null, openOptions: false };
}

export function presentMember(object: ObjectTerm, keys: readonly string[]): Term | null {
  for (let index = 0; index < keys.length; index++) {
    const value = memberNamed(object, keys[index] ?? '')?.value;
    if (value !== undefined && !(value.kind === 'scalar' && value.value === undefined)) return value;
  }
  return null;
}

export function isMethodText(term: Term): boolean {
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

export function isTextual(term: Term): boolean {
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

export function readArguments(
  engine: Engine,
  args: readonly Term[],
  parts: Parts,
  spec: ClientSpec | null,
  sendsData: boolean,
): void {
  let sawOptions = false;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (arg === undefined || arg.kind === 'closure' || arg.kind === 'class' || arg.kind === 'bound') continue;
    if (isTextual(arg)) {
      if (parts.method === null && isMethodText(arg)) parts.method = arg;
      else if (parts.url === null) parts.url = arg;
      else if (parts.body === null) parts.body = arg;
      continue;
    }
    if (arg.kind === 'instance') {
      const options = optionsOfInstance(engine, arg);
      if (options !== null) {
        readOptions(options, parts, parts.url === null ? urlOfOptions(options) : null, spec?.baseKeys);
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
        readOptions(object, parts, url, spec?.baseKeys);
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
    const value = heldMember(engine, instance, key, NOWHERE);
    if (value.kind !== 'unknown' && value.kind !== 'closure')
      members.push({ key, keyOrigin: null, origin: null, value });
  }
  return members.length === 0 ? null : { kind: 'object', members, open: true, origin: null };
}

const NOWHERE = { file: '', start: 0, end: 0 };

function readOptions(
  object: ObjectTerm,
  parts: Parts,
  url: Term | null,
  baseKeys: readonly string[] | undefined,
): void {
  if (url !== null) parts.url = url;
  const method = presentMember(object, METHOD_KEYS);
  if (method !== null && (parts.method === null || isMethodText(method) || method.kind === 'unknown'))
    parts.method = method;
  parts.body ??= presentMember(object, BODY_KEYS);
  parts.headers ??= presentMember(object, HEADER_KEYS);
  parts.base ??= baseOf(object, baseKeys);
  if (object.open) parts.openOptions = true;
}

/** Arguments handed on in chained calls: `.send(body)`, `.set(headers)`, `.json(body)`. */
export function readChain(engine: Engine, node: Node, at: At, parts: Parts): void {
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

export function mergedHeaders(before: Term | null, added: Term): Term {
  if (before?.kind !== 'object' || added.kind !== 'object') return before ?? added;
  return { ...before, members: [...before.members, ...added.members], open: true };
}
