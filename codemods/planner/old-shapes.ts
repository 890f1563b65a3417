/**
 * Requests whose body or answer cannot be followed, in any language: which function takes their place. It is given rules
 * with the fields of the retired API and gives the same back, so that the code around it stays.
 */
import type { Difference } from '../../src/migrate/index.js';
import { OLD_DIFFERENCES } from '../direct/index.js';
import type { FunctionUse, RuleCall, RuleFile } from './calls.js';
import { UNKNOWN_SHAPES } from './refusals.js';
import { LOST, MAPPED } from './verdict.js';

export type OldRole = 'listOld' | 'readOld' | 'addOld' | 'changeOld' | 'changeAllOld' | 'removeOld';

interface OldRequest {
  readonly method: string;
  /** Its path names one rule. */
  readonly isOfOne: boolean;
  /** What is sent, as far as it can be seen; null for nothing. */
  readonly body: 'list' | 'map' | 'unknown' | null;
}

/** Null where no function takes its place. */
function oldRole({ method, isOfOne, body }: OldRequest): OldRole | null {
  const mayBeList = body === 'list' || body === 'unknown';
  const mayBeMap = body === 'map' || body === 'unknown';
  switch (isOfOne ? `${method} one` : method) {
    case 'GET':
      return 'listOld';
    case 'GET one':
      return 'readOld';
    case 'POST':
      return mayBeList ? 'addOld' : null;
    case 'PUT':
      return mayBeList ? 'changeAllOld' : null;
    case 'PUT one':
    case 'PATCH one':
      return mayBeMap ? 'changeOld' : null;
    case 'DELETE one':
      return 'removeOld';
    default:
      return null;
  }
}

function sends(role: OldRole): boolean {
  return role === 'addOld' || role === 'changeOld' || role === 'changeAllOld';
}

interface OldShape {
  readonly role: OldRole;
  readonly args: readonly string[];
  /** The function, and those that it calls. */
  readonly uses: readonly Omit<FunctionUse<RuleCall>, 'call'>[];
  readonly differences: readonly Difference[];
}

/** The function that takes the place of a call that was refused for `why`; or why none can. */
export function oldShape<Call extends RuleCall, Handed>(
  file: RuleFile<Call, Handed>,
  call: Call,
  why: string,
): OldShape | string {
  const isOfFilter = call.collection !== file.kind.collections[0];
  const change = isOfFilter ? (file.changeOfFilter?.(call, why) ?? null) : null;
  if (isOfFilter ? change === null : !UNKNOWN_SHAPES.has(why)) return why;
  const { form, text, namesFilter } = file.bodyOf(call);
  const role = isOfFilter
    ? 'changeOld'
    : oldRole({ method: call.method, isOfOne: call.id !== null, body: form });
  const needs = role === null ? null : file.oldNeeds(call, role);
  if (role === null || needs === null) return why;
  // A filter that another call makes has no id that a rule could name.
  const isFilterMade = file.calls.some((one) => one.collection !== call.collection && one.method === 'POST');
  if (sends(role) && (isFilterMade || namesFilter)) return why;
  if (file.readsLost()) return LOST;
  const mapping = role === 'removeOld' ? [] : [{ role: 'toOld' as const, features: file.rare() }];
  return {
    role,
    args: [...(call.id === null ? [] : [file.ruleId(call)]), ...(sends(role) ? [change ?? text] : [])],
    uses: [{ role, features: [] }, ...NEEDS[role], ...needs, ...mapping],
    differences: [...OLD_DIFFERENCES[role], ...file.kind.listed, MAPPED],
  };
}

const TO_CUSTOM = { role: 'toCustom', features: [] } as const;
const UPDATE = { role: 'update', features: ['action'] } as const;

const NEEDS: Readonly<Record<OldRole, OldShape['uses']>> = {
  listOld: [],
  readOld: [],
  addOld: [TO_CUSTOM, { role: 'add', features: ['skip', 'read'] }],
  changeOld: [TO_CUSTOM, UPDATE],
  changeAllOld: [TO_CUSTOM, UPDATE, { role: 'changeOld', features: [] }],
  removeOld: [{ role: 'remove', features: [] }],
};
