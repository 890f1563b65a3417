/** Fields that must not be sent any more, or are no longer answered. */
import type { Entry, FieldCheck } from '../../catalogue/index.js';
import type { ResponseRead } from '../../read/index.js';
import type { Value } from '../../value/index.js';
import type { Confidence } from '../finding.js';
import { atMost } from './confidence.js';
import { readsAt } from './reads.js';
import type { Hit } from './report.js';
import { type Condition, type Selected, select } from './select.js';

/** What a check is run on: a call, or a record that belongs to one. */
export interface Subject {
  readonly method: string | null;
  readonly endpoint: string;
  readonly body: Value;
  readonly reads: readonly ResponseRead[];
  /** How the reads are rooted: at the body of the answer, or at what an SDK or a schema hands out of it. */
  readonly unwrapped: boolean;
  /** What a parameter of the query may be: an answer holds only what was asked for. */
  readonly asked: (parameter: string) => readonly string[];
  readonly confidence: Confidence;
}

export function* fieldHits(subject: Subject, entry: Entry, check: FieldCheck): Generator<Hit> {
  const common = { entry, kind: check.kind ?? 'field', method: subject.method, endpoint: subject.endpoint };
  if (check.direction === 'request') {
    for (const selected of select(subject.body, check.at, check.where)) {
      if (isNotSent(selected.value)) continue;
      yield {
        ...common,
        at: selected.property?.keyOrigin ?? null,
        confidence: conditioned(subject.confidence, selected.condition, hasCompanion(selected, entry, check)),
      };
    }
    return;
  }
  for (const { read, condition } of readsAt(subject, check.at, check.where)) {
    // A branch for an answer that never comes is no less wrong where the field may be missing.
    if (read.absent === 'tolerated' && check.kind !== 'behaviour') continue;
    // The zero of its type is what it always was: nothing changes.
    const isHarmless = read.absent === 'zero' && check.always === false;
    yield {
      ...common,
      at: read.origin,
      confidence: conditioned(subject.confidence, condition, false),
      by: read.by,
      ...(read.absent === 'fails' ? { fails: true as const } : {}),
      ...(isHarmless ? { severity: 'hint' as const } : {}),
    };
  }
}

/** An explicit `undefined` never reaches the wire. */
function isNotSent(value: Value): boolean {
  return value.kind === 'scalar' && value.value === undefined;
}

/** A sibling condition of which nothing is known leaves a doubt, unless the company a field keeps settles it. */
export function conditioned(confidence: Confidence, condition: Condition, companion: boolean): Confidence {
  switch (condition) {
    case 'yes':
      return confidence;
    case 'maybe':
      return atMost(confidence, 'likely');
    case 'unknown':
      return atMost(confidence, companion ? 'likely' : 'possible');
    case 'no':
      return 'possible';
  }
}

/** Another field of the same entry, under the same condition, stands in the same object. */
function hasCompanion({ parent, property }: Selected, entry: Entry, check: FieldCheck): boolean {
  if (parent === null) return false;
  const path = (at: string): string => at.slice(0, at.lastIndexOf('.') + 1);
  return entry.fields.some((other) => {
    if (other.where?.at !== check.where?.at || path(other.at) !== path(check.at)) return false;
    const key = other.at.slice(path(other.at).length);
    return key !== property?.key && parent.properties.some((one) => one.key === key);
  });
}
