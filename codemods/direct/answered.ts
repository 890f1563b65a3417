/** What stands for the answer of a call, and what the program makes of it on the spot. */
import type { Site, Surroundings } from '../../src/migrate/index.js';
import type { Call, Node } from '../../src/read/javascript/syntax/index.js';
import { type Gives, givesOrHolds, parsedBy, thenParsedBy } from './given-back.js';
import { type OpenedByOwn, openedBy, openedByOwn } from './opened-by-own.js';
import { readsStatus } from './results-only.js';
import { sendingCallsOf } from './sending.js';

/** The answer of axios as it is, with its status. */
const RESPONSE = { gives: 'envelope', held: 'data.result', told: 'status' } as const;

export interface Answered {
  /** The whole expression that stands for the answer, where it is more than the call. */
  readonly outer: Node | null;
  readonly gives: Gives;
  /** What functions of the program around the call make of it. */
  readonly opened: OpenedByOwn | null;
}

export function answeredBy(site: Site, around: Surroundings, call: Call): Answered | string {
  const parsed = parsedBy(call) ?? thenParsedBy(call);
  const told = givesOrHolds(site, around, call, parsed);
  if (typeof told === 'string') return told;
  const own = told.gives === 'response' && parsed === null ? openedByOwn(site, around, call) : null;
  const then = own === null && parsed === thenParsedBy(call) ? parsed : null;
  const opened =
    then !== null && isOpenedBeside(site, around, told) ? openedBy(site, call, then, 'envelope') : own;
  if (opened !== null) {
    const gives = { ...told, gives: opened.gives, throws: opened.gives === 'result' };
    return { outer: opened.node, gives, opened };
  }
  const isStatusRead = told.gives === 'axios' && readsStatus(told.client, around);
  return { outer: parsed, gives: isStatusRead ? { ...told, ...RESPONSE } : told, opened: null };
}

/** Another call of the file by the same client is opened by a function: one new function serves both. */
function isOpenedBeside({ file }: Site, around: Surroundings, { client }: Gives): boolean {
  const sites = around.sitesOf(client);
  const known = openedIn.get(sites) ?? new Map<string, boolean>();
  openedIn.set(sites, known);
  let isOpened = known.get(file.path);
  if (isOpened === undefined) {
    isOpened = sites.some((other) => other.file.path === file.path && isOpenedAt(other, around));
    known.set(file.path, isOpened);
  }
  return isOpened;
}

/** By the sites of a client and the file: all its sites ask for the same. */
const openedIn = new WeakMap<readonly Site[], Map<string, boolean>>();

function isOpenedAt(site: Site, around: Surroundings): boolean {
  const calls = sendingCallsOf(site, around);
  if (typeof calls === 'string') return false;
  return calls.some(
    ({ call }) => parsedBy(call) === null && thenParsedBy(call) === null && openedByOwn(site, around, call),
  );
}

/** A function that sends and opens the answer as the program does. */
export function openingTarget({ before, behind }: OpenedByOwn, callee: string) {
  return { callee: 'function' as const, client: `(...args) => ${before}${callee}(...args)${behind}` };
}
