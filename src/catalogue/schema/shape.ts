import { nearest } from '../model/nearest.js';
import type { Scalar } from '../model/types.js';
import type { Located, ProblemCollector } from './located.js';

/**
 * What a catalogue file may hold, said once: each shape reads a located value into a typed one, reporting
 * every fault it meets, and describes itself as JSON Schema for editors. Reading goes on after a fault, so
 * that a person sees all of them at once; `undefined` stands for what could not be read.
 */

interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export interface Shape<T> {
  readonly json: JsonSchema;
  read(node: Located, key: string, report: ProblemCollector): T | undefined;
}

export type Read<S> = S extends Shape<infer T> ? T : never;

/** What was found instead, in words. A text that stands for the whole file is not quoted: the file is another one. */
function found(node: Located, key: string): string {
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'map') return 'a mapping';
  if (key === '' && typeof node.value === 'string') return 'a text';
  return node.value === null ? 'nothing' : `${typeof node.value} ${JSON.stringify(node.value)}`;
}

/** A text; `parse` returns the value, or `{ wrong, remedy }`. */
export function text<T = string>(options: {
  readonly what: string;
  readonly pattern?: string;
  readonly parse?: (
    written: string,
  ) => { readonly value: T } | { readonly wrong: string; readonly remedy: string };
  readonly description?: string;
}): Shape<T> {
  return {
    json: {
      type: 'string',
      minLength: 1,
      ...(options.pattern === undefined ? {} : { pattern: options.pattern }),
      description: options.description ?? options.what,
    },
    read(node, key, report) {
      if (node.kind !== 'scalar' || typeof node.value !== 'string') {
        const quote = node.kind === 'scalar' && node.value !== null;
        report.add(
          node.at,
          key,
          `expected ${options.what}, found ${found(node, key)}`,
          quote ? `put it in quotes: "${String(node.value)}"` : `write ${options.what}`,
        );
        return undefined;
      }
      if (node.value.trim() === '') {
        report.add(node.at, key, `expected ${options.what}, found an empty text`, `write ${options.what}`);
        return undefined;
      }
      if (options.parse === undefined) return node.value as T;
      const parsed = options.parse(node.value);
      if ('value' in parsed) return parsed.value;
      report.add(node.at, key, parsed.wrong, parsed.remedy);
      return undefined;
    },
  };
}

/** One of a few words. */
export function word<const W extends string>(words: readonly W[], description: string): Shape<W> {
  return {
    json: { enum: words, description },
    read(node, key, report) {
      const written = node.kind === 'scalar' ? node.value : undefined;
      const known = words.find((candidate) => candidate === written);
      if (known !== undefined) return known;
      const meant = typeof written === 'string' ? nearest(written, words) : undefined;
      report.add(
        node.at,
        key,
        `expected ${description}, found ${found(node, key)}`,
        meant === undefined ? `use one of ${words.join(', ')}` : `did you mean ${meant}?`,
      );
      return undefined;
    },
  };
}

/** A text, number, boolean or null, as JSON knows them. */
export const scalar: Shape<Scalar> = {
  json: { type: ['string', 'number', 'boolean', 'null'] },
  read(node, key, report) {
    if (node.kind === 'scalar') return node.value;
    report.add(
      node.at,
      key,
      `expected one value, found ${found(node, key)}`,
      'write a text, number, true, false or null',
    );
    return undefined;
  },
};

export function integer(description: string): Shape<number> {
  return {
    json: { type: 'integer', description },
    read(node, key, report) {
      if (node.kind === 'scalar' && typeof node.value === 'number' && Number.isInteger(node.value))
        return node.value;
      report.add(
        node.at,
        key,
        `expected ${description}, found ${found(node, key)}`,
        'write a whole number without quotes',
      );
      return undefined;
    },
  };
}

export const truth: Shape<boolean> = {
  json: { type: 'boolean' },
  read(node, key, report) {
    if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value;
    report.add(node.at, key, 'expected true or false', 'write true or false, without quotes');
    return undefined;
  },
};

export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return {
    json: { anyOf: [shape.json, { type: 'null' }] },
    read: (node, key, report) =>
      node.kind === 'scalar' && node.value === null ? null : shape.read(node, key, report),
  };
}

export function list<T>(of: Shape<T>, options: { readonly atLeastOne?: string } = {}): Shape<readonly T[]> {
  return {
    json: { type: 'array', items: of.json, ...(options.atLeastOne === undefined ? {} : { minItems: 1 }) },
    read(node, key, report) {
      if (node.kind !== 'list') {
        report.add(
          node.at,
          key,
          `expected a list, found ${found(node, key)}`,
          'put each item on its own line after "- "',
        );
        return undefined;
      }
      if (options.atLeastOne !== undefined && node.items.length === 0) {
        report.add(node.at, key, 'the list is empty', options.atLeastOne);
        return undefined;
      }
      const items: T[] = [];
      for (const [index, item] of node.items.entries()) {
        const value = of.read(item, `${key}[${index}]`, report);
        if (value !== undefined) items.push(value);
      }
      return items;
    },
  };
}

/** A short form as text, or the long form. */
export function either<A, B>(short: Shape<A>, long: Shape<B>): Shape<A | B> {
  return {
    json: { anyOf: [short.json, long.json] },
    read: (node, key, report): A | B | undefined =>
      node.kind === 'map' ? long.read(node, key, report) : short.read(node, key, report),
  };
}

export interface Key<T, Need extends 'required' | 'optional' | 'default'> {
  readonly shape: Shape<T>;
  readonly need: Need;
  readonly otherwise?: T;
  readonly remedy?: string;
}

export function required<T>(shape: Shape<T>, remedy: string): Key<T, 'required'> {
  return { shape, need: 'required', remedy };
}

export function optional<T>(shape: Shape<T>): Key<T, 'optional'> {
  return { shape, need: 'optional' };
}

export function withDefault<T>(shape: Shape<T>, otherwise: T): Key<T, 'default'> {
  return { shape, need: 'default', otherwise };
}

type Need = 'required' | 'optional' | 'default';
type Keys = Readonly<Record<string, Key<unknown, Need>>>;
type KeyType<K> = K extends Key<infer T, Need> ? T : never;
type OptionalNames<K extends Keys> = {
  [N in keyof K]: K[N] extends Key<unknown, 'optional'> ? N : never;
}[keyof K];
type Simplify<T> = { readonly [N in keyof T]: T[N] };
export type RecordOf<K extends Keys> = Simplify<
  { [N in Exclude<keyof K, OptionalNames<K>>]: KeyType<K[N]> } & {
    [N in OptionalNames<K>]?: KeyType<K[N]>;
  }
>;

/** A mapping with these keys and no others. `check` looks at the whole once every key could be read. */
export function record<const K extends Keys>(
  what: string,
  keys: K,
  check?: (
    value: RecordOf<K>,
  ) => readonly { readonly key?: string; readonly wrong: string; readonly remedy: string }[],
): Shape<RecordOf<K>> {
  const names = Object.keys(keys);
  return {
    json: {
      type: 'object',
      description: what,
      additionalProperties: false,
      required: names.filter((name) => keys[name]?.need === 'required'),
      properties: Object.fromEntries(names.map((name) => [name, keys[name]?.shape.json ?? {}])),
    },
    read(node, key, report) {
      if (node.kind !== 'map') {
        report.add(
          node.at,
          key,
          `expected ${what}, found ${found(node, key)}`,
          `write it as keys and values: ${names.slice(0, 4).join(', ')} …`,
        );
        return undefined;
      }
      const path = (name: string): string => (key === '' ? name : `${key}.${name}`);
      const value: Record<string, unknown> = {};
      const seen = new Map<string, Located>();
      const misspelt = new Set<string>();
      let whole = true;
      for (const entry of node.entries) {
        const known = Object.hasOwn(keys, entry.key) ? keys[entry.key] : undefined;
        if (known === undefined) {
          const meant = nearest(entry.key, names);
          if (meant !== undefined) misspelt.add(meant);
          report.add(
            entry.keyAt,
            path(entry.key),
            `unknown key "${entry.key}" in ${what}`,
            meant === undefined
              ? `remove it; known keys are ${names.join(', ')}`
              : `did you mean "${meant}"?`,
          );
          whole = false;
          continue;
        }
        seen.set(entry.key, entry.value);
        const read = known.shape.read(entry.value, path(entry.key), report);
        if (read === undefined) whole = false;
        else value[entry.key] = read;
      }
      for (const name of names) {
        const known = keys[name];
        if (known === undefined || seen.has(name)) continue;
        if (known.need === 'default') value[name] = known.otherwise;
        if (known.need === 'required' && !misspelt.has(name)) {
          report.add(
            node.at,
            path(name),
            `the key "${name}" is missing in ${what}`,
            known.remedy ?? `add "${name}"`,
          );
          whole = false;
        }
      }
      if (!whole) return undefined;
      const result = value as RecordOf<K>;
      for (const fault of check?.(result) ?? []) {
        const at = fault.key === undefined ? node.at : (seen.get(fault.key)?.at ?? node.at);
        report.add(at, fault.key === undefined ? key : path(fault.key), fault.wrong, fault.remedy);
        whole = false;
      }
      return whole ? result : undefined;
    },
  };
}

/** Reads with one shape, then makes something else of it. */
export function mapped<A, B>(shape: Shape<A>, make: (value: A) => B): Shape<B> {
  return {
    json: shape.json,
    read(node, key, report) {
      const value = shape.read(node, key, report);
      return value === undefined ? undefined : make(value);
    },
  };
}
