/** Answers a call of the old API: what it means is done through rulesets, what it got is told in the old shapes. */
import { firstOf, type OldCall } from './address.js';
import { type Memory, memoryOf } from './memory.js';
import { type Answer, Refusal, refusal, type Send } from './rulesets.js';

/** `paged` is a result that the caller gets in pages. */
export interface OldResult {
  readonly result?: unknown;
  readonly paged?: readonly unknown[];
}

type AnswerCall = (call: OldCall, memory: Memory, send: Send) => Promise<OldResult>;

/** What answers the calls of a collection: filled by the parts of this module that are here. */
export const collections = new Map<OldCall['collection'], AnswerCall>();

export async function answerOldCall(call: OldCall, send: Send): Promise<Answer> {
  const memory = memoryOf(call.base);
  try {
    const answered = collections.get(call.collection);
    if (answered === undefined) throw refusal(404, 10404, `${call.collection} are not part of this module`);
    const { result, paged } = await answered(call, memory, send);
    const whole = { result, success: true, errors: [], messages: [] };
    const body = paged === undefined ? whole : { ...whole, ...pageOf(paged, call.query) };
    return { status: 200, body };
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.answer;
    throw thrown;
  }
}

function pageOf(items: readonly unknown[], query: OldCall['query']): object {
  const size = counted(firstOf(query, 'per_page'), 25);
  const page = counted(firstOf(query, 'page'), 1);
  const result = items.slice((page - 1) * size, page * size);
  return {
    result,
    result_info: {
      page,
      per_page: size,
      count: result.length,
      total_count: items.length,
      total_pages: Math.ceil(items.length / size),
    },
  };
}

function counted(text: string | null, otherwise: number): number {
  const number = Number(text);
  return text !== null && Number.isInteger(number) && number > 0 ? number : otherwise;
}

/** Bodies come as objects or as the JSON of them. */
export function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text ?? undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
