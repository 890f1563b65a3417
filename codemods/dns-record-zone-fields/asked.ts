/** The request whose answer a field is read of, and the zone that it asks for. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { type Call, encloses, Module, type Node, unwrap } from '../../src/read/javascript/syntax/index.js';
import { flowOf } from '../direct/answer-flow.js';
import { joined, piecesOf } from '../direct/path-pieces.js';
import { statementOf } from '../places/statements.js';

export interface Asked {
  readonly script: Script;
  readonly call: Call;
  /** The statement of the call, and the first one behind it in its block in which the field is read. */
  readonly statement: Node;
  readonly reading: Node;
  /** The argument with the path. */
  readonly path: Node;
  readonly zone: { readonly node: Node; readonly text: string };
}

/** Why it cannot be told, or the zone is not the same where the field is read. */
export function askedFor(
  { script, file }: Site,
  around: Surroundings,
  read: Node,
  field: 'zone_name' | 'zone_id',
): Asked | string {
  if (!(script instanceof Module)) return 'the file is not read as a script';
  for (const call of script.calls) {
    const asked = call.type === 'CallExpression' ? pathIn(script, call) : null;
    if (call.type !== 'CallExpression' || asked === null) continue;
    if (!around.answerOf(file.path, call).some(({ kind }) => kind === 'answer')) continue;
    const visits = flowOf(script, call, ({ length }) => length > MOST_STEPS)?.visits ?? [];
    if (!visits.some(({ node }) => node === read)) continue;
    const statement = statementOf(call);
    const block = statement?.parent;
    if (statement === null || block === undefined) return 'the request is a part of something else';
    const named = visits.flatMap((visit) => (visit.steps.at(-1) === field ? [visit.node] : []));
    if (named.some(isGiven)) return 'the program gives the field a value itself';
    const reading = statementsOf(block).find((one) => named.some((node) => encloses(one, node)));
    const isBehind = reading !== undefined && statement.range[1] <= reading.range[0];
    if (!isBehind || !encloses(block, read)) return 'the field is not read where the records are asked for';
    const { node } = asked.zone;
    if (!isSameThere(script, node)) return 'the zone may be another one where the field is read';
    return { script, call, statement, reading, ...asked };
  }
  return 'the request for the records is somewhere else, or its path is not written there';
}

const MOST_STEPS = 8;

/** `record.zone_name = zone.name;` */
function isGiven(node: Node): boolean {
  return isAssigned(node.parent, node.range);
}

function statementsOf(block: Node): readonly Node[] {
  return block.type === 'BlockStatement' || block.type === 'Program' ? block.body : [];
}

/** `/zones/${zone}/dns_records` in an argument. */
function pathIn(script: Script, call: Call): Pick<Asked, 'path' | 'zone'> | null {
  for (const path of call.arguments) {
    const pieces = joined(piecesOf(script, path) ?? []);
    const at = pieces.findIndex((piece) => piece.kind === 'text' && piece.text.endsWith('zones/'));
    const [zone, rest] = pieces.slice(at + 1);
    if (at < 0 || zone?.kind !== 'expression' || rest?.kind !== 'text') continue;
    if (!/^\/dns_records\b/.test(rest.text)) continue;
    const node = unwrap(zone.node);
    return { path, zone: { node, text: script.text.slice(...node.range) } };
  }
  return null;
}

/** A name that is never given another value, or an unchanging member of one. */
function isSameThere(script: Script, node: Node): boolean {
  if (node.type === 'MemberExpression')
    return !node.computed && (node.object.type === 'ThisExpression' || isSameThere(script, node.object));
  if (node.type !== 'Identifier' || !(script instanceof Module)) return false;
  const binding = script.resolve(node);
  if (binding === null) return node.name === 'process';
  return script.references(binding).every(({ parent, range }) => !isAssigned(parent, range));
}

function isAssigned(parent: Node | undefined, range: Node['range']): boolean {
  if (parent?.type === 'UpdateExpression') return true;
  return parent?.type === 'AssignmentExpression' && parent.left.range[0] === range[0];
}
