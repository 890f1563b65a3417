import { type Origin, type Property, unknown, type Value } from '../../../value/index.js';
import { calleeOf, isCollection } from '../lexing/calls.js';
import { type Code, isPunctuation, split } from '../lexing/code.js';
import { bareName } from '../lexing/scopes.js';
import { literalText } from '../lexing/tokens.js';
import type { Unit } from '../requests/unit.js';
import type { Answer } from './answers.js';

/**
 * Headers of requests: names with a hyphen that stand as a key of a collection, as the first argument of a call
 * that sets a header, or at the beginning of a line `Name: value`. A request has those of its own statement, and
 * those that belong to a name its statements mention: a table of headers, the request, the client.
 */
interface Header {
  readonly key: string;
  readonly origin: Origin;
  readonly at: number;
  /** Names by which a request may be tied to it. */
  readonly names: ReadonlySet<string>;
  /** Function it is set in, -1 for none. */
  readonly owner: number;
  /** It is set on a member of an object, for all its methods. */
  readonly shared: boolean;
}

const NAME = /^[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+$/;
const LINE = /^([A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+)\s*:/;
const SETTING = /header|^(?:add|set|append|insert|put|with|setvalue|setrequestproperty|addvalue)$/i;

const known = new WeakMap<Unit, readonly Header[]>();

export function headersOf(
  unit: Unit,
  answer: Answer,
  range: { readonly start: number; readonly end: number },
  mentioned: ReadonlySet<string>,
): Value {
  let all = known.get(unit);
  if (all === undefined) {
    all = readHeaders(unit);
    known.set(unit, all);
  }
  const owner = unit.scopes.owner[range.start] ?? -1;
  const own = all.filter((header) => {
    if (range.start <= header.at && header.at < range.end) return true;
    if (header.owner !== owner && header.owner >= 0 && !header.shared) return false;
    return [...header.names].some((name) => mentioned.has(name) || answer.names.has(name));
  });
  if (own.length === 0) return unknown('none seen');
  const properties = own.map(
    ({ key, origin }): Property => ({ key, keyOrigin: origin, value: unknown('a header', origin), origin }),
  );
  return { kind: 'object', properties, open: true, origin: null };
}

function readHeaders(unit: Unit): readonly Header[] {
  const { code, scopes, file } = unit;
  const found: Header[] = [];
  for (const [at, token] of code.tokens.entries()) {
    if (token.kind !== 'string') continue;
    const [first] = token.parts;
    if (first?.kind !== 'text') continue;
    const whole = literalText(token);
    const line = LINE.exec(first.text)?.[1];
    const key = whole !== null && NAME.test(whole) ? whole : line;
    if (key === undefined || (key === whole && !isSet(code, at))) continue;
    const origin = { file: file.path, start: first.start, end: first.start + key.length };
    const { names, shared } = tiesOf(unit, at);
    found.push({ key, origin, at, names, owner: scopes.owner[at] ?? -1, shared });
  }
  return found;
}

/** A key of a collection, an index that is assigned, the first argument of a call that sets. */
function isSet(code: Code, at: number): boolean {
  const { tokens, enclosing } = code;
  const next = tokens[at + 1];
  const open = enclosing[at] ?? -1;
  if (next?.kind === 'punctuation' && [':', '=>', '='].includes(next.text)) return isCollection(code, open);
  if (isPunctuation(tokens[open], '[') && isPunctuation(next, ']')) return isPunctuation(tokens[at + 2], '=');
  if (!isPunctuation(tokens[open], '(') && !isPunctuation(tokens[open], '{')) return false;
  if (isPunctuation(tokens[open], '{') || calleeOf(code, open).length === 0)
    return isPunctuation(next, ',') && tokens[at - 1] === tokens[open];
  const last = bareName(calleeOf(code, open).at(-1) ?? '');
  if (/field$/i.test(wordBefore(code, at))) return SETTING.test(last);
  return SETTING.test(last) && split(code, open)[0]?.start === at;
}

/** The label of an argument: `forHTTPHeaderField: "…"`. */
function wordBefore(code: Code, at: number): string {
  const token = isPunctuation(code.tokens[at - 1], ':') ? code.tokens[at - 2] : undefined;
  return token?.kind === 'word' ? token.text : '';
}

/** What the statement around a header is about: the name it assigns, the object it is set on. */
function tiesOf(unit: Unit, at: number): { readonly names: ReadonlySet<string>; readonly shared: boolean } {
  const { code, scopes } = unit;
  const { tokens, enclosing } = code;
  const names = new Set<string>();
  let shared = false;
  let outermost = at;
  for (let open = enclosing[at] ?? -1; open >= 0; open = enclosing[open] ?? -1) {
    const isCall = isPunctuation(tokens[open], '(');
    if (!isCall && !isCollection(code, open)) break;
    outermost = open;
    if (!isCall) {
      // `request["X-Name"] = …`
      const before = tokens[open - 1];
      if (isPunctuation(tokens[open], '[') && before?.kind === 'word') names.add(bareName(before.text));
      continue;
    }
    const callee = calleeOf(code, open).map(bareName);
    const sets = callee.some((name) => /header|defaults/i.test(name)) || SETTING.test(callee.at(-1) ?? '');
    if (sets && callee.length > 1)
      names.add(callee[0] === 'self' || callee[0] === 'this' ? (callee[1] ?? '') : (callee[0] ?? ''));
    const first = tokens[split(code, open)[0]?.start ?? -1];
    if (/^curl_setopt/.test(callee.at(-1) ?? '') && first?.kind === 'word') names.add(bareName(first.text));
  }
  for (const [name, all] of scopes.assignments) {
    for (const one of all) {
      if (one.value > at || one.value < outermost - 12 || one.value > outermost) continue;
      names.add(name);
      shared ||= one.member;
    }
  }
  return { names, shared };
}
