/** What a program in Python reads of a firewall rule, as it reads the same of a custom rule. */
import type { Edit } from '../../../src/analysis/index.js';
import type { RuleRead } from '../../python/kind.js';

const SAME: ReadonlySet<string> = new Set(['id', 'action', 'description', 'ref']);
/** Where a value may be replaced by a negation without brackets. */
const WHOLE =
  /^(?:if_statement|elif_clause|boolean_operator|if_clause|argument_list|conditional_expression|interpolation|keyword_argument|assignment|while_statement|pair)$/;

export function readEdits({ name, use, chain, steps }: RuleRead): readonly Edit[] | null {
  const key = /^(?:\[["'](\w+)["']\]|\.get\(["'](\w+)["'](?:, ?(?:""|''|None|False|\{\}))?\))/.exec(steps);
  const field = key?.[1] ?? key?.[2] ?? '';
  const quote = steps.includes("'") ? "'" : '"';
  if (key === null) return null;
  if (field === 'filter') {
    // The id of the filter is that of its rule.
    const taken =
      /^(?:\[["'](?:expression|id)["']\]|\.get\(["'](?:expression|id)["'](?:, ?(?:""|''|None))?\))/;
    if (!taken.test(steps.slice(key[0].length))) return null;
    return [{ start: use.end, end: use.end + key[0].length, text: '' }];
  }
  if (field === 'paused') {
    if (key[0] !== steps) return null;
    const enabled = `${name}.get(${quote}enabled${quote}, True)`;
    const { parent } = chain;
    if (parent?.type === 'not_operator') return [{ start: parent.start, end: parent.end, text: enabled }];
    return WHOLE.test(parent?.type ?? '')
      ? [{ start: chain.start, end: chain.end, text: `not ${enabled}` }]
      : null;
  }
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
