/** Conditions on old rules in the words of the new API. */
import { isOpposite, straight } from './condition-names.js';
import type { Condition } from './conditions.js';
import { opposite } from './marks.js';

/** Actions and modes; a condition that names one asks for what took its place. */
const ACTIONS: Readonly<Record<string, string>> = {
  allow: 'skip',
  bypass: 'skip',
  simulate: 'log',
  ban: 'block',
};
const ACTION = /(?<=(?:action|mode)\b.{0,20})"(allow|bypass|simulate|ban)"/g;

/** Fields by their old paths; the first one that fits. */
const FIELDS: readonly (readonly [string, string])[] = [
  ['.filter.expression', '.expression'],
  ['.action.timeout', '.ratelimit.mitigationtimeout'],
  ['.action.mode', '.action'],
  ['.threshold', '.ratelimit.requestsperperiod'],
];

export function migrated(condition: Condition): Condition {
  const { what, isAsked } = condition;
  const sides = what.split(' == ');
  const isTurned = sides.filter((side) => isFlag(side)).length % 2 === 1;
  const renamed = FIELDS.reduce(
    (text, [old, now]) => text.replaceAll(old, now),
    sides.map((side) => (isFlag(side) ? straight(side) : side)).join(' == '),
  )
    .replace(/(?<!ratelimit)\.period\b/g, '.ratelimit.period')
    .replace(ACTION, (_, action: string) => JSON.stringify(ACTIONS[action]));
  const [, left, word = ''] = /^(.*) == "(\w+)"$/.exec(renamed) ?? [];
  const other = opposite(word);
  // Of two words one is asked for: the first in the alphabet.
  return left !== undefined && other !== undefined && word !== 'true' && word !== 'false' && other < word
    ? { ...condition, what: `${left} == ${JSON.stringify(other)}`, isAsked: isAsked === isTurned }
    : { ...condition, what: renamed, isAsked: isAsked !== isTurned };
}

function isFlag(side: string): boolean {
  return isOpposite(side) && /^[\w.$]+$/.test(side);
}
