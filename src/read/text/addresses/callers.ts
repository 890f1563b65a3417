import type { Value } from '../../../value/index.js';
import { calleeOf } from '../lexing/calls.js';
import { type Code, isPunctuation, isWord } from '../lexing/code.js';
import { bareName, type FunctionScope, functionAround } from '../lexing/scopes.js';
import type { Unit } from '../requests/unit.js';
import { argumentsAt, argumentValue, isBareCall } from '../values/arguments.js';
import { isBareHole } from '../values/pieces.js';
import { SELF } from '../words/vocabulary.js';

/** Who calls the functions of a file, and with what. */
const MAX_CALLS = 200;
const MAX_CHAIN = 3;

const calls = new WeakMap<Unit, ReadonlyMap<string, readonly number[]>>();

/** Here a function outside of classes is called by its name alone: `session.put(…)` is another one. */
const CALLED_BY_NAME: ReadonlySet<string> = new Set(['go', 'php', 'python', 'ruby']);

/** Every call of a function in the file: its `(`, or its name where it is called without. */
export function callsOf(unit: Unit, scope: FunctionScope): readonly number[] {
  let known = calls.get(unit);
  if (known === undefined) {
    known = callsByName(unit);
    calls.set(unit, known);
  }
  const own = classesWith(unit, scope.name);
  const home = classAround(unit.code, scope.nameAt);
  const hasReceiver = isPunctuation(unit.code.tokens[scope.nameAt - 1], ')');
  const isPlain = home < 0 && !hasReceiver && CALLED_BY_NAME.has(unit.file.language);
  return (known.get(scope.name) ?? []).filter((call) => {
    // What a function gives itself, it was given.
    if (scope.start <= call && call < scope.end) return false;
    const callee = calleeOf(unit.code, call).map(bareName);
    const receiver = callee.at(-2);
    if (receiver === undefined && home < 0) return true;
    if (isPlain) return false;
    const outer = functionAround(unit.scopes, call);
    const around = classAround(unit.code, outer === null ? call : outer.nameAt);
    // `self.session.put(…)` is no call of a method beside it.
    if (receiver !== undefined && !SELF.has(receiver)) return around !== home || !SELF.has(callee[0] ?? '');
    return own.size < 2 || around === home || !own.has(around);
  });
}

const classes = new WeakMap<Unit, ReadonlyMap<string, ReadonlySet<number>>>();

/** The classes of a file that have a function of this name. */
function classesWith(unit: Unit, name: string): ReadonlySet<number> {
  let known = classes.get(unit);
  if (known === undefined) {
    const found = new Map<string, Set<number>>();
    for (const scope of unit.scopes.functions) {
      const around = classAround(unit.code, scope.nameAt);
      found.set(scope.name, (found.get(scope.name) ?? new Set()).add(around));
    }
    known = found;
    classes.set(unit, known);
  }
  return known.get(name) ?? new Set();
}

const CLASS_WORDS = ['class', 'module', 'defmodule'];
const classWords = new WeakMap<Code, readonly number[]>();

/** What a class is told by: the block around a function's name, or the word in front of it where blocks have no braces. */
function classAround(code: Code, nameAt: number): number {
  if (code.syntax.bodies === 'braces') return code.enclosing[nameAt] ?? -1;
  let words = classWords.get(code);
  if (words === undefined) {
    words = [...code.tokens.keys()].filter((at) => CLASS_WORDS.some((word) => isWord(code.tokens[at], word)));
    classWords.set(code, words);
  }
  const indent = code.indent[nameAt] ?? 0;
  return words.findLast((at) => at < nameAt && (code.indent[at] ?? 0) < indent) ?? -1;
}

function callsByName(unit: Unit): ReadonlyMap<string, readonly number[]> {
  const { tokens } = unit.code;
  const found = new Map<string, number[]>();
  for (const scope of unit.scopes.functions) found.set(scope.name, []);
  const declared = new Set(unit.scopes.functions.map((one) => one.nameAt));
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    const list = token?.kind === 'word' && !declared.has(at) ? found.get(bareName(token.text)) : undefined;
    if (list === undefined || list.length >= MAX_CALLS) continue;
    if (isPunctuation(tokens[at + 1], '(')) list.push(at + 1);
    else if (isBareCall(unit.code, at)) list.push(at);
  }
  return found;
}

/** The arguments of a call under the names of the function's parameters; none where it cannot be this function of `home`. */
export function argumentsByName(
  unit: Unit,
  scope: FunctionScope,
  call: number,
  home = unit,
): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  const [first] = scope.parameters;
  const receiver =
    first?.name === 'self' || first?.name === 'cls' ? (calleeOf(unit.code, call).length > 1 ? 1 : 0) : 0;
  let position = receiver;
  for (const argument of argumentsAt(unit.code, unit.evaluator, call)) {
    const parameter = argument.name ?? scope.parameters[position]?.name;
    if (argument.name === null) position++;
    if (parameter !== undefined) values.set(parameter, argumentValue(unit.evaluator, argument));
  }
  return position > scope.parameters.length && !takesMore(home, scope) ? new Map() : values;
}

/** Whether a function may be called with more arguments than it has parameters: only a list in brackets says no. */
function takesMore(unit: Unit, scope: FunctionScope): boolean {
  const list = parametersText(unit, scope);
  return list === null || /[*@]|\.\.\.|\b(?:params|vararg)\b/.test(list);
}

function parametersText({ code, file }: Unit, { nameAt }: FunctionScope): string | null {
  const open = code.tokens[nameAt + 1];
  const close = code.tokens[code.partner[nameAt + 1] ?? -1];
  return !isPunctuation(open, '(') || close === undefined
    ? null
    : file.text.slice(open?.start ?? 0, close.start);
}

/** A parameter takes all further arguments by name, and the function gives it to another: `**options`. */
export function passesOn(unit: Unit, scope: FunctionScope): boolean {
  const { code, file } = unit;
  const name = /\*\*(\w+)/.exec(parametersText(unit, scope) ?? '')?.[1];
  const from = code.tokens[code.partner[scope.nameAt + 1] ?? -1]?.end ?? 0;
  const end = code.tokens[scope.end - 1]?.end ?? 0;
  return name !== undefined && file.text.slice(from, end).includes(`**${name}`);
}

/**
 * What callers give for a parameter that stands in a body, with the default where one leaves it out: any of
 * them may be sent. Empty where the file calls the function nowhere.
 */
export function givenFor(unit: Unit, scope: FunctionScope, name: string, depth = 0): readonly Value[] {
  const parameter = scope.parameters.find((one) => one.name === name);
  if (parameter === undefined || scope.name === '' || depth > MAX_CHAIN) return [];
  const found = callsOf(unit, scope).flatMap((call): readonly Value[] => {
    const value = argumentsByName(unit, scope, call).get(name);
    if (value === undefined)
      return parameter.fallback < 0 ? [] : [unit.evaluator.at(parameter.fallback).value];
    const [piece] = value.kind === 'text' ? value.pieces : [];
    const outer = functionAround(unit.scopes, call);
    if (!isBareHole(value) || piece?.kind !== 'hole' || outer === null) return [value];
    const further = givenFor(unit, outer, bareName(piece.name ?? ''), depth + 1);
    return further.length > 0 ? further : [value];
  });
  return found.length === 0 && parameter.fallback >= 0
    ? [unit.evaluator.at(parameter.fallback).value]
    : found;
}
