import {
  alternatives,
  knownText,
  type ObjectValue,
  type Piece,
  type Property,
  propertyOf,
  type Value,
} from '../../value/index.js';
import { atMost, meetLimit } from '../limits.js';
import { deferred, toldLater } from './deferred.js';
import type { Block, Body } from './parse.js';
import { deeper, type References, START, to, type Way } from './references.js';

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
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [block]);
    else group.push(block);
  }
  for (const [name, blocks] of groups) {
    const [block] = blocks;
    if (block === undefined) continue;
    const values = blocks.map(blockValue);
    const [only] = values;
    const dynamic = block.type === 'dynamic';
    const value: Value =
      values.length === 1 && only !== undefined && !dynamic
        ? only
        : { kind: 'array', items: values, open: dynamic, origin: block.origin };
    const made = blocks.some((one) => one.type === 'dynamic') ? withRounds(value, blocks, values) : value;
    const keyOrigin = dynamic ? (block.labels[0]?.origin ?? block.typeOrigin) : block.typeOrigin;
    properties.push({ key: name, keyOrigin, value: made, origin: block.origin });
  }
  return { kind: 'object', properties, open: false, origin };
}

function blockValue(block: Block): Value {
  if (block.type !== 'dynamic') return objectOf(block.body, block.origin);
  const content = block.body.blocks.find((inner) => inner.type === 'content');
  return objectOf(content?.body ?? block.body, block.origin);
}

/** A list of blocks with those of a `dynamic` one as many times as its list says: `rules.value.action`. */
function withRounds(now: Value, blocks: readonly Block[], values: readonly Value[]): Value {
  return deferred(now, (resolve) => {
    let told = false;
    const items = blocks.flatMap((block, index): readonly Value[] => {
      const value = values[index] ?? now;
      const given = block.type === 'dynamic' ? attributeOf(block, 'for_each') : undefined;
      const rounds = given === undefined ? [] : roundsOf(resolve(given));
      if (rounds.length === 0) return [resolve(value)];
      told = true;
      const iterator = attributeOf(block, 'iterator');
      const named =
        iterator?.kind === 'text' && iterator.pieces[0]?.kind === 'hole' ? iterator.pieces[0] : null;
      return rounds.map((round) =>
        resolve(value, namesOf(named?.name ?? block.labels[0]?.text ?? '', round)),
      );
    });
    return told ? { kind: 'array', items, open: true, origin: now.origin } : null;
  });
}

function attributeOf(block: Block, name: string): Value | undefined {
  return block.body.attributes.find((attribute) => attribute.name === name)?.value;
}

/** `local.x` and `var.x` by name, as far as a configuration defines them. */
export function referencesOf(body: Body): Map<string, Value> {
  const found = new Map<string, Value>();
  for (const block of body.blocks) {
    if (block.type === 'locals') {
      for (const attribute of block.body.attributes) found.set(`local.${attribute.name}`, attribute.value);
    } else if (block.type === 'variable') {
      const fallback = attributeOf(block, 'default');
      const name = block.labels[0]?.text;
      // An empty text stands for what whoever uses the module has to give.
      const isGiven = fallback !== undefined && knownText(fallback) !== '';
      if (isGiven && name !== undefined) found.set(`var.${name}`, fallback);
    }
  }
  return found;
}

/** Items of a `for_each` or a comprehension that are looked at. */
const MAX_ROUNDS = 200;

/** One item of a list or map that something is made for. */
export interface Round {
  readonly key: Value;
  readonly value: Value;
}

/** The items of a list or map that is known; of each, where it is one of several. */
export function roundsOf(items: Value): readonly Round[] {
  const rounds = alternatives(items).flatMap((one): readonly Round[] => {
    if (one.kind === 'array') return one.items.map((item) => ({ key: item, value: item }));
    return one.kind === 'object' ? one.properties.map(roundOf) : [];
  });
  return atMost(rounds, MAX_ROUNDS, 'items of a list');
}

function roundOf({ key, keyOrigin, value }: Property): Round {
  const piece: Piece = { kind: 'text', text: key, origin: keyOrigin };
  return { key: { kind: 'text', pieces: [piece], origin: keyOrigin }, value };
}

function namesOf(name: string, round: Round): ReadonlyMap<string, Value> {
  return new Map([
    [`${name}.key`, round.key],
    [`${name}.value`, round.value],
  ]);
}

/** What a block is made with: once for each item of its `for_each` where that is known, else once. */
export function roundsOfBlock(block: Value, references: References): readonly References[] {
  const given = block.kind === 'object' ? propertyOf(block, 'for_each')?.value : undefined;
  const rounds = given === undefined ? [] : roundsOf(resolved(given, references));
  if (rounds.length === 0) return [references];
  return rounds.map((round) => references.with(namesOf('each', round)));
}

const MAX_DEPTH = 24;

/** A value with its references filled in. */
export function resolved(value: Value, references: References, way: Way = START): Value {
  if (way.depth > MAX_DEPTH || references.budget.left-- <= 0) {
    meetLimit('references that lead too far');
    return value;
  }
  const later = toldLater(value, references, (inner, names) =>
    resolved(inner, names === undefined ? references : references.with(names), deeper(way, 2)),
  );
  if (later !== null) return later;
  switch (value.kind) {
    case 'text': {
      const [only] = value.pieces;
      if (value.pieces.length === 1 && only?.kind === 'hole') {
        return named(only.name, references, way) ?? value;
      }
      if (value.pieces.every((piece) => piece.kind === 'text')) return value;
      const pieces = value.pieces.flatMap((piece): readonly Piece[] => {
        if (piece.kind === 'text') return [piece];
        const filled = named(piece.name, references, way);
        return filled?.kind === 'text' && knownText(filled) !== null ? filled.pieces : [piece];
      });
      return { ...value, pieces };
    }
    case 'object':
      return { ...value, properties: propertiesOf(value, references, way) };
    case 'array':
      return { ...value, items: value.items.map((item) => resolved(item, references, deeper(way, 1))) };
    case 'choice':
      return { ...value, of: value.of.map((one) => resolved(one, references, deeper(way, 1))) };
    default:
      return value;
  }
}

/** What a name stands for, filled in; nothing for a name that is made of itself. */
function named(name: string | undefined, references: References, way: Way): Value | undefined {
  if (name === undefined || way.names.has(name)) return undefined;
  const found = references.valueOf(name);
  return found === undefined ? undefined : resolved(found, references, deeper(to(way, name), 2));
}

function propertiesOf(object: ObjectValue, references: References, way: Way): readonly Property[] {
  return object.properties.map(
    (property): Property => ({ ...property, value: resolved(property.value, references, deeper(way, 1)) }),
  );
}
