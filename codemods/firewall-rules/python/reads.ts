/** What a program in Python reads of a firewall rule, as it reads the same of a custom rule. */
import type { Edit } from '../../../src/analysis/index.js';
import { textOf, walk } from '../../../src/grammar/index.js';
import { functionAround } from '../../python/call.js';
import type { RuleRead } from '../../python/kind.js';
import { described, notEnabled } from '../../python/reads.js';
import { valueAt } from '../../python/variables.js';

const SAME: ReadonlySet<string> = new Set(['id', 'ref']);
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
  if (field === 'action') return comparedWithAllow(read);
  if (field === 'description') return described(read);
  return SAME.has(field) ? [] : null;
}

/** `rule["action"] == "allow"` and `action in ("allow", "log")`: such rules skip now. */
function comparedWithAllow({ tree, chain }: RuleRead): readonly Edit[] {
  const { parent } = chain;
  const [name] = parent?.type === 'assignment' && chain.field === 'right' ? parent.children : [];
  const uses = name?.type === 'identifier' ? walk(functionAround(chain) ?? tree.root) : [];
  const read = uses.filter(
    (use) =>
      use.type === 'identifier' &&
      name !== undefined &&
      textOf(tree, use) === textOf(tree, name) &&
      valueAt(tree, use)?.value === chain,
  );
  const compared = [chain, ...read].flatMap((one) =>
    one.parent?.type === 'comparison_operator' ? [one.parent] : [],
  );
  return compared
    .flatMap((one) => walk(one))
    .filter((one) => one.type === 'string' && /^["']allow["']$/.test(textOf(tree, one)))
    .map(({ start, end }) => ({ start: start + 1, end: end - 1, text: 'skip' }));
}

/** A filter is read as the rule that it is a part of. */
export function readFilterEdits({ steps }: RuleRead): readonly Edit[] | null {
  return /^(?:\[["'](?:id|expression)["']\]|\.get\(["'](?:id|expression)["'](?:, ?(?:""|''|None))?\))/.test(
    steps,
  )
    ? []
    : null;
}
