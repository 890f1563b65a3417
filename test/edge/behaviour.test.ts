import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/edge/core/json.js';
import { Api, NOBODY, ZONE } from './api.js';

const Z = `/zones/${ZONE}`;
const CUSTOM = `${Z}/rulesets/phases/http_request_firewall_custom/entrypoint`;
const MANAGED = `${Z}/rulesets/phases/http_request_firewall_managed/entrypoint`;
const LIMITS = `${Z}/rulesets/phases/http_ratelimit/entrypoint`;
const OWASP = '4814384a9e5d4991b9815dcfc25d2f1f';
const TODAY = '2026-11-21';
const LIVE = '2024-09-29';

describe('rulesets', () => {
  it('answers 404 with code 10003 for an entry point that nobody has made', () => {
    expect(new Api(TODAY).refusal('GET', CUSTOM)).toMatch(/^404 10003 /);
  });

  it.each<readonly [string, Json, string]>([
    [
      'allow, which rulesets do not know',
      { action: 'allow', expression: 'true' },
      'unknown variant for action: allow',
    ],
    ['an action of another phase', { action: 'redirect', expression: 'true' }, 'not allowed in the'],
    ['no expression', { action: 'block' }, 'missing required field: expression'],
    [
      'an expression that does not parse',
      { action: 'block', expression: 'ip.src eq' },
      'filter parsing error',
    ],
    ['the threat score', { action: 'block', expression: 'cf.threat_score gt 5' }, 'no longer supported'],
    [
      'enabled as a text',
      { action: 'block', expression: 'true', enabled: 'yes' },
      'enabled must be a boolean',
    ],
    ['a skip of nothing', { action: 'skip', expression: 'true' }, 'must name what to skip'],
    [
      'a product in another spelling',
      { action: 'skip', expression: 'true', action_parameters: { products: ['ratelimit'] } },
      'unknown value in products',
    ],
    [
      'two ways to skip',
      { action: 'skip', expression: 'true', action_parameters: { ruleset: 'current', rulesets: [OWASP] } },
      'cannot be combined',
    ],
    [
      'a response without content',
      { action: 'block', expression: 'true', action_parameters: { response: { status_code: 429 } } },
      'missing required field: content_type',
    ],
  ])('refuses %s', (_, rule, message) => {
    const api = new Api(TODAY);
    expect(api.refusal('PUT', CUSTOM, { rules: [rule] })).toContain(message);
    expect(api.edge.state.zones[ZONE]?.rulesets ?? []).toEqual([]);
  });

  it.each<readonly [string, JsonObject]>([
    ['a plain rule', { action: 'block', expression: 'true' }],
    ['a skip', { action: 'skip', expression: 'true', action_parameters: { ruleset: 'current' } }],
    [
      'a field that only others know',
      { action: 'block', expression: 'true', exposed_credential_check: { a: 1 } },
    ],
    ['a field of the language that is new', { action: 'block', expression: 'cf.brand_new eq "x"' }],
  ])('takes and keeps %s', (_, rule) => {
    const api = new Api(TODAY);
    expect(api.object('PUT', CUSTOM, { rules: [rule] }).rules).toMatchObject([rule]);
  });

  it.each<readonly [string, JsonObject, string]>([
    ['without cf.colo.id', { characteristics: ['ip.src'] }, 'must include cf.colo.id'],
    [
      'with both addresses and visitors',
      { characteristics: ['cf.colo.id', 'ip.src', 'cf.unique_visitor_id'] },
      'both',
    ],
    ['with a period that is not offered', { period: 61 }, 'period 61 is not allowed'],
    ['with no requests', { requests_per_period: 0 }, 'positive integer'],
    ['with a timeout that is not offered', { mitigation_timeout: 7 }, 'mitigation_timeout 7'],
  ])('refuses a rate limit %s', (_, change, message) => {
    const limit = {
      characteristics: ['cf.colo.id', 'ip.src'],
      period: 60,
      requests_per_period: 5,
      mitigation_timeout: 60,
    };
    const rule = (ratelimit: JsonObject) => ({ rules: [{ action: 'block', expression: 'true', ratelimit }] });
    const api = new Api(TODAY);
    expect(api.refusal('PUT', LIMITS, rule({ ...limit, ...change }))).toContain(message);
    expect(api.object('PUT', LIMITS, rule(limit)).version).toBe('1');
  });

  it('counts versions, keeps identity by id and by ref, and puts rules where they are told', () => {
    const api = new Api(TODAY);
    const rule = (ref: string) => ({ action: 'block', expression: `http.host eq "${ref}"`, ref });
    const first = api.object('PUT', CUSTOM, { rules: [rule('a'), rule('b')] });
    expect(first.version).toBe('1');
    const refs = (ruleset: JsonObject) => (ruleset.rules as readonly JsonObject[]).map(({ ref }) => ref);
    const ids = (ruleset: JsonObject) => (ruleset.rules as readonly JsonObject[]).map(({ id }) => String(id));
    const path = `${Z}/rulesets/${String(first.id)}/rules`;
    const [a = '', b = ''] = ids(first);
    expect(refs(api.object('POST', path, { ...rule('c'), position: { before: '' } }))).toEqual([
      'c',
      'a',
      'b',
    ]);
    expect(refs(api.object('POST', path, { ...rule('d'), position: { after: a } }))).toEqual([
      'c',
      'a',
      'd',
      'b',
    ]);
    expect(refs(api.object('PATCH', `${path}/${b}`, { position: { index: 1 } }))).toEqual([
      'b',
      'c',
      'a',
      'd',
    ]);
    const replaced = api.object('PUT', CUSTOM, { rules: [rule('b'), { ...rule('a'), id: a }] });
    expect(ids(replaced)).toEqual([b, a]);
    expect(replaced.version).toBe('5');
    expect(refs(api.object('DELETE', `${path}/${a}`))).toEqual(['b']);
    expect(api.refusal('POST', path, rule('b'))).toContain('duplicate ref');
    expect(api.refusal('POST', path, { ...rule('e'), position: { before: NOBODY } })).toContain(
      'could not find rule',
    );
    expect(api.refusal('POST', path, { ...rule('e'), position: { index: 9 } })).toContain('position index');
    expect(api.refusal('DELETE', `${path}/${a}`)).toMatch(/^404 10004/);
  });

  it('configures the OWASP ruleset as the procedures say, and knows what overrides may name', () => {
    const api = new Api(TODAY);
    const owasp = api.object('GET', `/accounts/${NOBODY}/rulesets/${OWASP}`);
    const last = (owasp.rules as readonly JsonObject[]).at(-1);
    expect(last).toMatchObject({ score_threshold: 40 });
    const execute = (overrides: JsonObject) => ({
      action: 'execute',
      expression: 'true',
      enabled: true,
      action_parameters: { id: OWASP, version: 'latest', overrides },
    });
    const entry = api.object('PUT', MANAGED, { rules: [execute({})] });
    const [rule] = entry.rules as readonly JsonObject[];
    const path = `${Z}/rulesets/${String(entry.id)}/rules/${String(rule?.id)}`;
    const tags = ['paranoia-level-3', 'paranoia-level-4'].map((category) => ({ category, enabled: false }));
    const threshold = [{ id: last?.id ?? null, score_threshold: 25, action: 'log' }];
    expect(api.object('PATCH', path, execute({ categories: tags, rules: threshold })).version).toBe('2');
    expect(
      api.refusal('PATCH', path, execute({ categories: [{ category: 'level-3', enabled: false }] })),
    ).toContain('unknown category');
    expect(api.refusal('PATCH', path, execute({ rules: [{ id: NOBODY, enabled: false }] }))).toContain(
      'unknown rule',
    );
    expect(
      api.refusal('PATCH', path, execute({ rules: [{ ...threshold[0], score_threshold: 2.5 }] })),
    ).toContain('integer');
    expect(
      api.refusal('PATCH', path, execute({ rules: [{ ...threshold[0], action: 'simulate' }] })),
    ).toContain('unknown action');
    expect(api.refusal('PUT', `${Z}/rulesets/${OWASP}`, { rules: [] })).toContain('cannot be changed');
  });

  it('tries a write without keeping it', () => {
    const api = new Api(TODAY);
    expect(
      api.ok('PUT', `${CUSTOM}?dry_run=true`, { rules: [{ action: 'block', expression: 'ssl' }] }),
    ).toBeNull();
    expect(
      api.refusal('PUT', `${CUSTOM}?dry_run=true`, { rules: [{ action: 'allow', expression: 'ssl' }] }),
    ).toContain('allow');
    expect(api.refusal('GET', CUSTOM)).toMatch(/^404/);
  });

  it.each([
    ['2024-09-30', 'spec', 'taken'],
    ['2024-10-01', 'spec', 'refused'],
    ['2026-11-21', 'vendor', 'taken'],
  ] as const)(
    'on %s by the %s schedule a threat score and a medium security level are %s',
    (now, schedule, fate) => {
      const api = new Api(now, { schedule });
      const score = { rules: [{ action: 'block', expression: 'cf.threat_score gt 5' }] };
      const config = {
        rules: [
          { action: 'set_config', expression: 'true', action_parameters: { security_level: 'medium' } },
        ],
      };
      const answers = [
        api.ask('PUT', CUSTOM, score),
        api.ask('PUT', `${Z}/rulesets/phases/http_config_settings/entrypoint`, config),
        api.ask('PATCH', `${Z}/settings/security_level`, { value: 'medium' }),
      ];
      expect(answers.map(({ ended }) => ended)).toEqual(
        fate === 'taken'
          ? [undefined, undefined, undefined]
          : ['threat-score', 'security-level', 'security-level'],
      );
      expect(api.ask('PATCH', `${Z}/settings/security_level`, { value: 'under_attack' }).status).toBe(200);
      expect(api.refusal('PATCH', `${Z}/settings/security_level`, { value: 'extreme' })).toContain(
        'invalid value',
      );
    },
  );
});

describe('firewall rules and filters', () => {
  const rules = `${Z}/firewall/rules`;
  const block = (expression: string): JsonObject => ({ action: 'block', filter: { expression } });

  it('make a filter and a rule in one call, and protect that filter', () => {
    const api = new Api(LIVE);
    const [made] = api.list('POST', rules, [block('ssl')]);
    const { id } = (made?.filter ?? {}) as JsonObject;
    expect(made).toMatchObject({
      action: 'block',
      priority: null,
      paused: false,
      filter: { expression: 'ssl' },
    });
    expect(api.refusal('PUT', `${Z}/filters/${String(id)}`, { expression: 'not ssl' })).toContain(
      'created together',
    );
    expect(api.refusal('DELETE', `${Z}/filters/${String(id)}`)).toContain('used by a rule');
    api.ok('DELETE', `${rules}/${String(made?.id)}`);
    expect(api.refusal('DELETE', `${Z}/filters/${String(id)}`)).toContain('created together');
  });

  it('share a filter made in a call of its own; a change of it reaches every rule', () => {
    const api = new Api(LIVE);
    const [filter] = api.list('POST', `${Z}/filters`, [{ expression: 'ssl' }]);
    const id = String(filter?.id);
    api.ok('POST', rules, [
      { action: 'log', filter: { id } },
      { action: 'block', filter: { id } },
    ]);
    expect(api.refusal('DELETE', `${Z}/filters/${id}`)).toContain('used by a rule');
    api.ok('PUT', `${Z}/filters/${id}`, { expression: 'not ssl', paused: true });
    expect(api.object('GET', CUSTOM).rules).toMatchObject([
      { action: 'log', expression: 'not ssl', enabled: false },
      { action: 'block', expression: 'not ssl', enabled: false },
    ]);
    expect(api.refusal('POST', `${Z}/filters`, [{ expression: 'not ssl' }])).toContain('duplicate');
  });

  it('make nothing of a call that is wrong in part, except that filters stay when the quota is reached', () => {
    const api = new Api(LIVE, { faults: { ruleQuota: 1 } });
    expect(
      api.refusal('POST', rules, [block('ssl'), { action: 'block', filter: { expression: 'ip.src eq' } }]),
    ).toMatch(/^400/);
    expect(api.edge.state.zones[ZONE]?.filters).toEqual([]);
    api.ok('POST', rules, [block('ssl')]);
    expect(api.refusal('POST', rules, [block('not ssl')])).toContain('quota_exceeded');
    expect(api.list('GET', rules)).toHaveLength(1);
    expect(api.list('GET', `${Z}/filters`)).toHaveLength(2);
    expect(
      api.refusal('PUT', CUSTOM, { rules: [1, 2].map(() => ({ action: 'block', expression: 'ssl' })) }),
    ).toContain('maximum');
  });

  it('are ordered by priority, then by action, then by age', () => {
    const api = new Api(LIVE);
    const rule = (action: string, priority: number | null, host: string): JsonObject => ({
      action,
      priority,
      filter: { expression: `http.host eq "${host}"` },
    });
    api.ok('POST', rules, [
      rule('block', null, 'e'),
      rule('block', 2, 'd'),
      rule('allow', 2, 'c'),
      rule('log', 2, 'b'),
    ]);
    const [made] = api.list('POST', rules, [rule('block', 1, 'a')]);
    const hosts = () =>
      (api.object('GET', CUSTOM).rules as readonly JsonObject[])
        .map(({ expression }) => String(expression).at(-2))
        .join('');
    expect(hosts()).toBe('abcde');
    api.ok('PATCH', `${rules}/${String(made?.id)}`, { priority: null });
    expect(hosts()).toBe('bcdea');
  });

  it('translate allow and bypass, with the two products that are gone as phases', () => {
    const api = new Api(LIVE);
    api.ok('POST', rules, [
      { action: 'allow', filter: { expression: 'ssl' } },
      { action: 'bypass', products: ['waf', 'hot'], filter: { expression: 'not ssl' } },
    ]);
    expect(api.object('GET', CUSTOM).rules).toMatchObject([
      {
        action: 'skip',
        action_parameters: { products: ['waf', 'hot'], phases: ['http_request_firewall_managed'] },
      },
      { action: 'skip', action_parameters: { ruleset: 'current' } },
    ]);
    expect(api.refusal('POST', rules, [{ action: 'bypass', filter: { expression: 'true' } }])).toContain(
      'products',
    );
  });

  it('can go on answering reads after writes have ended', () => {
    const refusal = '400 10020 firewallrules.api.maintenance_mode';
    const api = new Api('2026-09-30', { readsOutliveWrites: true });
    expect(api.list('GET', rules)).toEqual([]);
    expect(api.refusal('POST', rules, [block('ssl')])).toBe(refusal);
    const shut = new Api('2026-10-01', { readsOutliveWrites: true });
    expect(shut.refusal('GET', rules)).toBe('410 10020 firewallrules.api.deprecated');
    expect(shut.refusal('POST', rules, [block('ssl')])).toBe('410 10020 firewallrules.api.deprecated');
  });

  it('by the dates the vendor moved to live half a year longer', () => {
    expect(new Api('2025-06-14', { schedule: 'vendor' }).list('GET', rules)).toEqual([]);
    expect(new Api('2025-06-15', { schedule: 'vendor' }).refusal('GET', rules)).toContain('10020');
  });
});

describe('DNS', () => {
  const records = `${Z}/dns_records`;
  const data = { priority: 1, weight: 2, port: 3, target: 'a.example.com' };
  const old = {
    type: 'SRV',
    name: '_sip._tcp.x',
    data: { ...data, service: '_sip', proto: '_tcp', name: 'x' },
  };
  const present = { type: 'SRV', name: '_sip._tcp.x', data };

  it.each([
    ['2024-05-31', true],
    ['2024-06-01', false],
  ] as const)('on %s takes and shows service, proto and name of SRV data: %s', (now, lives) => {
    const api = new Api(now);
    expect(api.ask('POST', records, old).ended).toBe(lives ? undefined : 'srv-data');
    const made = api.object('POST', records, present);
    expect('service' in (made.data as JsonObject)).toBe(lives);
    expect(String(made.name)).toMatch(/^_sip\._tcp\.x\./);
    expect(api.ask('PATCH', `${records}/${String(made.id)}`, { data: old.data }).status).toBe(
      lives ? 200 : 400,
    );
  });

  it.each([
    ['2024-07-14', 'locked', true],
    ['2024-07-15', 'locked', false],
    ['2024-11-29', 'zone_id', true],
    ['2024-11-30', 'zone_id', false],
  ] as const)('on %s records have %s: %s', (now, field, lives) => {
    const api = new Api(now);
    const made = api.object('POST', records, { type: 'TXT', name: 't', content: 'x', locked: true });
    expect(field in made).toBe(lives);
    if (field === 'locked' && lives) expect(made.locked).toBe(false);
  });

  it.each([
    ['2024-10-01', { code: 1004, error_chain: [{ code: 9005 }] }],
    ['2024-10-02', { code: 9005 }],
  ] as const)('on %s names the cause of a refusal in its place', (now, error) => {
    const { body } = new Api(now).ask('POST', records, { type: 'A', name: 'a', content: 'nonsense' });
    expect(body).toMatchObject({ success: false, errors: [error] });
    expect(JSON.stringify(body).includes('error_chain')).toBe('error_chain' in error);
  });

  it.each([
    ['2026-06-29', 200],
    ['2026-06-30', 400],
  ] as const)('on %s a change of type is answered %s', (now, status) => {
    const api = new Api(now);
    const { id } = api.object('POST', records, { type: 'TXT', name: 't', content: '192.0.2.1' });
    expect(api.ask('PATCH', `${records}/${String(id)}`, { type: 'A' }).status).toBe(status);
  });

  it.each([
    ['2025-02-20', 'contains:shop', 1],
    ['2025-02-21', 'contains:shop', 0],
  ] as const)('on %s a filter of %s finds %s', (now, name, count) => {
    const api = new Api(now);
    api.ok('POST', records, { type: 'TXT', name: 'shop', content: 'x' });
    expect(api.list('GET', `${records}?name=${name}`)).toHaveLength(count);
    expect(api.list('GET', `${records}?name.contains=shop`)).toHaveLength(1);
  });

  it('does a batch whole or not at all', () => {
    const api = new Api(TODAY);
    const { id } = api.object('POST', records, { type: 'TXT', name: 't', content: 'x' });
    const posts = [{ type: 'A', name: 'a', content: '192.0.2.1' }];
    expect(
      api.refusal('POST', `${records}/batch`, {
        deletes: [{ id: id ?? '' }],
        posts: [{ ...posts[0], content: '-' }],
      }),
    ).toMatch(/^400/);
    expect(api.list('GET', records)).toHaveLength(1);
    api.ok('POST', `${records}/batch`, { deletes: [{ id: id ?? '' }], posts });
    expect(api.list('GET', records)).toMatchObject([{ type: 'A' }]);
  });

  it('keeps one pair of settings behind the old endpoints and the new one', () => {
    const api = new Api('2024-09-12');
    api.ok('PATCH', `${Z}/dns_settings/use_apex_ns`, { value: true });
    expect(api.object('GET', `${Z}/dns_settings`)).toMatchObject({
      multi_provider: true,
      secondary_overrides: false,
    });
    expect(api.refusal('PATCH', `${Z}/dns_settings`, { multi_provider: 'yes' })).toContain('boolean');
  });
});

describe('credentials', () => {
  it.each([
    ['none at all', {}, 400],
    ['a scheme nobody knows', { authorization: 'Basic x' }, 400],
    ['a bearer token', { authorization: 'Bearer t' }, 200],
    ['a key with its e-mail', { 'x-auth-key': 'k', 'x-auth-email': 'a@example.com' }, 200],
    ['a key without one', { 'x-auth-key': 'k' }, 400],
    ['a key with an empty e-mail', { 'x-auth-key': 'k', 'x-auth-email': '' }, 400],
    ['halves of two credentials', { 'x-auth-email': 'a@example.com', authorization: 'Bearer ' }, 400],
    ['a key beside another scheme', { 'x-auth-key': 'k', authorization: 'Basic x' }, 400],
    ['a token beside half of a key', { 'x-auth-email': 'a@example.com', authorization: 'Bearer t' }, 200],
  ] as const)('%s', (_, headers, status) => {
    const { edge } = new Api(TODAY);
    expect(edge.handle({ method: 'GET', path: '/zones', headers }).status).toBe(status);
  });

  it.each([
    ['2026-09-29', 200],
    ['2026-09-30', 403],
  ] as const)('a service key on %s is answered %s', (now, status) => {
    const { edge } = new Api(now);
    expect(
      edge.handle({ method: 'GET', path: '/zones', headers: { 'x-auth-user-service-key': 'v1.0' } }).status,
    ).toBe(status);
  });

  it('a token for the old firewall cannot write rulesets', () => {
    const api = new Api(LIVE, { tokens: { t: ['Firewall Services'] } });
    expect(api.list('GET', `${Z}/firewall/rules`)).toEqual([]);
    expect(api.refusal('PUT', CUSTOM, { rules: [] })).toBe('403 10000 Authentication error');
    expect(new Api(LIVE, { tokens: { '*': ['Zone WAF'] } }).refusal('GET', `${Z}/firewall/rules`)).toMatch(
      /^403/,
    );
  });
});

describe('ids', () => {
  it('come into being at their first use, unless they are malformed', () => {
    const api = new Api(TODAY);
    expect(api.object('GET', Z)).toMatchObject({ id: ZONE });
    expect(api.refusal('GET', '/zones/my-zone')).toMatch(/^404 7003/);
    const [named] = api.list('GET', '/zones?name=shop.example.com');
    expect(api.object('GET', `/zones/${String(named?.id)}`).name).toBe('shop.example.com');
  });

  it('are refused when only known ones count', () => {
    const api = new Api(TODAY, { strictIds: true });
    expect(api.refusal('GET', Z)).toMatch(/^404 7003/);
    expect(api.list('GET', '/zones?name=shop.example.com')).toEqual([]);
  });
});

describe('trouble on request', () => {
  it('strikes the request it was meant for', () => {
    const api = new Api(TODAY, {
      faults: {
        answers: [
          { nth: 2, of: 'request', status: 429, retryAfter: 7 },
          { nth: 2, of: 'write', status: 503 },
          { nth: 4, of: 'request', status: 'timeout' },
        ],
      },
    });
    const write = () => api.ask('PATCH', `${Z}/settings/ssl`, { value: 'full' });
    expect(write().status).toBe(200);
    expect(api.ask('GET', Z)).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
    expect(write().status).toBe(503);
    expect(api.ask('GET', Z)).toMatchObject({ silent: true });
    expect(write().status).toBe(200);
  });

  it.each([
    [403, 403],
    [404, 404],
    [409, 409],
    ['unsuccessful', 200],
  ] as const)('answers as an API that fails: %s', (wanted, status) => {
    const api = new Api(TODAY, { faults: { answers: [{ nth: 1, of: 'request', status: wanted }] } });
    const answered = api.ask('GET', Z);
    expect(answered).toMatchObject({ status, body: { success: false, result: null } });
    expect(answered.body).toMatchObject({ errors: [{ code: expect.any(Number) }] });
    expect(api.ask('GET', Z)).toMatchObject({ status: 200, body: { success: true } });
  });

  it('lets somebody else edit between a read and a write', () => {
    const request = {
      method: 'PUT',
      path: CUSTOM,
      headers: { authorization: 'Bearer other' },
      body: { rules: [{ action: 'log', expression: 'ssl' }] },
    };
    const api = new Api(TODAY, { faults: { edits: [{ nth: 1, of: 'write', request }] } });
    expect(api.refusal('GET', CUSTOM)).toMatch(/^404/);
    const made = api.object('PUT', CUSTOM, { rules: [{ action: 'block', expression: 'ssl' }] });
    expect(made).toMatchObject({ version: '2', rules: [{ action: 'block' }] });
  });
});
