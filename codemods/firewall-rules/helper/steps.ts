/** Calls that were answered as a whole: what was done of them is taken back when the rest fails. */
import type { Memory } from './memory.js';
import { type Fields, isFields, Refusal, refusal } from './rulesets.js';

type Step = () => Promise<unknown>;

export async function allOrNothing<T>(
  memory: Memory,
  write: (undo: (step: Step) => void) => Promise<T>,
): Promise<T> {
  const priorities = new Map(memory.priorities);
  const done: Step[] = [];
  try {
    return await write((step) => done.push(step));
  } catch (thrown) {
    memory.priorities.clear();
    for (const [id, priority] of Array.from(priorities)) memory.priorities.set(id, priority);
    for (const step of done.reverse()) await step().catch(() => undefined);
    throw thrown;
  }
}

/** Somebody else may have changed the list since it was read; then a refused write is tried on the list of now. */
export async function onCurrent<S extends { readonly version: string }, T>(
  state: S,
  read: () => Promise<S | null>,
  write: (state: S) => Promise<T>,
): Promise<T> {
  try {
    return await write(state);
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || ![400, 404, 409, 412].includes(thrown.answer.status)) throw thrown;
    const now = await read();
    if (now === null || now.version === state.version) throw thrown;
    return write(now);
  }
}

/** The items of a body that has to be a list. */
export function itemsOf(body: unknown, code: number, api: string, what: string): readonly Fields[] {
  const items: readonly unknown[] = Array.isArray(body) ? body : [];
  if (items.length === 0 || !items.every(isFields))
    throw refusal(400, code, `${api}.api.validation_error: the body must be an array of ${what}`);
  return items.filter(isFields);
}

/** Ids in the query and in the body. */
export function idsOf(inQuery: readonly string[], body: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(body) ? body : [];
  return inQuery.concat(items.map((item) => String(isFields(item) ? item.id : item)));
}
