/** Limits that stand in a table, an object or the arguments of a function: where they are written out. */

import type { Surroundings } from '../../src/migrate/index.js';
import { Module, type Node, unwrap } from '../../src/read/javascript/syntax/index.js';
import { alternatives, type Origin, propertyOf, type Value } from '../../src/value/index.js';
import type { Asked, RequestCall } from '../direct/index.js';
import { type ObjectNode, placeOf, propertyNamed } from '../places/index.js';

/** A limit that is written out, and the table it stands in. */
export interface Row {
  readonly file: string;
  readonly script: Module;
  readonly node: ObjectNode;
}

export interface Table {
  readonly file: string;
  readonly script: Module;
  /** The outermost list or object. */
  readonly root: Node;
  /** How many lists and objects stand around a row. */
  readonly depth: number;
  readonly rows: readonly Row[];
}

/** The values that a call sends, as far as the reader knows them. */
export function sentValues(call: RequestCall, { site }: Pick<Asked, 'site'>): readonly Value[] {
  const [start, end] = call.node.range;
  return [...site.finding.usages].flatMap((usage): readonly Value[] => {
    if (usage.site.file !== site.file.path || usage.site.start < start || usage.site.end > end) return [];
    if (usage.kind === 'http') return alternatives(usage.body);
    return usage.kind === 'sdk' ? usage.args.slice(-1).flatMap(alternatives) : [];
  });
}

/** The tables with all limits that a call sends; null where one of them is not written out in one. */
export function tablesOf(values: readonly Value[], around: Surroundings): readonly Table[] | null {
  const tables = new Map<string, Table>();
  for (const value of values) {
    const row = rowOf(value, around);
    const table = row === null ? null : tableAround(row);
    if (table === null) return null;
    tables.set(`${table.file}:${table.root.range[0]}`, table);
  }
  return tables.size === 0 ? null : [...tables.values()];
}

/** Whoever adds a field to a limit copies it: what is written of the limit itself shows where it stands. */
function rowOf(value: Value, around: Surroundings): Row | null {
  if (value.kind !== 'object') return null;
  const within = OWN_FIELDS.flatMap((field) => propertyOf(value, field)?.origin ?? []);
  const [first] = within;
  const place = first === undefined ? null : objectAround(first, around);
  return place;
}

/** Every limit has them, and nobody adds them to a copy. */
const OWN_FIELDS = ['action', 'threshold'];

function objectAround(property: Origin, around: Surroundings): Row | null {
  const place = placeOf(around, property, 'ObjectExpression');
  if (place === null || !(place.script instanceof Module)) return null;
  return { file: place.file, script: place.script, node: place.node };
}

/** `isRow` tells a limit from another object. */
export function tableAround(row: Row, isRow = isLimit): Table | null {
  let root: Node = row.node;
  let depth = 0;
  for (;;) {
    const parent = outside(root);
    const outer = parent?.type === 'Property' ? parent.parent : parent;
    if (outer?.type !== 'ArrayExpression' && outer?.type !== 'ObjectExpression') break;
    root = outer;
    depth++;
  }
  const rows = rowsIn(root, depth, isRow);
  const { file, script } = row;
  if (!rows?.includes(row.node)) return null;
  return { file, script, root, depth, rows: rows.map((node) => ({ file, script, node })) };
}

/** What stands around an expression, but for types and parentheses. */
export function outside({ parent }: Node): Node | undefined {
  return parent !== undefined && /^(?:TS\w+Expression|ParenthesizedExpression)$/.test(parent.type)
    ? outside(parent)
    : parent;
}

function isLimit(object: ObjectNode): boolean {
  return propertyNamed(object, 'threshold') !== null;
}

/** All rows; null where something else stands beside them. */
function rowsIn(node: Node, depth: number, isRow: typeof isLimit): readonly ObjectNode[] | null {
  const inner = unwrap(node);
  if (depth === 0) return inner.type === 'ObjectExpression' && isRow(inner) ? [inner] : null;
  const items: readonly (Node | null)[] =
    inner.type === 'ArrayExpression'
      ? inner.elements
      : inner.type === 'ObjectExpression'
        ? inner.properties.map((one) => (one.type === 'Property' && one.kind === 'init' ? one.value : null))
        : [null];
  const rows = items.map((one) => (one === null ? null : rowsIn(one, depth - 1, isRow)));
  return rows.every((one) => one !== null) ? rows.flat() : null;
}
