/**
 * Requests whose body or answer cannot be followed. Small functions take their place that are given rules with the
 * fields of the retired API and give the same back, so that the code around them stays.
 */
import { type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { Difference } from '../../src/migrate/index.js';
import { OLD_DIFFERENCES } from '../direct/index.js';
import { quoteOf } from '../places/indent.js';
import { LOST, MAPPED, type OldRole, oldRole, READ_OF_OLD, sends, UNKNOWN_SHAPES } from '../planner/index.js';
import type { PythonCall } from './call.js';
import type { Feature, FunctionRole } from './kind.js';
import { lostReads } from './old-fields.js';
import type { Reading } from './reads.js';
import { writeUse } from './write-use.js';

export interface OldShape {
  readonly role: FunctionRole;
  readonly args: readonly string[];
  /** Functions that it calls. */
  readonly needs: readonly { readonly role: FunctionRole; readonly features: readonly Feature[] }[];
  readonly differences: readonly Difference[];
}

/** The function that takes the place of a call that was refused for `why`; or why none can. */
export function oldShape(
  reading: Reading,
  call: PythonCall,
  all: readonly PythonCall[],
  why: string,
  { id, rare }: { readonly id: string; readonly rare: readonly Feature[] },
): OldShape | string {
  const { tree, kind } = reading;
  const { sender, returns, collection, query, search } = call;
  const isKnown = returns !== 'response' && !sender.isContext && !sender.isSilent;
  const isOfFilter = collection !== kind.collections[0];
  const isOpen = isOfFilter ? changesReadFilter(reading, call, why) : UNKNOWN_SHAPES.has(why);
  if (!isOpen || !isKnown || query !== null || search !== '') return why;
  const found = isOfFilter ? filterShape(tree, call, id) : shapeOf(tree, call, id);
  // A whole object that is sent is converted, or not at all.
  if (found === null || (kind.isWhole && sends(found.role))) return why;
  // A filter that another call makes has no id that a rule could name.
  const isFilterMade = all.some((one) => one.collection !== collection && one.method === 'POST');
  if (sends(found.role) && (isFilterMade || NAMES_FILTER.test(bodyText(tree, call)))) return why;
  // There are no pages any more.
  if (found.role === 'listOld' && reading.isRead(/\bresult_info\b|\btotal_pages\b/)) return why;
  if (reading.isRead(lostReads(kind.mapping))) return LOST;
  const mapping = found.role === 'removeOld' ? [] : [{ role: 'toOld' as const, features: rare }];
  return {
    ...found,
    needs: [...found.needs, ...mapping],
    differences: [...OLD_DIFFERENCES[found.role], ...kind.listed, MAPPED],
  };
}

/** A filter that the program took out of a rule, and whose answer nobody looks at. */
function changesReadFilter(reading: Reading, call: PythonCall, why: string): boolean {
  const { tree } = reading;
  const [, name] = /^(\w+)\[["']id["']\]$/.exec(call.id ?? '') ?? [];
  const isChange = call.method === 'PUT' || call.method === 'PATCH';
  if (name === undefined || !isChange || call.body === null || call.body.type === 'list') return false;
  if (why !== READ_OF_OLD && !UNKNOWN_SHAPES.has(why)) return false;
  const taken = new RegExp(
    `\\b${name} = [^\\n]*(?:\\[["']filter["']\\]|\\.get\\(["']filter["'](?:, ?\\{\\})?\\))[ \\t]*$`,
    'm',
  );
  const answer = taken.test(tree.text) ? writeUse(reading, call, null) : '';
  return typeof answer !== 'string' && answer.edits.length === 0;
}

function filterShape(tree: SyntaxTree, call: PythonCall, id: string): Shape {
  const quote = quoteOf(tree.text);
  return { ...CHANGE, args: [id, `{${quote}filter${quote}: ${bodyText(tree, call)}}`] };
}

const NAMES_FILTER = /["']filter["']\s*:\s*\{\s*["']id["']/;

function bodyText(tree: SyntaxTree, { body, bodyVariable }: PythonCall): string {
  return bodyVariable?.name ?? (body === null ? '' : textOf(tree, body));
}

type Shape = Pick<OldShape, 'args' | 'needs'> & { readonly role: OldRole };

const TO_CUSTOM = { role: 'toCustom' as const, features: [] };
const UPDATE = { role: 'update' as const, features: ['action' as const] };
const CHANGE = { role: 'changeOld' as const, needs: [TO_CUSTOM, UPDATE] };

function shapeOf(tree: SyntaxTree, call: PythonCall, id: string): Shape | null {
  const { method, body } = call;
  const kinds: Readonly<Record<string, 'list' | 'map'>> = { list: 'list', dictionary: 'map' };
  const role = oldRole({
    method,
    isOfOne: call.id !== null,
    body: body === null ? null : (kinds[body.type] ?? 'unknown'),
  });
  const sent = bodyText(tree, call);
  switch (role) {
    case 'listOld':
      return {
        role,
        args: [],
        needs: [{ role: call.returns === 'result' ? 'list' : 'answer', features: [] }],
      };
    case 'readOld':
      return { role, args: [id], needs: [] };
    case 'addOld':
      return { role, args: [sent], needs: [TO_CUSTOM, { role: 'add', features: ['skip', 'read'] }] };
    case 'changeAllOld':
      return { role, args: [sent], needs: [TO_CUSTOM, UPDATE, { role: 'changeOld', features: [] }] };
    case 'changeOld':
      return { ...CHANGE, args: [id, sent] };
    case 'removeOld':
      return { role, args: [id], needs: [{ role: 'remove', features: [] }] };
    case null:
      return null;
  }
}
