import {
  alternatives,
  choice,
  knownText,
  text as textOf,
  unknown,
  type Value,
} from '../../../value/index.js';
import { callAround, calleeOf, linksAfter } from '../lexing/calls.js';
import { type Code, isPunctuation, skip, split } from '../lexing/code.js';
import { bareName, functionAround, type Scopes } from '../lexing/scopes.js';
import { argumentsAt, bareCallBefore } from '../values/arguments.js';
import type { Evaluator } from '../values/evaluate.js';
import { isProperty } from '../values/returns.js';
import { FETCHING, methodNamed, methodOfName, SHOWING } from '../words/verbs.js';
import { bodyBeside, bodyIn, firstBody, namedBodyIn } from './bodies.js';
import { commandMethod } from './command-lists.js';
import { Methods } from './methods.js';
import { commandAround } from './powershell.js';
import { namesParameters, serves } from './serving.js';
import { bodySetIn, methodSetIn } from './settled.js';

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
/** Whoever calls the function says it; nothing else around the address does. */
const GIVEN: Value = unknown('given by the caller');

interface Found {
  readonly method: Value | null;
  readonly body: Value | null;
  readonly shown?: boolean;
  readonly served?: boolean;
}

const CARRYING =
  /^(?:json|body|send|content|bodyvalue|body_json|send_json|setbody|sendstring|form|bodytomono|ofstring|payload|send_string|setbodyjson|withbody|jsonbody|method)$/i;
/** Calls that hand an address on to the call around them. */
const BUILDING =
  /^(?:sprintf|format|uri|url|https|parse|from|of|create|string|str|urljoin|joinpath|join|request|new|to_string|quote|esc_url|concat|relativeuri|httprequestmessage|urlrequest|concat_url|build_url|make_url|_url|url_for|buildapiurl|printf|encodeuri|fmt|tohttpurl|httpurl|parseurl|some|ok|urlparse|clone|mustparse|text)$/;

const MAX_USES = 12;
/** Variables of one file that are followed to where they are used. */
const MAX_FOLLOWED = 4_000;

export class Requests {
  readonly methods: Methods;
  #variables = 0;
  constructor(
    readonly code: Code,
    readonly scopes: Scopes,
    readonly evaluator: Evaluator,
  ) {
    this.methods = new Methods(code, evaluator);
  }

  /** How the address between two tokens is sent. */
  of(start: number, end: number): Sending {
    const found = this.#at(start, end, 0);
    const scope = functionAround(this.scopes, start);
    const method = found.method ?? (scope === null ? null : methodSetIn(this.methods, scope));
    const body = found.body ?? (scope === null ? null : bodySetIn(this.code, this.evaluator, scope));
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
    if (this.code.syntax.commands === true) {
      const command = commandAround(this.code, this.evaluator, start);
      if (command !== null) return command;
    }
    for (let level = 0; open >= 0 && level < 6; level++) {
      const names = calleeOf(this.code, open);
      const last = names.at(-1) ?? '';
      const lower = bareName(last).toLowerCase();
      if (serves(this.code, names, open, start)) return { method: null, body: null, served: true };
      const found = this.#call(open, start, names);
      body ??= found.body;
      shown ||= SHOWING.has(lower) || names.some((name) => /^(?:logger|log|console)$/i.test(name));
      if (shown && methodOfName(lower) === null) return { method: null, body: null, shown: true };
      if (found.method !== null) return { method: found.method, body };
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
    const bare = bareCallBefore(this.code, start);
    if (bare !== null) {
      const found = this.#bareCall(bare, start);
      body ??= found.body;
      if (found.method !== null || found.shown === true || found.served === true) return { ...found, body };
    }
    const table = this.methods.beside(start) ?? commandMethod(this.code, start);
    if (table !== null) return { method: table, body: body ?? bodyBeside(this.code, this.evaluator, start) };
    if (depth < 3) {
      const followed = this.#followed(start, outside, depth);
      if (followed !== null) return { ...followed, body: body ?? followed.body };
    }
    return { method: null, body, shown };
  }

  /** A call without parentheses: `put "zones/…", body`, `raise "…"`. */
  #bareCall(name: number, address: number): Found {
    const token = this.code.tokens[name];
    const text = token?.kind === 'word' ? bareName(token.text) : '';
    if (SHOWING.has(text.toLowerCase())) return { method: null, body: null, shown: true };
    // `get "/zones/:id" do`: a route of a server of one's own has no receiver and names its parameters.
    const receiver = this.code.tokens[name - 1];
    const free = receiver === undefined || receiver.kind === 'newline';
    if (free && methodNamed(text) !== null && namesParameters(this.code, address)) {
      return { method: null, body: null, served: true };
    }
    let method: Value | null = null;
    let body: Value | null = null;
    for (const argument of argumentsAt(this.code, this.evaluator, name)) {
      if (argument.start <= address && address < argument.end) continue;
      method ??= this.methods.in(argument.start, argument.end);
      body = betterBody(body, bodyIn(this.evaluator, argument.start, argument.end));
    }
    const own = methodOfName(text);
    return { method: method ?? (own === null ? null : textOf(own, null)), body };
  }

  /** What one call says: its arguments first, then its name, then its chain. */
  #call(open: number, address: number, names: readonly string[]): Found {
    let method: Value | null = null;
    let body: Value | null = null;
    for (const part of split(this.code, open)) {
      const holdsAddress = part.start <= address && address < part.end;
      if (!holdsAddress || isBag(this.code, part.start)) method ??= this.methods.in(part.start, part.end);
      if (method === null && this.methods.isGiven(part.start, part.end)) method = GIVEN;
      if (!holdsAddress) body = betterBody(body, bodyIn(this.evaluator, part.start, part.end));
    }
    body ??= namedBodyIn(this.code, this.evaluator, open, address);
    // `new HttpRequestMessage(…) { Content = … }`
    const initialiser = skip(this.code, open);
    if (this.code.syntax.ecosystem === 'nuget' && isPunctuation(this.code.tokens[initialiser], '{'))
      body ??= bodyBeside(this.code, this.evaluator, initialiser + 1);
    const last = bareName(names.at(-1) ?? '');
    const own = methodOfName(last) ?? typedMethod(names);
    if (method === null && own !== null) method = textOf(own, null);
    for (const link of linksAfter(this.code, skip(this.code, open))) {
      if (link.open >= 0 && method === null) method = this.methods.link(link.name, link.open);
      // `.patch(body)` says both.
      if (link.open >= 0 && (CARRYING.test(link.name) || methodNamed(link.name) !== null))
        body ??= firstBody(this.code, this.evaluator, link.open);
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

  /** The method a function of the file takes by default, or the only one it ever sends. */
  #summary(names: readonly string[], open: number): Value | null {
    const name = bareName(names.at(-1) ?? '');
    const scope = this.scopes.functions.find((one) => one.name === name && one.name !== '');
    if (scope === undefined || (scope.start < open && open < scope.end)) return null;
    for (const parameter of scope.parameters) {
      if (parameter.fallback < 0) continue;
      const value = this.methods.of(this.evaluator.at(parameter.fallback).value);
      if (value !== null) return value;
    }
    return methodSetIn(this.methods, scope);
  }

  /** The uses of the variable that a statement puts the address in. */
  #followed(start: number, end: number, depth: number): Found | null {
    const { tokens } = this.code;
    const scope = functionAround(this.scopes, start);
    const property = scope !== null && isProperty(this.code, scope) ? scope.name : null;
    const name = this.#assignedName(start) ?? property;
    if (name === null || ++this.#variables > MAX_FOLLOWED) return null;
    const limit = Math.min(scope?.end ?? tokens.length, end + 4_000);
    const shared = scope === null || name === property || this.#isMember(name, start);
    let uses = 0;
    let shown = 0;
    const methods: Value[] = [];
    const bodies: Value[] = [];
    for (let at = end; at < (shared ? Math.min(tokens.length, end + 20_000) : limit); at++) {
      const token = tokens[at];
      if (token?.kind !== 'word' || bareName(token.text) !== name) continue;
      const next = tokens[at + 1];
      if (next?.kind === 'punctuation' && (next.text === '=' || next.text === ':=')) {
        // `url = url + "?page=2"` is still the address.
        const rebuilt = ++uses <= MAX_USES && this.#names(at + 2, name);
        if (callAround(this.code, at) < 0 && !rebuilt) break;
        continue;
      }
      if (++uses > MAX_USES) break;
      const found = this.#at(at, at + 1, depth + 1);
      if (found.served === true) return found;
      if (found.shown === true) shown++;
      const method = found.method ?? this.methods.linked(at + 1);
      if (method !== null) methods.push(method);
      if (found.body !== null) bodies.push(found.body);
    }
    if (methods.length === 0 && bodies.length === 0)
      return uses > 0 && uses === shown ? { method: null, body: null, shown: true } : null;
    return { method: oneOf(methods), body: bodies.length === 0 ? null : choice(bodies) };
  }

  /** True if the value that begins at a token is made of a name. */
  #names(from: number, name: string): boolean {
    for (let at = from; at < from + 40; at++) {
      const token = this.code.tokens[at];
      if (token === undefined || token.kind === 'newline' || isPunctuation(token, ';')) return false;
      if (token.kind === 'word' && bareName(token.text) === name) return true;
    }
    return false;
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

/** The methods an address is sent with, each once. */
function oneOf(methods: readonly Value[]): Value | null {
  const distinct = new Map(methods.flatMap(alternatives).map((method) => [knownText(method), method]));
  return distinct.size === 0 ? null : choice([...distinct.values()]);
}

/** `Net::HTTP::Put.new(uri)`, `new HttpPut(url)`. */
function typedMethod(names: readonly string[]): string | null {
  const last = names.at(-1) ?? '';
  if (last === 'new') return methodNamed(names.at(-2) ?? '');
  const typed = /^Http(Get|Post|Put|Patch|Delete)$/.exec(last);
  return typed === null ? null : methodNamed(typed[1] ?? '');
}

/** An argument that holds options. */
function isBag(code: Code, start: number): boolean {
  const token = code.tokens[start];
  return isPunctuation(token, '{') || isPunctuation(token, '[') || isPunctuation(token, '@');
}

function betterBody(current: Value | null, next: { value: Value; named: boolean } | null): Value | null {
  if (next === null) return current;
  return next.named || current === null ? next.value : current;
}
