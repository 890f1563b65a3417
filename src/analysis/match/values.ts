/** Values that are no longer accepted, or no longer answered. */
import type { Entry, Scalar, ValueCheck } from '../../catalogue/index.js';
import { alternatives, type Origin, type Value } from '../../value/index.js';
import type { Confidence } from '../finding.js';
import { atMost } from './confidence.js';
import { conditioned, type Subject } from './fields.js';
import { readsAt } from './reads.js';
import type { Hit, RemovedValue } from './report.js';
import { constantText, type Selected, select, writtenAt } from './select.js';

/**
 * A setting some of whose values are gone is pointed at by its name: the call, the item or the key that sets it
 * is what a person takes out, and the value may stand far away. `setting` is where the path names it.
 */
export function* valueHits(
  subject: Subject,
  entry: Entry,
  check: ValueCheck,
  setting: Origin | null,
): Generator<Hit> {
  const common = { entry, kind: check.kind ?? 'value', method: subject.method, endpoint: subject.endpoint };
  if (check.direction === 'response') {
    for (const { read, condition } of readsAt(subject, check.at, check.where)) {
      if (read.comparedWith === undefined || !isRemoved(String(read.comparedWith.value), check)) continue;
      yield {
        ...common,
        at: read.comparedWith.origin,
        confidence: conditioned(subject.confidence, condition, false),
        by: read.by,
      };
    }
    return;
  }
  const found = select(subject.body, check.at, check.where);
  for (const selected of found) {
    // Whose value it is nobody says: that it is none of those that stay tells nothing.
    if (selected.condition === 'unknown' && check.allowed !== undefined) continue;
    const confidence = conditioned(subject.confidence, selected.condition, false);
    const name = selected.conditionOrigin ?? setting ?? selected.property?.keyOrigin ?? null;
    yield* hitsOf(selected, check, name, confidence, common);
  }
  // The body is not known at all, and the path says whose value it carries.
  if (found.length === 0 && setting !== null && check.allowed !== undefined && mayHold(subject.body)) {
    yield { ...common, at: setting, confidence: 'possible' };
  }
}

/** What the hits of one row have in common. */
type Row = Pick<Hit, 'entry' | 'kind' | 'method' | 'endpoint'>;

/** `name` is where the thing that has the value is named. */
export function* hitsOf(
  selected: Selected,
  check: ValueLists,
  name: Origin | null,
  confidence: Confidence,
  row: Row,
): Generator<Hit> {
  const judged = judge(selected.value, check);
  const sure = judged.mayStay ? atMost(confidence, 'likely') : confidence;
  for (const value of judged.removed) {
    if (check.allowed === undefined) yield { ...row, at: value.at ?? name, confidence: sure };
    else yield { ...row, at: name ?? value.at, value, confidence: sure };
  }
  if (judged.removed.length === 0 && judged.mayBeGone) yield { ...row, at: name, confidence: 'possible' };
}

interface Judged {
  readonly removed: readonly RemovedValue[];
  /** Among the possible values is one that stays, or one that is not known. */
  readonly mayStay: boolean;
  readonly mayBeGone: boolean;
}

function judge(value: Value, check: ValueLists): Judged {
  const removed: RemovedValue[] = [];
  let mayStay = false;
  let isOpen = false;
  for (const one of alternatives(value)) {
    // Nothing at all is no value that anybody wrote: it stands for one that is set later, or for none.
    const known = isNothing(one) ? null : constantText(one);
    if (known !== null && isRemoved(known, check)) removed.push({ text: known, at: writtenAt(one) });
    else mayStay = true;
    isOpen ||= known === null;
  }
  return { removed, mayStay, mayBeGone: isOpen && check.allowed !== undefined };
}

function isNothing(value: Value): boolean {
  return value.kind === 'scalar' && (value.value === null || value.value === undefined);
}

/** The two lists that say which values are gone. */
export interface ValueLists {
  readonly allowed?: readonly Scalar[];
  readonly removed?: readonly Scalar[];
}

function isRemoved(value: string, { allowed, removed }: ValueLists): boolean {
  if (allowed !== undefined) return !allowed.map(String).includes(value);
  return removed?.map(String).includes(value) === true;
}

function mayHold(body: Value): boolean {
  return alternatives(body).some(
    (one) => one.kind === 'unknown' || one.kind === 'text' || (one.kind === 'object' && one.open),
  );
}
