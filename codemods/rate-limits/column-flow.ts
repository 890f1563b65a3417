/** Columns of a table that only one expression reads. */
import type { FileEdit, Surroundings } from '../../src/migrate/index.js';
import { keyName, Module, type Node, type NodeOf, unwrap } from '../../src/read/javascript/syntax/index.js';
import { dataFlowOf, type Visit } from '../direct/index.js';
import { placeOf, propertyNamed } from '../places/index.js';
import type { Column } from './composed-limit.js';
import { fieldPath, isExport, startsOf } from './table-flow.js';
import { type Table, tableAround } from './table-rows.js';
import { typeEdits } from './table-types.js';

interface Where {
  readonly script: Module;
  readonly around: Surroundings;
}

export interface UsedColumns {
  readonly edits: readonly FileEdit[];
  /** What stands in the rule where a column has another name now, by the place in the rule. */
  readonly texts: ReadonlyMap<string, string>;
}

interface CellPlace {
  readonly file: string;
  readonly key: Node;
  readonly name: string;
  readonly table: Table;
}

/** What becomes of columns and their cells; null where something else may read one of them. */
export function columnsUsedOnce(columns: readonly Column[], where: Where): UsedColumns | null {
  const edits: FileEdit[] = [];
  const texts = new Map<string, string>();
  for (const { leaf, cells, place } of columns) {
    const found: CellPlace[] = [];
    for (const cell of cells) {
      const one = placeOfCell(cell, where);
      if (one === null) return null;
      found.push(one);
    }
    const reads = readsOf(found, where);
    if (reads === null || !reads.every((read) => isLeaf(where.script, read, leaf))) return null;
    edits.push(...cells);
    const renamed = renamedColumn(found, reads, leaf, place, where.script);
    if (renamed === null) continue;
    edits.push(...renamed.edits);
    texts.set(place, renamed.text);
  }
  return { edits, texts };
}

function placeOfCell(cell: Column['cells'][number], { around }: Where): CellPlace | null {
  const property = placeOf(around, cell, 'Property');
  const row = property?.node.parent;
  if (property === null || row?.type !== 'ObjectExpression' || !(property.script instanceof Module))
    return null;
  const { file, script, node } = property;
  const name = keyName(node.key, node.computed);
  const isCell = unwrap(node.value).range[0] === cell.start;
  const table = tableAround({ file, script, node: row }, () => true);
  return name === null || !isCell || table === null ? null : { file, key: node.key, name, table };
}

/** All reads of a column; null where its tables go out of sight. */
function readsOf(cells: readonly CellPlace[], { around }: Where): readonly Visit[] | null {
  const tables = new Map(cells.map((cell) => [`${cell.file}:${cell.table.root.range[0]}`, cell]));
  const reads: Visit[] = [];
  for (const { table, name } of tables.values()) {
    const starts = startsOf(table, around);
    if (starts === null) return null;
    for (const { file, script, nodes, depth } of starts) {
      const pathOf = (steps: readonly string[]) => fieldPath(steps, depth) ?? [];
      const isColumn = (steps: readonly string[]) => pathOf(steps).length > 0;
      const flow = dataFlowOf(script, nodes, isColumn, () => false);
      const isSeen =
        flow.escapes.every(({ node }) => isExport(node)) &&
        flow.handed.every(({ uses }) => uses.length === 1);
      const types = typeEdits(
        flow.types.map(({ node }) => ({ file, script, node })),
        [],
      );
      if (!isSeen || types?.length !== 0) return null;
      reads.push(...flow.visits.filter(({ steps }) => pathOf(steps)[0] === name));
    }
  }
  return reads;
}

/** The read is the expression, or names what it is. */
function isLeaf(script: Module, { node }: Visit, leaf: Node): boolean {
  if (node.type !== 'Property') return node === leaf;
  const binding = node.value.type === 'Identifier' ? script.resolve(node.value) : null;
  return binding !== null && script.references(binding).every((use) => use === leaf);
}

/** Columns that get another name, and uses of that name. */
const NAMED: Readonly<Record<string, RegExp>> = { expression: /\bexpression\b/, action: /\baction\b/ };

/** What holds something else is called by its new name; null where that is taken, or the old one fits. */
function renamedColumn(
  cells: readonly CellPlace[],
  reads: readonly Visit[],
  leaf: Node,
  place: string,
  { text }: Module,
): { readonly edits: readonly FileEdit[]; readonly text: string } | null {
  const [first] = cells;
  if (!(place in NAMED) || first === undefined) return null;
  const isSame = cells.every(({ name }) => name === first.name);
  const isTaken = cells.some(({ table }) =>
    table.rows.some(({ node }) => propertyNamed(node, place) !== null),
  );
  const files = new Set(cells.map(({ file }) => file));
  const patterns = reads.flatMap(({ node }) => (node.type === 'Property' ? [node] : []));
  const isFree = patterns.length === 0 || !NAMED[place]?.test(text);
  if (!isSame || isTaken || !isFree || first.name === place || !patterns.every(isShort)) return null;
  const [file = ''] = files;
  if (patterns.length > 0 && files.size > 1) return null;
  const renamed = [
    ...cells.map(({ file: own, key }) => edit(own, key, place)),
    ...patterns.map((one) => edit(file, one, place)),
  ];
  if (leaf.type === 'Identifier') return patterns.length === 0 ? null : { edits: renamed, text: place };
  if (leaf.type !== 'MemberExpression' || leaf.computed) return null;
  return { edits: renamed, text: `${text.slice(...leaf.object.range)}.${place}` };
}

function isShort(property: NodeOf<'Property'>): boolean {
  return property.shorthand && property.value.type === 'Identifier';
}

function edit(file: string, { range: [start, end] }: Node, text: string): FileEdit {
  return { file, start, end, text };
}
