import { describe, expect, it } from 'vitest';
import { builtinCatalogue, type Entry, expandChecks, type Method } from '../../src/catalogue/index.js';

/**
 * The schedule as it was published: rows, methods, paths and days, every abbreviation written out. This is a
 * copy on purpose, so that a slip in the YAML cannot pass unseen.
 */
interface Row {
  readonly ids: readonly string[];
  readonly end: string;
  readonly calls: readonly string[];
}

const RECORDS = [
  'GET, POST /zones/{zone_id}/dns_records',
  'GET, PATCH, PUT /zones/{zone_id}/dns_records/{dns_record_id}',
];
const WAF = '/zones/{zone_id}/firewall/waf';
const ORG = '/organizations/{organization_identifier}';

const ROWS: readonly Row[] = [
  {
    ids: ['firewall-rules'],
    end: '2025-01-15',
    calls: [
      'GET, POST, PATCH, PUT, DELETE /zones/{zone_id}/firewall/rules',
      'GET, PATCH, PUT, DELETE /zones/{zone_id}/firewall/rules/{rule_id}',
      'GET, POST, PUT, DELETE /zones/{zone_id}/filters',
      'GET, PUT, DELETE /zones/{zone_id}/filters/{filter_id}',
    ],
  },
  {
    ids: ['waf-packages'],
    end: '2025-01-15',
    calls: [
      `GET ${WAF}/packages`,
      `GET, PATCH ${WAF}/packages/{package_id}`,
      `GET ${WAF}/packages/{package_id}/groups`,
      `GET, PATCH ${WAF}/packages/{package_id}/groups/{group_id}`,
      `GET ${WAF}/packages/{package_id}/rules`,
      `GET, PATCH ${WAF}/packages/{package_id}/rules/{rule_id}`,
      `GET, POST ${WAF}/overrides`,
      `GET, PUT, DELETE ${WAF}/overrides/{override_id}`,
    ],
  },
  {
    ids: ['rate-limits'],
    end: '2025-01-15',
    calls: [
      'GET, POST /zones/{zone_id}/rate_limits',
      'GET, PUT, DELETE /zones/{zone_id}/rate_limits/{rate_limit_id}',
    ],
  },
  { ids: ['dns-error-chain'], end: '2024-10-01', calls: ['POST /zones/{zone_id}/dns_records'] },
  { ids: ['security-level'], end: '2024-09-30', calls: ['PATCH /zones/{zone_id}/settings/security_level'] },
  {
    ids: ['security-level', 'threat-score'],
    end: '2024-09-30',
    calls: [
      'POST /accounts/{account_id}/rulesets',
      'POST /zones/{zone_id}/rulesets',
      'POST /accounts/{account_id}/rulesets/{ruleset_id}/rules',
      'POST /zones/{zone_id}/rulesets/{ruleset_id}/rules',
      'PUT /accounts/{account_id}/rulesets/{ruleset_id}',
      'PUT /zones/{zone_id}/rulesets/{ruleset_id}',
      'PUT /accounts/{account_id}/rulesets/phases/{phase_name}/entrypoint',
      'PUT /zones/{zone_id}/rulesets/phases/{phase_name}/entrypoint',
      'PATCH /accounts/{account_id}/rulesets/{ruleset_id}/rules/{rule_id}',
      'PATCH /zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id}',
    ],
  },
  {
    ids: ['dns-settings'],
    end: '2024-09-13',
    calls: [
      'GET, PATCH /zones/{zone_id}/dns_settings/use_apex_ns',
      'GET, PATCH /zones/{zone_id}/dns_settings/secondary_overrides',
    ],
  },
  { ids: ['brotli'], end: '2024-08-15', calls: ['GET, PATCH /zones/{zone_id}/settings/brotli'] },
  { ids: ['minify'], end: '2024-08-05', calls: ['GET, PATCH /zones/{zone_id}/settings/minify'] },
  { ids: ['dns-locked'], end: '2024-07-14', calls: RECORDS },
  {
    ids: ['mobile-redirect'],
    end: '2024-06-30',
    calls: ['GET, PATCH /zones/{zone_identifier}/settings/mobile_redirect'],
  },
  {
    ids: ['server-side-excludes'],
    end: '2024-06-14',
    calls: ['GET, PATCH /zones/{zone_id}/settings/server_side_exclude'],
  },
  { ids: ['srv-data'], end: '2024-05-31', calls: RECORDS },
  {
    ids: ['privacy-pass'],
    end: '2024-03-31',
    calls: ['GET, POST /zones/{zone_identifier}/settings/privacy_pass'],
  },
  {
    ids: ['legacy-tunnels'],
    end: '2024-02-04',
    calls: [
      'GET, POST /accounts/{account_identifier}/tunnels',
      'GET, DELETE /accounts/{account_identifier}/tunnels/{tunnel_id}',
    ],
  },
  { ids: ['tls-chacha20-draft'], end: '2023-07-01', calls: [] },
  { ids: ['te-content-length'], end: '2023-07-01', calls: [] },
  {
    ids: ['billing'],
    end: '2023-06-06',
    calls: [
      'GET /accounts/{account_identifier}/billing/profile',
      'GET /user/billing/profile',
      'GET /user/billing/history',
    ],
  },
  { ids: ['notification-email'], end: '2023-04-03', calls: [] },
  {
    ids: ['access-bookmarks'],
    end: '2023-03-19',
    calls: [
      'GET /accounts/{identifier}/access/bookmarks',
      'GET, POST, PUT, DELETE /accounts/{identifier}/access/bookmarks/{uuid}',
    ],
  },
  { ids: ['script-monitor'], end: '2022-10-11', calls: [] },
  {
    ids: ['images-v1-direct-upload'],
    end: '2022-07-01',
    calls: ['POST /accounts/{account_identifier}/images/v1/direct_upload'],
  },
  {
    ids: ['zone-analytics'],
    end: '2021-03-01',
    calls: [
      'GET /zones/{zone_identifier}/analytics/dashboard',
      'GET /zones/{zone_identifier}/analytics/colos',
    ],
  },
  {
    // The row names paths, with the four methods "as applicable".
    ids: ['organizations'],
    end: '2020-02-04',
    calls: [
      'GET, PATCH /organizations/{identifier}',
      `GET, POST ${ORG}/invites`,
      `GET, PATCH, DELETE ${ORG}/invites/{identifier}`,
      `GET ${ORG}/members`,
      `GET, PATCH, DELETE ${ORG}/members/{identifier}`,
      `GET ${ORG}/roles`,
      `GET ${ORG}/roles/{identifier}`,
      `GET ${ORG}/audit_logs`,
      `GET, POST ${ORG}/railguns`,
      `GET, PATCH, DELETE ${ORG}/railguns/{identifier}`,
      `GET ${ORG}/railguns/{identifier}/zones`,
    ],
  },
];

const catalogue = builtinCatalogue();
const [profile] = catalogue.profiles;

function entryOf(id: string): Entry {
  const entry = catalogue.entries.find((candidate) => candidate.id === id);
  if (entry === undefined) throw new Error(`the catalogue lacks ${id}`);
  return entry;
}

/** Every method and path an entry looks at, dead or doubtful. */
function coveredBy(entry: Entry): ReadonlySet<string> {
  if (profile === undefined) throw new Error('the catalogue has no profile');
  const { fields, values } = expandChecks(entry, profile);
  const covered = new Set<string>();
  const add = (methods: readonly Method[], path: string): void => {
    for (const method of methods) covered.add(`${method} ${path}`);
  };
  for (const { methods, possible = [], path } of entry.endpoints) add([...methods, ...possible], path);
  for (const check of [...fields, ...values, ...entry.expressions]) {
    for (const call of check.calls) add(call.methods, call.path);
  }
  return covered;
}

function callsOf(written: string): readonly string[] {
  const [methods = '', path = ''] = written.split(/ (?=\/)/);
  return methods.split(', ').map((method) => `${method} ${path}`);
}

describe('the published schedule', () => {
  it('has 24 ids, and the catalogue has these and no others of that schedule', () => {
    const ids = new Set(ROWS.flatMap((row) => row.ids));
    expect(ids.size).toBe(24);
    const known = catalogue.entries.filter((entry) => entry.schedule === 'spec').map((entry) => entry.id);
    expect([...known].sort()).toEqual([...ids].sort());
  });

  for (const row of ROWS) {
    for (const id of row.ids) {
      it(`${id}: ends on ${row.end} and covers ${row.calls.length} lines of the row`, () => {
        const entry = entryOf(id);
        expect(entry.endOfLife).toBe(row.end);
        const covered = coveredBy(entry);
        const missing = row.calls.flatMap(callsOf).filter((call) => !covered.has(call));
        expect(missing).toEqual([]);
      });
    }
  }

  it('keeps the methods of firewall rules and filters exactly', () => {
    const [row] = ROWS;
    const listed = entryOf('firewall-rules')
      .endpoints.filter(({ path }) => !path.endsWith('validate-expr'))
      .map(({ methods, path }) => `${methods.join(', ')} ${path}`);
    expect(listed).toEqual(row?.calls);
  });

  it('knows what no path shows: fields, headers, values, a route segment', () => {
    const locked = entryOf('dns-locked').fields.map((check) => `${check.direction} ${check.at}`);
    expect(locked).toEqual([
      'request locked',
      'request posts[].locked',
      'request puts[].locked',
      'request patches[].locked',
      'response result[].locked',
      'response result.locked',
    ]);
    const srv = new Set(entryOf('srv-data').fields.map((check) => check.at.split('.').at(-1)));
    expect([...srv].sort()).toEqual(['name', 'proto', 'service']);
    for (const check of entryOf('srv-data').fields) expect(check.where?.equals).toEqual(['SRV']);
    expect(entryOf('notification-email').fields.map((check) => check.at)).toEqual([
      'notification_email',
      'result.notification_email',
      'result[].notification_email',
    ]);
    expect(entryOf('te-content-length').headers).toEqual([
      { together: ['Transfer-Encoding', 'Content-Length'] },
    ]);
    expect(entryOf('security-level').values.map((check) => check.allowed)).toEqual([['off', 'under_attack']]);
    expect(entryOf('threat-score').expressions.map((check) => check.name)).toEqual(['cf.threat_score']);
    expect(new Set(entryOf('script-monitor').endpoints.map((item) => item.mark))).toEqual(
      new Set(['script_monitor']),
    );
    expect(entryOf('dns-error-chain').values.map((check) => check.removed)).toEqual([
      [1004],
      ['DNS Validation Error'],
    ]);
  });

  it('shows the vendor where the vendor moved the day', () => {
    const moved = catalogue.entries
      .filter((entry) => entry.schedule === 'spec' && entry.vendor?.date !== undefined)
      .filter((entry) => entry.vendor?.date !== entry.endOfLife)
      .map((entry) => `${entry.id} ${entry.vendor?.date}`);
    expect(moved.sort()).toEqual([
      'firewall-rules 2025-06-15',
      'organizations 2020-04-02',
      'rate-limits 2025-06-15',
      'security-level 2025-03-17',
      'threat-score 2025-03-17',
      'waf-packages 2025-06-15',
    ]);
  });

  it('separates paths that came back to life', () => {
    const at = (id: string, path: string) => entryOf(id).endpoints.find((item) => item.path === path);
    expect(at('organizations', '/organizations/{identifier}')).toMatchObject({
      methods: ['PATCH'],
      possible: ['GET'],
      live: ['PUT', 'DELETE'],
    });
    expect(at('legacy-tunnels', '/accounts/{account_identifier}/tunnels')).toMatchObject({
      methods: ['POST'],
      possible: ['GET'],
    });
    expect(at('billing', '/accounts/{account_identifier}/billing/profile')?.live).toContain('POST');
  });
});
