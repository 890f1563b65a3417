/** Conditions that the new code asks no more, turned around, or more than the old one. */
import { answersIn, conditionsIn, gainedConditions, lostConditions } from './conditions.js';
import type { Loss } from './model.js';
import { withoutOldNames } from './old-actions.js';
import { withoutRefusals } from './refusals.js';
import type { Words } from './words.js';

/** Other ways in which a refused request is noticed. */
const FAILS =
  /raise_for_status|check=True|[<>]=? ?(?:[234]00|299|399)\b|\baxios\b|\bgot\b|\s-\w{0,12}f\w{0,12}\s|--fail/;

function asksSuccess({ what }: { readonly what: string }): boolean {
  return /success|\.ok\b/i.test(what);
}

export function conditionLosses(before: Words, after: Words, language: string): readonly Loss[] {
  const of = ({ code, texts }: Words) => conditionsIn(code, texts, language);
  const isUnasked = of(before).some(asksSuccess) && !of(after).some(asksSuccess) && !FAILS.test(after.code);
  const told = new Set([...answersIn(before.code), ...answersIn(after.code)]);
  const lost = lostConditions(
    of(before).filter(({ what }) => !told.has(what)),
    of(after),
  );
  return [
    ...(isUnasked ? [{ what: 'nothing asks any more whether a request succeeded' }] : []),
    ...lost.map(({ what, isTurned }) => ({
      of: what,
      what: isTurned ? `the condition ${what} is turned around` : `the condition ${what} is gone`,
    })),
    ...gainedConditions(of(before), of({ ...after, code: withoutRefusals(withoutOldNames(after)) })).map(
      (what) => ({
        of: what,
        what: `the condition ${what} was not asked before`,
      }),
    ),
  ];
}
