/** Reports of DNS analytics: a query of GraphQL for the dimensions that were asked for, and the number of queries. */
import type { Codemod, Difference, Site } from '../../src/migrate/index.js';
import type { Node } from '../../src/read/javascript/syntax/index.js';
import { analyticsModule } from '../direct/module.js';
import { type Asking, asQuery, SAME, zoneQuery } from '../places/analytics.js';
import type { AnalyticsCall } from '../places/graphql.js';
import { momentOf } from '../places/moments.js';
import type { NewRead } from '../places/new-reads.js';
import { marker } from '../places/verdicts.js';
import { TEMPLATES } from './generated/templates.js';
import { reportFunction } from './through-client.js';

export const dnsAnalytics: Codemod = {
  id: 'dns-analytics',
  entries: ['dns-analytics'],
  ties: 'site',
  classify: (site, around) =>
    site.finding.endpoint === '/zones/{zone_id}/dns_analytics/report'
      ? asQuery(site, around, { steps: STEPS, difference: SAMPLED, asking, made: reportFunction(SAMPLED) })
      : marker(
          site.finding.kind === 'sdk'
            ? 'the SDK has no method for queries of GraphQL'
            : 'only reports of a zone without a time series are rewritten',
          STEPS,
        ),
  helper: analyticsModule('dnsReport', TEMPLATES.mapping),
  checklist: ['Give the token the permission Zone > Analytics > Read, if it has not got it.'],
};

const SAMPLED: Difference = {
  name: 'sampled-analytics',
  what: 'figures come from the GraphQL analytics API, which estimates them from samples',
};
const STEPS =
  'Send POST /graphql with { query, variables }: viewer.zones(filter: { zoneTag }).dnsAnalyticsAdaptiveGroups(limit, filter: { datetime_geq, datetime_lt }) with count and the dimensions that are read (accounts(filter: { accountTag }).dnsFirewallAnalyticsAdaptiveGroups for DNS Firewall); errors come with status 200 in errors, and nothing says success.';

/** Dimensions that have the same name in both. */
const DIMENSIONS: ReadonlySet<string> = new Set(['queryName', 'queryType', 'responseCode', 'coloName']);
/** What a report covered without a period: six hours. */
const SIX_HOURS = 360;

function asking(query: AnalyticsCall['query'], site: Site): Asking | string {
  const said = new Map<string, string>();
  for (const [name, [only, ...others]] of query) {
    if (name === 'since' || name === 'until') continue;
    if (only?.kind !== 'text' || others.length > 0 || !/^(?:metrics|dimensions|limit|sort)$/.test(name))
      return `what it asks for with ${name} cannot be told`;
    said.set(name, only.text);
  }
  if ((said.get('metrics') ?? 'queryCount') !== 'queryCount')
    return 'only the number of queries has a counterpart';
  const dimensions = said.get('dimensions')?.split(',') ?? [];
  if (!dimensions.every((name) => DIMENSIONS.has(name)))
    return 'it asks for dimensions that have no counterpart';
  const sort = said.get('sort') ?? '';
  const limit = said.get('limit') ?? '1000';
  if (!/^-?(?:queryCount)?$/.test(sort) || !/^\d{1,5}$/.test(limit)) return 'its order has no counterpart';
  const since = momentOf(query.get('since'), SIX_HOURS, site);
  const until = momentOf(query.get('until'), 0, site);
  if (since === null || until === null) return 'the period that it asks for is only known at run time';
  const asked = new Set<'totals' | 'data'>();
  return {
    read: (steps) => readFor(steps, dimensions, asked),
    ask: () => askFor(asked, dimensions, limit, sort),
    variables: [
      ['since', since.time],
      ['until', until.time],
    ],
  };
}

function readFor(
  [part, item, field, ...inner]: readonly string[],
  dimensions: readonly string[],
  asked: Set<'totals' | 'data'>,
): NewRead | null {
  if (part === 'totals') {
    if (item === undefined) return { member: '.totals[0]', pattern: (target) => `totals: [${target}]` };
    if (item !== 'queryCount') return null;
    asked.add('totals');
    return { expression: (object) => `${object}?.count ?? 0`, isLeaf: true };
  }
  if (part !== 'data' || inner.length > 0) return null;
  asked.add('data');
  if (field === undefined) return SAME;
  if (field === 'metrics') return listed(['count']);
  return field === 'dimensions' ? listed(dimensions.map((name) => `dimensions.${name}`)) : null;
}

/** A list of figures by their place; `[0]` behind it is the first of them. */
function listed(names: readonly string[]): NewRead {
  return {
    expression: (object) => `[${names.map((name) => `${object}.${name}`).join(', ')}]`,
    around(object, { parent }) {
      const index = indexOf(parent);
      const name = index === null ? undefined : names[index];
      return parent === undefined || name === undefined ? null : { node: parent, text: `${object}.${name}` };
    },
    isLeaf: true,
  };
}

function indexOf(node: Node | undefined): number | null {
  if (node?.type !== 'MemberExpression' || !node.computed || node.property.type !== 'Literal') return null;
  return typeof node.property.value === 'number' ? node.property.value : null;
}

function askFor(
  asked: ReadonlySet<'totals' | 'data'>,
  dimensions: readonly string[],
  limit: string,
  sort: string,
): string | null {
  if (asked.size === 0) return null;
  const filter = 'filter: { datetime_geq: $since, datetime_lt: $until }';
  const order = sort === '' ? '' : `, orderBy: [count_${sort.startsWith('-') ? 'DESC' : 'ASC'}]`;
  const fields = dimensions.length === 0 ? 'count' : `count dimensions { ${dimensions.join(' ')} }`;
  const group = (name: string, head: string, body: string) => [
    `${name}: dnsAnalyticsAdaptiveGroups(${head}, ${filter}) {`,
    `  ${body}`,
    '}',
  ];
  return zoneQuery('Time', [
    ...(asked.has('totals') ? group('totals', 'limit: 1', 'count') : []),
    ...(asked.has('data') ? group('data', `limit: ${limit}${order}`, fields) : []),
  ]);
}
