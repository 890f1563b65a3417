import type { ResponseRead } from '../../usage.js';
import { calleeOf } from '../lexing/calls.js';
import { isPunctuation, isWord, split } from '../lexing/code.js';
import { bareName, functionAround } from '../lexing/scopes.js';
import { literalText } from '../lexing/tokens.js';
import type { Unit } from '../requests/unit.js';
import { ABSENCE, type AbsenceWords } from '../words/absence.js';

/**
 * What becomes of a program where a field that it reads is missing: it fails, it goes on with nothing, or it is
 * prepared. Which ways to read fail is data of the language (`words/absence.ts`).
 */

/** How a key is read: `x["key"]`, `x.key`, or the method of `x.get("key")`. */
export type Way = 'index' | 'member' | { readonly method: string; readonly open: number };

/** Tokens of a function in which its tests of a field are looked for. */
const MAX_TOKENS = 4_000;
/** `== nil`, `=== null`, `!= ""`, `is None` */
const EMPTY = /^\s*(?:[!=]==?\s*(?:nil|null|None|NULL|undefined|""|''|0)(?!\w)|is\s+(?:not\s+)?None\b)/;

/** Many answers may reach the same read: what becomes of it is looked at once. */
const known = new WeakMap<Unit, Map<number, ResponseRead['absent']>>();

export function absenceOf(unit: Unit, key: number, way: Way): ResponseRead['absent'] {
  const words = ABSENCE[unit.file.language];
  if (words === undefined) return undefined;
  let ofUnit = known.get(unit);
  if (ofUnit === undefined) {
    ofUnit = new Map();
    known.set(unit, ofUnit);
  }
  if (!ofUnit.has(key)) ofUnit.set(key, newAbsence(unit, key, way, words));
  return ofUnit.get(key);
}

function newAbsence(unit: Unit, key: number, way: Way, words: AbsenceWords): ResponseRead['absent'] {
  const chain = chainBehind(unit, key, way);
  const effect = effectOf(unit, key, way, words, chain);
  if (effect === 'tolerated') return effect;
  return isPrepared(unit, key, nameAt(unit, key), words, effect === 'fails') ? 'tolerated' : effect;
}

/** The same of a read in the hole of a text. */
export function absenceInHole(
  unit: Unit,
  text: number,
  { key, way, rest }: { readonly key: string; readonly way: 'index' | 'member'; readonly rest: string },
): ResponseRead['absent'] {
  const words = ABSENCE[unit.file.language];
  if (words === undefined) return undefined;
  if (words.instead?.test(rest) === true) return 'tolerated';
  const effect = words[way];
  return isPrepared(unit, text, key, words, effect === 'fails') ? 'tolerated' : effect;
}

interface Chain {
  /** Names of the members behind the read. */
  readonly names: readonly string[];
  /** The text behind the read itself, and behind all of its chain. */
  readonly rest: string;
  readonly after: string;
}

function effectOf(
  unit: Unit,
  key: number,
  way: Way,
  words: AbsenceWords,
  { names, rest, after }: Chain,
): ResponseRead['absent'] {
  if (words.instead?.test(rest) === true || words.instead?.test(after) === true) return 'tolerated';
  const settled = names.findIndex((name) => words.settling?.test(name) === true);
  const unwrapped = names.findIndex((name) => words.unwrapping?.test(name) === true);
  if (settled >= 0 && (unwrapped < 0 || settled < unwrapped)) return 'tolerated';
  if (unwrapped >= 0) return 'fails';
  if (typeof way === 'object') {
    const single = split(unit.code, way.open).length < 2;
    if (words.failing?.test(way.method) === true) return single ? 'fails' : 'tolerated';
    return words.tolerating?.test(way.method) === true ? 'tolerated' : undefined;
  }
  if (words.asserts?.test(rest) === true)
    return words.taken?.test(lineBefore(unit, key)) === true ? 'tolerated' : 'fails';
  if (way === 'index' && words.taken?.test(lineBefore(unit, key)) === true) return 'tolerated';
  return words[way];
}

function lineBefore({ code, file }: Unit, at: number): string {
  const end = code.tokens[at]?.start ?? 0;
  return file.text.slice(file.text.lastIndexOf('\n', end - 1) + 1, end);
}

/** What follows a read in its expression. */
function chainBehind({ code, file }: Unit, key: number, way: Way): Chain {
  const { tokens, partner, enclosing, syntax } = code;
  const open = way === 'index' ? key - 1 : typeof way === 'object' ? way.open : -1;
  let at = open >= 0 ? (partner[open] ?? enclosing[key] ?? key) + 1 : key + 1;
  const names: string[] = [];
  const textFrom = (index: number): string => {
    const from = tokens[index - 1]?.end ?? 0;
    return file.text.slice(from, from + 24);
  };
  const rest = textFrom(at);
  for (let guard = 0; guard < 40; guard++) {
    const token = tokens[at];
    const next = tokens[at + 1];
    if (token?.kind !== 'punctuation') break;
    if (syntax.access.includes(token.text) && next?.kind === 'word') {
      names.push(next.text);
      at += 2;
    } else if (token.text === '(' || token.text === '[') at = (partner[at] ?? at) + 1;
    else break;
  }
  return { names, rest, after: textFrom(at) };
}

/** The function asks for the field somewhere, or handles the error. */
function isPrepared(
  unit: Unit,
  place: number,
  name: string | null,
  words: AbsenceWords,
  fails: boolean,
): boolean {
  const { code, file, scopes } = unit;
  const scope = functionAround(scopes, place);
  const from = Math.max(scope?.start ?? 0, place - MAX_TOKENS);
  const to = Math.min(scope?.end ?? code.tokens.length, place + MAX_TOKENS);
  if (words.handling !== undefined) {
    const text = file.text.slice(code.tokens[from]?.start ?? 0, code.tokens[to - 1]?.end ?? 0);
    if (words.handling.test(text)) return true;
  }
  const named = name === null ? [] : (placesByName(unit).get(name) ?? []);
  return named.some((at) => at >= from && at < to && asksFor(unit, at, words, fails));
}

const places = new WeakMap<Unit, ReadonlyMap<string, readonly number[]>>();

/** Where each name and each text of a file stands. */
function placesByName(unit: Unit): ReadonlyMap<string, readonly number[]> {
  let byName = places.get(unit);
  if (byName !== undefined) return byName;
  const found = new Map<string, number[]>();
  for (let at = 0; at < unit.code.tokens.length; at++) {
    const name = nameAt(unit, at);
    if (name === null) continue;
    const list = found.get(name);
    if (list === undefined) found.set(name, [at]);
    else list.push(at);
  }
  byName = found;
  places.set(unit, byName);
  return byName;
}

function nameAt({ code }: Unit, at: number): string | null {
  const token = code.tokens[at];
  return token?.kind === 'word' ? token.text : token?.kind === 'string' ? literalText(token) : null;
}

function asksFor({ code, file }: Unit, at: number, words: AbsenceWords, fails: boolean): boolean {
  const { tokens, enclosing, partner } = code;
  const isTested =
    isWord(tokens[at + 1], 'in') || (isWord(tokens[at + 1], 'not') && isWord(tokens[at + 2], 'in'));
  if (isTested && !isWord(tokens[at - 1], 'for')) return true;
  for (
    let open = enclosing[at] ?? -1, depth = 0;
    open >= 0 && depth < 3;
    open = enclosing[open] ?? -1, depth++
  ) {
    if (isPunctuation(tokens[open], '{')) break;
    if (!isPunctuation(tokens[open], '(')) continue;
    if (words.asking?.test(bareName(calleeOf(code, open).at(-1) ?? '')) === true) return true;
    break;
  }
  if (fails) return false;
  const bracket = enclosing[at] ?? -1;
  const last = isPunctuation(tokens[bracket], '[') ? (partner[bracket] ?? at) : at;
  const end = tokens[last]?.end ?? 0;
  return EMPTY.test(file.text.slice(end, end + 24));
}
