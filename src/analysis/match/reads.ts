import type { Where } from '../../catalogue/index.js';
import type { ResponseRead } from '../../read/usage.js';
import type { Condition } from './select.js';

interface Answer {
  readonly reads: readonly ResponseRead[];
  readonly unwrapped: boolean;
}

/**
 * The reads of one field of an answer. A condition on a sibling holds when the program compares that sibling
 * with a value that meets it, and fails when with others only; without a comparison nothing is known.
 */
export function* readsAt(
  answer: Answer,
  at: string,
  where?: Where,
): Generator<{ readonly read: ResponseRead; readonly condition: Condition }> {
  for (const read of answer.reads) {
    if (!isAt(read, at, answer.unwrapped)) continue;
    const condition = where === undefined ? 'yes' : conditionOf(answer, where);
    if (condition !== 'no') yield { read, condition };
  }
}

function conditionOf(answer: Answer, where: Where): Condition {
  const compared = answer.reads.flatMap((read) =>
    read.comparedWith !== undefined && isAt(read, where.at, answer.unwrapped)
      ? [read.comparedWith.value]
      : [],
  );
  if (compared.length === 0) return 'unknown';
  const wanted = where.equals.map(String);
  return compared.some((value) => wanted.includes(String(value))) ? 'yes' : 'no';
}

/** SDKs and schemas hand out what lies inside the envelope of the answer. */
function isAt(read: ResponseRead, at: string, unwrapped: boolean): boolean {
  if (read.at === at) return true;
  return unwrapped && withoutEnvelope(read.at) === withoutEnvelope(at);
}

function withoutEnvelope(at: string): string {
  return at.replace(/^(?:\[\]\.?)?(?:result(?:\[\])?(?:\.|$))?(?:\[\]\.?)?/, '');
}
