/** The new functions that the calls of a file need, by what holds them: the file, or a class. */
import type { SyntaxNode } from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';
import type { Feature, FunctionRole, FunctionUse, RuleCall } from './calls.js';

export const DIFFERENT =
  'its calls are sent in different ways, and one set of functions cannot serve them all';

/** In the order in which they stand. */
const ROLES: readonly FunctionRole[] = [
  'toOld',
  'toPart',
  'toNew',
  'toCustom',
  'list',
  'answer',
  'add',
  'update',
  'remove',
  'listOld',
  'readOld',
  'addOld',
  'changeOld',
  'changeAllOld',
  'removeOld',
];

export interface FunctionWriter<Call> {
  readonly nameOf: (role: FunctionRole) => string;
  /** Equal for calls that one function serves. */
  readonly wayOf: (call: Call, role: FunctionRole) => string;
  /** The text is null where the client of the call cannot send one of the requests. */
  readonly write: (
    role: FunctionRole,
    call: Call,
    features: ReadonlySet<Feature>,
  ) => { readonly holder: SyntaxNode | null; readonly text: string | null } | string;
}

export type HeldFunctions<Call> = ReadonlyMap<
  SyntaxNode | null,
  { readonly texts: readonly string[]; readonly calls: readonly Call[] }
>;

/** Or why they cannot be written. */
export function newFunctions<Call extends RuleCall>(
  source: string,
  uses: readonly FunctionUse<Call>[],
  { nameOf, wayOf, write }: FunctionWriter<Call>,
): HeldFunctions<Call> | string {
  const holders = new Map<SyntaxNode | null, { readonly texts: string[]; readonly calls: Call[] }>();
  const roles = ROLES.filter((role) => uses.some((use) => use.role === role));
  if (roles.some((role) => new RegExp(`\\b${literally(nameOf(role))}\\b`, 'i').test(source)))
    return 'a name of the new functions is taken';
  for (const role of roles) {
    const own = uses.filter((use) => use.role === role);
    const [first] = own;
    if (first === undefined) continue;
    const features = new Set(own.flatMap((use) => use.features));
    const written = write(role, first.call, features);
    if (typeof written === 'string') return written;
    const way = wayOf(first.call, role);
    if (own.some(({ call }) => wayOf(call, role) !== way)) return DIFFERENT;
    if (written.text === null) return 'its client cannot send the requests that replace it';
    const held = holders.get(written.holder) ?? { texts: [], calls: [] };
    held.texts.push(written.text);
    held.calls.push(...own.map(({ call }) => call));
    holders.set(written.holder, held);
  }
  return holders;
}
