import type { ObjectValue, Origin, Property, Value } from './value.js';
import { MAX_CHOICES } from './value.js';

export function unknown(why: string, origin: Origin | null = null): Value {
  return { kind: 'unknown', why, origin };
}

/** The possible values behind a value: the members of a choice, or the value itself. */
export function alternatives(value: Value): readonly Value[] {
  return value.kind === 'choice' ? value.of : [value];
}

/** One of several. Nested choices are flattened; more than `MAX_CHOICES` members are unknown. */
export function choice(values: readonly Value[], origin: Origin | null = null): Value {
  const flat = values.flatMap(alternatives);
  const [only] = flat;
  if (only !== undefined && flat.length === 1) return only;
  return flat.length === 0 || flat.length > MAX_CHOICES
    ? unknown('too many possible values', origin)
    : { kind: 'choice', of: flat, origin };
}

/** Objects of more properties than this get an index: data can hold a hundred thousand, each asked for a dozen names. */
const LARGE = 64;
const indexes = new WeakMap<readonly Property[], ReadonlyMap<string, Property>>();

/** The property that counts: the last of its name. */
export function propertyOf(object: ObjectValue, key: string): Property | undefined {
  if (object.properties.length > LARGE) return indexOf(object.properties).get(key);
  for (let index = object.properties.length - 1; index >= 0; index--) {
    const property = object.properties[index];
    if (property?.key === key) return property;
  }
  return undefined;
}

function indexOf(properties: readonly Property[]): ReadonlyMap<string, Property> {
  let index = indexes.get(properties);
  if (index === undefined) {
    index = new Map(properties.map((property) => [property.key, property]));
    indexes.set(properties, index);
  }
  return index;
}
