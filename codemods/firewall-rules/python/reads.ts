/** What a program in Python reads of a firewall rule, as it reads the same of a custom rule. */
import type { Edit } from '../../../src/analysis/index.js';
import type { RuleRead } from '../../python/kind.js';
import { notEnabled } from '../../python/reads.js';

const SAME: ReadonlySet<string> = new Set(['id', 'action', 'description', 'ref']);
export function readEdits(read: RuleRead): readonly Edit[] | null {
  const { use, steps } = read;
  const key = /^(?:\[["'](\w+)["']\]|\.get\(["'](\w+)["'](?:, ?(?:""|''|None|False|\{\}))?\))/.exec(steps);
  const field = key?.[1] ?? key?.[2] ?? '';
  if (key === null) return null;
  if (field === 'filter') {
    // The id of the filter is that of its rule.
    const taken =
      /^(?:\[["'](?:expression|id)["']\]|\.get\(["'](?:expression|id)["'](?:, ?(?:""|''|None))?\))/;
    if (!taken.test(steps.slice(key[0].length))) return null;
    return [{ start: use.end, end: use.end + key[0].length, text: '' }];
  }
  if (field === 'paused') return key[0] === steps ? notEnabled(read) : null;
  return SAME.has(field) ? [] : null;
}

/** A filter is read as the rule that it is a part of. */
export function readFilterEdits({ steps }: RuleRead): readonly Edit[] | null {
  return /^(?:\[["'](?:id|expression)["']\]|\.get\(["'](?:id|expression)["'](?:, ?(?:""|''|None))?\))/.test(
    steps,
  )
    ? []
    : null;
}
