/** A limit that is written out in a program, as a rate limiting rule: what is the same in all languages. */
import type { Difference } from '../../src/migrate/index.js';
import { NOT_ONE_LIMIT } from '../planner/index.js';
import { type LimitRule, limitRule, placeholderFor } from './limit-rule.js';

/** How limits are read in a language, whose nodes are `N`. */
export interface LimitReader<N> {
  readonly sourceOf: (node: N) => string;
  /** Fields of a map; null where one cannot be told, undefined where it is no map. */
  readonly fieldsOf: (node: N, path: string) => readonly (readonly [string, N])[] | null | undefined;
  /** Undefined where it is no list. */
  readonly itemsOf: (node: N) => readonly N[] | undefined;
  /** Null where it is no text. */
  readonly piecesOf: (
    node: N,
    isPattern: boolean,
  ) => readonly { readonly text: string; readonly isCode: boolean }[] | null;
  /** Expressions that may stand in a pattern of addresses. */
  readonly inPattern: RegExp;
}

/** How rules are written. */
export interface LimitWriter {
  readonly constant: (value: unknown) => string;
  readonly negated: (source: string) => string;
  /** `isOpen`: values stand in it. */
  readonly text: (text: string, isOpen: boolean, withHoles: WithHoles) => string | null;
  readonly list: (items: readonly string[]) => string;
  readonly map: (pairs: readonly (readonly [string, string])[], path: string, indent: string) => string;
  /** What fields of a map are moved by. */
  readonly unit: string;
}

/** The text with its values, each written as a language does it. */
type WithHoles = (text: string, write: (source: string) => string) => string;

/** What stands for an expression in the text of a pattern: no program writes these characters. */
const FIRST_HOLE = 0xe000;
export const HOLE = /[\ue000-\ue0ff]/;
const HOLES = /[\ue000-\ue0ff]/g;

/** The rule of a request that creates or replaces a limit; or why it cannot be told. */
export function writtenLimit<N>(
  { body, method }: { readonly body: N; readonly method: string },
  reader: LimitReader<N>,
  writer: LimitWriter,
  indent: string,
): { readonly text: string; readonly differences: readonly Difference[] } | string {
  if (method === 'PATCH') return 'this call never existed';
  const known: Known<N> = { reader, open: new Map(), holes: [] };
  const value = knownValue(known, body, '');
  if (value === undefined) return NOT_ONE_LIMIT;
  const limit = limitRule(value, known.open, (pattern) => HOLE.test(pattern));
  if ('why' in limit) return limit.why;
  const text = written({ writer, limit, holes: known.holes }, limit.rule, '', indent);
  return text === null ? NOT_ONE_LIMIT : { text, differences: limit.differences };
}

interface Known<N> {
  readonly reader: LimitReader<N>;
  /** Source of values that only the program knows, by their place. */
  readonly open: Map<string, string>;
  /** Source of what stands in URL patterns. */
  readonly holes: string[];
}

/** Undefined where a value is not known that has to be. */
export function knownValue<N>(known: Known<N>, node: N, path: string): unknown {
  const { reader, open } = known;
  const source = reader.sourceOf(node);
  if (/^(?:true|false)$/i.test(source)) return source.toLowerCase() === 'true';
  if (/^(?:null|nil|none)$/i.test(source)) return null;
  if (/^\d+$/.test(source)) return Number(source);
  const items = reader.itemsOf(node)?.map((one) => knownValue(known, one, `${path}[]`));
  if (items !== undefined) return items.includes(undefined) ? undefined : items;
  const fields = reader.fieldsOf(node, path);
  if (fields === null) return undefined;
  if (fields !== undefined) {
    const values = fields.map(([name, one]) => [
      name,
      knownValue(known, one, path === '' ? name : `${path}.${name}`),
    ]);
    return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values);
  }
  const text = textIn(known, node, path);
  if (text !== null) return text;
  const placeholder = placeholderFor(path);
  if (placeholder !== undefined) open.set(path, source);
  return placeholder;
}

/** A text; values may stand in a pattern of addresses. */
function textIn<N>({ reader, holes }: Known<N>, node: N, path: string): string | null {
  const isPattern = path === 'match.request.url';
  const pieces = reader.piecesOf(node, isPattern);
  if (!pieces?.every(({ isCode, text }) => !isCode || (isPattern && reader.inPattern.test(text))))
    return null;
  // A value alone may be a host, whose home page was meant.
  const isPlain = pieces.every(({ isCode }) => !isCode);
  if (!isPlain && !pieces.some(({ isCode, text }) => !isCode && /[/*]/.test(text))) return null;
  return pieces
    .map(({ isCode, text }) => (isCode ? String.fromCharCode(FIRST_HOLE + holes.push(text) - 1) : text))
    .join('');
}

interface Written {
  readonly writer: LimitWriter;
  readonly limit: LimitRule;
  readonly holes: readonly string[];
}

/** Null where a text cannot be written. */
function written(how: Written, value: unknown, path: string, indent: string): string | null {
  const { writer, limit, holes } = how;
  const source = limit.sources.get(path);
  if (source !== undefined) return path === 'enabled' ? writer.negated(source) : source;
  if (typeof value === 'string') return writer.text(value, HOLE.test(value), withHoles(holes));
  if (typeof value !== 'object' || value === null) return writer.constant(value);
  const isList = Array.isArray(value);
  const parts = Object.entries(value).flatMap(([key, one]): (readonly [string, string])[] => {
    const at = isList ? `${path}[]` : path === '' ? key : `${path}.${key}`;
    const text = written(how, one, at, `${indent}${writer.unit}`);
    return text === null ? [] : [[key, text]];
  });
  if (parts.length < Object.keys(value).length) return null;
  return isList ? writer.list(parts.map(([, text]) => text)) : writer.map(parts, path, indent);
}

export function withHoles(holes: readonly string[]): WithHoles {
  return (text, write) => text.replaceAll(HOLES, (one) => write(holes[one.charCodeAt(0) - FIRST_HOLE] ?? ''));
}
