/** Values at run time, and how they come from a context written as JSON. */

import type { ValueType } from '../scheme/data.js';
import { fieldType } from '../scheme/scheme.js';
import { formatAddress, type IpAddress, parseAddress } from '../syntax/ip.js';

/** Strings are bytes: one character per byte. Undefined stands for a missing value. */
export type RuntimeValue =
  | string
  | bigint
  | boolean
  | IpAddress
  | readonly RuntimeValue[]
  | ReadonlyMap<string, RuntimeValue>;

/** As written in a context: plain JSON. Addresses are strings. */
export type ContextValue =
  | string
  | number
  | boolean
  | readonly ContextValue[]
  | { readonly [key: string]: ContextValue };

export function toBytes(text: string): string {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 127) return Buffer.from(text, 'utf8').toString('latin1');
  }
  return text;
}

export function fromBytes(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

export function isAddressValue(value: RuntimeValue): value is IpAddress {
  return typeof value === 'object' && 'family' in value;
}

export function isArrayValue(value: RuntimeValue): value is readonly RuntimeValue[] {
  return Array.isArray(value);
}

export function isMapValue(value: RuntimeValue): value is ReadonlyMap<string, RuntimeValue> {
  return value instanceof Map;
}

/** The value of a field; undefined if what the context holds cannot be one. */
export function fieldValue(name: string, given: ContextValue): RuntimeValue | undefined {
  return convert(given, fieldType(name) ?? 'Any');
}

function convert(given: ContextValue, type: ValueType): RuntimeValue | undefined {
  if (typeof given === 'boolean') return given;
  if (typeof given === 'number') return Number.isSafeInteger(given) ? BigInt(given) : undefined;
  if (typeof given === 'string') return type === 'IP' ? (parseAddress(given) ?? undefined) : toBytes(given);
  if (isList(given)) {
    return given.flatMap((item) => {
      const value = convert(item, 'Any');
      return value === undefined ? [] : [value];
    });
  }
  const map = new Map<string, RuntimeValue>();
  for (const [key, item] of Object.entries(given)) {
    const value = convert(item, 'Any');
    if (value !== undefined) map.set(toBytes(key), value);
  }
  return map;
}

function isList(given: ContextValue): given is readonly ContextValue[] {
  return Array.isArray(given);
}

/** A run-time value as plain JSON: texts as UTF-8, addresses as written, large integers as texts. */
export function valueToJson(value: RuntimeValue): unknown {
  if (typeof value === 'string') return fromBytes(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (isAddressValue(value)) return formatAddress(value);
  if (isArrayValue(value)) return value.map(valueToJson);
  return Object.fromEntries([...value].map(([key, item]) => [fromBytes(key), valueToJson(item)]));
}
