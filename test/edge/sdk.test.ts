/** The vendor's own clients, unmodified: what they send must be understood, and what they get must satisfy them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { Edge, type EdgeServer, serveEdge } from '../../src/edge/index.js';
import { ACCOUNT, ZONE } from './api.js';

/** Just as much of a client as the calls below need; the majors spell arguments in other ways. */
type Chain = { readonly [name: string]: Chain } & ((...args: unknown[]) => Promise<Record<string, unknown>>);
type Client = { readonly [name: string]: Chain };
type Constructor = new (options: { apiToken: string; baseURL: string; maxRetries: number }) => Client;

const FILTER = { expression: 'ip.src eq 192.0.2.9' };
const RULE = { action: 'block', expression: 'ip.src eq 192.0.2.7', description: 'sdk' };
const PHASE = 'http_request_firewall_custom';

interface Major {
  readonly name: string;
  readonly load: () => Promise<unknown>;
  /** Creates a filter, through the legacy API. */
  readonly filter: (client: Client) => Promise<unknown>;
  readonly listRules: (client: Client) => Promise<unknown>;
  readonly dnsRecord: (client: Client) => Promise<unknown>;
}

const record = { type: 'A', name: 'www', content: '192.0.2.5', ttl: 1 };

const MAJORS: readonly Major[] = [
  {
    name: 'cloudflare-3',
    load: () => import('cloudflare-3'),
    filter: (client) => call(client, 'filters.create')(ZONE, [FILTER]),
    listRules: (client) => call(client, 'firewall.rules.list')(ZONE),
    dnsRecord: (client) => call(client, 'dns.records.create')({ zone_id: ZONE, ...record }),
  },
  ...(['cloudflare-4', 'cloudflare-5', 'cloudflare-6', 'cloudflare-7'] as const).map(
    (name): Major => ({
      name,
      load: () => LOADERS[name](),
      filter: (client) => call(client, 'filters.create')({ zone_id: ZONE, body: [FILTER] }),
      listRules: (client) => call(client, 'firewall.rules.list')({ zone_id: ZONE }),
      dnsRecord: (client) => call(client, 'dns.records.create')({ zone_id: ZONE, ...record }),
    }),
  ),
];

const LOADERS = {
  'cloudflare-4': () => import('cloudflare-4'),
  'cloudflare-5': () => import('cloudflare-5'),
  'cloudflare-6': () => import('cloudflare-6'),
  'cloudflare-7': () => import('cloudflare-7'),
} as const;

/** A method of a client, bound to the resource it belongs to. */
function call(client: Client, path: string): (...args: unknown[]) => Promise<unknown> {
  const names = path.split('.');
  const method = names.pop() ?? '';
  let owner: Client = client;
  for (const name of names) owner = owner[name] as unknown as Client;
  return (...args) => (owner[method] as Chain).call(owner, ...args);
}

describe.each(MAJORS)('$name', ({ name, load, filter, listRules, dnsRecord }) => {
  let client: Client;
  let edge: Edge;
  let server: EdgeServer;
  beforeAll(async () => {
    edge = new Edge({ entries: builtinCatalogue().entries, now: '2025-01-14' });
    server = await serveEdge(edge, 0);
    const { default: Constructor } = (await load()) as { default: Constructor };
    client = new Constructor({ apiToken: 'token', baseURL: server.baseUrl, maxRetries: 0 });
  });
  afterAll(() => server.close());

  it('makes legacy calls while they live, and is refused afterwards', async () => {
    const made = await filter(client).catch((error: unknown) => String(error));
    // The fourth major wraps the array in an object, which the API refuses.
    if (name === 'cloudflare-4') expect(made).toContain('the body must be an array of filters');
    else expect(edge.state.zones[ZONE]?.filters).toMatchObject([FILTER]);
    await expect(listRules(client)).resolves.toMatchObject({ result: [] });
    edge.now = '2025-01-15';
    await expect(listRules(client)).rejects.toMatchObject({ status: 400, errors: [{ code: 10020 }] });
  });

  it('makes new calls after the end', async () => {
    edge.now = '2026-11-21';
    const ruleset = (await call(client, 'rulesets.phases.update')(PHASE, {
      zone_id: ZONE,
      rules: [RULE],
    })) as {
      id: string;
      rules: { id: string }[];
    };
    expect(ruleset).toMatchObject({ kind: 'zone', phase: PHASE, rules: [RULE] });
    const added = await call(client, 'rulesets.rules.create')(ruleset.id, {
      zone_id: ZONE,
      ...RULE,
      action: 'managed_challenge',
      position: { before: '' },
    });
    expect(added).toMatchObject({ rules: [{ action: 'managed_challenge' }, { action: 'block' }] });
    await expect(call(client, 'rulesets.phases.get')(PHASE, { zone_id: ZONE })).resolves.toMatchObject({
      id: ruleset.id,
    });
    await expect(
      call(client, 'rulesets.phases.get')('http_ratelimit', { zone_id: ZONE }),
    ).rejects.toMatchObject({
      status: 404,
    });
    const { id } = (await dnsRecord(client)) as { id: string };
    expect(edge.state.zones[ZONE]?.dnsRecords.at(-1)?.id).toBe(id);
    const [bookmark] = [
      await call(
        client,
        'zeroTrust.access.applications.create',
      )({
        account_id: ACCOUNT,
        type: 'bookmark',
        name: 'Wiki',
        domain: 'wiki.example.com',
      }),
    ];
    expect(bookmark).toMatchObject({ type: 'bookmark', domain: 'wiki.example.com' });
  });
});
