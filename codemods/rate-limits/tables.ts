/** Limits that stand in a table of the program become rules where they stand. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Difference, FileEdit, Site, Surroundings } from '../../src/migrate/index.js';
import { keyName, Module, type Node, parametersOf } from '../../src/read/javascript/syntax/index.js';
import type { Value } from '../../src/value/index.js';
import { type Asked, functionAround, objectText, type RequestCall, requestCallsOf } from '../direct/index.js';
import { namedFunctionAround } from '../places/index.js';
import { FOR_OTHERS, ownManifest } from '../places/resource-text/uses.js';
import { wholeLimit } from './limit-text.js';
import { mergedDifferences } from './merged-differences.js';
import { type Sending, tableFlow } from './table-flow.js';
import { type Row, type Table, tablesOf } from './table-rows.js';
import { typeEdits } from './table-types.js';

export interface ConvertedTable {
  /** What the call sends. */
  readonly text: string;
  readonly edits: readonly FileEdit[];
  readonly differences: readonly Difference[];
}

/** Null where the limits are not all in sight; or why one of them cannot become a rule. */
export function convertedTable(
  call: RequestCall,
  { site, around }: Asked,
  values: readonly Value[],
  /** Whether another call that sends the same limits can be rewritten. */
  isRewritten: (other: Site) => boolean,
): ConvertedTable | { readonly why: string } | null {
  const source = sourceOf(call.body);
  if (source === null || !(site.script instanceof Module)) return null;
  const tables = tablesOf(values, around);
  if (tables === null) return null;
  const rows = tables.flatMap((table) => table.rows.map((row, index) => converted(table, row, index)));
  const refused = rows.find((row) => row !== null && 'why' in row);
  if (refused !== undefined && refused !== null && 'why' in refused) return refused;
  const whole = rows.flatMap((row) => (row === null || 'why' in row ? [] : [row]));
  if (whole.length < rows.length) return null;
  const others = otherBodies(site, around);
  const sinks = new Set([source, ...others.keys()]);
  const flow = tableFlow(tables, sinks, sendingBy(site, site.script, source, around), around);
  if (!flow?.sinks.includes(source)) return null;
  const types = typeEdits(
    flow.types,
    whole.map(({ rule }) => rule),
  );
  const isWhole = flow.sinks.every((node) => node === source || isRewritten(others.get(node) ?? site));
  if (types === null || !isWhole) return null;
  return {
    text: textOf(call.body, site.script),
    edits: [...whole.map(({ edit }) => edit), ...flow.edits, ...types],
    differences: mergedDifferences(whole.flatMap(({ differences }) => differences)),
  };
}

interface ConvertedRow {
  readonly rule: object;
  readonly edit: FileEdit;
  readonly differences: readonly Difference[];
}

function converted(
  table: Table,
  { file, script, node }: Row,
  index: number,
): ConvertedRow | { readonly why: string } | null {
  const limit = wholeLimit(node, script);
  if (limit === null) return null;
  const line = script.text.slice(0, node.range[0]).split('\n').length;
  const name = table.depth === 0 ? `line ${line}` : `limit ${index + 1} (line ${line})`;
  if ('why' in limit) return { why: `${name} of ${file}: ${limit.why}` };
  const [start, end] = node.range;
  return {
    rule: limit.rule,
    edit: { file, start, end, text: limit.text },
    differences: limit.differences.map((one) => ({ ...one, what: `${name}: ${one.what}` })),
  };
}

/** The limit that a body is, or is a copy of with another description. */
function sourceOf(body: Node | null): Node | null {
  if (body?.type === 'Identifier' || body?.type === 'MemberExpression') return body;
  if (body?.type !== 'ObjectExpression') return null;
  const spreads = body.properties.flatMap((one) => (one.type === 'SpreadElement' ? [one.argument] : []));
  const [only, ...others] = spreads;
  const isCopy = body.properties.every(
    (one) => one.type === 'SpreadElement' || ADDED.has(keyName(one.key, one.computed) ?? ''),
  );
  const isName = only?.type === 'Identifier' || only?.type === 'MemberExpression';
  return isName && others.length === 0 && isCopy ? only : null;
}

/** Methods of the SDK take the zone beside the limit. */
const ADDED: ReadonlySet<string> = new Set(['description', 'zone_id']);

function textOf(body: Node | null, script: Script): string {
  if (body?.type !== 'ObjectExpression') return script.text.slice(...(body?.range ?? [0, 0]));
  const [only, ...others] = body.properties.filter(
    (one) => one.type !== 'Property' || keyName(one.key, one.computed) !== 'zone_id',
  );
  if (only?.type === 'SpreadElement' && others.length === 0) return script.text.slice(...only.argument.range);
  const text = objectText(script, body, (name, _, written) => (name === 'zone_id' ? null : written));
  return typeof text === 'string' ? text : '';
}

/** What other calls of the same kind send. */
function otherBodies(site: Site, around: Surroundings): ReadonlyMap<Node, Site> {
  const clients = new Set([...site.finding.usages].flatMap(({ sender }) => sender?.client ?? []));
  const found = new Map<Node, Site>();
  for (const other of [...clients].flatMap((client) => around.sitesOf(client))) {
    const { entry, finding, script } = other;
    if (other === site || entry.id !== site.entry.id || script === null) continue;
    if (finding.method !== 'POST' && finding.method !== 'PUT') continue;
    const calls = requestCallsOf(other, around);
    for (const { body } of typeof calls === 'string' ? [] : calls) {
      const source = sourceOf(body);
      if (source !== null) found.set(source, other);
    }
  }
  return found;
}

/** The function that the limit is a parameter of, where other files may call it. */
function sendingBy(site: Site, script: Module, source: Node, around: Surroundings): Sending | null {
  const own = functionAround(source);
  const binding = source.type === 'Identifier' ? script.resolve(source) : null;
  const [declared] = binding?.declarations ?? [];
  if (own === null || declared === undefined) return null;
  const index = parametersOf(own).indexOf(declared);
  if (index < 0) return null;
  const named = namedFunctionAround(site.file.path, script, source, around);
  // Who installs the package gives it limits, too.
  const manifest = ownManifest(site.file.path, around) ?? '';
  const isPublished = FOR_OTHERS.test(manifest) && !/"private"\s*:\s*true/.test(manifest);
  return named === null || isPublished ? null : { named, index };
}
