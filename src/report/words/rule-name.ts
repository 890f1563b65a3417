/** The ESLint rule, and the SARIF rule id, of an entry: `no-` and its id; checks of rulesets are `valid-…`. */
export function ruleName(entry: string): string {
  return entry.startsWith('ruleset-') ? `valid-${entry}` : `no-${entry}`;
}
