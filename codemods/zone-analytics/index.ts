/**
 * Zone analytics of the REST API: the same client sends a query of GraphQL for the fields that are read, and the
 * reads take them from its answer.
 */
import type { Codemod, Difference, Site } from '../../src/migrate/index.js';
import { analyticsModule } from '../direct/module.js';
import { type Asking, asQuery } from '../places/analytics.js';
import type { AnalyticsCall } from '../places/graphql.js';
import { momentOf } from '../places/moments.js';
import { marker } from '../places/verdicts.js';
import { type Asked, askFor, readFor } from './fields.js';
import { TEMPLATES } from './generated/templates.js';
import { classifyPython } from './python/index.js';
import { dashboardFunction } from './through-client.js';

export const zoneAnalytics: Codemod = {
  id: 'zone-analytics',
  entries: ['zone-analytics'],
  ties: 'site',
  classify: (site, around) =>
    site.finding.endpoint?.endsWith('/colos') === true
      ? marker('the figures of data centres became a sampled data set, with rows of another shape', STEPS)
      : site.script === null && site.file.language === 'python'
        ? classifyPython(site, around, { steps: STEPS, difference: FROM_GRAPHQL })
        : asQuery(site, around, {
            steps: STEPS,
            difference: FROM_GRAPHQL,
            asking,
            made: dashboardFunction(FROM_GRAPHQL),
          }),
  helper: analyticsModule('zoneAnalytics', TEMPLATES.mapping),
  checklist: ['Give the token the permission Zone > Analytics > Read, if it has not got it.'],
};

const FROM_GRAPHQL: Difference = {
  name: 'graphql-analytics',
  what: 'figures come from the GraphQL analytics API, by hour up to three days and by day from there on; periods without traffic are missing in the series; refusals come with status 200 and without data, so a program that only looks at the status fails when it reads a figure',
};
const STEPS =
  'Send POST /graphql with { query, variables }: viewer.zones(filter: { zoneTag }).httpRequests1hGroups (up to 3 days) or httpRequests1dGroups with sum { requests cachedRequests bytes cachedBytes threats pageViews } and uniq { uniques } for what is read; errors come with status 200 in errors, and nothing says success.';

/** What the dashboard answered without a period: a week. */
const WEEK = 10_080;
/** Groups of hours go back three days at most. */
const MOST_BY_HOUR = 4320;

function asking(query: AnalyticsCall['query'], site: Site): Asking | string {
  for (const name of query.keys())
    if (!/^(?:since|until|continuous)$/.test(name)) return `it asks with ${name}, which has no counterpart`;
  const since = momentOf(query.get('since'), WEEK, site);
  const until = momentOf(query.get('until'), 0, site);
  if (since === null || until === null) return 'the period that it asks for is only known at run time';
  const isByHour = since.minutes <= MOST_BY_HOUR;
  const asked: Asked = {
    isByHour,
    isFromNow: !since.isDay,
    totals: new Set(),
    timeseries: new Set(),
  };
  return {
    read: (steps) => readFor(steps, asked),
    ask: () => askFor(asked),
    variables: [
      ['since', isByHour ? since.time : since.day],
      ['until', isByHour ? until.time : until.day],
    ],
  };
}
