import {
  alternatives,
  choice,
  knownText,
  propertyOf,
  text as textOf,
  unknown,
  type Value,
} from '../../value/index.js';
import { asBody } from './bodies.js';
import { callAround, calleeOf, linksAfter } from './calls.js';
import { type Code, isPunctuation, isWord, skip, split } from './code.js';
import type { Evaluator } from './evaluate.js';
import { commandAround } from './powershell.js';
import { bareName, type FunctionScope, functionAround, type Scopes } from './scopes.js';
import { FETCHING, methodNamed, methodOfConstant, methodOfName, SHOWING, wordsOf } from './verbs.js';

/**
 * How an address is sent: with which method and body.
 *
 * The call around the address is asked first: a method among its arguments, the name it is called by, the
 * other calls of its chain. A call that only builds (`format`, `URI`, `Request`) passes the question on to
 * the call around it. An address that is put in a variable is followed to where the variable is used in the
 * function. At last the function is asked for the one method it sets anywhere.
 */
export interface Sending {
  /** Text of the method in upper case, or unknown. */
  readonly method: Value;
  readonly body: Value;
  /** The address goes to people, not to a server. */
  readonly shown: boolean;
  /** The program itself answers at this address. */
  readonly served: boolean;
}

const NOTHING: Value = unknown('cannot be told');

interface Found {
  readonly method: Value | null;
  readonly body: Value | null;
  readonly shown?: boolean;
  readonly served?: boolean;
}

/** Names of functions that register an address of the program's own server. */
const SERVING = new Set([
  'route',
  'handle',
  'handlefunc',
  'resource',
  'scope',
  'mount',
  'add_route',
  'add_url_rule',
  'getmapping',
  'postmapping',
  'putmapping',
  'patchmapping',
  'deletemapping',
  'requestmapping',
  'mapget',
  'mappost',
  'mapput',
  'mapdelete',
  'mappatch',
  'add_api_route',
  'add_resource',
  're_path',
  'register_rest_route',
  'pathprefix',
  'add_rewrite_rule',
  'stub_request',
  'stubfor',
  'registerresponder',
  'urlmatching',
  'urlpathequalto',
  'urlequalto',
  'on_get',
  'on_post',
  'web_scope',
]);
const ROUTER = /^(?:app|router|route|routes|r|e|mux|srv|server|group|engine|bp|blueprint|web|rg|g)$/i;
const BODY_NAMES =
  /^(?:json|data|body|payload|content|postfields|form_params|entity|form|json_body|request_body|requestbody|settings|params_body)$/i;
const CARRYING =
  /^(?:json|body|send|content|bodyvalue|body_json|send_json|setbody|sendstring|form|bodytomono|ofstring|payload|send_string|setbodyjson|withbody|jsonbody)$/i;
/** Calls that hand an address on to the call around them. */
const BUILDING =
  /^(?:sprintf|format|uri|url|parse|from|of|create|string|str|urljoin|joinpath|join|request|new|to_string|quote|esc_url|concat|relativeuri|httprequestmessage|urlrequest|concat_url|build_url|make_url|_url|url_for|buildapiurl|printf|encodeuri|fmt|tohttpurl|httpurl|parseurl|some|ok|urlparse|clone|mustparse|text)$/;

const MAX_USES = 12;

export class Requests {
  constructor(
    readonly code: Code,
    readonly scopes: Scopes,
    readonly evaluator: Evaluator,
  ) {}

  /** How the address between two tokens is sent. */
  of(start: number, end: number): Sending {
    const found = this.#at(start, end, 0);
    const scope = functionAround(this.scopes, start);
    const method = found.method ?? (scope === null ? null : this.#setIn(scope));
    const body = found.body ?? (scope === null ? null : this.#bodySetIn(scope));
    return {
      method: method ?? NOTHING,
      body: body ?? NOTHING,
      shown: found.shown === true && found.method === null,
      served: found.served === true,
    };
  }

  #at(start: number, end: number, depth: number): Found {
    let open = callAround(this.code, start);
    let outside = end;
    let body: Value | null = null;
    let shown = false;
    if (this.code.syntax.formatOperator === '-f') {
      const command = commandAround(this.code, this.evaluator, start);
      if (command !== null) return command;
    }
    for (let level = 0; open >= 0 && level < 6; level++) {
      const names = calleeOf(this.code, open);
      const last = names.at(-1) ?? '';
      const lower = bareName(last).toLowerCase();
      if (this.#serves(names, open, start)) return { method: null, body: null, served: true };
      const found = this.#call(open, start, names);
      body ??= found.body;
      if (found.method !== null) return { method: found.method, body };
      shown ||= SHOWING.has(lower) || names.some((name) => /^(?:logger|log|console)$/i.test(name));
      if (shown) return { method: null, body: null, shown: true };
      outside = skip(this.code, open);
      if (!BUILDING.test(lower) && last !== '' && !/(?:url|uri|request|req|endpoint|path)$/i.test(last)) {
        const summary = this.#summary(names, open);
        if (summary !== null) return { method: summary, body };
        break;
      }
      const next = callAround(this.code, open);
      if (next < 0) break;
      open = next;
    }
    const table = this.#tableMethod(start);
    if (table !== null) return { method: table, body };
    if (depth < 3) {
      const followed = this.#followed(start, outside, depth);
      if (followed !== null) return { ...followed, body: body ?? followed.body };
    }
    return { method: null, body, shown };
  }

  #serves(names: readonly string[], open: number, start: number): boolean {
    const last = bareName(names.at(-1) ?? '');
    if (SERVING.has(last.toLowerCase())) return true;
    // An attribute: `[HttpGet("zones/{id}")]`.
    if (/^Http(?:Get|Post|Put|Patch|Delete)$/.test(last) && isPunctuation(this.code.tokens[open - 2], '['))
      return true;
    const owner = names.length > 1 ? bareName(names.at(-2) ?? '') : '';
    const decorated = isPunctuation(this.code.tokens[open - names.length * 2], '@');
    if (decorated && methodNamed(last) !== null) return true;
    // `router.GET("/zones/:id", handler)`: the address names its own parameters.
    if (methodNamed(last) === null || !ROUTER.test(owner)) return false;
    const token = this.code.tokens[start];
    return (
      token?.kind === 'string' &&
      token.parts.some((part) => part.kind === 'text' && /\/[:{<]/.test(part.text))
    );
  }

  /** What one call says: its arguments first, then its name, then its chain. */
  #call(open: number, address: number, names: readonly string[]): Found {
    let method: Value | null = null;
    let body: Value | null = null;
    for (const part of split(this.code, open)) {
      const holdsAddress = part.start <= address && address < part.end;
      if (!holdsAddress || this.#isBag(part.start)) method ??= this.#methodIn(part.start, part.end);
      if (!holdsAddress) body = this.#betterBody(body, this.#bodyIn(part.start, part.end));
    }
    const last = bareName(names.at(-1) ?? '');
    const own = methodOfName(last) ?? this.#typedMethod(names);
    if (method === null && own !== null) method = textOf(own, null);
    for (const link of linksAfter(this.code, skip(this.code, open))) {
      if (link.open >= 0 && method === null) method = this.#linkMethod(link.name, link.open);
      if (link.open >= 0 && CARRYING.test(link.name)) body ??= this.#firstBody(link.open);
    }
    // `client.put().uri(…)`: an earlier call of the chain.
    if (method === null) {
      for (const name of names.slice(0, -1).reverse()) {
        const earlier = methodNamed(bareName(name));
        if (earlier !== null) {
          method = textOf(earlier, null);
          break;
        }
      }
    }
    if (method === null && FETCHING.has(last.toLowerCase())) method = textOf('GET', null);
    return { method, body };
  }

  /** `Net::HTTP::Put.new(uri)`, `new HttpPut(url)`. */
  #typedMethod(names: readonly string[]): string | null {
    const last = names.at(-1) ?? '';
    if (last === 'new') return methodNamed(names.at(-2) ?? '');
    const typed = /^Http(Get|Post|Put|Patch|Delete)$/.exec(last);
    return typed === null ? null : methodNamed(typed[1] ?? '');
  }

  #linkMethod(name: string, open: number): Value | null {
    if (/^(?:set)?(?:request)?method$/i.test(name)) {
      const [first] = split(this.code, open);
      return first === undefined ? null : this.#methodIn(first.start, first.end);
    }
    const named = methodNamed(name);
    return named === null ? null : textOf(named, null);
  }

  #isBag(start: number): boolean {
    const token = this.code.tokens[start];
    return isPunctuation(token, '{') || isPunctuation(token, '[') || isPunctuation(token, '@');
  }

  /** The method an argument names: `"PUT"`, `HttpMethod.Put`, `method="put"`, `{method: "PUT"}`, `:put`. */
  #methodIn(start: number, end: number): Value | null {
    const { tokens } = this.code;
    const named = this.evaluator.namedArgument(start);
    if (
      named !== null &&
      !/^(?:method|verb|http_?method|httpMethod|type|customRequest|action)$/i.test(named.name)
    )
      return null;
    const from = named?.value ?? start;
    const first = tokens[from];
    const symbolName = tokens[from + 1];
    if ((isPunctuation(first, ':') || isPunctuation(first, '.')) && symbolName?.kind === 'word') {
      const symbol = methodNamed(symbolName.text);
      return symbol === null ? null : textOf(symbol, null);
    }
    if (first?.kind === 'word') {
      let last = first.text;
      let at = from;
      let qualified = false;
      for (;;) {
        const mark = tokens[at + 1];
        const next = tokens[at + 2];
        if (
          at + 2 >= end ||
          mark?.kind !== 'punctuation' ||
          !this.code.syntax.access.includes(mark.text) ||
          next?.kind !== 'word'
        )
          break;
        last = next.text;
        qualified = true;
        at += 2;
      }
      const constant = methodOfConstant(last);
      if (
        constant !== null &&
        at + 1 === end &&
        (qualified || last === last.toUpperCase() || /method/i.test(last) || named !== null)
      )
        return textOf(constant, null);
    }
    return this.#evaluatedMethod(from, end);
  }

  #evaluatedMethod(start: number, end: number): Value | null {
    const value = this.evaluator.between(start, end);
    const direct = this.#asMethod(value);
    if (direct !== null) return direct;
    if (value.kind !== 'object') return null;
    for (const key of ['method', 'Method', 'verb', 'type', 'custom_request', 'CURLOPT_CUSTOMREQUEST']) {
      const property = propertyOf(value, key);
      const found = property === undefined ? null : this.#asMethod(property.value);
      if (found !== null) return found;
    }
    return null;
  }

  #asMethod(value: Value): Value | null {
    const methods = alternatives(value).map((one) => {
      const content = knownText(one);
      const method = content === null ? null : methodNamed(content);
      return method === null ? null : textOf(method, one.origin);
    });
    const known = methods.filter((one) => one !== null);
    return known.length === methods.length && known.length > 0 ? choice(known) : null;
  }

  #betterBody(current: Value | null, next: { value: Value; named: boolean } | null): Value | null {
    if (next === null) return current;
    return next.named || current === null ? next.value : current;
  }

  /** A body among the arguments of a call. */
  #bodyIn(start: number, end: number): { value: Value; named: boolean } | null {
    const named = this.evaluator.namedArgument(start);
    if (named !== null && /^(?:headers?|params|query|auth|timeout|cookies|method)$/i.test(named.name))
      return null;
    const from = named?.value ?? start;
    const value = asBody(this.evaluator.between(from, end));
    if (value === null) return null;
    const inner =
      value.kind === 'object'
        ? value.properties.find((property) => BODY_NAMES.test(property.key))
        : undefined;
    if (inner !== undefined && named === null) {
      const body = asBody(inner.value);
      if (
        body !== null &&
        value.kind === 'object' &&
        value.properties.every((property) => optionName(property.key))
      )
        return { value: body, named: true };
    }
    return { value, named: named !== null && BODY_NAMES.test(named.name) };
  }

  #firstBody(open: number): Value | null {
    for (const part of split(this.code, open)) {
      const found = this.#bodyIn(part.start, part.end);
      if (found !== null) return found.value;
    }
    return null;
  }

  /** The method a function of the file takes by default, or the only one it ever sends. */
  #summary(names: readonly string[], open: number): Value | null {
    const name = bareName(names.at(-1) ?? '');
    const scope = this.scopes.functions.find((one) => one.name === name && one.name !== '');
    if (scope === undefined || (scope.start < open && open < scope.end)) return null;
    for (const parameter of scope.parameters) {
      if (parameter.fallback < 0) continue;
      const value = this.#asMethod(this.evaluator.at(parameter.fallback).value);
      if (value !== null) return value;
    }
    return this.#setIn(scope);
  }

  /** The one method that a function sets or names, if it is one. */
  #setIn(scope: FunctionScope): Value | null {
    const { tokens } = this.code;
    const methods = new Set<string>();
    let posts = false;
    const end = Math.min(scope.end, scope.start + 3_000);
    for (let at = scope.start; at < end; at++) {
      const token = tokens[at];
      if (token?.kind !== 'word') continue;
      if (/^\$?(?:set)?(?:request|http)?_?method$/i.test(token.text) && token.text.length > 3) {
        const mark = tokens[at + 1];
        if (mark?.kind !== 'punctuation' || !['=', '(', ':', '=>', ':='].includes(mark.text)) continue;
        const found =
          this.#asMethod(this.evaluator.at(at + 2).value) ??
          this.#methodIn(at + 2, at + 5) ??
          this.#methodIn(at + 2, at + 3);
        for (const one of found === null ? [] : alternatives(found)) methods.add(knownText(one) ?? '');
      } else if (token.text === 'CURLOPT_CUSTOMREQUEST') {
        const found = this.#asMethod(this.evaluator.at(at + 2).value);
        for (const one of found === null ? [] : alternatives(found)) methods.add(knownText(one) ?? '');
      } else if (token.text === 'CURLOPT_POST' || token.text === 'CURLOPT_POSTFIELDS') posts = true;
      else if (token.text === 'CURLOPT_PUT') methods.add('PUT');
    }
    const [only] = methods;
    if (methods.size === 1 && only !== undefined && only !== '') return textOf(only, null);
    if (methods.size === 0 && posts) return textOf('POST', null);
    return null;
  }

  #bodySetIn(scope: FunctionScope): Value | null {
    const { tokens } = this.code;
    const end = Math.min(scope.end, scope.start + 3_000);
    for (let at = scope.start; at < end; at++) {
      if (isWord(tokens[at], 'CURLOPT_POSTFIELDS')) return asBody(this.evaluator.at(at + 2).value);
    }
    return null;
  }

  /** The method beside an address in a table: `{path: "…", method: "PUT"}`. */
  #tableMethod(start: number): Value | null {
    let open = this.code.enclosing[start] ?? -1;
    for (let level = 0; open >= 0 && level < 2; level++) {
      for (const part of split(this.code, open, [',', ';', '\n']).slice(0, 40)) {
        const key = this.code.tokens[part.start];
        const name =
          key?.kind === 'word'
            ? key.text
            : key?.kind === 'string'
              ? this.code.file.text.slice(key.start + 1, key.end - 1)
              : '';
        if (!/^(?:http_?)?(?:method|verb)$/i.test(name)) continue;
        const found = this.#methodIn(part.start + 2, part.end);
        if (found !== null) return found;
      }
      open = this.code.enclosing[open] ?? -1;
    }
    return null;
  }

  /** The uses of the variable that a statement puts the address in. */
  #followed(start: number, end: number, depth: number): Found | null {
    const name = this.#assignedName(start);
    if (name === null) return null;
    const { tokens } = this.code;
    const scope = functionAround(this.scopes, start);
    const limit = Math.min(scope?.end ?? tokens.length, end + 4_000);
    const shared = scope === null || this.#isMember(name, start);
    let uses = 0;
    const methods: Value[] = [];
    const bodies: Value[] = [];
    for (let at = end; at < (shared ? Math.min(tokens.length, end + 20_000) : limit); at++) {
      const token = tokens[at];
      if (token?.kind !== 'word' || bareName(token.text) !== name) continue;
      const next = tokens[at + 1];
      if (next?.kind === 'punctuation' && (next.text === '=' || next.text === ':=')) {
        if (callAround(this.code, at) < 0) break;
        continue;
      }
      if (++uses > MAX_USES) break;
      const found = this.#at(at, at + 1, depth + 1);
      if (found.served === true) return found;
      const method = found.method ?? this.#linkedMethod(at + 1);
      if (method !== null) methods.push(method);
      if (found.body !== null) bodies.push(found.body);
    }
    if (methods.length === 0 && bodies.length === 0) return null;
    return { method: oneOf(methods), body: bodies.length === 0 ? null : choice(bodies) };
  }

  /** `url.get()`: a chain that begins with the address itself. */
  #linkedMethod(from: number): Value | null {
    for (const { name, open } of linksAfter(this.code, from)) {
      const method = open < 0 ? null : this.#linkMethod(name, open);
      if (method !== null) return method;
    }
    return null;
  }

  #isMember(name: string, start: number): boolean {
    return this.scopes.assignments.get(name)?.some((one) => one.member && one.value <= start) === true;
  }

  /** The variable that the statement around a token assigns, or null. */
  #assignedName(start: number): string | null {
    const { tokens, enclosing } = this.code;
    let at = start;
    // Out of the calls and collections around it.
    for (let guard = 0; guard < 8; guard++) {
      const open = enclosing[at] ?? -1;
      if (open < 0 || (isPunctuation(tokens[open], '{') && !/[=(,[]/.test(this.#before(open)))) break;
      at = open;
    }
    for (let back = at - 1; back >= 0 && back > at - 40; back--) {
      const token = tokens[back];
      if (token === undefined || token.kind === 'newline') return null;
      if (token.kind !== 'punctuation') continue;
      if (token.text === ';' || token.text === '{' || token.text === '}') return null;
      if (['=', ':=', '+=', '.='].includes(token.text)) {
        return this.#nameOfValue(back + 1);
      }
    }
    return null;
  }

  #before(open: number): string {
    const token = this.code.tokens[open - 1];
    return token?.kind === 'punctuation' ? token.text : '';
  }

  #byValue: Map<number, string> | null = null;

  /** The name that is given the value beginning at a token, or null. */
  #nameOfValue(value: number): string | null {
    if (this.#byValue === null) {
      this.#byValue = new Map();
      for (const [name, all] of this.scopes.assignments) {
        for (const one of all) this.#byValue.set(one.value, name);
      }
    }
    return this.#byValue.get(value) ?? null;
  }
}

function optionName(key: string): boolean {
  return wordsOf(key).some((word) =>
    /^(?:headers?|json|data|body|payload|content|method|timeout|query|params?|auth|form|verify|sslverify|type|url|uri|redirect)$/.test(
      word,
    ),
  );
}

/** The methods an address is sent with, each once. */
function oneOf(methods: readonly Value[]): Value | null {
  const distinct = new Map(methods.flatMap(alternatives).map((method) => [knownText(method), method]));
  return distinct.size === 0 ? null : choice([...distinct.values()]);
}
