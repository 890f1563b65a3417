/** JSON values as the emulated API stores and answers them. */
import { jsonFault } from '../../value/index.js';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The object without the named keys. */
export function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** The value under a key that a caller chose: `constructor` and `__proto__` are keys like any other. */
export function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Far deeper than any body of the API; copying and writing a value go down one call per level. */
const DEEPEST = 100;

export type ParsedJson =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly problem: string };

/** Reads JSON from outside. What would break the code that copies it is refused here, once for all. */
export function parseJson(text: string): ParsedJson {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    return { ok: false, problem: `it is ${jsonFault(error)}` };
  }
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return { ok: false, problem: `it is nested deeper than ${DEEPEST} levels` };
    const next: Json[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      if (Object.hasOwn(item, '__proto__')) return { ok: false, problem: 'it has a key "__proto__"' };
      for (const inner of Object.values(item)) next.push(inner);
    }
    level = next;
  }
  return { ok: true, value };
}
