import {
  hole,
  knownText,
  type Origin,
  type Piece,
  propertyOf,
  text as textOf,
  type Value,
} from '../../../value/index.js';

/** `ZoneID` and `SettingId` as the wire format has them. */
export function snakeCase(name: string): string {
  if (!/[A-Z]/.test(name.charAt(0))) return name;
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/(?<![A-Z])([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

export function isBareHole(value: Value): boolean {
  return value.kind === 'text' && value.pieces.length === 1 && value.pieces[0]?.kind === 'hole';
}

/** What a table or list that is written out has under a key or number; null where that cannot be told. */
export function partOf(value: Value, key: string): Value | null {
  if (value.kind === 'object') return propertyOf(value, key)?.value ?? null;
  return value.kind === 'array' && !value.open && /^\d{1,6}$/.test(key)
    ? (value.items[Number(key)] ?? null)
    : null;
}

/** A value as part of a text. */
export function piecesOf(value: Value): readonly Piece[] {
  if (value.kind === 'text') return value.pieces;
  if (value.kind === 'choice') {
    const known = value.of.find((one) => one.kind === 'text');
    return known === undefined ? [hole(value.origin)] : piecesOf(known);
  }
  const known = knownText(value);
  return known === null ? [hole(value.origin)] : textOf(known, value.origin).pieces;
}

/** Two values written one after the other: lists are joined to a list, anything else to a text. */
export function joined(left: Value, right: Value, origin: Origin | null): Value {
  return left.kind === 'array' && right.kind === 'array'
    ? { kind: 'array', items: [...left.items, ...right.items], open: left.open || right.open, origin }
    : { kind: 'text', pieces: [...piecesOf(left), ...piecesOf(right)], origin };
}

/** A table or list that has more parts than are known. */
export function withMore(value: Value): Value {
  if (value.kind === 'choice') return { ...value, of: value.of.map(withMore) };
  return value.kind === 'object' || value.kind === 'array' ? { ...value, open: true } : value;
}
