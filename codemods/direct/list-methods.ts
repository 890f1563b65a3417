/** Methods of lists, by what they give back or call. */

export const SAME_LIST: ReadonlySet<string> = new Set([
  'filter',
  'slice',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
]);
export const ONE_ITEM: ReadonlySet<string> = new Set(['find', 'findLast', 'at', 'shift', 'pop']);
export const WITH_CALLBACK: ReadonlySet<string> = new Set([
  'map',
  'flatMap',
  'forEach',
  'filter',
  'find',
  'findLast',
  'findIndex',
  'some',
  'every',
  'sort',
  'toSorted',
]);
