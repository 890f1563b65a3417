import { page } from '../core/http.js';
import type { Json, JsonObject } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import { graphql } from './graphql.js';
import { DNS_DIMENSIONS, daysOfPeriod, dnsQueriesOf, trafficOf } from './traffic.js';

const PROFILE: JsonObject = {
  id: '0'.repeat(32),
  first_name: null,
  last_name: null,
  address: null,
  payment_email: 'billing@example.com',
};

const SXG: JsonObject = { id: 'sxg', value: 'off', editable: true };

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
  fixed('/zones/{zone_id}/amp/sxg', SXG),
  { method: 'PUT', path: '/zones/{zone_id}/amp/sxg', handle: () => ({ result: SXG }) },
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

/** Without a period the dashboard showed a week. */
const WEEK = 10_080;
const SIX_HOURS = 360;

function dashboard(call: ApiCall): JsonObject {
  const days = daysOfPeriod(call.query, WEEK);
  const traffic = trafficOf(days);
  const hour = {
    since: `${call.world.now}T00:00:00Z`,
    until: `${call.world.now}T01:00:00Z`,
    requests: {
      all: traffic.requests,
      cached: traffic.cachedRequests,
      uncached: traffic.requests - traffic.cachedRequests,
      ssl: {
        encrypted: traffic.encryptedRequests,
        unencrypted: traffic.requests - traffic.encryptedRequests,
      },
      http_status: { '200': traffic.requests - 50 * days, '404': 50 * days },
      country: { NL: traffic.requests },
    },
    bandwidth: {
      all: traffic.bytes,
      cached: traffic.cachedBytes,
      uncached: traffic.bytes - traffic.cachedBytes,
    },
    threats: { all: traffic.threats },
    pageviews: { all: traffic.pageViews },
    uniques: { all: traffic.uniques },
  };
  return { totals: hour, timeseries: [hour], query: { since: '-60', until: '0', time_delta: 60 } };
}

function dnsReport({ query }: ApiCall) {
  const wanted = (query.get('dimensions') ?? '').split(',').filter(Boolean);
  const dimensions = wanted.map((name) => Reflect.get(DNS_DIMENSIONS, name) ?? null);
  const queryCount = dnsQueriesOf(daysOfPeriod(query, SIX_HOURS));
  const row = { dimensions, metrics: [queryCount] };
  return { result: { rows: 1, totals: { queryCount }, data: [row] } };
}
