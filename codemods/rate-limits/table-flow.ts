/** Where the limits of a table go: to requests, and to reads that a rule can answer. */
import type { FileEdit, Surroundings } from '../../src/migrate/index.js';
import {
  type Identifier,
  type Module,
  type Node,
  parametersOf,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { type AnswerFlow, dataFlowOf, ENTRIES, isExported, VALUES, type Visit } from '../direct/index.js';
import type { NamedFunction } from '../places/index.js';
import { importedUses } from './table-imports.js';
import { outside, type Table } from './table-rows.js';

/** A function of the program that hands on limits which other files give it. */
export interface Sending {
  readonly named: NamedFunction;
  readonly index: number;
}

export interface TableFlow {
  /** Edits of what is read of limits. */
  readonly edits: readonly FileEdit[];
  /** The requests that limits are sent with. */
  readonly sinks: readonly Node[];
  readonly types: readonly { readonly file: string; readonly script: Module; readonly node: Node }[];
}

interface Start {
  readonly file: string;
  readonly script: Module;
  readonly nodes: readonly Node[];
  /** How many lists and objects still stand around a limit. */
  readonly depth: number;
}

/** Null where a limit goes out of sight, or where something is read that a rule has in another form. */
export function tableFlow(
  tables: readonly Table[],
  sinks: ReadonlySet<Node>,
  sending: Sending | null,
  around: Surroundings,
): TableFlow | null {
  const pending: Start[] = [];
  for (const table of tables) {
    const starts = startsOf(table, around);
    if (starts === null) return null;
    pending.push(...starts);
  }
  const through = sending === null ? null : throughFunction(sending);
  const handedTo = new Set(through?.given ?? []);
  const places = new Set<Node>(tables.map(({ root }) => root));
  const edits: FileEdit[] = [];
  const types: TableFlow['types'][number][] = [];
  const handed: AnswerFlow['handed'][number][] = [];
  if (through !== null) {
    pending.push(through.start);
    types.push(...through.types);
  }
  for (const { file, script, nodes, depth } of pending) {
    const isLeaf = (steps: readonly string[]) => READS.has((fieldPath(steps, depth) ?? []).join('.'));
    const flow = dataFlowOf(script, nodes, isLeaf, (node) => sinks.has(node) || handedTo.has(node));
    if (flow.escapes.some(({ node }) => !isExport(node))) return null;
    for (const visit of flow.visits) {
      const edit = readEdit(script, visit, fieldPath(visit.steps, depth));
      if (edit === null) return null;
      if (edit !== KEPT) edits.push({ ...edit, file });
    }
    for (const place of flow.places) places.add(place);
    types.push(...flow.types.map(({ node }) => ({ file, script, node })));
    handed.push(...flow.handed);
  }
  const given = [
    ...(through?.given ?? []),
    ...handed.flatMap(({ uses, index }) => uses.map((use) => argumentAt(use, index))),
  ];
  if (given.some((node) => node === null || !places.has(node))) return null;
  return { edits, sinks: [...sinks].filter((node) => places.has(node)), types };
}

/** What is handed to a function by one that names it. */
function argumentAt(use: Identifier, index: number): Node | null {
  const call = use.parent;
  if (call?.type !== 'CallExpression' || call.callee !== use) return null;
  const argument = call.arguments[index];
  return argument === undefined ? null : unwrap(argument);
}

function throughFunction({ named, index }: Sending): {
  readonly start: Start;
  readonly given: readonly Node[];
  readonly types: TableFlow['types'];
} | null {
  const { file, script, node } = named.declared;
  const parameter = parametersOf(node)[index];
  const binding = parameter?.type === 'Identifier' ? script.resolve(parameter) : null;
  if (binding === null) return null;
  const given = named.calls.flatMap((call) => {
    const argument = call.node.arguments[index];
    return argument === undefined ? [] : [unwrap(argument)];
  });
  const annotation: unknown = parameter === undefined ? undefined : Reflect.get(parameter, 'typeAnnotation');
  const isTyped = typeof annotation === 'object' && annotation !== null && 'range' in annotation;
  const types = isTyped ? [{ file, script, node: annotation as Node }] : [];
  return { start: { file, script, nodes: script.references(binding), depth: 0 }, given, types };
}

/** Where a table is first seen: itself, or every place that names it. */
export function startsOf(
  { file, script, root, depth }: Table,
  around: Surroundings,
): readonly Start[] | null {
  const own = { file, script, depth };
  const holder = outside(root);
  const isDefault = holder?.type === 'ExportDefaultDeclaration';
  const id = holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier' ? holder.id : null;
  if (!isDefault && id === null) return [{ ...own, nodes: [root] }];
  const binding = id === null ? null : script.resolve(id);
  const uses = binding === null ? [] : script.references(binding);
  const isSeen = isDefault || (id !== null && (isExported(id) || uses.some(isExport)));
  if (!isSeen) return [{ ...own, nodes: [root] }];
  const imported = importedUses(file, isDefault ? null : (id?.name ?? ''), around);
  if (imported === null) return null;
  return [{ ...own, nodes: uses }, ...imported.map((one) => ({ ...one, depth }))];
}

/** `export { LIMITS }`, `module.exports = { LIMITS }` */
export function isExport(node: Node): boolean {
  const { parent } = node;
  if (parent?.type === 'ExportSpecifier' || parent?.type === 'ExportDefaultDeclaration') return true;
  const list = parent?.type === 'Property' && parent.shorthand ? parent.parent : undefined;
  const target = list?.parent?.type === 'AssignmentExpression' ? list.parent.left : null;
  return (
    target?.type === 'MemberExpression' &&
    target.object.type === 'Identifier' &&
    target.object.name === 'module'
  );
}

/** The names from a limit down to what is read; null where the table is still around it. */
export function fieldPath(steps: readonly string[], depth: number): readonly string[] | null {
  let at = 0;
  for (let left = depth; left > 0; left--) {
    at += steps[at] === VALUES || steps[at] === ENTRIES ? 2 : 1;
    if (at > steps.length) return null;
  }
  return steps.slice(at);
}

/** What is read of limits, as a rule has it. */
const READS: ReadonlyMap<string, string> = new Map([
  ['description', 'description'],
  ['threshold', 'ratelimit.requests_per_period'],
  ['period', 'ratelimit.period'],
  ['action.timeout', 'ratelimit.mitigation_timeout'],
  ['disabled', 'enabled'],
]);

const KEPT = Symbol('kept');

function readEdit(
  { text }: Module,
  { node }: Visit,
  path: readonly string[] | null,
): { readonly start: number; readonly end: number; readonly text: string } | typeof KEPT | null {
  const written = path?.join('.') ?? '';
  // Whether there is an action is seen of the new one, too.
  if (path === null || path.length === 0 || written === 'description' || written === 'action') return KEPT;
  const now = READS.get(written);
  if (now === undefined) return null;
  const [start, end] = node.range;
  if (node.type === 'Property') {
    const value = text.slice(...node.value.range);
    const [outer, inner] = now.split('.');
    if (path.length > 1 || inner === undefined) return null;
    return { start, end, text: `${outer}: { ${inner}: ${value} }` };
  }
  let limit: Node = node;
  for (const _ of path) {
    if (limit.type !== 'MemberExpression') return null;
    limit = limit.object;
  }
  if (now !== 'enabled') return { start: limit.range[1], end, text: `.${now}` };
  const isOff = `${text.slice(...limit.range)}.enabled === false`;
  const isAlone = node.parent?.type === 'IfStatement';
  return { start, end, text: isAlone ? isOff : `(${isOff})` };
}
