/** What a program sees differently after the migration of one call. */
import type { Difference, Site, Surroundings } from '../../src/migrate/model.js';
import { knownText } from '../../src/value/index.js';
import { errorCodesIn } from './error-codes.js';
import { storedIdsIn } from './stored-ids.js';

const PRIORITY: Difference = {
  name: 'priority-is-place',
  what: 'rulesets have an order and no priorities: what an earlier run gave as a priority is known only by the place of the rule',
};
const FILTER: Difference = {
  name: 'filter-is-rule',
  what: 'a filter that an earlier run made has the id of its rule, no two rules share one, and one that was made with its rule can be changed',
};
const UNSTORED: Difference = {
  name: 'filter-not-stored',
  what: 'a filter is only remembered by the program until a rule is made of it',
};
const LENIENT: Difference = {
  name: 'filter-delete',
  what: 'deleting a filter that no rule uses always succeeds',
};
const ERRORS: Difference = {
  name: 'error-codes',
  what: 'what rulesets refuse is told in their own codes and words',
};
const CALLS: Difference = {
  name: 'several-requests',
  what: 'one call sends two or more requests; several rules in one call are taken back if one of them fails, but not at the same moment',
};

export function differencesOf(site: Site, around: Surroundings): readonly Difference[] {
  const methods = methodsOf(site);
  const isFilters = /filters/.test(site.finding.endpoint ?? '');
  return [
    ...(isFilters ? [FILTER] : [PRIORITY]),
    ...(isFilters && methods.has('POST') ? [UNSTORED] : []),
    ...(isFilters && methods.has('DELETE') ? [LENIENT] : []),
    ...([...methods].every((method) => method === 'GET') ? [] : [ERRORS, CALLS]),
    ...errorCodesIn(site, around),
    ...storedIdsIn(site, around),
  ];
}

/** One path may be sent by several calls. */
function methodsOf({ finding }: Site): ReadonlySet<string> {
  const sent = finding.usages.flatMap((usage) =>
    usage.kind === 'http' ? (knownText(usage.method)?.toUpperCase() ?? []) : [],
  );
  return new Set([...(finding.method === null ? [] : [finding.method]), ...sent]);
}
