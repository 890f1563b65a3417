/** The helper through every client it can wrap: native answers and native errors, over the emulated API of today. */
import axios from 'axios';
import got from 'got';
import ky from 'ky';
import nodeFetch from 'node-fetch';
import { ofetch } from 'ofetch';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axiosOverRulesets,
  cloudflareOverRulesets,
  FIREWALL_RULES,
  fetchOverRulesets,
  filtersOf,
  firewallRulesOf,
  gotOverRulesets,
  kyOverRulesets,
  ofetchOverRulesets,
  undiciOverRulesets,
} from '../../../codemods/firewall-rules/helper/index.js';
import { builtinCatalogue } from '../../../src/catalogue/index.js';
import { Edge, type EdgeServer, serveEdge } from '../../../src/edge/index.js';

const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
const RULE = { action: 'block', filter: { expression: 'ip.src eq 192.0.2.1' }, description: 'one' };
const INVALID = { action: 'block', filter: { expression: 'ip.src eq' }, description: 'no expression' };
const NOBODY = 'f'.repeat(32);

let server: EdgeServer;
let zones = 0;
beforeAll(async () => {
  server = await serveEdge(new Edge({ entries: builtinCatalogue().entries, now: '2026-11-21' }), 0);
});
afterAll(() => server.close());

interface Envelope {
  readonly success: boolean;
  readonly result: unknown;
}
interface Failed {
  readonly status: number;
  readonly code: number;
}
/** A client as these tests need it: how it gives an answer, and how it tells of a status. */
interface Client {
  readonly name: string;
  call(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown): Promise<Envelope>;
  failure(error: unknown): Promise<Failed> | Failed;
}

const codeOf = (body: unknown) => Number((body as { errors: { code: number }[] }).errors[0]?.code);

class Status extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(String(status));
  }
}
const thrownStatus = (error: unknown): Failed => {
  if (!(error instanceof Status)) throw error;
  return { status: error.status, code: codeOf(error.body) };
};

interface Fetched {
  readonly ok: boolean;
  readonly status: number;
  readonly url: string;
  json(): Promise<unknown>;
}
type AnyFetch = (url: string, init: { method: string; headers: object; body?: string }) => Promise<Fetched>;

function fetching(name: string, fetch: AnyFetch): Client {
  return {
    name,
    async call(method, url, body) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetchOverRulesets(fetch)(url, { method, headers, ...sent });
      expect(response.url).toContain('/rulesets');
      if (!response.ok) throw new Status(response.status, await response.json());
      return (await response.json()) as Envelope;
    },
    failure: thrownStatus,
  };
}

const CLIENTS: readonly Client[] = [
  fetching('fetch', (url, init) => fetch(url, init as RequestInit)),
  fetching('node-fetch', (url, init) => nodeFetch(url, init as never) as unknown as Promise<Fetched>),
  {
    name: 'fetch of a Request',
    async call(method, url, body) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetchOverRulesets(fetch)(new Request(url, { method, headers, ...sent }));
      if (!response.ok) throw new Status(response.status, await response.json());
      return (await response.json()) as Envelope;
    },
    failure: thrownStatus,
  },
  {
    name: 'methods of axios',
    async call(method, url, data) {
      const client = axiosOverRulesets(axios.create({ headers }));
      const answer =
        method === 'POST'
          ? client.post<Envelope>(url, data)
          : method === 'GET'
            ? client.get<Envelope>(url)
            : client.delete<Envelope>(url);
      return (await answer).data;
    },
    failure: axiosFailure,
  },
  {
    name: 'axios itself',
    call: async (method, url, data) =>
      (await axiosOverRulesets(axios)<Envelope>({ method, url, data, headers })).data,
    failure: axiosFailure,
  },
  {
    name: 'axios that never throws',
    async call(method, url, data) {
      const config = { method, url, data, headers, validateStatus: () => true };
      const { status, data: body } = await axiosOverRulesets(axios).request<Envelope>(config);
      if (status >= 400) throw new Status(status, body);
      return body;
    },
    failure: thrownStatus,
  },
  {
    name: 'got',
    call: (method, url, json) =>
      gotOverRulesets(got)(url, {
        method,
        headers,
        retry: { limit: 0 },
        ...(json === undefined ? {} : { json: json as Record<string, unknown> }),
      }).json<Envelope>(),
    failure(error) {
      const { response } = error as { response: { statusCode: number; body: unknown } };
      const { body } = response;
      return {
        status: response.statusCode,
        code: codeOf(typeof body === 'string' ? JSON.parse(body) : body),
      };
    },
  },
  {
    name: 'ky',
    call: (method, url, json) =>
      kyOverRulesets(ky)(url, {
        method,
        headers,
        retry: 0,
        ...(json === undefined ? {} : { json }),
      }).json<Envelope>(),
    async failure(error) {
      const { name, response } = error as { name: string; response: Response };
      expect(name).toBe('HTTPError');
      return { status: response.status, code: codeOf(await response.json()) };
    },
  },
  {
    name: 'ofetch',
    call: (method, url, body) =>
      ofetchOverRulesets(ofetch)<Envelope>(url, { method, headers, retry: 0, body: body as never }),
    failure(error) {
      const { name, status, data } = error as { name: string; status: number; data: unknown };
      expect(name).toBe('FetchError');
      return { status, code: codeOf(data) };
    },
  },
  {
    name: 'undici',
    async call(method, url, body) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const { statusCode, body: read } = await undiciOverRulesets(request)(url, { method, headers, ...sent });
      const envelope = (await read.json()) as Envelope;
      if (statusCode >= 400) throw new Status(statusCode, envelope);
      return envelope;
    },
    failure: thrownStatus,
  },
];

function axiosFailure(error: unknown): Failed {
  if (!axios.isAxiosError(error) || error.response === undefined) throw error;
  return { status: error.response.status, code: codeOf(error.response.data) };
}

function zonePath(): string {
  zones += 1;
  return `${server.baseUrl}/zones/${zones.toString(16).padStart(32, '0')}`;
}

describe.each(CLIENTS)('$name', ({ call, failure }) => {
  const failed = async (answer: Promise<unknown>): Promise<Failed> => {
    try {
      await answer;
    } catch (error) {
      return failure(error);
    }
    throw new Error('it should have failed');
  };

  it('creates, reads and deletes', async () => {
    const rules = `${zonePath()}/${FIREWALL_RULES}`;
    expect(await call('GET', rules)).toMatchObject({ success: true, result: [] });
    const { result } = await call('POST', rules, [RULE]);
    const [made] = result as { id: string; filter: object; paused: boolean }[];
    expect(made).toMatchObject({ action: 'block', paused: false, filter: RULE.filter });
    expect(await call('GET', `${rules}?description=on&per_page=5`)).toMatchObject({
      result: [{ id: made?.id }],
      result_info: { per_page: 5, total_count: 1 },
    });
    expect(await call('GET', `${rules}/${made?.id}`)).toMatchObject({ result: { id: made?.id } });
    expect(await call('DELETE', `${rules}/${made?.id}`)).toMatchObject({ result: { id: made?.id } });
    expect(await call('GET', rules)).toMatchObject({ result: [] });
  });

  it('tells of a rule that is not there as its client tells of a 404', async () => {
    expect(await failed(call('GET', `${zonePath()}/${FIREWALL_RULES}/${NOBODY}`))).toEqual({
      status: 404,
      code: 10000,
    });
  });

  it('hands on what rulesets refuse', async () => {
    const rules = `${zonePath()}/${FIREWALL_RULES}`;
    expect(await failed(call('POST', rules, [INVALID]))).toEqual({ status: 400, code: 20127 });
  });

  it('refuses a body that the old API refused, before anything is sent', async () => {
    const rules = `${zonePath()}/${FIREWALL_RULES}`;
    expect(await failed(call('POST', rules, { ...RULE }))).toEqual({ status: 400, code: 10001 });
  });
});

describe('other calls', () => {
  it('go through a wrapped client as they are', async () => {
    const url = `${zonePath()}/settings/ipv6`;
    const text = async (answer: Promise<unknown>) => JSON.stringify(await answer);
    const plain = await text(fetch(url, { headers }).then((response) => response.json()));
    expect(await text(fetchOverRulesets(fetch)(url, { headers }).then((response) => response.json()))).toBe(
      plain,
    );
    expect(
      await text(
        axiosOverRulesets(axios)
          .get(url, { headers })
          .then(({ data }) => data),
      ),
    ).toBe(plain);
    expect(await text(gotOverRulesets(got).get(url, { headers }).json())).toBe(plain);
    expect(await text(kyOverRulesets(ky).get(url, { headers }).json())).toBe(plain);
    expect(await text(ofetchOverRulesets(ofetch)(url, { headers }))).toBe(plain);
    expect(await text(undiciOverRulesets(request)(url, { headers }).then(({ body }) => body.json()))).toBe(
      plain,
    );
  });

  it('keeps what else hangs on a client', () => {
    expect(axiosOverRulesets(axios).defaults).toBe(axios.defaults);
    expect(axiosOverRulesets(axios).isAxiosError).toBe(axios.isAxiosError);
  });

  it('takes the query of axios from its parameters', async () => {
    const rules = `${zonePath()}/${FIREWALL_RULES}`;
    const client = axiosOverRulesets(axios.create({ headers }));
    await client.post(rules, [RULE]);
    const found = async (params: object) =>
      ((await client.get<Envelope>(rules, { params })).data.result as unknown[]).length;
    expect(await found({ description: 'one' })).toBe(1);
    expect(await found({ description: 'two' })).toBe(0);
  });
});

interface Rules {
  create(...args: unknown[]): PromiseLike<unknown>;
  list(...args: unknown[]): PromiseLike<unknown> & AsyncIterable<unknown>;
  delete(...args: unknown[]): PromiseLike<unknown>;
}
type Filters = Rules & { update(...args: unknown[]): PromiseLike<unknown> };
interface Sdk {
  readonly firewall: { readonly rules: Rules };
  readonly filters: Filters;
  post(path: string, options: { body: unknown }): PromiseLike<Envelope>;
}
type Constructor = new (options: { apiToken: string; baseURL: string; maxRetries: number }) => Sdk;

const SDKS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['cloudflare-3', () => import('cloudflare-3')],
  ['cloudflare-4', () => import('cloudflare-4')],
  ['cloudflare-5', () => import('cloudflare-5')],
  ['cloudflare-6', () => import('cloudflare-6')],
  ['cloudflare-7', () => import('cloudflare-7')],
];

describe.each(SDKS)('%s', (name, load) => {
  const isOld = name === 'cloudflare-3';
  const client = async () => {
    const { default: Client } = (await load()) as { default: Constructor };
    return new Client({ apiToken: 't', baseURL: server.baseUrl, maxRetries: 0 });
  };

  it('keeps pages, results and arguments', async () => {
    const sdk = await client();
    zones += 1;
    const zone = zones.toString(16).padStart(32, '0');
    const at = (body: object) => (isOld ? [zone, body] : [{ zone_id: zone, ...body }]);
    // Major 4 sends a filter where the API has always asked for a list.
    if (name !== 'cloudflare-4') {
      const made = (await filtersOf(sdk).create(
        ...(isOld ? [zone, [RULE.filter]] : [{ zone_id: zone, body: [RULE.filter] }]),
      )) as { result?: unknown[] } & unknown[];
      expect((made.result ?? made)[0]).toMatchObject(RULE.filter);
    }
    const filter = { expression: 'ip.src eq 192.0.2.9' };
    const path = `/zones/${zone}/${FIREWALL_RULES}`;
    await cloudflareOverRulesets(sdk).post(path, { body: [{ ...RULE, filter }] });
    const list: unknown[] = [];
    for await (const rule of firewallRulesOf(sdk).list(...at({ per_page: 5 }))) list.push(rule);
    expect(list).toMatchObject([{ action: 'block', paused: false, filter }]);
  });

  it('throws its own errors', async () => {
    const sdk = await client();
    const [zone, args] = ['e'.repeat(32), [NOBODY]];
    const call = isOld
      ? firewallRulesOf(sdk).delete(zone, ...args)
      : firewallRulesOf(sdk).delete(NOBODY, { zone_id: zone });
    await expect(call).rejects.toMatchObject({ status: 404, errors: [{ code: 10000 }] });
  });
});
