import { choice, knownText, type Piece, type Property, propertyOf, type Value } from '../../value/index.js';
import type { Block, Body } from './parse.js';

/** Blocks as values, and references to locals and defaults of variables filled in. */

/**
 * The object that a body stands for: attributes and nested blocks by name. A block that is written several
 * times is a list of objects; a `dynamic` one is a list of the shape of its content.
 */
export function objectOf(body: Body, origin: Value['origin']): Value {
  const properties: Property[] = body.attributes.map((attribute) => ({
    key: attribute.name,
    keyOrigin: attribute.nameOrigin,
    value: attribute.value,
    origin: attribute.origin,
  }));
  const groups = new Map<string, Block[]>();
  for (const block of body.blocks) {
    const name = block.type === 'dynamic' ? (block.labels[0]?.text ?? '') : block.type;
    groups.set(name, [...(groups.get(name) ?? []), block]);
  }
  for (const [name, blocks] of groups) {
    for (const block of blocks.slice(0, 1)) {
      const values = blocks.map(blockValue);
      const [only] = values;
      const dynamic = block.type === 'dynamic';
      const value: Value =
        values.length === 1 && only !== undefined && !dynamic
          ? only
          : { kind: 'array', items: values, open: dynamic, origin: block.origin };
      const keyOrigin = dynamic ? (block.labels[0]?.origin ?? block.typeOrigin) : block.typeOrigin;
      properties.push({ key: name, keyOrigin, value, origin: block.origin });
    }
  }
  return { kind: 'object', properties, open: false, origin };
}

function blockValue(block: Block): Value {
  if (block.type !== 'dynamic') return objectOf(block.body, block.origin);
  const content = block.body.blocks.find((inner) => inner.type === 'content');
  return objectOf(content?.body ?? block.body, block.origin);
}

export type References = ReadonlyMap<string, Value>;

/** `local.x` and `var.x` by name, as far as a configuration defines them. */
export function referencesOf(body: Body): Map<string, Value> {
  const found = new Map<string, Value>();
  for (const block of body.blocks) {
    if (block.type === 'locals') {
      for (const attribute of block.body.attributes) found.set(`local.${attribute.name}`, attribute.value);
    } else if (block.type === 'variable') {
      const fallback = block.body.attributes.find((attribute) => attribute.name === 'default');
      const name = block.labels[0]?.text;
      if (fallback !== undefined && name !== undefined) found.set(`var.${name}`, fallback.value);
    }
  }
  return found;
}

/** Items of a `for_each` that are looked at. */
const MAX_ITEMS = 200;

/** The references of a block that is made for each item of a list or map that is known: `each.key`, `each.value.x`. */
export function eachOf(block: Value, references: References): References {
  const given = block.kind === 'object' ? propertyOf(block, 'for_each')?.value : undefined;
  const items = given === undefined ? undefined : resolved(given, references);
  const found = new Map<string, Value[]>();
  const add = (name: string, value: Value): void => {
    found.set(name, [...(found.get(name) ?? []), value]);
  };
  if (items?.kind === 'array') {
    for (const item of items.items.slice(0, MAX_ITEMS)) {
      add('each.key', item);
      add('each.value', item);
    }
  } else if (items?.kind === 'object') {
    for (const { key, keyOrigin, value } of items.properties.slice(0, MAX_ITEMS)) {
      const piece: Piece = { kind: 'text', text: key, origin: keyOrigin };
      add('each.key', { kind: 'text', pieces: [piece], origin: keyOrigin });
      add('each.value', value);
      if (value.kind === 'object')
        for (const one of value.properties) add(`each.value.${one.key}`, one.value);
    }
  }
  if (found.size === 0) return references;
  return new Map([...references, ...[...found].map(([name, values]) => [name, choice(values)] as const)]);
}

const MAX_DEPTH = 24;

/** A value with its references filled in. */
export function resolved(value: Value, references: References, depth = 0): Value {
  if (depth > MAX_DEPTH) return value;
  switch (value.kind) {
    case 'text': {
      const [only] = value.pieces;
      if (value.pieces.length === 1 && only?.kind === 'hole') {
        const found = references.get(only.name ?? '');
        return found === undefined ? value : resolved(found, references, depth + 6);
      }
      const pieces = value.pieces.flatMap((piece): readonly Piece[] => {
        if (piece.kind === 'text') return [piece];
        const found = references.get(piece.name ?? '');
        if (found === undefined) return [piece];
        const filled = resolved(found, references, depth + 6);
        return filled.kind === 'text' && knownText(filled) !== null ? filled.pieces : [piece];
      });
      return { ...value, pieces };
    }
    case 'object': {
      const properties = value.properties.map(
        (property): Property => ({ ...property, value: resolved(property.value, references, depth + 1) }),
      );
      return { ...value, properties };
    }
    case 'array':
      return { ...value, items: value.items.map((item) => resolved(item, references, depth + 1)) };
    case 'choice':
      return { ...value, of: value.of.map((one) => resolved(one, references, depth + 1)) };
    default:
      return value;
  }
}
