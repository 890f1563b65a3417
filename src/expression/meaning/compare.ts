/** Whether two expressions decide alike, by asking both about sampled requests. */
import { applyEdits } from '../changes/edits.js';
import { renameFields } from '../changes/rename.js';
import { type ContextValue, evaluateFilter } from '../evaluate/index.js';
import { type FilterExpression, parseFilter } from '../syntax/parse.js';
import { modelsOf } from './models.js';
import { listsOf, requestFrom, slotsOf } from './values.js';

export type MeaningComparison =
  /** Equal texts need no request. */
  | { readonly kind: 'same'; readonly requests: number }
  | {
      readonly kind: 'different';
      /** A request that they decide differently. */
      readonly request: Readonly<Record<string, ContextValue>>;
      readonly before: boolean;
      readonly after: boolean;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Combinations of values by chance. */
const SAMPLES = 1000;
/** Requests around those that meet or fail an expression. */
const MOST_AROUND = 12_000;

export function compareMeaning(before: string, after: string): MeaningComparison {
  const [left, right] = [renamed(before), renamed(after)];
  if (left === right) return { kind: 'same', requests: 0 };
  const [first, second] = [parseFilter(left), parseFilter(right)];
  if (!first.ok) return { kind: 'unknown', reason: first.errors[0].message };
  if (!second.ok) return { kind: 'unknown', reason: second.errors[0].message };
  const lists = listsOf([first.expression.root, second.expression.root]);
  let requests = 0;
  for (const fields of sampledRequests([first.expression, second.expression])) {
    requests += 1;
    const one = evaluateFilter(first.expression, { fields, lists });
    const two = evaluateFilter(second.expression, { fields, lists });
    if (!one.ok) return { kind: 'unknown', reason: one.reason };
    if (!two.ok) return { kind: 'unknown', reason: two.reason };
    if (one.value !== two.value)
      return { kind: 'different', request: fields, before: one.value, after: two.value };
  }
  return { kind: 'same', requests };
}

/** Old names of fields hold the same values. */
function renamed(expression: string): string {
  return applyEdits(expression, renameFields(expression)).trim();
}

/**
 * Each value of each field alone; around each request that meets or fails an expression all that differ from it in one
 * field; combinations by chance, which is always the same.
 */
function* sampledRequests(
  expressions: readonly FilterExpression[],
): Generator<Readonly<Record<string, ContextValue>>> {
  const slots = slotsOf(expressions.map(({ root }) => root)).filter(({ values }) => values.length > 0);
  yield requestFrom([]);
  for (const slot of slots) for (const value of slot.values) yield requestFrom([[slot, value]]);
  let around = 0;
  for (const expression of expressions)
    for (const wanted of [true, false])
      for (const model of modelsOf(expression, wanted)) {
        yield requestFrom([...model.values()]);
        for (const slot of slots)
          for (const value of slot.values)
            if (around++ < MOST_AROUND) yield requestFrom([...model.values(), [slot, value]]);
      }
  if (slots.length < 2) return;
  const chance = chanceFrom(slots.length);
  for (let sample = 0; sample < SAMPLES; sample++) {
    yield requestFrom(slots.map((slot) => [slot, slot.values[chance() % slot.values.length] ?? ''] as const));
  }
}

export interface Probe {
  /** What the request has that a plain one has not. */
  readonly asked: Readonly<Record<string, ContextValue>>;
  readonly fields: Readonly<Record<string, ContextValue>>;
}

/** Requests that tell rules apart: some that meet each condition, and some that meet a part of it. */
export function probesOf(texts: readonly string[], most: number): readonly Probe[] {
  const expressions = [...new Set(texts)].flatMap((text) => {
    const parsed = parseFilter(renamed(text));
    return parsed.ok ? [parsed.expression] : [];
  });
  const plain = requestFrom([]);
  const found = new Map<string, Probe>();
  const add = (fields: Probe['fields']) => {
    const asked = Object.fromEntries(Object.entries(fields).filter(([name, value]) => plain[name] !== value));
    if (found.size < most) found.set(JSON.stringify(asked), { asked, fields });
  };
  add(plain);
  const met = expressions.map((expression) => modelsOf(expression, true));
  for (const [model] of met) if (model !== undefined) add(requestFrom([...model.values()]));
  const slots = slotsOf(expressions.map(({ root }) => root));
  for (const slot of slots) for (const value of slot.values.slice(0, 6)) add(requestFrom([[slot, value]]));
  for (const models of met) for (const model of models.slice(1, 6)) add(requestFrom([...model.values()]));
  return [...found.values()];
}

/** The same numbers for the same seed, so that a verdict can be repeated. */
function chanceFrom(seed: number): () => number {
  let state = seed + 0x9e3779b9;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) | 0;
    return (state ^ (state >>> 13)) >>> 0;
  };
}
