import {
  type Hole,
  knownText,
  type Property,
  propertyOf,
  type TextValue,
  type Value,
} from '../../../value/index.js';
import { type Code, isPunctuation, isWord, skip, split, tokenAt } from '../lexing/code.js';
import { type Assignment, bareName, type FunctionScope, functionAround } from '../lexing/scopes.js';
import type { Unit } from '../requests/unit.js';
import { isBareHole, snakeCase } from '../values/pieces.js';
import { allowedFor, choicesOf } from './allow-lists.js';
import { argumentsByName, callsOf } from './callers.js';
import { listFor, listOf, type Role } from './loops.js';

/**
 * The texts that a name may hold at a place of the program.
 *
 * The name is a parameter of the function around the place, or runs over a list. A parameter is followed to the
 * calls of the function, a list to its items; where the items are described by their own type, they are known by
 * having the very fields that the loop reads. Every text keeps the place where it was written.
 */
const MAX_TEXTS = 200;
const MAX_CHAIN = 3;

/** What stands for a hole: its text, and what other names of the same loop or call then are. */
export interface Filling {
  readonly text: TextValue;
  readonly beside: ReadonlyMap<string, Value>;
}

/** `setting.id`, `$setting['id']`, `setting` as base name and field. */
export interface Name {
  readonly base: string;
  readonly field: string | null;
}

export function readName(unit: Unit, written: string): Name | null {
  const found =
    /^[&*]?[$@]?([A-Za-z_]\w*)(?:(?:\.|->|\?\.|::)([A-Za-z_]\w*)|\[\s*:?["']?([A-Za-z_]\w*)["']?\s*\]|\.(?:get|fetch)\(\s*:?["']?([A-Za-z_]\w*)["']?\s*\))?(?:\.\w+\(\))?$/.exec(
      written.trim(),
    );
  if (found === null) return null;
  const field = found[2] ?? found[3] ?? found[4] ?? null;
  const pascal = unit.code.syntax.pascalFields === true;
  return { base: found[1] ?? '', field: field !== null && pascal ? snakeCase(field) : field };
}

/** The texts that may stand in a hole at a token. */
export function textsAt(unit: Unit, open: Hole, at: number): readonly Filling[] {
  return fillings(unit, open, at, 0).slice(0, MAX_TEXTS);
}

function fillings(unit: Unit, open: Hole, at: number, depth: number): readonly Filling[] {
  const name = readName(unit, open.name ?? '');
  const scope = functionAround(unit.scopes, at);
  if (name === null) return chosen(unit, open, at);
  const index = scope?.parameters.findIndex((parameter) => parameter.name === name.base) ?? -1;
  if (scope !== null && index >= 0) {
    const handed = scope.name === '' && index === 0 ? listFor(unit, scope.nameAt) : null;
    if (handed !== null) return fromList(unit, handed, 'item', name, depth, at);
    const given = fromCalls(unit, scope, index, name.field, depth);
    const allowed = given.length > 0 || name.field !== null ? null : allowedFor(unit, name.base, scope);
    return allowed === null ? given : fromList(unit, allowed, 'item', name, depth, at);
  }
  const list = listOf(unit, name.base, scope, at);
  const set = setBefore(unit, name.base, scope, at);
  if (list === null || (set !== undefined && list.at < set.at)) {
    const taken = set === undefined || name.field !== null ? [] : takenFrom(unit, set, depth);
    return taken.length > 0 ? taken : chosen(unit, open, at);
  }
  const found = fromList(unit, list.value, list.role, name, depth, at);
  return found.length > 0 ? found : byShape(unit, name, scope, at);
}

/** Where a name was set last before a place, in the same function. */
function setBefore(
  unit: Unit,
  base: string,
  scope: FunctionScope | null,
  at: number,
): Assignment | undefined {
  return unit.scopes.assignments
    .get(base)
    ?.findLast((one) => one.at < at && functionAround(unit.scopes, one.at) === scope);
}

/** `name = setting["id"]`: what a name was set to, where that is a parameter or a part of an item itself. */
function takenFrom(unit: Unit, set: Assignment, depth: number): readonly Filling[] {
  if (depth > MAX_CHAIN) return [];
  const { value } = unit.evaluator.at(set.value);
  const [piece] = value.kind === 'text' && isBareHole(value) ? value.pieces : [];
  return piece?.kind === 'hole' ? fillings(unit, piece, set.value, depth + 1) : [];
}

/** `args.setting`, `module.params["setting"]`: an option of the program, of which the declaration tells the choices. */
function chosen(unit: Unit, open: Hole, at: number): readonly Filling[] {
  const option = optionNamed(open.name ?? '');
  const choices = option === null ? null : choicesOf(unit, option);
  return choices === null ? [] : fromList(unit, choices, 'item', { base: option ?? '', field: null }, 0, at);
}

/** The option that `args.setting` and `params["setting"]` read, or null. */
export function optionNamed(written: string): string | null {
  return /(?:\.|->|\[\s*:?["'])([A-Za-z_]\w*)["']?\s*\]?$/.exec(written)?.[1] ?? null;
}

/** The arguments that the calls of a function in this file give for one of its parameters. */
function fromCalls(
  unit: Unit,
  scope: FunctionScope,
  index: number,
  field: string | null,
  depth: number,
): readonly Filling[] {
  if (scope.name === '' || depth > MAX_CHAIN) return [];
  const found: Filling[] = [];
  for (const call of callsOf(unit, scope)) {
    const values = argumentsByName(unit, scope, call);
    const parameter = scope.parameters[index];
    const value = parameter === undefined ? undefined : values.get(parameter.name);
    if (value === undefined) continue;
    for (const one of value.kind === 'choice' ? value.of : [value])
      for (const item of fromValue(unit, one, field, values, call, depth)) found.push(item);
  }
  return found;
}

/** What one value makes of a hole that names it, or a field of it. */
export function fromValue(
  unit: Unit,
  value: Value,
  field: string | null,
  beside: ReadonlyMap<string, Value>,
  at: number,
  depth: number,
): readonly Filling[] {
  if (field !== null) {
    const property = value.kind === 'object' ? propertyOf(value, field) : undefined;
    return property?.value.kind === 'text' ? [{ text: property.value, beside: fieldsOf(value, beside) }] : [];
  }
  if (value.kind !== 'text') return [];
  if (knownText(value) !== null) return [{ text: value, beside }];
  const [piece] = value.pieces;
  // The end of a path may name a thing: `/firewall/rules/${id}`.
  if (piece?.kind === 'text' && piece.text.includes('/')) return [{ text: value, beside }];
  return isBareHole(value) && piece?.kind === 'hole' ? fillings(unit, piece, at, depth + 1) : [];
}

function fieldsOf(value: Value, beside: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  return value.kind === 'object'
    ? new Map([...beside, ...value.properties.map((property) => [property.key, property.value] as const)])
    : beside;
}

function fromList(
  unit: Unit,
  list: Value,
  role: Role,
  name: Name,
  depth: number,
  at: number,
): readonly Filling[] {
  if (list.kind === 'choice') return list.of.flatMap((one) => fromList(unit, one, role, name, depth, at));
  if (list.kind === 'object') {
    return list.properties.flatMap((property): readonly Filling[] => {
      if (role === 'value') return name.field === null ? [] : fieldFilling(property.value, name);
      const text = keyText(property);
      return text === null
        ? []
        : [
            {
              text,
              beside: new Map([
                [`${name.base}.value`, property.value],
                ['value', property.value],
                ['val', property.value],
                ['v', property.value],
              ]),
            },
          ];
    });
  }
  if (list.kind === 'array') {
    const isPlain = name.field === null || !list.items.some(({ kind }) => kind === 'array');
    const position = isPlain ? (role === 'value' ? 1 : 0) : fieldPosition(unit, list, name.field ?? '');
    return list.items.flatMap((item): readonly Filling[] => {
      if (item.kind === 'array') {
        const inner = position < 0 ? undefined : item.items[position];
        const second = item.items[1];
        return inner?.kind === 'text' && knownText(inner) !== null
          ? [
              {
                text: inner,
                beside:
                  second === undefined
                    ? new Map()
                    : new Map([
                        ['value', second],
                        ['val', second],
                        ['v', second],
                      ]),
              },
            ]
          : [];
      }
      if (name.field !== null) return fieldFilling(item, name);
      return item.kind === 'text' && knownText(item) !== null ? [{ text: item, beside: new Map() }] : [];
    });
  }
  if (isBareHole(list) && list.kind === 'text') {
    const [piece] = list.pieces;
    if (piece?.kind === 'hole') return parameterList(unit, piece, role, name, depth, at);
  }
  return [];
}

/** Where a field stands in items without names, by the type of the list: `[]struct{ ID, Value string }{{"minify", "on"}}`. */
function fieldPosition({ code }: Unit, { origin }: Value, field: string): number {
  const { tokens, partner } = code;
  if (origin === null || code.syntax.pascalFields !== true) return 0;
  const type = tokenAt(code, origin.start) - 1;
  const named = tokens[type]?.kind === 'word' ? structNamed(code, tokens[type].text) : (partner[type] ?? -1);
  if (named < 0 || !isWord(tokens[named - 1], 'struct')) return -1;
  return split(code, named, [',', ';', '\n']).findIndex(({ start }) => {
    const token = tokens[start];
    return token?.kind === 'word' && snakeCase(token.text) === field;
  });
}

/** The brace of `type Setting struct {`, or -1. */
function structNamed({ tokens }: Code, name: string): number {
  const at = tokens.findIndex(
    (token, index) =>
      isWord(token, 'type') && isWord(tokens[index + 1], name) && isWord(tokens[index + 2], 'struct'),
  );
  return at < 0 ? -1 : at + 3;
}

function fieldFilling(item: Value, name: Name): readonly Filling[] {
  if (item.kind !== 'object' || name.field === null) return [];
  const property = propertyOf(item, name.field);
  if (property?.value.kind !== 'text' || knownText(property.value) === null) return [];
  const beside = new Map(
    item.properties.flatMap((one) => [
      [`${name.base}.${one.key}`, one.value] as const,
      [one.key, one.value] as const,
    ]),
  );
  return [{ text: property.value, beside }];
}

/** The list is a parameter itself: what the calls give for it. */
function parameterList(
  unit: Unit,
  piece: Hole,
  role: Role,
  name: Name,
  depth: number,
  at: number,
): readonly Filling[] {
  const scope = functionAround(unit.scopes, at);
  const base = readName(unit, piece.name ?? '')?.base ?? '';
  const index = scope?.parameters.findIndex((parameter) => parameter.name === base) ?? -1;
  if (scope === null || index < 0 || depth > MAX_CHAIN) return [];
  return callsOf(unit, scope).flatMap((call) => {
    const value = argumentsByName(unit, scope, call).get(base);
    return value === undefined ? [] : fromList(unit, value, role, name, depth + 1, call);
  });
}

function keyText(property: Property): TextValue | null {
  if (property.keyOrigin === null) return null;
  return {
    kind: 'text',
    pieces: [{ kind: 'text', text: property.key, origin: property.keyOrigin }],
    origin: property.keyOrigin,
  };
}

/** Literals anywhere in the file that have exactly the fields that the loop reads from its variable. */
function byShape(unit: Unit, name: Name, scope: FunctionScope | null, at: number): readonly Filling[] {
  if (name.field === null || scope === null) return [];
  const wanted = new Set([name.field, ...fieldsRead(unit, name.base, scope)]);
  if (wanted.size < 2) return [];
  const { tokens } = unit.code;
  const found: Filling[] = [];
  for (let index = 0; index < tokens.length && found.length < MAX_TEXTS; index++) {
    if (!isPunctuation(tokens[index], '{') || (scope.start <= index && index < scope.end) || index === at)
      continue;
    if (!mayHold(unit, index, name.field)) continue;
    const value = literalAt(unit, index);
    if (value.kind !== 'object' || value.properties.length !== wanted.size) continue;
    if (!value.properties.every((property) => wanted.has(property.key))) continue;
    for (const one of fieldFilling(value, name)) found.push(one);
  }
  return found;
}

function literalAt(unit: Unit, brace: number): Value {
  const before = unit.code.tokens[brace - 1];
  const typed = before?.kind === 'word' && /^[A-Z]/.test(before.text);
  return unit.evaluator.at(typed ? brace - 1 : brace).value;
}

function mayHold(unit: Unit, brace: number, field: string): boolean {
  const { tokens } = unit.code;
  const end = Math.min(skip(unit.code, brace), brace + 40);
  for (let index = brace + 1; index < end; index++) {
    const token = tokens[index];
    if (token?.kind === 'word' && snakeCase(token.text) === snakeCase(field)) return true;
    if (token?.kind === 'string' && unit.file.text.slice(token.start + 1, token.end - 1) === field)
      return true;
  }
  return false;
}

/** The fields a function reads from a name: `setting.id`, `setting["value"]`. */
function fieldsRead(unit: Unit, base: string, scope: FunctionScope): readonly string[] {
  const { tokens, syntax } = unit.code;
  const fields = new Set<string>();
  for (let at = scope.start; at < scope.end; at++) {
    const token = tokens[at];
    if (token?.kind !== 'word' || bareName(token.text) !== base) continue;
    const mark = tokens[at + 1];
    const field = tokens[at + 2];
    if (mark?.kind !== 'punctuation') continue;
    if (syntax.access.includes(mark.text) && field?.kind === 'word' && !isPunctuation(tokens[at + 3], '('))
      fields.add(field.text);
    if (mark.text === '[' && field?.kind === 'string')
      fields.add(unit.file.text.slice(field.start + 1, field.end - 1));
  }
  return [...fields].map((field) => (syntax.pascalFields === true ? snakeCase(field) : field));
}
