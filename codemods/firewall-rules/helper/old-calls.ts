/** Answers a call of the old API: what it means is done through rulesets, what it got is told in the old shapes. */
import type { Address } from './address.js';
import {
  changeFilters,
  createFilters,
  deleteFilters,
  filterById,
  listFilters,
  validateExpression,
} from './filters.js';
import {
  changeRules,
  createRules,
  deleteRules,
  listRules,
  replaced,
  reprioritised,
  ruleById,
} from './firewall-rules.js';
import { type Answer, type Fields, isFields, Refusal, refusal, type Send } from './rulesets.js';

/** A request to the old API. */
export interface OldRequest extends Address {
  readonly method: string;
  readonly body: unknown;
}

export interface OldCall extends OldRequest {
  readonly send: Send;
  /** Takes back what was written for the call so far, the first write first. */
  readonly undo: (() => Promise<unknown>)[]; //? undo
}

export interface OldResult {
  readonly result: unknown;
  readonly result_info?: unknown;
}

/** What answers a call, by its method, its collection, and whether it names one of it. */
const ANSWERS: { readonly [call: string]: (call: OldCall) => Promise<OldResult> } = {
  'GET firewall-rules': listRules, //? list
  'GET firewall-rules/*': ruleById, //? get
  'POST firewall-rules': createRules, //? create
  'PUT firewall-rules': (call) => changeRules(call, replaced), //? replace-all
  'PUT firewall-rules/*': (call) => changeRules(call, replaced), //? replace
  'PATCH firewall-rules': (call) => changeRules(call, reprioritised), //? move-all
  'PATCH firewall-rules/*': (call) => changeRules(call, reprioritised), //? move
  'DELETE firewall-rules': deleteRules, //? delete-all
  'DELETE firewall-rules/*': deleteRules, //? delete
  'GET filters': listFilters, //? filters-list
  'GET filters/*': filterById, //? filters-get
  'POST filters': createFilters, //? filters-create
  'POST filters/*': validateExpression, //? filters-check
  'PUT filters': changeFilters, //? filters-change-all
  'PUT filters/*': changeFilters, //? filters-change
  'DELETE filters': deleteFilters, //? filters-delete-all
  'DELETE filters/*': deleteFilters, //? filters-delete
};

export async function answerOldCall(request: OldRequest, send: Send): Promise<Answer> {
  const which = request.rest === '' ? '' : '/*';
  const name = `${request.method} ${request.collection}${which}`;
  const answer = ANSWERS[name];
  const call: OldCall = {
    ...request,
    send,
    undo: [], //? undo
  };
  try {
    if (answer === undefined) throw refusal(405, 10405, `Method not allowed: ${name} is not answered here`);
    const { result, ...page } = await (request.method === 'GET' ? answer(call) : inTurn(call, answer)); //? write
    //! write const { result, ...page } = await answer(call);
    return { status: 200, body: { result, success: true, errors: [], messages: [], ...page } };
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.answer;
    throw thrown;
  }
}

/** The write of each zone that was begun last. */
const turns = new Map<string, Promise<unknown>>();

/** Writes of one zone are done one after the other. */
function inTurn(call: OldCall, write: (call: OldCall) => Promise<OldResult>): Promise<OldResult> {
  const before = turns.get(call.base) ?? Promise.resolve();
  const done = before.then(() => allOrNothing(call, write)); //? undo
  //! undo const done = before.then(() => write(call));
  const over = done.catch(() => undefined);
  turns.set(call.base, over);
  return done;
}

/** Calls were answered as a whole: what was done of one is taken back when the rest fails. */
async function allOrNothing(call: OldCall, write: (call: OldCall) => Promise<OldResult>): Promise<OldResult> {
  try {
    return await write(call);
  } catch (thrown) {
    for (const step of call.undo.reverse()) await step().catch(() => undefined);
    throw thrown;
  }
}

/** The page of a list that a query asks for. */
export function pageOf(items: readonly unknown[], query: URLSearchParams): OldResult {
  const size = countIn(query, 'per_page', 25);
  const page = countIn(query, 'page', 1);
  const result = items.slice((page - 1) * size, page * size);
  const total_pages = Math.ceil(items.length / size);
  return {
    result,
    result_info: { page, per_page: size, count: result.length, total_count: items.length, total_pages },
  };
}

function countIn(query: URLSearchParams, name: string, otherwise: number): number {
  const number = Number(query.get(name));
  return Number.isInteger(number) && number > 0 ? number : otherwise;
}

type Refuse = (message: string) => Refusal;

/** The items of a body that has to be a list; of a call that names one, that one. */
export function itemsOf(call: OldCall, what: string, refuse: Refuse): readonly Fields[] {
  //? by-id {
  const { body } = call;
  if (call.rest !== '' && !isFields(body)) throw refuse(`the body must be a ${what}`);
  const items: unknown = isFields(body) && call.rest !== '' ? [{ ...body, id: call.rest }] : body;
  //? }
  //! by-id const items = call.body;
  if (!Array.isArray(items) || items.length === 0 || !items.every(isFields))
    throw refuse(`the body must be an array of ${what}s`);
  return items;
}

/** Ids in the query and in the body. */
export function idsOf({ query, body }: OldCall): readonly string[] {
  const items: readonly unknown[] = Array.isArray(body) ? body : [];
  return query.getAll('id').concat(items.map((item) => String(isFields(item) ? item.id : item)));
}

/** Bodies come as objects or as the JSON of them. */
export function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
