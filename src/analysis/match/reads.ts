import type { Where } from '../../catalogue/index.js';
import type { ResponseRead } from '../../read/index.js';
import type { Condition } from './select.js';

interface Answer {
  readonly reads: readonly ResponseRead[];
  readonly unwrapped: boolean;
  readonly asked: (parameter: string) => readonly string[];
}

/**
 * The reads of one field of an answer. A condition on a sibling holds when the program compares that sibling
 * with a value that meets it, or has asked for such answers only. It fails when it compares or asks for others
 * only; without either nothing is known.
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
  const asked = answer.asked(where.at.slice(where.at.lastIndexOf('.') + 1));
  const known = [...compared.map(String), ...asked];
  if (known.length === 0) return 'unknown';
  const wanted = where.equals.map(String);
  return known.some((value) => wanted.includes(value)) ? 'yes' : 'no';
}

/** SDKs and schemas hand out what lies inside the envelope of the answer. */
function isAt(read: ResponseRead, at: string, unwrapped: boolean): boolean {
  if (read.at === at) return true;
  return unwrapped && withoutEnvelope(read.at) === withoutEnvelope(at);
}

function withoutEnvelope(at: string): string {
  return at.replace(/^(?:\[\]\.?)?(?:result(?:\[\])?(?:\.|$))?(?:\[\]\.?)?/, '');
}
