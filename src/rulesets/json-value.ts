import { type Property, text, type Value } from '../value/index.js';

/** A parsed JSON value, without places in a source. */
export function valueOfJson(json: unknown): Value {
  if (typeof json === 'string') return text(json, null);
  if (Array.isArray(json)) return { kind: 'array', items: json.map(valueOfJson), open: false, origin: null };
  if (typeof json === 'object' && json !== null) {
    const properties = Object.entries(json).map(
      ([key, value]): Property => ({ key, keyOrigin: null, value: valueOfJson(value), origin: null }),
    );
    return { kind: 'object', properties, open: false, origin: null };
  }
  const scalar = typeof json === 'number' || typeof json === 'boolean' || json === null ? json : undefined;
  return { kind: 'scalar', value: scalar, origin: null };
}
