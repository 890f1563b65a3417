/** What is different where calls use rules of rulesets, whatever the language: firewall rules first, then rate limits. */
import type { Difference } from '../../src/migrate/index.js';

export const ALLOW: Difference = {
  name: 'allow-is-skip',
  what: 'rules that allow have the action skip, with the parameter ruleset: current',
};
export const ALL_RULES: Difference = {
  name: 'shows-all-rules',
  what: 'the list has all custom rules of the zone, also those that the old API never showed',
};
export const FILTER: Difference = {
  name: 'filter-is-rule',
  what: 'filters have no ids of their own: the id of a filter is that of its rule',
};
export const ALL_AT_ONCE: Difference = {
  name: 'no-pages',
  what: 'all rules come at once: there are no pages and no result_info',
};
export const PAGES: Difference = {
  name: 'pages-are-cut',
  what: 'each page is cut out of the whole list, which is read anew for each of them',
};
export const ERRORS: Difference = {
  name: 'error-codes',
  what: 'what the API refuses is told in its own codes and words',
};
/** Of a function that deletes, in whose place a client is called. */
export function errorsWithout(name: string | undefined): readonly Difference[] {
  const what = `errors of these deletions come from the client itself, without what ${name} makes of them`;
  return name === undefined ? [] : [{ name: 'errors-of-client', what }];
}
export const SHOWN: Difference = {
  name: 'shows-rule-fields',
  what: 'what is shown to a reader has the fields of a rule, unless other code of the package reads the old ones',
};
export const LAST_CHANGE: Difference = {
  name: 'last-change-only',
  what: 'a rule only says when it was last changed: last_updated stands for modified_on and created_on',
};
export const DUPLICATES: Difference = {
  name: 'duplicates-allowed',
  what: 'a rule with the expression of another one is no longer refused',
};
export const EXPRESSION_ONLY: Difference = {
  name: 'only-the-expression',
  what: 'of a filter only the expression goes into its rule: it has no description of its own, and is not paused apart from it',
};
export const KEPT: Difference = {
  name: 'keeps-other-fields',
  what: 'fields that are not sent keep their values',
};
export const AS_STORED: Difference = {
  name: 'changed-as-stored',
  what: 'of a rule that is sent as a whole only the fields that are named change; the others stay as they are stored',
};
export const ONE_BY_ONE: Difference = {
  name: 'one-by-one',
  what: 'rules are added one by one: those before one that is refused stay',
};
export const ONE_SENT: Difference = {
  name: 'one-rule-sent',
  what: 'the one rule that is sent is added; the old API only took lists of rules',
};
export const ONE_BY_ONE_DELETED: Difference = {
  name: 'deleted-one-by-one',
  what: 'rules are deleted one by one: where one is refused, those before it are gone and those after it stay',
};
export const ONE_CALL: Difference = {
  name: 'filter-in-rule',
  what: 'no filter is made: its expression is sent with the rule',
};
export const DESCRIBED: Difference = {
  name: 'described-by-filter',
  what: 'a rule without a description takes that of its filter',
};
export const ONE_REFUSAL: Difference = {
  name: 'one-refusal',
  what: 'an expression is refused with its rule: what was done about a refused filter alone is not done any more',
};
export const NO_FILTER: Difference = {
  name: 'filter-not-deleted',
  what: 'no filter is deleted, nor announced right above: its expression goes with the rule',
};
export const EXPRESSION: Difference = {
  name: 'url-is-expression',
  what: 'rules have an expression, which is given as match.request.url, and neither bypass nor correlate',
};
export const ALL_LIMITS: Difference = {
  name: 'shows-all-rules',
  what: 'the list has all rate limiting rules of the zone, in the order in which they are evaluated',
};
export const LAST: Difference = {
  name: 'newest-is-last',
  what: 'a new rule goes behind the others; the old API evaluated the newest limit first',
};

const AT_RUN_TIME: Difference = {
  name: 'mapped-at-run-time',
  what: 'what is sent is mapped when the program runs: priorities are not sent, and the API refuses a bypass',
};

/** Of functions that are given rules with the old fields and give the same back. */
export const OLD_DIFFERENCES: Readonly<
  Record<'listOld' | 'readOld' | 'addOld' | 'changeOld' | 'changeAllOld' | 'removeOld', readonly Difference[]>
> = {
  listOld: [],
  readOld: [ERRORS],
  addOld: [AT_RUN_TIME, DUPLICATES, ERRORS, ONE_BY_ONE],
  changeOld: [AT_RUN_TIME, KEPT, ERRORS],
  changeAllOld: [AT_RUN_TIME, KEPT, ERRORS, ONE_BY_ONE],
  removeOld: [ERRORS],
};
