import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/edge/core/json.js';
import { ACCOUNT, Api, NOBODY, ZONE } from './api.js';

const Z = `/zones/${ZONE}`;
const A = `/accounts/${ACCOUNT}`;
const TODAY = '2026-11-21';
const SCORE = { action: 'block', expression: 'cf.threat_score gt 5' };
const PLAIN = { action: 'block', expression: 'ssl' };
const PHASE = 'http_request_firewall_custom';

describe.each([
  ['zone', Z, 'zone'],
  ['account', A, 'root'],
] as const)('writes of rulesets of a %s', (_, scope, kind) => {
  const made = (now: string) => {
    const api = new Api(now);
    const { id, rules } = api.object('PUT', `${scope}/rulesets/phases/${PHASE}/entrypoint`, {
      rules: [PLAIN],
    });
    const [rule] = rules as readonly JsonObject[];
    return { api, ruleset: `${scope}/rulesets/${String(id)}`, rule: String(rule?.id) };
  };
  const writes: readonly (readonly [string, (from: ReturnType<typeof made>, rule: Json) => number])[] = [
    [
      'POST rulesets',
      ({ api }, rule) =>
        api.ask('POST', `${scope}/rulesets`, { name: 'n', kind: 'custom', phase: PHASE, rules: [rule] })
          .status,
    ],
    ['PUT ruleset', ({ api, ruleset }, rule) => api.ask('PUT', ruleset, { rules: [rule] }).status],
    [
      'PUT entry point',
      ({ api }, rule) =>
        api.ask('PUT', `${scope}/rulesets/phases/${PHASE}/entrypoint`, { rules: [rule] }).status,
    ],
    ['POST rule', ({ api, ruleset }, rule) => api.ask('POST', `${ruleset}/rules`, rule).status],
    [
      'PATCH rule',
      ({ api, ruleset, rule: id }, rule) => api.ask('PATCH', `${ruleset}/rules/${id}`, rule).status,
    ],
  ];

  it.each(writes)('%s takes the threat score until it ends, and other rules after that', (_name, write) => {
    expect(write(made('2024-09-30'), SCORE)).toBe(200);
    expect(write(made('2024-10-01'), SCORE)).toBe(400);
    expect(write(made('2024-10-01'), PLAIN)).toBe(200);
  });

  it('are read back, listed without rules, and gone after a delete', () => {
    const { api, ruleset } = made(TODAY);
    expect(api.object('GET', ruleset)).toMatchObject({ kind, phase: PHASE, version: '1', rules: [PLAIN] });
    const listed = api.list('GET', `${scope}/rulesets`).find((each) => each.kind === kind);
    expect(listed).toBeDefined();
    expect(listed).not.toHaveProperty('rules');
    expect(api.ask('DELETE', ruleset).status).toBe(204);
    expect(api.refusal('GET', ruleset)).toMatch(/^404/);
  });
});

describe('members and the organizations they were in', () => {
  const role = '05784afa30c1afe1440e79d9351c7430';
  it('are one list with two shapes', () => {
    const api = new Api('2020-02-03');
    const organization = `/organizations/${ACCOUNT}`;
    const invited = { invited_member_email: 'a@example.com', roles: [role] };
    const { id } = api.object('POST', `${organization}/invites`, invited);
    expect(api.list('GET', `${A}/members?status=pending`)).toMatchObject([
      { id, user: { email: 'a@example.com' } },
    ]);
    api.ok('POST', `${organization}/invites`, { ...invited, auto_accept: true });
    expect(api.list('GET', `${organization}/members`)).toMatchObject([{ email: 'a@example.com' }]);
    expect(api.list('GET', `${A}/members`)).toHaveLength(2);
    expect(api.refusal('PUT', `${A}/members/${String(id)}`, { roles: [role] })).toContain('role objects');
    expect(api.refusal('POST', `${A}/members`, { email: 'b@example.com', roles: [NOBODY] })).toMatch(/^404/);
  });
});

describe('upload addresses of images', () => {
  const ask = (version: string, now: string, sent: { body?: Json; form?: Record<string, string> }) =>
    new Api(now).edge.handle({
      method: 'POST',
      path: `${A}/images/${version}/direct_upload`,
      headers: { authorization: 'Bearer t' },
      ...sent,
    }).status;
  it('came for JSON, and come for a form', () => {
    expect(ask('v1', '2022-06-30', { body: { expiry: '2022-06-30T05:00:00Z' } })).toBe(200);
    expect(ask('v2', TODAY, { form: { expiry: '2026-11-21T05:00:00Z', metadata: '{"a":1}' } })).toBe(200);
    expect(ask('v2', TODAY, { body: { expiry: '2026-11-21T05:00:00Z' } })).toBe(415);
    expect(ask('v2', TODAY, { form: { expiry: '2020-01-01T00:00:00Z' } })).toBe(400);
    expect(ask('v2', TODAY, { form: { metadata: '{' } })).toBe(400);
  });
});

function zoneQuery(groups: string, fields: string): string {
  return `{ viewer { zones(filter: { zoneTag: "${ZONE}" }) { ${groups} ${fields} } } }`;
}

describe('figures of a zone', () => {
  const ask = (query: string, variables: JsonObject = {}) =>
    new Api(TODAY).ask('POST', '/graphql', { query, variables }).body as JsonObject;

  it('are the same numbers in the old dashboard and in the new query', () => {
    const api = new Api('2021-02-28');
    const dashboard = api.object('GET', `${Z}/analytics/dashboard?since=-1440`).totals as JsonObject;
    const query = zoneQuery(
      'httpRequests1mGroups(limit: 1)',
      '{ sum { requests cachedRequests } uniq { uniques } }',
    );
    const sum = { requests: (dashboard.requests as JsonObject).all };
    const group = { sum, uniq: { uniques: (dashboard.uniques as JsonObject).all } };
    expect(ask(query)).toMatchObject({ data: { viewer: { zones: [{ httpRequests1mGroups: [group] }] } } });
  });

  it('grow with the period, so that a day too many is seen', () => {
    const week = new Api('2021-02-28').object('GET', `${Z}/analytics/dashboard?since=-10080`);
    const all = ((week.totals as JsonObject).requests as JsonObject).all as number;
    const days = (filter: string) => {
      const asked = ask(
        zoneQuery(`totals: httpRequests1dGroups(limit: 1, filter: { ${filter} })`, '{ sum { requests } }'),
      );
      const requests = Number(/"requests":(\d+)/.exec(JSON.stringify(asked.data))?.[1]);
      return (requests / all) * 7;
    };
    expect(days('date_gt: "2026-11-14", date_leq: "2026-11-21"')).toBe(7);
    expect(days('date_geq: "2026-11-14", date_leq: "2026-11-21"')).toBe(8);
    expect(days('date_geq: "2026-11-14", date_lt: "2026-11-21"')).toBe(7);
    expect(days('date_geq: "2026-11-21", date_leq: "2026-11-21"')).toBe(1);
  });

  it('are given names by the query, and its variables are used', () => {
    const text = `query Report($zone: String!, $since: Date!, $until: Date!) {
      viewer { zones(filter: { zoneTag: $zone }) {
        # by day
        series: httpRequests1dGroups(limit: 100, orderBy: [date_ASC], filter: { date_geq: $since, date_lt: $until }) {
          dimensions { since: date } threats: sum { all: threats } countries: sum { countryMap { clientCountryName requests } }
        }
      } } }`;
    const variables = { zone: ZONE, since: '2026-11-20', until: '2026-11-21' };
    expect(ask(text, variables)).toEqual({
      data: {
        viewer: {
          zones: [
            {
              series: [
                {
                  dimensions: { since: TODAY },
                  threats: { all: 3 },
                  countries: { countryMap: [{ clientCountryName: 'NL', requests: 1200 }] },
                },
              ],
            },
          ],
        },
      },
      errors: null,
    });
    expect(ask(text, { zone: ZONE })).toMatchObject({
      data: null,
      errors: [{ message: 'variable $since is not given' }],
    });
  });

  it.each([
    [
      'a field that does not exist',
      zoneQuery('httpRequests1dGroups(limit: 1)', '{ sum { bogus } }'),
      'unknown field "bogus"',
    ],
    [
      'a field of another dataset',
      zoneQuery('httpRequests1dGroups(limit: 1)', '{ count }'),
      'unknown field "count"',
    ],
    [
      'a dataset that does not exist',
      zoneQuery('httpRequestsGroups(limit: 1)', '{ count }'),
      'unknown field "httpRequestsGroups"',
    ],
    ['no limit', zoneQuery('httpRequests1dGroups', '{ uniq { uniques } }'), 'needs a limit'],
    [
      'a filter of another dataset',
      zoneQuery(
        'httpRequests1dGroups(limit: 1, filter: { datetime_geq: "2026-11-20T00:00:00Z" })',
        '{ uniq { uniques } }',
      ),
      'unknown field "datetime_geq" in the filter',
    ],
    [
      'an order that does not exist',
      zoneQuery('httpRequests1dGroups(limit: 1, orderBy: [colo_ASC])', '{ uniq { uniques } }'),
      'unknown order "colo_ASC"',
    ],
    [
      'an argument that does not exist',
      zoneQuery('httpRequests1dGroups(limit: 1, since: 5)', '{ uniq { uniques } }'),
      'unknown arg "since"',
    ],
    [
      'an object without fields',
      zoneQuery('httpRequests1dGroups(limit: 1)', '{ sum }'),
      'fields of "sum" must be named',
    ],
    [
      'fields of a figure',
      zoneQuery('httpRequests1dGroups(limit: 1)', '{ sum { requests { all } } }'),
      'has no fields',
    ],
    [
      'no zone',
      '{ viewer { zones { httpRequests1dGroups(limit: 1) { uniq { uniques } } } } }',
      'need a filter with zoneTag',
    ],
    ['no end', '{ viewer { zones(', 'ends too early'],
    ['no text', '', 'ends too early'],
    ['another character', '{ viewer ; }', 'unexpected ";"'],
    ['many levels', '{ a '.repeat(500), 'nested too deeply'],
  ])('of a query with %s are refused with status 200', (_, text, message) => {
    const { status, body } = new Api(TODAY).ask('POST', '/graphql', { query: text });
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: null, errors: [{ message: expect.stringContaining(message) }] });
  });
});

describe('IP lists', () => {
  it('hold items and refuse the same one twice', () => {
    const api = new Api(TODAY);
    const { id } = api.object('POST', `${A}/rules/lists`, { name: 'office', kind: 'ip' });
    const items = `${A}/rules/lists/${String(id)}/items`;
    const { operation_id } = api.object('POST', items, [{ ip: '192.0.2.1' }, { ip: '192.0.2.2' }]);
    expect(api.object('GET', `${A}/rules/lists/bulk_operations/${String(operation_id)}`).status).toBe(
      'completed',
    );
    expect(api.refusal('POST', items, [{ ip: '192.0.2.1' }])).toContain('duplicate');
    const [first] = api.list('GET', items);
    api.ok('DELETE', items, { items: [{ id: first?.id ?? null }] });
    expect(api.list('GET', items)).toMatchObject([{ ip: '192.0.2.2' }]);
    expect(api.refusal('POST', `${A}/rules/lists`, { name: 'Office!', kind: 'ip' })).toContain('lower-case');
  });
});

describe('bulk settings', () => {
  it('are taken whole or not at all, and never with one that has ended', () => {
    const api = new Api('2026-09-14');
    const items = (...list: JsonObject[]) => ({ items: list });
    const ssl = { id: 'ssl', value: 'strict' };
    expect(api.ask('PATCH', `${Z}/settings`, items(ssl, { id: 'minify', value: {} })).ended).toBe('minify');
    expect(api.refusal('PATCH', `${Z}/settings`, items(ssl, { id: 'http3', value: 'maybe' }))).toContain(
      'invalid value',
    );
    expect(api.object('GET', `${Z}/settings/ssl`).value).toBe('full');
    api.ok('PATCH', `${Z}/settings`, items(ssl));
    expect(api.object('GET', `${Z}/settings/ssl`).value).toBe('strict');
    expect(api.list('GET', `${Z}/settings`).map(({ id }) => id)).not.toContain('brotli');
  });
});

describe('plain rows', () => {
  it.each<readonly [string, Json, string]>([
    [`${A}/cfd_tunnel`, {}, 'missing required field: name'],
    [`${A}/cfd_tunnel`, { name: 5 }, 'must be of type string'],
    [`${A}/cfd_tunnel`, { name: 'a', config_src: 'moon' }, 'must be one of'],
    [`${A}/access/apps`, { type: 'poster' }, 'must be one of'],
    [`${A}/cfd_tunnel`, [], 'must be a JSON object'],
  ])('POST %s %j is refused', (path, body, message) => {
    expect(new Api(TODAY).refusal('POST', path, body)).toContain(message);
  });

  it('are cut into pages', () => {
    const api = new Api(TODAY);
    for (const name of ['a', 'b', 'c']) api.ok('POST', `${A}/cfd_tunnel`, { name });
    const { body } = api.ask('GET', `${A}/cfd_tunnel?per_page=2&page=2`);
    expect(body).toMatchObject({
      result: [{ name: 'c' }],
      result_info: { page: 2, count: 1, total_count: 3, total_pages: 2 },
    });
  });
});

describe('buckets', () => {
  const B = `${A}/r2/buckets`;
  const made = (now = TODAY) => {
    const api = new Api(now);
    for (const name of ['assets', 'backups']) api.ask('POST', B, { name });
    return api;
  };
  const names = (api: Api, query: string) =>
    (api.object('GET', `${B}${query}`).buckets as readonly JsonObject[]).map(({ name }) => name);

  it('are listed by name and page, found, and missing with 404', () => {
    const api = made();
    expect(names(api, '')).toEqual(['assets', 'backups']);
    expect(names(api, '?name_contains=back')).toEqual(['backups']);
    expect(names(api, '?per_page=1')).toEqual(['assets']);
    expect(names(api, '?per_page=1&cursor=assets')).toEqual(['backups']);
    expect(names(api, '?per_page=0')).toEqual([]);
    expect(names(api, '?jurisdiction=eu')).toEqual([]);
    expect(api.object('GET', `${B}/assets`)).toMatchObject({ name: 'assets', jurisdiction: 'default' });
    expect(api.ask('GET', `${B}/absent`).status).toBe(404);
    expect(api.ask('POST', B, { name: 'assets' }).status).toBe(409);
    expect(api.ask('POST', B, { name: 'No Name' }).status).toBe(400);
    expect(api.ask('DELETE', `${B}/assets`).status).toBe(200);
    expect(api.ask('GET', `${B}/assets`).status).toBe(404);
  });

  const source = { provider: 'aws', bucket: 'old', accessKeyId: 'key', secretAccessKey: 'hidden' };

  it('copy from elsewhere by a configuration of two halves, which shows no secret', () => {
    const api = made();
    expect(api.object('GET', `${B}/assets/sippy`)).toEqual({ enabled: false });
    const destination = { provider: 'r2', accessKeyId: 'key', secretAccessKey: 'hidden' };
    const answer = api.object('PUT', `${B}/assets/sippy`, { source, destination });
    expect(answer).toMatchObject({
      enabled: true,
      source: { bucket: 'old' },
      destination: { bucket: 'assets' },
    });
    expect(JSON.stringify(answer)).not.toContain('hidden');
    expect(api.object('GET', `${B}/assets/sippy`)).toEqual(answer);
    expect(api.ask('PUT', `${B}/assets/sippy`, source).status).toBe(400);
    expect(api.ask('DELETE', `${B}/assets/sippy`).status).toBe(200);
    expect(api.object('GET', `${B}/assets/sippy`)).toEqual({ enabled: false });
  });

  it('took a flat configuration before 2024-02-06', () => {
    expect(made('2024-02-05').object('PUT', `${B}/assets/sippy`, source)).toMatchObject({ bucket: 'old' });
    expect(made('2024-02-06').ask('PUT', `${B}/assets/sippy`, source).status).toBe(400);
  });
});

describe('deletion of a tunnel', () => {
  it.each(['cfd_tunnel', 'tunnels'])('of %s answers with the tunnel', (segment) => {
    const api = new Api(segment === 'tunnels' ? '2020-01-01' : TODAY);
    const made = api.object('POST', `${A}/${segment}`, { name: 'edge', tunnel_secret: 'c2VjcmV0' });
    const gone = api.object('DELETE', `${A}/${segment}/${String(made.id)}`);
    expect(gone).toMatchObject({ id: made.id, name: 'edge', deleted_at: expect.any(String) });
    expect(api.refusal('GET', `${A}/${segment}/${String(made.id)}`)).toContain('not found');
  });
});

describe('addresses of records', () => {
  it.each([
    ['A', '192.0.2.1', true],
    ['A', '999.1.1.1', false],
    ['A', '192.0.2', false],
    ['AAAA', '2001:db8::1', true],
    ['AAAA', '2001:db8::12345', false],
    ['AAAA', '2001:db8:', false],
    ['AAAA', 'fe80::1%eth0', false],
  ])('%s %s: %s', (type, content, taken) => {
    const { status } = new Api(TODAY).ask('POST', `${Z}/dns_records`, { type, name: 'www', content });
    expect(status).toBe(taken ? 200 : 400);
  });
});

describe('addresses for the mail of pools', () => {
  const pool = { name: 'primary', origins: [], notification_email: 'ops@example.com' };

  it('are kept as long as mail is sent', () => {
    expect(new Api('2023-04-02').object('POST', '/user/load_balancers/pools', pool)).toMatchObject(pool);
  });

  it('are taken, ignored and not answered afterwards', () => {
    const api = new Api('2023-04-02');
    const { id } = api.object('POST', '/user/load_balancers/pools', pool);
    api.edge.now = TODAY;
    const path = `/user/load_balancers/pools/${String(id)}`;
    for (const answer of [
      api.object('GET', path),
      api.object('PATCH', path, { notification_email: 'new@example.com' }),
      api.object('POST', '/user/load_balancers/pools', pool),
      ...api.list('GET', '/user/load_balancers/pools'),
    ]) {
      expect(answer.name).toBe('primary');
      expect(answer).not.toHaveProperty('notification_email');
    }
  });
});

describe('ids', () => {
  it('of a state that is read again do not come up once more', () => {
    const first = new Api(TODAY);
    const make = (api: Api) => String(api.object('POST', `${A}/cfd_tunnel`, { name: 'edge' }).id);
    const ids = [make(first), make(first)];
    const second = new Api(TODAY, { state: first.edge.state });
    ids.push(make(second), make(second));
    expect(new Set(ids).size).toBe(4);
  });
});

describe('retired calls that are answered as before', () => {
  const rule = [{ action: 'block', filter: { expression: 'ssl' } }];

  it('still count as retired, and those behind them are seen', () => {
    const { edge } = new Api(TODAY, { keepGoing: true });
    const ask = (method: string, path: string, body?: Json) => {
      const request = { method, path, body, headers: { authorization: 'Bearer t' } };
      const response = edge.handle(request);
      return { status: response.status, ...edge.verdict(request, response) };
    };
    expect(ask('POST', `${Z}/firewall/rules`, rule)).toEqual({
      status: 200,
      entry: 'firewall-rules',
      dead: true,
    });
    expect(ask('PATCH', `${Z}/settings/minify`, { value: { css: 'on', html: 'off', js: 'off' } })).toEqual({
      status: 200,
      entry: 'minify',
      dead: true,
    });
    expect(ask('POST', `${Z}/firewall/rules`, [{}])).toMatchObject({ status: 400 });
    expect(ask('GET', `${Z}/rulesets`)).toEqual({ status: 200, entry: null, dead: false });
    expect(edge.state.zones[ZONE]?.firewallRules).toHaveLength(1);
  });

  it('are refused without the option', () => {
    expect(new Api(TODAY).ask('POST', `${Z}/firewall/rules`, rule).status).toBe(410);
  });
});
