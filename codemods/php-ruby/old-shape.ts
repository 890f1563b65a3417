/** Requests in PHP whose body or answer cannot be followed: the functions with the old fields that take their place. */
import { textOf } from '../../src/grammar/index.js';
import type { Difference } from '../../src/migrate/index.js';
import { OLD_DIFFERENCES } from '../direct/index.js';
import { LOST, MAPPED, type OldRole, oldRole, sends, UNKNOWN_SHAPES } from '../planner/index.js';
import type { Reading } from './answers.js';
import type { RequestCall } from './call.js';
import { isMap } from './items.js';
import type { Feature, FunctionRole } from './kind.js';
import { lostReads } from './old-fields.js';

interface Needed {
  readonly role: FunctionRole;
  readonly features: readonly Feature[];
}

export interface OldShape {
  readonly role: FunctionRole;
  readonly args: readonly string[];
  /** The function, and those that it calls. */
  readonly uses: readonly Needed[];
  readonly differences: readonly Difference[];
}

const NAMES_FILTER = /["']filter["']\s*=>\s*(?:\[|array\(|\{)\s*["']id["']/;

/** The function that takes the place of a call that was refused for `why`; or why none can. */
export function oldShape(
  reading: Reading,
  call: RequestCall,
  all: readonly RequestCall[],
  why: string,
  { id, rare }: { readonly id: string; readonly rare: readonly Feature[] },
): OldShape | string {
  const { syntax, tree, kind } = reading;
  const { sender, body } = call;
  const isKnown = (sender.returns === 'answer' || sender.returns === 'result') && sender.shape !== null;
  if (syntax.language !== 'php' || !isKnown || !UNKNOWN_SHAPES.has(why)) return why;
  if (call.collection !== kind.collections[0]) return why;
  const isList = body !== null && /^(?:array_creation_expression)$/.test(body.type) && !isMap(tree, body);
  const role = oldRole({
    method: call.method,
    isOfOne: call.id !== null,
    body: body === null ? null : isList ? 'list' : isMap(tree, body) ? 'map' : 'unknown',
  });
  // A list is mapped where it is read.
  if (role === null || role === 'listOld' || kind.isWhole) return why;
  const sent = call.bodyVariable?.name ?? (body === null ? '' : textOf(tree, body));
  // A filter that another call makes has no id that a rule could name.
  const isFilterMade = all.some(({ collection, method }) => collection === 'filters' && method === 'POST');
  if (sends(role) && (isFilterMade || NAMES_FILTER.test(body === null ? '' : textOf(tree, body)))) return why;
  if (reading.isRead(lostReads(kind.mapping))) return LOST;
  const args = [...(call.id === null ? [] : [id]), ...(sends(role) ? [sent] : [])];
  const mapping = role === 'removeOld' ? [] : [{ role: 'toOld' as const, features: rare }];
  return {
    role,
    args,
    uses: [{ role, features: [] }, ...NEEDS[role], ...mapping],
    differences: [...OLD_DIFFERENCES[role], ...kind.listed, MAPPED],
  };
}

const TO_CUSTOM: Needed = { role: 'toCustom', features: [] };
const UPDATE: Needed = { role: 'update', features: ['action'] };

const NEEDS: Readonly<Record<OldRole, readonly Needed[]>> = {
  listOld: [],
  readOld: [],
  addOld: [TO_CUSTOM, { role: 'add', features: ['skip', 'read'] }],
  changeOld: [TO_CUSTOM, UPDATE],
  changeAllOld: [TO_CUSTOM, UPDATE, { role: 'changeOld', features: [] }],
  removeOld: [{ role: 'remove', features: [] }],
};
