import { builtinCatalogue, type Entry } from '../src/catalogue/index.js';
import { ruleName } from '../src/report/index.js';
import { entryRule } from './entry-rule.js';
import type { EdgeSunsetRule } from './rule-types.js';

/** What code can show. An entry that is only to be read about, such as one on answers that change by themselves, has no rule. */
export function isVisibleInCode(entry: Entry): boolean {
  const checks = [
    entry.endpoints,
    entry.settings,
    entry.fields,
    entry.values,
    entry.headers,
    entry.queries,
    entry.expressions,
    entry.bodies,
    entry.resources,
    entry.storage,
    entry.ciphers,
  ];
  return checks.some((list) => list.length > 0);
}

export const RULE_ENTRIES: readonly Entry[] = builtinCatalogue().entries.filter(isVisibleInCode);

/** One rule for each entry of the catalogue that code can show. */
export const ENTRY_RULES: Readonly<Record<string, EdgeSunsetRule>> = Object.fromEntries(
  RULE_ENTRIES.map((entry) => [ruleName(entry.id), entryRule(entry)]),
);
