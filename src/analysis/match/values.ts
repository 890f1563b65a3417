/** Values that are no longer accepted, or no longer answered. */
import type { Entry, Scalar, ValueCheck } from '../../catalogue/index.js';
import { alternatives, type Origin, type Value } from '../../value/index.js';
import { atMost } from './confidence.js';
import { conditioned, type Subject } from './fields.js';
import { readsAt } from './reads.js';
import type { Hit } from './report.js';
import { constantText, type Selected, select, writtenAt } from './select.js';

/**
 * `setting` is where the path names the setting whose value it is: with no value written anywhere, that is
 * what there is to point at.
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
    const confidence = conditioned(subject.confidence, selected.condition, false);
    for (const hit of removedValues(selected.value, check)) {
      if (hit.kind === 'removed') {
        const at = hit.at ?? selected.property?.keyOrigin ?? setting;
        yield { ...common, at, confidence: hit.sure ? confidence : atMost(confidence, 'likely') };
      } else yield { ...common, at: placeOf(selected, setting), confidence: 'possible' };
    }
  }
  // The body is not known at all, and the path says whose value it carries.
  if (found.length === 0 && setting !== null && check.allowed !== undefined && mayHold(subject.body)) {
    yield { ...common, at: setting, confidence: 'possible' };
  }
}

type Judged =
  | { readonly kind: 'removed'; readonly at: Origin | null; readonly sure: boolean }
  | { readonly kind: 'unknown' };

/** Every removed constant among the possible values; if there is none, whether there may be one. */
export function removedValues(value: Value, check: ResourceValues): readonly Judged[] {
  const all = alternatives(value);
  const removed: Judged[] = [];
  let unknown = false;
  for (const one of all) {
    const known = constantText(one);
    if (known === null) unknown = true;
    else if (isRemoved(known, check)) {
      removed.push({ kind: 'removed', at: writtenAt(one), sure: all.length === 1 });
    }
  }
  if (removed.length > 0) return removed;
  return unknown && check.allowed !== undefined ? [{ kind: 'unknown' }] : [];
}

/** The two lists that say which values are gone. */
export interface ResourceValues {
  readonly allowed?: readonly Scalar[];
  readonly removed?: readonly Scalar[];
}

function isRemoved(value: string, { allowed, removed }: ResourceValues): boolean {
  if (allowed !== undefined) return !allowed.map(String).includes(value);
  return removed?.map(String).includes(value) === true;
}

function placeOf(selected: Selected, setting: Origin | null): Origin | null {
  return selected.conditionOrigin ?? setting ?? selected.property?.keyOrigin ?? null;
}

function mayHold(body: Value): boolean {
  return alternatives(body).some(
    (one) => one.kind === 'unknown' || one.kind === 'text' || (one.kind === 'object' && one.open),
  );
}
