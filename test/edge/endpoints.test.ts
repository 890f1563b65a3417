import { describe, expect, it } from 'vitest';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import type { Json, JsonObject } from '../../src/edge/core/json.js';
import { ACCOUNT, Api, NOBODY, ZONE } from './api.js';

/** A call of an endpoint that ends, in a way that succeeds while it lives. `@name` is an id made before. */
type Row = readonly [entry: string, method: string, path: string, body?: Json];

const Z = `/zones/${ZONE}`;
const A = `/accounts/${ACCOUNT}`;
const O = `/organizations/${ACCOUNT}`;
const OWASP = 'a25a9a7e9c00afc1fb2e0245519d725b';
const VENDOR = '1e334934fd7ae32ad705667f8c1057aa';
const GROUP = 'de677e5818985db1285d0e80225f06e5';
const ROLE = '05784afa30c1afe1440e79d9351c7430';
const LIMIT = { threshold: 10, period: 60, action: { mode: 'ban', timeout: 60 } };
const BOOKMARK = { name: 'Wiki', domain: 'wiki.example.com' };
const SECRET = Buffer.alloc(32, 7).toString('base64');

const ROWS: readonly Row[] = [
  ['firewall-rules', 'GET', `${Z}/firewall/rules`],
  ['firewall-rules', 'POST', `${Z}/firewall/rules`, [{ action: 'block', filter: { expression: 'ssl' } }]],
  [
    'firewall-rules',
    'PUT',
    `${Z}/firewall/rules`,
    [{ id: '@rule', action: 'log', filter: { id: '@filter' } }],
  ],
  ['firewall-rules', 'PATCH', `${Z}/firewall/rules`, [{ id: '@rule', priority: 3 }]],
  ['firewall-rules', 'DELETE', `${Z}/firewall/rules?id=@rule`],
  ['firewall-rules', 'GET', `${Z}/firewall/rules/@rule`],
  ['firewall-rules', 'PUT', `${Z}/firewall/rules/@rule`, { action: 'log', filter: { id: '@filter' } }],
  ['firewall-rules', 'PATCH', `${Z}/firewall/rules/@rule`, { priority: 3 }],
  ['firewall-rules', 'DELETE', `${Z}/firewall/rules/@rule`],
  ['firewall-rules', 'GET', `${Z}/filters`],
  ['firewall-rules', 'POST', `${Z}/filters`, [{ expression: 'not ssl' }]],
  ['firewall-rules', 'PUT', `${Z}/filters`, [{ id: '@filter', expression: 'not ssl' }]],
  ['firewall-rules', 'DELETE', `${Z}/filters?id=@unused`],
  ['firewall-rules', 'GET', `${Z}/filters/@filter`],
  ['firewall-rules', 'PUT', `${Z}/filters/@filter`, { expression: 'not ssl' }],
  ['firewall-rules', 'DELETE', `${Z}/filters/@unused`],
  ['firewall-rules', 'POST', '/filters/validate-expr', { expression: 'ssl' }],
  ['firewall-rules', 'POST', `${Z}/filters/validate-expr`, { expression: 'ssl' }],
  ['waf-packages', 'GET', `${Z}/firewall/waf/packages`],
  ['waf-packages', 'GET', `${Z}/firewall/waf/packages/${OWASP}`],
  ['waf-packages', 'PATCH', `${Z}/firewall/waf/packages/${OWASP}`, { sensitivity: 'low' }],
  ['waf-packages', 'GET', `${Z}/firewall/waf/packages/${VENDOR}/groups`],
  ['waf-packages', 'GET', `${Z}/firewall/waf/packages/${VENDOR}/groups/${GROUP}`],
  ['waf-packages', 'PATCH', `${Z}/firewall/waf/packages/${VENDOR}/groups/${GROUP}`, { mode: 'off' }],
  ['waf-packages', 'GET', `${Z}/firewall/waf/packages/${VENDOR}/rules`],
  ['waf-packages', 'GET', `${Z}/firewall/waf/packages/${VENDOR}/rules/100048`],
  ['waf-packages', 'PATCH', `${Z}/firewall/waf/packages/${VENDOR}/rules/100048`, { mode: 'simulate' }],
  ['waf-packages', 'GET', `${Z}/firewall/waf/overrides`],
  ['waf-packages', 'POST', `${Z}/firewall/waf/overrides`, { urls: ['example.com/*'] }],
  ['waf-packages', 'GET', `${Z}/firewall/waf/overrides/@override`],
  ['waf-packages', 'PUT', `${Z}/firewall/waf/overrides/@override`, { urls: ['example.com/a'] }],
  ['waf-packages', 'DELETE', `${Z}/firewall/waf/overrides/@override`],
  ['rate-limits', 'GET', `${Z}/rate_limits`],
  ['rate-limits', 'POST', `${Z}/rate_limits`, LIMIT],
  ['rate-limits', 'GET', `${Z}/rate_limits/@limit`],
  ['rate-limits', 'PUT', `${Z}/rate_limits/@limit`, LIMIT],
  ['rate-limits', 'DELETE', `${Z}/rate_limits/@limit`],
  ['dns-settings', 'GET', `${Z}/dns_settings/use_apex_ns`],
  ['dns-settings', 'PATCH', `${Z}/dns_settings/use_apex_ns`, { id: 'use_apex_ns', value: true }],
  ['dns-settings', 'GET', `${Z}/dns_settings/secondary_overrides`],
  ['dns-settings', 'PATCH', `${Z}/dns_settings/secondary_overrides`, { value: true }],
  ['brotli', 'GET', `${Z}/settings/brotli`],
  ['brotli', 'PATCH', `${Z}/settings/brotli`, { value: 'off' }],
  ['minify', 'GET', `${Z}/settings/minify`],
  ['minify', 'PATCH', `${Z}/settings/minify`, { value: { css: 'on', html: 'off', js: 'off' } }],
  ['mobile-redirect', 'GET', `${Z}/settings/mobile_redirect`],
  [
    'mobile-redirect',
    'PATCH',
    `${Z}/settings/mobile_redirect`,
    { value: { status: 'on', mobile_subdomain: 'm' } },
  ],
  ['server-side-excludes', 'GET', `${Z}/settings/server_side_exclude`],
  ['server-side-excludes', 'PATCH', `${Z}/settings/server_side_exclude`, { value: 'off' }],
  ['amp-sxg', 'GET', `${Z}/amp/sxg`],
  ['amp-sxg', 'PUT', `${Z}/amp/sxg`, { value: 'off' }],
  ['privacy-pass', 'GET', `${Z}/settings/privacy_pass`],
  ['privacy-pass', 'POST', `${Z}/settings/privacy_pass`, { value: 'off' }],
  ['legacy-tunnels', 'POST', `${A}/tunnels`, { name: 'new', tunnel_secret: SECRET }],
  ['legacy-tunnels', 'GET', `${A}/tunnels/@tunnel`],
  ['legacy-tunnels', 'DELETE', `${A}/tunnels/@tunnel`],
  ['legacy-tunnels', 'GET', `${A}/tunnels/@tunnel/connections`],
  ['legacy-tunnels', 'DELETE', `${A}/tunnels/@tunnel/connections`],
  ['billing', 'GET', `${A}/billing/profile`],
  ['billing', 'GET', '/user/billing/profile'],
  ['billing', 'GET', '/user/billing/history'],
  ...[A, Z].flatMap((scope): Row[] => [
    ['access-bookmarks', 'GET', `${scope}/access/bookmarks`],
    ['access-bookmarks', 'POST', `${scope}/access/bookmarks`, BOOKMARK],
    ['access-bookmarks', 'GET', `${scope}/access/bookmarks/@bookmark`],
    ['access-bookmarks', 'POST', `${scope}/access/bookmarks/${NOBODY}`, BOOKMARK],
    ['access-bookmarks', 'PUT', `${scope}/access/bookmarks/@bookmark`, BOOKMARK],
    ['access-bookmarks', 'DELETE', `${scope}/access/bookmarks/@bookmark`],
  ]),
  ['script-monitor', 'GET', `${Z}/script_monitor`],
  ['script-monitor', 'PUT', `${Z}/script_monitor`, { enabled: true }],
  ['script-monitor', 'GET', `${Z}/script_monitor/scripts`],
  ['script-monitor', 'GET', `${Z}/script_monitor/scripts/@script`],
  ['images-v1-direct-upload', 'POST', `${A}/images/v1/direct_upload`, {}],
  ['zone-analytics', 'GET', `${Z}/analytics/dashboard?since=-60`],
  ['zone-analytics', 'GET', `${Z}/analytics/colos`],
  ['organizations', 'GET', O],
  ['organizations', 'PATCH', O, { name: 'Example' }],
  ['organizations', 'GET', `${O}/invites`],
  ['organizations', 'POST', `${O}/invites`, { invited_member_email: 'new@example.com', roles: [ROLE] }],
  ['organizations', 'GET', `${O}/invites/@member`],
  ['organizations', 'PATCH', `${O}/invites/@member`, { roles: [ROLE] }],
  ['organizations', 'DELETE', `${O}/invites/@member`],
  ['organizations', 'GET', `${O}/members`],
  ['organizations', 'GET', `${O}/members/@member`],
  ['organizations', 'PATCH', `${O}/members/@member`, { roles: [ROLE] }],
  ['organizations', 'DELETE', `${O}/members/@member`],
  ['organizations', 'GET', `${O}/roles`],
  ['organizations', 'GET', `${O}/roles/${ROLE}`],
  ['organizations', 'GET', `${O}/audit_logs`],
  ['organizations', 'GET', `${O}/railguns`],
  ['organizations', 'POST', `${O}/railguns`, { name: 'new' }],
  ['organizations', 'GET', `${O}/railguns/@railgun`],
  ['organizations', 'PATCH', `${O}/railguns/@railgun`, { enabled: false }],
  ['organizations', 'DELETE', `${O}/railguns/@railgun`],
  ['organizations', 'GET', `${O}/railguns/@railgun/zones`],
  ['settings-batch', 'GET', `${Z}/settings`],
  ['settings-batch', 'PATCH', `${Z}/settings`, { items: [{ id: 'ssl', value: 'strict' }] }],
  ['mirage', 'GET', `${Z}/settings/mirage`],
  ['mirage', 'PATCH', `${Z}/settings/mirage`, { value: 'on' }],
  ['cname-flattening', 'GET', `${Z}/settings/cname_flattening`],
  ['cname-flattening', 'PATCH', `${Z}/settings/cname_flattening`, { value: 'flatten_all' }],
  ['dns-analytics', 'GET', `${Z}/dns_analytics`],
  ['dns-analytics', 'GET', `${Z}/dns_analytics/report`],
  ['dns-analytics', 'GET', `${Z}/dns_analytics/report/bytime`],
  ['dns-analytics', 'GET', `${A}/dns_firewall/${NOBODY}/dns_analytics/report`],
  ['dns-analytics', 'GET', `${A}/dns_firewall/${NOBODY}/dns_analytics/report/bytime`],
  ['custom-ns-availability', 'GET', `${A}/custom_ns/availability`],
  ['radar-verified-bots', 'GET', '/radar/verified_bots/top/bots'],
  ['radar-verified-bots', 'GET', '/radar/verified_bots/top/categories'],
  ...['layer3', 'layer7'].flatMap((layer) =>
    ['industry', 'vertical'].map(
      (tail): Row => ['radar-attacks-top', 'GET', `/radar/attacks/${layer}/top/${tail}`],
    ),
  ),
  ['kv-namespaces', 'GET', `${A}/workers/namespaces`],
  ['kv-namespaces', 'POST', `${A}/workers/namespaces`, { title: 'new' }],
  ['kv-namespaces', 'GET', `${A}/workers/namespaces/@space`],
  ['kv-namespaces', 'PUT', `${A}/workers/namespaces/@space`, { title: 'other' }],
  ['kv-namespaces', 'DELETE', `${A}/workers/namespaces/@space`],
  ['kv-namespaces', 'GET', `${A}/workers/namespaces/@space/keys`],
  ['kv-namespaces', 'GET', `${A}/workers/namespaces/@space/metadata/colour`],
  ['kv-namespaces', 'GET', `${A}/workers/namespaces/@space/values/colour`],
  ['kv-namespaces', 'PUT', `${A}/workers/namespaces/@space/values/colour`, {}],
  ['kv-namespaces', 'DELETE', `${A}/workers/namespaces/@space/values/colour`],
  ['kv-namespaces', 'PUT', `${A}/workers/namespaces/@space/bulk`, [{ key: 'a', value: 'b' }]],
  ['kv-namespaces', 'DELETE', `${A}/workers/namespaces/@space/bulk`, ['colour']],
  ['devices', 'GET', `${A}/devices`],
  ['devices', 'GET', `${A}/devices/@device`],
  ['devices', 'GET', `${A}/devices/@device/override_codes`],
  ['devices', 'POST', `${A}/devices/revoke`, ['@device']],
  ['devices', 'POST', `${A}/devices/unrevoke`, ['@device']],
  ['registrar-domains', 'GET', `${A}/registrar/domains`],
  ['registrar-domains', 'GET', `${A}/registrar/domains/example.com`],
  ['registrar-domains', 'PUT', `${A}/registrar/domains/example.com`, { auto_renew: true }],
  [
    'tunnel-routes-by-network',
    'POST',
    `${A}/teamnet/routes/network/198.51.100.0%2F24`,
    { tunnel_id: NOBODY },
  ],
  ['tunnel-routes-by-network', 'PATCH', `${A}/teamnet/routes/network/192.0.2.0%2F24`, { comment: 'x' }],
  ['tunnel-routes-by-network', 'DELETE', `${A}/teamnet/routes/network/192.0.2.0%2F24`],
];

const entries = new Map(builtinCatalogue().entries.map((entry) => [entry.id, entry]));

function endOf(entry: string): string {
  const end = entries.get(entry)?.endOfLife;
  if (end === undefined || end === null) throw new Error(`${entry} has no end`);
  return end;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** A world where every id of the table exists, made while everything lives; then the clock is set. */
function prepared(day: string): { readonly api: Api; readonly fill: (text: string) => string } {
  const api = new Api('2020-01-01', {
    state: {
      now: '',
      user: { collections: {} },
      zones: {},
      accounts: {
        [ACCOUNT]: {
          id: ACCOUNT,
          name: 'Example',
          rulesets: [],
          collections: {
            devices: [{ id: 'device-1' }],
            'registrar/domains': [{ id: 'example.com', auto_renew: false }],
            'teamnet/routes': [{ id: NOBODY, network: '192.0.2.0/24' }],
          },
        },
      },
    },
  });
  const id = (made: JsonObject | undefined) => String(made?.id);
  const filters = api.list('POST', `${Z}/filters`, [
    { expression: 'ip.src eq 192.0.2.1' },
    { expression: 'ip.src eq 192.0.2.2' },
  ]);
  const rules = api.list('POST', `${Z}/firewall/rules`, [
    { action: 'block', filter: { id: id(filters[0]) } },
  ]);
  const bookmark = api.object('POST', `${A}/access/bookmarks`, BOOKMARK);
  api.ok('POST', `${Z}/access/bookmarks/${id(bookmark)}`, BOOKMARK);
  const space = api.object('POST', `${A}/storage/kv/namespaces`, { title: 'first' });
  api.ok('PUT', `${A}/storage/kv/namespaces/${id(space)}/bulk`, [
    { key: 'colour', value: 'red', metadata: { a: 1 } },
  ]);
  const ids: Record<string, string> = {
    filter: id(filters[0]),
    unused: id(filters[1]),
    rule: id(rules[0]),
    override: id(api.object('POST', `${Z}/firewall/waf/overrides`, { urls: ['example.com/*'] })),
    limit: id(api.object('POST', `${Z}/rate_limits`, LIMIT)),
    tunnel: id(api.object('POST', `${A}/tunnels`, { name: 'first', tunnel_secret: SECRET })),
    bookmark: id(bookmark),
    member: id(api.object('POST', `${A}/members`, { email: 'a@example.com', roles: [ROLE] })),
    railgun: id(api.object('POST', `${O}/railguns`, { name: 'first' })),
    space: id(space),
    device: 'device-1',
    script: NOBODY,
  };
  const state = api.edge.state;
  const zone = state.zones[ZONE];
  if (zone !== undefined)
    zone.collections['page_shield/scripts'] = [{ id: NOBODY, url: 'https://example.com/a.js' }];
  return {
    api: new Api(day, { state, seed: 'later' }),
    fill: (text) => text.replace(/@(\w+)/g, (_, name: string) => ids[name] ?? `@${name}`),
  };
}

const CASES = ROWS.map(([entry, method, path, body]) => ({ entry, method, path, body }));

describe.each(CASES)('$entry: $method $path', ({ entry, method, path, body }) => {
  const end = endOf(entry);
  const call = (day: string) => {
    const { api, fill } = prepared(day);
    const sent = body === undefined ? undefined : (JSON.parse(fill(JSON.stringify(body))) as Json);
    const request = { method, path: fill(path) };
    const response = api.ask(method, request.path, sent);
    return {
      response,
      verdict: api.edge.verdict(request, response),
      envelope: response.body as JsonObject | null,
    };
  };

  it('works on the day before', () => {
    const { response, verdict, envelope } = call(dayBefore(end));
    expect(response.text === undefined ? envelope?.success : true).toBe(true);
    expect(verdict).toEqual({ entry, dead: false });
  });

  it('is refused on the day of its end', () => {
    const { response, verdict, envelope } = call(end);
    const [symptom] = entries.get(entry)?.symptoms ?? [];
    expect(response.status).toBe(symptom?.status ?? 410);
    expect(envelope).toMatchObject({
      success: false,
      result: null,
      errors: [{ message: symptom?.message ?? 'Gone' }],
    });
    expect(verdict).toEqual({ entry, dead: true });
  });
});

describe('the table', () => {
  const shape = (path: string) => path.split('?')[0]?.split('/') ?? [];
  const covered = (method: string, template: string) =>
    ROWS.some(
      ([, used, path]) =>
        used === method &&
        shape(path).length === shape(template).length &&
        shape(template).every((segment, index) => segment.startsWith('{') || segment === shape(path)[index]),
    );

  it('has every endpoint and method that the catalogue says is dead', () => {
    const missing = builtinCatalogue()
      .entries.filter((entry) => entry.endOfLife !== null)
      .flatMap((entry) =>
        entry.endpoints.flatMap(({ methods, path }) => methods.map((method) => [method, path])),
      )
      .filter(([method = '', path = '']) => !covered(method, path));
    expect(missing).toEqual([]);
  });

  it('would notice one that is missing', () => {
    expect(covered('DELETE', '/zones/{zone_id}/settings/brotli')).toBe(false);
  });
});

describe('calls that only look like dead ones', () => {
  const today = '2026-11-21';
  it.each([
    ['GET', `${A}/tunnels`],
    ['GET', `${A}/cfd_tunnel`],
    ['GET', `${Z}/firewall/access_rules/rules`],
    ['GET', `${Z}/firewall/lockdowns`],
    ['GET', `${Z}/firewall/ua_rules`],
    ['GET', `${A}/access/apps`],
    ['GET', `${Z}/page_shield`],
    ['GET', `${A}/members`],
    ['GET', `${A}/roles`],
    ['GET', `${A}/audit_logs`],
    ['GET', `${Z}/dns_settings`],
    ['GET', `${Z}/settings/ssl`],
    ['GET', '/user/load_balancers/pools'],
  ])('%s %s works today', (method, path) => {
    const api = new Api(today);
    const response = api.ask(method, path);
    expect(response.body).toMatchObject({ success: true });
    expect(api.edge.verdict({ method, path }, response).dead).toBe(false);
  });

  it('says 501 and names the gap for what nobody emulates', () => {
    expect(new Api(today).refusal('GET', `${Z}/spectrum/apps`)).toContain(`501 10501`);
  });
});
