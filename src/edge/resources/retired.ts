import { page } from '../core/http.js';
import { isObject, type Json, type JsonObject } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';

const PROFILE: JsonObject = {
  id: '0'.repeat(32),
  first_name: null,
  last_name: null,
  address: null,
  payment_email: 'billing@example.com',
};

/** What is told of the queries for the one name of a zone. */
const DNS_QUERIES = 42;
const DNS_DIMENSIONS = {
  queryName: 'www.example.com',
  queryType: 'A',
  responseCode: 'NOERROR',
  coloName: 'AMS',
} as const;

/** Read-only parts of the old API that have no successor, or one of another shape: what they answered while they lived. */
export const retiredRoutes: readonly Route[] = [
  { method: 'GET', path: '/accounts/{account_id}/billing/profile', handle: () => ({ result: PROFILE }) },
  { method: 'GET', path: '/user/billing/profile', handle: () => ({ result: PROFILE }) },
  { method: 'GET', path: '/user/billing/history', handle: (call) => page([], call.query) },
  {
    method: 'GET',
    path: '/zones/{zone_id}/analytics/dashboard',
    handle: (call) => ({ result: dashboard(call) }),
  },
  {
    method: 'GET',
    path: '/zones/{zone_id}/analytics/colos',
    handle: (call) => ({ result: [{ colo_id: 'AMS', timeseries: dashboard(call).timeseries ?? [] }] }),
  },
  { method: 'POST', path: '/graphql', handle: graphql },
  { method: 'GET', path: '/zones/{zone_id}/dns_analytics', handle: dnsReport },
  ...['/zones/{zone_id}', '/accounts/{account_id}/dns_firewall/{dns_firewall_id}'].flatMap((scope) =>
    ['report', 'report/bytime'].map(
      (tail): Route => ({ method: 'GET', path: `${scope}/dns_analytics/${tail}`, handle: dnsReport }),
    ),
  ),
  fixed('/accounts/{account_id}/custom_ns/availability', ['example.com']),
  ...['bots', 'categories'].map((tail) => fixed(`/radar/verified_bots/top/${tail}`, { top_0: [] })),
  ...['bot', 'category'].map((tail) => fixed(`/radar/bots/summary/${tail}`, { summary_0: {} })),
  ...['layer3', 'layer7'].flatMap((layer) =>
    ['industry', 'vertical'].flatMap((tail) => [
      fixed(`/radar/attacks/${layer}/top/${tail}`, { top_0: [{ name: 'Software', value: '12.5' }] }),
      fixed(`/radar/attacks/${layer}/summary/${tail}`, { summary_0: { Software: '12.5' } }),
    ]),
  ),
  fixed('/radar/attacks/layer7/top/attacks', { top_0: [{ originCountryAlpha2: 'NL', value: '7.5' }] }),
  fixed('/accounts/{account_id}/devices/{device_id}/override_codes', { disable_for_time: {} }),
  ...['revoke', 'unrevoke'].map(
    (tail): Route => ({
      method: 'POST',
      path: `/accounts/{account_id}/devices/${tail}`,
      handle: () => ({ result: null }),
    }),
  ),
];

/** An answer that is always the same. */
function fixed(path: string, result: Json): Route {
  return { method: 'GET', path, handle: () => ({ result }) };
}

/** The traffic of a zone in one hour: the same numbers behind the old dashboard and the new query. */
const TRAFFIC = {
  requests: 1200,
  cachedRequests: 900,
  encryptedRequests: 1100,
  bytes: 640_000,
  cachedBytes: 410_000,
  encryptedBytes: 600_000,
  threats: 3,
  pageViews: 240,
  uniques: 85,
} as const;

function dashboard(call: ApiCall): JsonObject {
  const hour = {
    since: `${call.world.now}T00:00:00Z`,
    until: `${call.world.now}T01:00:00Z`,
    requests: {
      all: TRAFFIC.requests,
      cached: TRAFFIC.cachedRequests,
      uncached: TRAFFIC.requests - TRAFFIC.cachedRequests,
      ssl: {
        encrypted: TRAFFIC.encryptedRequests,
        unencrypted: TRAFFIC.requests - TRAFFIC.encryptedRequests,
      },
      http_status: { '200': 1150, '404': 50 },
      country: { NL: 1200 },
    },
    bandwidth: {
      all: TRAFFIC.bytes,
      cached: TRAFFIC.cachedBytes,
      uncached: TRAFFIC.bytes - TRAFFIC.cachedBytes,
    },
    threats: { all: TRAFFIC.threats },
    pageviews: { all: TRAFFIC.pageViews },
    uniques: { all: TRAFFIC.uniques },
  };
  return { totals: hour, timeseries: [hour], query: { since: '-60', until: '0', time_delta: 60 } };
}

function dnsReport({ query }: ApiCall) {
  const wanted = (query.get('dimensions') ?? '').split(',').filter(Boolean);
  const dimensions = wanted.map((name) => Reflect.get(DNS_DIMENSIONS, name) ?? null);
  const row = { dimensions, metrics: [DNS_QUERIES] };
  return { result: { rows: 1, totals: { queryCount: DNS_QUERIES }, data: [row] } };
}

/** No GraphQL engine: every query of analytics is answered with all fields a migration can ask for. */
function graphql(call: ApiCall) {
  const query = isObject(call.body) && typeof call.body.query === 'string' ? call.body.query : '';
  const { uniques, ...sum } = TRAFFIC;
  const start = `${call.world.now}T00:00:00Z`;
  const group = {
    dimensions: { since: start, datetime: start, datetimeMinute: start, date: call.world.now },
    sum: {
      ...sum,
      responseStatusMap: [
        { edgeResponseStatus: 200, requests: 1150 },
        { edgeResponseStatus: 404, requests: 50 },
      ],
      countryMap: [{ clientCountryName: 'NL', requests: 1200, bytes: 640_000, threats: 3 }],
    },
    uniq: { uniques },
  };
  const groups = [...query.matchAll(GROUPS)].map(([, alias, name = '']) => {
    const rows = name.startsWith('dns')
      ? [{ count: DNS_QUERIES, dimensions: DNS_DIMENSIONS }]
      : [{ ...group, ...renamedParts(query, group) }];
    return [alias ?? name, rows] as const;
  });
  const known = groups.length > 0;
  return {
    status: 200,
    headers: {},
    body: known
      ? { data: { viewer: { zones: [Object.fromEntries(groups)] } }, errors: null }
      : {
          data: null,
          errors: [
            {
              message:
                'the emulated API answers httpRequests…Groups and dnsAnalyticsAdaptiveGroups of zones only',
            },
          ],
        },
  };
}

/** `threats: sum { all: threats }`: a part of a group, and its fields, with names of the query. */
function renamedParts(query: string, group: Readonly<Record<'sum' | 'uniq', object>>): JsonObject {
  const parts = [...query.matchAll(/\b(\w+): (sum|uniq) \{([^{}]*)\}/g)];
  return Object.fromEntries(
    parts.map(([, part = '', name, fields = '']) => [
      part,
      Object.fromEntries(
        [...fields.matchAll(/(?:(\w+): )?(\w+)/g)].map(([, alias, field = '']) => [
          alias ?? field,
          Reflect.get(group[name === 'sum' ? 'sum' : 'uniq'], field) ?? null,
        ]),
      ),
    ]),
  );
}

/** Groups, with the name that the query gives them. */
const GROUPS = /(?:\b(\w+): ?)?\b(httpRequests\w*Groups|dnsAnalyticsAdaptiveGroups)\b/g;
