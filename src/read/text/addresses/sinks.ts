import {
  alternatives,
  choice,
  type Hole,
  type Piece,
  type Property,
  type TextValue,
  unknown,
  type Value,
} from '../../../value/index.js';
import type { HttpUsage } from '../../usage.js';
import { tokenAt } from '../lexing/code.js';
import { bareName, type FunctionScope, functionAround } from '../lexing/scopes.js';
import type { Unit } from '../requests/unit.js';
import { isBareHole } from '../values/pieces.js';
import type { BuiltAddress } from './addresses.js';
import { choicesOf } from './allow-lists.js';
import { argumentsByName, callsOf, givenFor, passesOn } from './callers.js';
import { type Filling, fromValue, optionNamed, readName, textsAt } from './fillings.js';

/**
 * Addresses of which one segment comes from elsewhere in the program: `settings/${id}`. Every text that may stand
 * there makes an address of its own, in which that text keeps the place where it was written; fields of the body
 * go with it.
 */

const MAX_HANDED_ON = 2;

/** A function of which one parameter is the last segment of an address. */
export interface Sink {
  readonly scope: FunctionScope;
  readonly parameter: number;
  readonly open: Hole;
  readonly usage: HttpUsage;
}

/** The functions of a file that others may call with a segment. */
export function sinksOf(unit: Unit, built: readonly BuiltAddress[]): Sink[] {
  return built.flatMap((one) => {
    const open = openSegment(unit, one.usage.url);
    const scope = functionAround(unit.scopes, one.start);
    const name = open === null ? null : readName(unit, open.name ?? '');
    if (open === null || scope === null || name === null || name.field !== null || scope.name === '')
      return [];
    const parameter = scope.parameters.findIndex((candidate) => candidate.name === name.base);
    return parameter < 0 ? [] : withCallers(unit, { scope, parameter, open, usage: one.usage }, 0);
  });
}

/** A sink with the functions that only hand a parameter of their own on to it: `get(path)` calls `send("GET", path)`. */
function withCallers(unit: Unit, sink: Sink, depth: number): readonly Sink[] {
  if (depth >= MAX_HANDED_ON) return [sink];
  const given = sink.scope.parameters[sink.parameter]?.name ?? '';
  const callers = callsOf(unit, sink.scope).flatMap((call): readonly Sink[] => {
    const scope = functionAround(unit.scopes, call);
    const value = argumentsByName(unit, sink.scope, call).get(given);
    if (value?.kind !== 'text' || !isBareHole(value)) return [];
    const [piece] = value.pieces;
    const name = piece?.kind === 'hole' ? readName(unit, piece.name ?? '') : null;
    if (scope === null || scope.name === '' || scope === sink.scope || name === null || name.field !== null)
      return [];
    const parameter = scope.parameters.findIndex((one) => one.name === name.base);
    if (parameter < 0) return [];
    const { usage } = sink;
    const method = usage.method.kind === 'unknown' ? givenBeside(unit, value).method : usage.method;
    return withCallers(unit, { scope, parameter, open: sink.open, usage: { ...usage, method } }, depth + 1);
  });
  return [sink, ...callers];
}

/** What a call in another file makes of a sink: one usage for each text it may give. */
export function callOfSink(unit: Unit, home: Unit, sink: Sink, call: number): HttpUsage[] {
  const values = argumentsByName(unit, sink.scope, call, home);
  const name = sink.scope.parameters[sink.parameter]?.name ?? '';
  const value = values.get(name);
  if (value === undefined) return [];
  return alternatives(value).flatMap((one) =>
    fromValue(unit, one, null, values, call, 0).map((filling) =>
      filled(unit, sink, filling, passesOn(home, sink.scope)),
    ),
  );
}

/** A function that sends one of its parameters in the body of a request. */
export interface BodySink {
  readonly scope: FunctionScope;
  readonly usage: HttpUsage;
}

/** The functions of a file that others may call with a part of a body. */
export function bodySinksOf(unit: Unit, built: readonly BuiltAddress[]): BodySink[] {
  return built.flatMap(({ usage, start }) => {
    const scope = functionAround(unit.scopes, start);
    // One whose path is open too is filled as a whole.
    if (scope === null || scope.name === '' || openSegment(unit, usage.url) !== null) return [];
    const names = new Set(scope.parameters.map((parameter) => parameter.name));
    return names.size > 0 && mentions(usage.body, names, 0) ? [{ scope, usage }] : [];
  });
}

/** The request that a call in another file makes of it. */
export function callOfBodySink(unit: Unit, home: Unit, { scope, usage }: BodySink, call: number): HttpUsage {
  return { ...usage, body: substituted(usage.body, argumentsByName(unit, scope, call, home), 0) };
}

/** One of the names stands somewhere in a value. */
function mentions(value: Value, names: ReadonlySet<string>, depth: number): boolean {
  if (depth > 20) return false;
  if (value.kind === 'text' && isBareHole(value)) {
    const [piece] = value.pieces;
    return piece?.kind === 'hole' && names.has(bareName(piece.name ?? ''));
  }
  if (value.kind === 'object') return value.properties.some((one) => mentions(one.value, names, depth + 1));
  return value.kind === 'array' && value.items.some((item) => mentions(item, names, depth + 1));
}

/** The addresses with their open segments filled; one that cannot be filled stays as it is. */
export function filledAddresses(unit: Unit, built: readonly BuiltAddress[]): HttpUsage[] {
  return built.flatMap((one) => {
    const open = openSegment(unit, one.usage.url);
    const found = open === null ? [] : textsAt(unit, open, one.start);
    const usages =
      open === null || found.length === 0
        ? [one.usage]
        : found.map((filling) =>
            filled(unit, { open, usage: one.usage }, filling, passesOnAt(unit, one.start)),
          );
    return usages.map((usage) => withGivenBody(unit, usage, one.start));
  });
}

/** The hole that is the whole last segment of an address, or the whole path behind its zone or account. */
function openSegment({ profiles }: Unit, url: Value): Hole | null {
  if (url.kind !== 'text') return null;
  const { pieces } = url;
  for (let index = pieces.length - 1; index > 0; index--) {
    const piece = pieces[index];
    if (piece?.kind === 'text') {
      if (index === pieces.length - 1 && /^(?:\?|$)/.test(piece.text)) continue;
      return null;
    }
    const before = pieces[index - 1];
    const after = pieces[index + 1];
    const ends = after === undefined || (after.kind === 'text' && after.text.startsWith('?'));
    if (piece === undefined || !ends) return null;
    if (before?.kind === 'text' && /[a-z]\/$/.test(before.text)) return piece;
    const zone = before?.kind === 'text' && before.text === '/' ? index - 2 : index - 1;
    const scope = pieces[zone - 1];
    return pieces[zone]?.kind === 'hole' && scope?.kind === 'text' && isScoped(profiles, scope.text)
      ? piece
      : null;
  }
  return null;
}

/** `…/zones/`: what follows is the name of a zone or an account. */
function isScoped(profiles: Unit['profiles'], text: string): boolean {
  return profiles.some((profile) => profile.scopes.some((scope) => text.endsWith(`${scope}/`)));
}

function passesOnAt(unit: Unit, at: number): boolean {
  const scope = functionAround(unit.scopes, at);
  return scope !== null && passesOn(unit, scope);
}

/** `isPassedOn` for a function that hands further arguments on: a body beside the path is that of the request. */
function filled(
  unit: Unit,
  { usage, open }: Pick<Sink, 'usage' | 'open'>,
  { text, beside }: Filling,
  isPassedOn: boolean,
): HttpUsage {
  const pieces =
    usage.url.kind === 'text'
      ? usage.url.pieces.flatMap((piece): readonly Piece[] => (piece === open ? text.pieces : [piece]))
      : [];
  const { method, body } = givenBeside(unit, text);
  return {
    ...usage,
    method: usage.method.kind === 'unknown' ? method : usage.method,
    url: { kind: 'text', pieces, origin: text.origin },
    body: isPassedOn && usage.body.kind === 'unknown' ? body : substituted(usage.body, beside, 0),
  };
}

/** What the call that gives a text gives beside it. */
function givenBeside(unit: Unit, { origin }: TextValue): Pick<HttpUsage, 'method' | 'body'> {
  if (origin?.file !== unit.file.path)
    return { method: unknown('not given here'), body: unknown('not given here') };
  const at = tokenAt(unit.code, origin.start);
  return unit.requests.of(at, at + 1);
}

/** A body in which parameters of the function stand: with what the function is called with. */
function withGivenBody(unit: Unit, usage: HttpUsage, at: number): HttpUsage {
  const scope = functionAround(unit.scopes, at);
  if (usage.body.kind === 'unknown') return usage;
  if (scope === null) return { ...usage, body: withChosen(unit, usage.body, 0) };
  const names = new Map<string, Value>();
  for (const { name } of scope.parameters) {
    const values = givenFor(unit, scope, name);
    if (values.length > 0) names.set(name, choice(values));
  }
  const body = names.size === 0 ? usage.body : substituted(usage.body, names, 0);
  return { ...usage, body: withChosen(unit, body, 0) };
}

/** Options of the program that stand in a body, as what their declaration lets through. */
function withChosen(unit: Unit, value: Value, depth: number): Value {
  if (depth > 20) return value;
  if (value.kind === 'text' && isBareHole(value)) {
    const [piece] = value.pieces;
    const option = piece?.kind === 'hole' ? optionNamed(piece.name ?? '') : null;
    const list = option === null ? null : choicesOf(unit, option);
    return list?.kind === 'array' && list.items.length > 0 ? choice(list.items) : value;
  }
  if (value.kind !== 'object') return value;
  const properties = value.properties.map(
    (property): Property => ({ ...property, value: withChosen(unit, property.value, depth + 1) }),
  );
  return { ...value, properties };
}

/** A body with the names filled in that are known beside the segment. */
function substituted(value: Value, names: ReadonlyMap<string, Value>, depth: number): Value {
  if (depth > 20) return value;
  if (value.kind === 'text' && isBareHole(value)) {
    const [piece] = value.pieces;
    const name = piece?.kind === 'hole' ? bareName(piece.name ?? '') : '';
    return names.get(name) ?? value;
  }
  if (value.kind === 'object') {
    const properties = value.properties.map(
      (property): Property => ({ ...property, value: substituted(property.value, names, depth + 1) }),
    );
    return { ...value, properties };
  }
  if (value.kind === 'array')
    return { ...value, items: value.items.map((item) => substituted(item, names, depth + 1)) };
  return value;
}
