/** Conditions on old rules in the words of the new API. */
import { literally } from '../../value/index.js';
import { isOpposite, straight } from './condition-names.js';
import type { Condition } from './conditions.js';
import { opposite } from './marks.js';
import { MOVED, RENAMED_ACTIONS } from './new-words.js';

/** A condition that names an old action asks for what took its place. */
const ACTION = new RegExp(
  `(?<=(?:action|mode)\\b.{0,20})"(${[...RENAMED_ACTIONS.keys()].map(literally).join('|')})"`,
  'g',
);

/** Paths of fields as conditions spell them. */
const FIELDS = MOVED.map(({ old, now }) => ({
  old: new RegExp(`(?<!ratelimit)\\.${literally(spelled(old))}\\b`, 'g'),
  now: `.${spelled(now)}`,
}));

function spelled(path: string): string {
  return path.replaceAll('_', '').toLowerCase();
}

export function migrated(condition: Condition): Condition {
  const { what, isAsked } = condition;
  const sides = what.split(' == ');
  const isTurned = sides.filter((side) => isFlag(side)).length % 2 === 1;
  const renamed = FIELDS.reduce(
    (text, { old, now }) => text.replace(old, now),
    sides.map((side) => (isFlag(side) ? straight(side) : side)).join(' == '),
  ).replace(ACTION, (_, action: string) => JSON.stringify(RENAMED_ACTIONS.get(action)));
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
