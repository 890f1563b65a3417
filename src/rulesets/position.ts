import type { RulesetPart } from './part.js';

const KEYS = ['before', 'after', 'index'];

/** `{before: ""}` first, `{after: ""}` last, `{before|after: id}` beside a rule, `{index: n}` as the n-th from 1. */
export function checkPosition(position: RulesetPart): void {
  if (!position.isThere || !position.expect('object', 'ruleset-position')) return;
  position.expectKeys(KEYS, 'a position', 'ruleset-position', {});
  const given = KEYS.filter((key) => position.at(key).isThere);
  if (given.length > 1 || (given.length === 0 && position.object?.open === false)) {
    position.add({
      check: 'ruleset-position',
      wrong: given.length > 1 ? `the position has both ${given.join(' and ')}` : 'the position is empty',
      remedy: 'write one of before, after and index',
      answer: 'position must have exactly one of "before", "after" and "index"',
    });
  }
  for (const key of ['before', 'after']) {
    const beside = position.at(key);
    if (beside.type !== 'number' && beside.type !== 'boolean') continue;
    beside.add({
      check: 'ruleset-position',
      wrong: `"${key}" takes the id of a rule`,
      remedy: 'write the id as a string; "" means the start or the end of the list',
      answer: `position ${key} must be a string`,
    });
  }
  const index = position.at('index');
  const value = index.constant;
  if (value === undefined || (typeof value === 'number' && Number.isInteger(value) && value >= 1)) return;
  index.add({
    check: 'ruleset-position',
    wrong: `${JSON.stringify(value)} is not a position in the list`,
    remedy: 'write a whole number; the first rule has 1',
    answer: 'position index must be a whole number from 1',
  });
}
