/** Two partly known values side by side, field by field. */
import type { Json, JsonObject } from '../../edge/index.js';
import { compareExpressions } from './expressions.js';
import { hasMark, OPEN } from './marks.js';

export interface FieldDifference {
  /** Dotted place; empty for the whole. */
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** Both are known, so that they do differ. */
  readonly sure: boolean;
  /** A request that they treat differently. */
  readonly request?: string;
}

const EXPRESSIONS: ReadonlySet<string> = new Set(['expression', 'counting_expression']);

/** Lists whose order means nothing. */
const SETS: ReadonlySet<string> = new Set(['characteristics', 'products', 'phases', 'categories', 'methods']);

export function differencesOf(
  before: Json | undefined,
  after: Json | undefined,
  path = '',
): readonly FieldDifference[] {
  const key = path.slice(path.lastIndexOf('.') + 1);
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (EXPRESSIONS.has(key) && typeof before === 'string' && typeof after === 'string')
    return expressionDifferences(before, after, path);
  if (isRecord(before) && isRecord(after))
    return key === 'action_parameters'
      ? objectDifferences(withoutDeadProducts(before), withoutDeadProducts(after), path)
      : objectDifferences(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return listDifferences(before, after, path, key);
  // Blocks of infrastructure tools are lists of one.
  if (isRecord(before) && Array.isArray(after) && after.length === 1)
    return differencesOf(before, after[0], path);
  if (Array.isArray(before) && before.length === 1 && isRecord(after))
    return differencesOf(before[0], after, path);
  // JSON in a text, and the value that it is made of.
  const [left, right] = [unfolded(before), unfolded(after)];
  if (left !== before || right !== after) return differencesOf(left, right, path);
  if (isEmpty(before) && isEmpty(after)) return [];
  if (String(before) === String(after) && !isRecord(before) && !Array.isArray(before)) return [];
  const sure = !hasMark(before) && !hasMark(after);
  return [{ path, before, after, sure }];
}

function expressionDifferences(before: string, after: string, path: string): readonly FieldDifference[] {
  const verdict = compareExpressions(before, after);
  if (verdict.kind === 'equal') return [];
  if (verdict.kind === 'different')
    return [{ path, before, after, sure: !disagreesByMark(before, after), request: verdict.request }];
  return [{ path, before, after, sure: false }];
}

/** One of them has a part that is only known at run time, and that the other has not: it may hold the rest. */
export function disagreesByMark(before: string, after: string): boolean {
  const marks = (text: string) => new Set(text.match(/‹\d+›/g) ?? []);
  const [left, right] = [marks(before), marks(after)];
  return [...left].some((mark) => !right.has(mark)) || [...right].some((mark) => !left.has(mark));
}

function objectDifferences(before: JsonObject, after: JsonObject, path: string): readonly FieldDifference[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  keys.delete(OPEN);
  const found: FieldDifference[] = [];
  for (const key of keys) {
    const inside = path === '' ? key : `${path}.${key}`;
    const [left, right] = [before[key], after[key]];
    if (left === undefined && (before[OPEN] !== undefined || isDefault(key, right))) continue;
    if (right === undefined && isDefault(key, left)) continue;
    if (right === undefined && after[OPEN] !== undefined)
      found.push({ path: inside, before: left, after: right, sure: false });
    else if (left === undefined && (hasMark(right) || dependsOnAction(key, before)))
      found.push({ path: inside, before: left, after: right, sure: false });
    else found.push(...differencesOf(left, right, inside));
  }
  return found;
}

/** What an action has beside it is only known with the action. */
function dependsOnAction(key: string, { action }: JsonObject): boolean {
  return key === 'action_parameters' && hasMark(action);
}

/** Products that became phases: their names mean nothing any more. */
const DEAD_PRODUCTS: ReadonlySet<Json> = new Set(['waf', 'rateLimit', 'firewall']);

function withoutDeadProducts({ products, ...rest }: JsonObject): JsonObject {
  if (!Array.isArray(products)) return products === undefined ? rest : { ...rest, products };
  const living = (products as readonly Json[]).filter((product) => !DEAD_PRODUCTS.has(product));
  return living.length === 0 ? rest : { ...rest, products: living };
}

/** What a rule has that says nothing about it. */
function isDefault(key: string, value: Json | undefined): boolean {
  switch (key) {
    case 'enabled':
      return value === true || value === 'true';
    case 'description':
      return value === '' || value === null;
    case 'ref':
    case 'position':
    case 'version':
    case 'logging':
    case 'id':
      return true;
    default:
      return isEmpty(value);
  }
}

function listDifferences(
  before: readonly Json[],
  after: readonly Json[],
  path: string,
  key: string,
): readonly FieldDifference[] {
  const open = before.includes(OPEN) || after.includes(OPEN);
  const [left, right] = [before, after].map((list) => list.filter((item) => item !== OPEN));
  if (left === undefined || right === undefined) return [];
  if (SETS.has(key)) {
    const has = (list: readonly Json[], item: Json) =>
      list.some((one) => differencesOf(one, item).length === 0);
    const missing = left.filter((item) => !has(right, item));
    const added = right.filter((item) => !has(left, item));
    if (missing.length + added.length === 0) return [];
    return [{ path, before, after, sure: !open && !hasMark(before) && !hasMark(after) }];
  }
  if (left.length !== right.length)
    return [{ path, before, after, sure: !open && !hasMark(before) && !hasMark(after) }];
  return left.flatMap((item, index) => differencesOf(item, right[index], `${path}[${index}]`));
}

function unfolded(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}

function isRecord(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
