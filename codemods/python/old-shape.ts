/**
 * Requests whose body or answer cannot be followed. Small functions take their place that are given rules with the
 * fields of the retired API and give the same back, so that the code around them stays.
 */
import { type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { Difference } from '../../src/migrate/index.js';
import { LOST, MAPPED } from '../languages/file-plan.js';
import { UNKNOWN_SHAPES } from '../languages/refusals.js';
import type { PythonCall } from './call.js';
import type { Feature, FunctionRole } from './kind.js';
import { lostReads } from './old-fields.js';
import type { Reading } from './reads.js';

const AT_RUN_TIME: Difference = {
  name: 'mapped-at-run-time',
  what: 'what is sent is mapped when the program runs: priorities are not sent, and the API refuses a bypass',
};

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
  if (!UNKNOWN_SHAPES.has(why) || !isKnown || query !== null || search !== '') return why;
  if (collection !== kind.collections[0]) return why;
  const found = shapeOf(tree, call, id);
  if (found === null || kind.names[found.role] === '') return why;
  const isSent = found.role !== 'readOld' && found.role !== 'removeOld' && found.role !== 'listOld';
  // A filter that another call makes has no id that a rule could name.
  const isFilterMade = all.some((one) => one.collection !== collection && one.method === 'POST');
  if (isSent && (isFilterMade || NAMES_FILTER.test(bodyText(tree, call)))) return why;
  // There are no pages any more.
  if (found.role === 'listOld' && reading.isRead(/\bresult_info\b|\btotal_pages\b/)) return why;
  if (reading.isRead(lostReads(kind.mapping))) return LOST;
  const mapping = found.role === 'removeOld' ? [] : [{ role: 'toOld' as const, features: rare }];
  return {
    ...found,
    needs: [...found.needs, ...mapping],
    differences: [...(isSent ? [AT_RUN_TIME] : []), ...kind.listed, MAPPED],
  };
}

const NAMES_FILTER = /["']filter["']\s*:\s*\{\s*["']id["']/;

function bodyText(tree: SyntaxTree, { body, bodyVariable }: PythonCall): string {
  return bodyVariable?.name ?? (body === null ? '' : textOf(tree, body));
}

type Shape = Pick<OldShape, 'role' | 'args' | 'needs'>;

function shapeOf(tree: SyntaxTree, call: PythonCall, id: string): Shape | null {
  const { method, body } = call;
  const sent = bodyText(tree, call);
  const toCustom = { role: 'toCustom' as const, features: [] };
  const update = { role: 'update' as const, features: ['action' as const] };
  const isList = body !== null && body.type !== 'dictionary';
  switch (call.id === null ? method : `${method} one`) {
    case 'GET':
      return {
        role: 'listOld',
        args: [],
        needs: [{ role: call.returns === 'result' ? 'list' : 'answer', features: [] }],
      };
    case 'GET one':
      return { role: 'readOld', args: [id], needs: [] };
    case 'POST':
      return isList
        ? {
            role: 'addOld',
            args: [sent],
            needs: [toCustom, { role: 'add', features: ['skip', 'read'] }],
          }
        : null;
    case 'PUT':
      return isList
        ? {
            role: 'changeAllOld',
            args: [sent],
            needs: [toCustom, update, { role: 'changeOld', features: [] }],
          }
        : null;
    case 'PUT one':
    case 'PATCH one':
      return body === null || body.type === 'list'
        ? null
        : { role: 'changeOld', args: [id, sent], needs: [toCustom, update] };
    case 'DELETE one':
      return { role: 'removeOld', args: [id], needs: [{ role: 'remove', features: [] }] };
    default:
      return null;
  }
}
