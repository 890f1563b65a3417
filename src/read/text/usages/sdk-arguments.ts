import type { Profile, SdkCall } from '../../../catalogue/index.js';
import { type Hole, type Property, propertyOf, type Value } from '../../../value/index.js';
import type { SdkUsage } from '../../usage.js';
import { textsAt } from '../addresses/fillings.js';
import { split } from '../lexing/code.js';
import type { Unit } from '../requests/unit.js';
import { isBareHole, snakeCase } from '../values/pieces.js';

/** What a call of an SDK is given, under the names that the path of the call knows. */

/** Positional values; named arguments make one object behind them. */
export function argumentsOf(unit: Unit, open: number): readonly Value[] {
  const plain: Value[] = [];
  const named: Property[] = [];
  for (const part of split(unit.code, open)) {
    const name = unit.evaluator.namedArgument(part.start);
    const value = unit.evaluator.between(name?.value ?? part.start, part.end);
    if (name === null) plain.push(value);
    else {
      const token = unit.code.tokens[name.at];
      const keyOrigin =
        token === undefined ? null : { file: unit.file.path, start: token.start, end: token.end };
      named.push({ key: name.name, keyOrigin, value, origin: null });
    }
  }
  return named.length === 0
    ? plain
    : [...plain, { kind: 'object', properties: named, open: false, origin: null }];
}

/** Fields that fill a placeholder of the path under the placeholder's own spelling: `{Name}`. */
export function withPlaceholders(value: Value, rows: readonly SdkCall[]): Value {
  if (value.kind !== 'object') return value;
  const names = rows.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? ''));
  const properties = value.properties.map((property) => {
    const placeholder = names.find((name) => snakeCase(name) === property.key);
    return placeholder === undefined ? property : { ...property, key: placeholder };
  });
  return { ...value, properties };
}

/**
 * The call with the last part of its path filled, where that part may be a name (`settings/{setting_id}` beside
 * `settings/minify`) and the program hands it through a parameter or a list: one call for each text.
 */
export function withNamedParts(
  unit: Unit,
  profile: Profile,
  usage: SdkUsage,
  rows: readonly SdkCall[],
  at: number,
): SdkUsage[] {
  for (const row of rows) {
    const part = namedPart(profile, row);
    const given = part === null ? null : argumentNamed(usage, row, part);
    if (part === null || given === null) continue;
    const texts = textsAt(unit, given, at);
    if (texts.length === 0) continue;
    return texts.map(({ text }) => ({
      ...usage,
      args: usage.args.map((value) => replaced(value, given, text)),
    }));
  }
  return [usage];
}

/** The placeholder at the end of a path that other calls fill with a word of their own. */
function namedPart({ sdk }: Profile, { path }: SdkCall): string | null {
  const [, stem, name] = /^(.*\/)\{(\w+)\}$/.exec(path) ?? [];
  if (stem === undefined || name === undefined) return null;
  return sdk.some((other) => other.path.startsWith(stem) && other.path.charAt(stem.length) !== '{')
    ? name
    : null;
}

/** The argument for a placeholder, in its place or by its name, if it is nothing but a name of the program. */
function argumentNamed({ args }: SdkUsage, { positional }: SdkCall, name: string): Hole | null {
  const placed = args[positional.indexOf(name)];
  const candidates = [
    placed,
    ...args.flatMap((one) => (one.kind === 'object' ? propertyOf(one, name)?.value : [])),
  ];
  for (const value of candidates) {
    if (value?.kind !== 'text' || !isBareHole(value)) continue;
    const [piece] = value.pieces;
    if (piece?.kind === 'hole') return piece;
  }
  return null;
}

function replaced(value: Value, open: Hole, by: Value): Value {
  if (value.kind === 'text' && value.pieces[0] === open) return by;
  if (value.kind !== 'object') return value;
  const properties = value.properties.map(
    (property): Property => ({ ...property, value: replaced(property.value, open, by) }),
  );
  return { ...value, properties };
}
