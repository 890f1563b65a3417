import {
  hole,
  knownText,
  type ObjectValue,
  type Piece,
  propertyOf,
  slicePiece,
  type TextPiece,
  type TextValue,
  type Value,
} from '../../value/index.js';
import { atMost } from '../limits.js';

/**
 * Texts of data with what stands for a part of them filled in: the items of a task's loop, the values of a job's
 * matrix, and texts that a template joins: `{{ 'zones/' ~ zone ~ '/settings' }}`.
 */
export interface Variant {
  readonly text: TextValue;
  /** What the names of the loop stand for in this one. */
  readonly names: ReadonlyMap<string, Value>;
}

export type Matrix = ReadonlyMap<string, readonly Value[]>;

const MAX_VARIANTS = 60;
const ITEM = /\{\{\s*(\w+)((?:\.\w+|\[['"]\w+['"]\])?)\s*\}\}/g;
const CELL = /\$\{\{\s*matrix\.([\w-]+)\s*\}\}/g;
const NO_NAMES: ReadonlyMap<string, Value> = new Map();

/** A text as each round of the loop or each cell of the matrix around it has it; the text itself where there is none. */
export function variantsOf(
  text: TextValue,
  owners: readonly ObjectValue[],
  matrix: Matrix,
): readonly Variant[] {
  if (!text.pieces.some((piece) => piece.kind === 'text' && piece.text.includes('{{')))
    return [{ text, names: NO_NAMES }];
  const written = joined(text);
  if (matrix.size > 0) {
    const name = [...shapeOf(written).matchAll(CELL)]
      .map((found) => found[1] ?? '')
      .find((one) => matrix.has(one));
    const cells = name === undefined ? [] : (matrix.get(name) ?? []);
    if (cells.length > 0)
      return atMost(cells, MAX_VARIANTS, 'cells of a matrix').map((cell) => ({
        text: replaced(written, CELL, (found) => (found[1] === name ? cell : null)),
        names: NO_NAMES,
      }));
  }
  const items = [...shapeOf(written).matchAll(ITEM)];
  // A look for the loop goes through all that stands around the text: only texts that name an item are worth it.
  const loop = items.length === 0 ? null : loopAround(owners);
  if (loop === null || !items.some((found) => found[1] === loop.name))
    return [{ text: written, names: NO_NAMES }];
  return atMost(loop.items, MAX_VARIANTS, 'items of a loop').map((item) => {
    const names = new Map([[loop.name, item]]);
    return { text: replaced(written, ITEM, (found) => namedIn(found, names)), names };
  });
}

/** A value with the names of a loop filled in. */
export function filledIn(value: Value, names: ReadonlyMap<string, Value>, depth = 0): Value {
  if (names.size === 0 || depth > 20) return value;
  if (value.kind === 'text') {
    ITEM.lastIndex = 0;
    const found = ITEM.exec(shapeOf(value));
    return (found !== null && found[0] === shapeOf(value).trim() ? namedIn(found, names) : null) ?? value;
  }
  if (value.kind === 'object') {
    const properties = value.properties.map((one) => ({
      ...one,
      value: filledIn(one.value, names, depth + 1),
    }));
    return { ...value, properties };
  }
  if (value.kind === 'array')
    return { ...value, items: value.items.map((item) => filledIn(item, names, depth + 1)) };
  return value;
}

/** The lists of `strategy: {matrix: {name: […]}}`. */
export function matrixOf(strategy: Value): Matrix {
  const matrix = strategy.kind === 'object' ? propertyOf(strategy, 'matrix')?.value : undefined;
  if (matrix?.kind !== 'object') return new Map();
  return new Map(
    matrix.properties.flatMap(({ key, value }) =>
      value.kind === 'array' ? [[key, value.items] as const] : [],
    ),
  );
}

interface Loop {
  readonly name: string;
  readonly items: readonly Value[];
}

/** The loop of the task around a text. */
function loopAround(owners: readonly ObjectValue[]): Loop | null {
  for (const owner of owners) {
    const given = ['loop', 'with_items', 'with_list', 'with_dict'].map(
      (key) => propertyOf(owner, key)?.value,
    );
    const list = given.find((one) => one?.kind === 'array' || one?.kind === 'object');
    if (list === undefined) continue;
    const control = propertyOf(owner, 'loop_control')?.value;
    const variable = control?.kind === 'object' ? propertyOf(control, 'loop_var')?.value : undefined;
    const name = (variable === undefined ? null : knownText(variable)) ?? 'item';
    if (list.kind === 'array') return { name, items: list.items };
    if (list.kind !== 'object') continue;
    return { name, items: list.properties.map((one) => entryOf(one.key, one.keyOrigin, one.value)) };
  }
  return null;
}

/** What a loop over a mapping gives for one of its entries. */
function entryOf(key: string, origin: Value['origin'], value: Value): Value {
  const text: TextValue = { kind: 'text', pieces: [{ kind: 'text', text: key, origin }], origin };
  return {
    kind: 'object',
    properties: [
      { key: 'key', keyOrigin: null, value: text, origin },
      { key: 'value', keyOrigin: null, value, origin },
    ],
    open: false,
    origin,
  };
}

function namedIn(found: RegExpExecArray, names: ReadonlyMap<string, Value>): Value | null {
  const value = names.get(found[1] ?? '');
  const field = /\w+/.exec(found[2] ?? '')?.[0];
  if (value === undefined || field === undefined) return value ?? null;
  return value.kind === 'object' ? (propertyOf(value, field)?.value ?? null) : null;
}

/** The text with matches of a pattern replaced by the texts they stand for. */
function replaced(
  text: TextValue,
  pattern: RegExp,
  lookUp: (found: RegExpExecArray) => Value | null,
): TextValue {
  let origin = text.origin;
  const pieces = text.pieces.flatMap((piece): readonly Piece[] => {
    if (piece.kind !== 'text') return [piece];
    const parts: Piece[] = [];
    let from = 0;
    for (const found of piece.text.matchAll(pattern)) {
      const value = lookUp(found);
      if (value?.kind !== 'text') continue;
      if (found.index > from) parts.push(slicePiece(piece, from, found.index));
      for (const one of value.pieces) parts.push(one);
      origin = value.origin ?? origin;
      from = found.index + found[0].length;
    }
    if (from === 0) return [piece];
    if (from < piece.text.length) parts.push(slicePiece(piece, from, piece.text.length));
    return parts;
  });
  return { kind: 'text', pieces, origin };
}

const WHOLE = /^\{\{\s*(['"][^{}]*)\}\}$/s;
const OPERAND = /\s*(?:(['"])(.*?)\1|([\w.[\]'"]+(?:\s*\|\s*\w+(?:\([^)]*\))?)*))\s*(?:[~+]|$)/sy;

/** `{{ 'a' ~ b ~ 'c' }}` with its parts put together; every other text as it is. */
function joined(text: TextValue): TextValue {
  const [only] = text.pieces;
  if (text.pieces.length !== 1 || only?.kind !== 'text') return text;
  const inner = WHOLE.exec(only.text)?.[1]?.trimEnd();
  if (inner === undefined || !/[~+]/.test(inner)) return text;
  const pieces = operands(only, only.text.indexOf(inner), only.text.indexOf(inner) + inner.length);
  return pieces === null ? text : { ...text, pieces };
}

function operands(piece: TextPiece, from: number, to: number): readonly Piece[] | null {
  const source = piece.text.slice(0, to);
  const pieces: Piece[] = [];
  for (let at = from; at < to; at = OPERAND.lastIndex) {
    OPERAND.lastIndex = at;
    const found = OPERAND.exec(source);
    if (found === null || OPERAND.lastIndex === at) return null;
    const [whole, quote, literal, name] = found;
    const start = at + whole.indexOf(quote ?? name ?? '') + (quote === undefined ? 0 : 1);
    if (literal !== undefined) pieces.push(slicePiece(piece, start, start + literal.length));
    else pieces.push(hole(piece.origin, name));
  }
  return pieces;
}

function shapeOf(text: TextValue): string {
  return text.pieces.map((piece) => (piece.kind === 'text' ? piece.text : ' ')).join('');
}
