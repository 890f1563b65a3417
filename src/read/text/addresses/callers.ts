import type { Value } from '../../../value/index.js';
import { calleeOf } from '../lexing/calls.js';
import { isPunctuation } from '../lexing/code.js';
import { bareName, type FunctionScope, functionAround } from '../lexing/scopes.js';
import type { Unit } from '../requests/unit.js';
import { argumentsAt, argumentValue, isBareCall } from '../values/arguments.js';
import { isBareHole } from '../values/pieces.js';

/** Who calls the functions of a file, and with what. */
const MAX_CALLS = 200;
const MAX_CHAIN = 3;

const calls = new WeakMap<Unit, ReadonlyMap<string, readonly number[]>>();

/** Every call of a function in the file: its `(`, or its name where it is called without. */
export function callsOf(unit: Unit, scope: FunctionScope): readonly number[] {
  let known = calls.get(unit);
  if (known === undefined) {
    known = callsByName(unit);
    calls.set(unit, known);
  }
  return known.get(scope.name) ?? [];
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

/** The arguments of a call under the names of the function's parameters. */
export function argumentsByName(unit: Unit, scope: FunctionScope, call: number): ReadonlyMap<string, Value> {
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
  return values;
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
