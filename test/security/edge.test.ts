import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { applyExemptions, readExemptions } from '../../src/edge/compare/exemptions.js';
import { Edge, type EdgeServer, readFaults, readState, serveEdge } from '../../src/edge/index.js';
import { ROUTES } from '../../src/edge/routes/index.js';
import { BodyReader } from '../../src/edge/server/body.js';
import { edgeSunset, folderOf } from '../cli/command-line.js';
import { ACCOUNT, Api, ZONE } from '../edge/api.js';

const NOW = '2024-06-01';
/** For connections that are to be cut off; others may be slow where the machine is. */
const IMPATIENT = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 };
let edge: Edge;
let server: EdgeServer;
beforeAll(async () => {
  edge = new Edge({ entries: builtinCatalogue().entries, now: NOW });
  server = await serveEdge(edge, 0);
});
afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A request as a browser or an attacker would form it: `fetch` would not let us name the host. */
function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = '',
): Promise<Answer> {
  return new Promise((done, fail) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: server.port,
        // A connection that is kept may be closed while the test before this one keeps the process busy.
        agent: false,
        method,
        path,
        headers: { authorization: 'Bearer t', ...headers },
      },
      (incoming) => {
        let text = '';
        incoming.on('data', (chunk) => {
          text += String(chunk);
        });
        incoming.on('end', () => done({ status: incoming.statusCode ?? 0, text }));
      },
    );
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

const CLOCK = ['POST', '/__edge/clock', '{"now":"2026-01-01"}'] as const;
const STATE = ['GET', '/__edge/state', ''] as const;
const CALL = ['POST', `/client/v4/zones/${ZONE}/purge_cache`, '{"purge_everything":true}'] as const;

describe('edge answers loopback names only', () => {
  it.each([
    'rebound.example.com',
    'rebound.example.com:1',
    '127.0.0.1.example.com',
    'localhost.example.com',
    'api.cloudflare.com',
    '192.0.2.1',
    '0.0.0.0',
    'user@127.0.0.1',
    '127.0.0.1:1/x',
  ])('not %j', async (host) => {
    for (const [method, path, body] of [CLOCK, STATE, CALL]) {
      const { status, text } = await send(method, path, { host }, body);
      expect(status).toBe(403);
      expect(text).not.toContain('zones');
    }
    expect(edge.now).toBe(NOW);
    expect(edge.state.zones).toEqual({});
  });

  it.each(['127.0.0.1', 'localhost', 'LocalHost:8080', 'localhost.', '[::1]:80', '127.9.9.9'])(
    'but %j',
    async (host) => {
      expect((await send(...(STATE.slice(0, 2) as ['GET', string]), { host })).status).toBe(200);
    },
  );
});

describe('a web page of another origin', () => {
  it.each([
    { origin: 'https://page.example.com' },
    { origin: 'null' },
    { origin: 'http://localhost:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('changes nothing with %j', async (headers) => {
    for (const [method, path, body] of [CLOCK, STATE, CALL]) {
      const { status, text } = await send(method, path, { ...headers, 'content-type': 'text/plain' }, body);
      expect(status).toBe(403);
      expect(text).not.toContain('zones');
    }
    expect(edge.now).toBe(NOW);
    expect(edge.state.zones).toEqual({});
  });

  it('is told from the own origin and from programs', async () => {
    const host = `127.0.0.1:${server.port}`;
    for (const headers of [{}, { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }])
      expect((await send('GET', '/__edge/state', headers)).status).toBe(200);
  });
});

describe('keys that every object has', () => {
  const KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf'];

  it.each(KEYS)('%s is neither a zone nor an account', (key) => {
    const api = new Api(NOW);
    for (const path of [`/zones/${key}`, `/zones/${key}/settings`, `/accounts/${key}/rulesets`])
      expect(api.ask('GET', path).status, path).toBe(404);
  });

  it.each(KEYS)('%s breaks no route, as an id or as a value', (key) => {
    const api = new Api(NOW);
    const before = Object.getOwnPropertyNames(Object.prototype);
    const values = { id: key, type: key, name: key, action: key, phase: key, mode: key, key, title: key };
    const item = { ...values, value: key, products: [key], action_parameters: { products: [key] } };
    for (const { method, path } of ROUTES) {
      const at = path
        .replace('{zone_id}', ZONE)
        .replace('{account_id}', ACCOUNT)
        .replace(/\{[^}]*\}/g, key);
      for (const body of [undefined, item, [item], { items: [item] }, { [key]: item }]) {
        const { status } = api.ask(method, `${at}?order=${key}&direction=${key}&name=${key}:x`, body);
        expect(status, `${method} ${at}`).toBeLessThan(502);
        expect(status, `${method} ${at}`).not.toBe(500);
      }
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(() => structuredClone(api.edge.state)).not.toThrow();
  });
});

describe('bodies', () => {
  const headers = { 'content-type': 'application/json' };
  const path = `/client/v4/zones/${ZONE}/dns_records`;

  it.each([
    ['deep', `{"type":"TXT","name":"a","content":"b","data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['with a prototype', '{"type":"TXT","name":"a","content":"b","__proto__":{"locked":true}}'],
    ['with a prototype deep inside', '{"type":"TXT","name":"a","content":"b","data":[{"__proto__":1}]}'],
    ['without an end', '{"type":'],
  ])('that are %s are refused, and the state stays readable', async (_, body) => {
    expect((await send('POST', path, headers, body)).status).toBe(400);
    expect((await send('GET', '/__edge/state', {})).status).toBe(200);
  });

  it('that are huge are refused', async () => {
    expect((await send('POST', path, headers, Buffer.alloc(17 * 1024 * 1024, 32))).status).toBe(413);
    expect((await send('POST', '/__edge/clock', {}, Buffer.alloc(17 * 1024 * 1024, 32))).status).toBe(413);
  });

  it('in sum are bounded, and the space is given back', async () => {
    const reader = new BodyReader(10, 15);
    const message = (...chunks: readonly string[]) => messageOf(chunks);
    expect(await reader.read(message('12345', '67890'))).toEqual(Buffer.from('1234567890'));
    expect(await reader.read(message('1234567890', '1'))).toBe('size');
    const first = reader.read(message('1234567890'));
    expect(await Promise.all([first, reader.read(message('1234567890'))])).toContain('sum');
    expect(await reader.read(message('1234567890'))).toEqual(Buffer.from('1234567890'));
  });

  it('of forms cannot name a prototype', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status } = await send('POST', path, form, '__proto__=1&constructor=2');
    expect(status).toBeLessThan(500);
  });

  it('a place header that is not well encoded is no fault', async () => {
    expect((await send('GET', path, { 'x-edge-sunset-site': '%zz' })).status).toBe(200);
  });
});

/** A body as the server receives it. */
function messageOf(chunks: readonly string[]): Parameters<BodyReader['read']>[0] {
  async function* parts() {
    for (const chunk of chunks) {
      yield Buffer.from(chunk);
      await new Promise((done) => setImmediate(done));
    }
  }
  return parts() as unknown as Parameters<BodyReader['read']>[0];
}

describe('slow and many callers', () => {
  const opened = (count: number, first: string) =>
    Promise.all(
      Array.from(
        { length: count },
        () =>
          new Promise<Socket>((done, fail) => {
            const socket = connect(server.port, '127.0.0.1', () => {
              socket.write(first);
              done(socket);
            });
            socket.once('error', fail);
          }),
      ),
    );

  it.each([
    ['a head that never ends', `GET /client/v4/zones HTTP/1.1\r\nhost: localhost\r\nx: `],
    [
      'a body that never ends',
      'POST /__edge/clock HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{',
    ],
  ])('%s is cut off, and others are answered meanwhile', async (_, first) => {
    const patient = server;
    server = await serveEdge(edge, 0, IMPATIENT);
    try {
      const [slow] = await opened(1, first);
      const closed = new Promise((done) => slow?.resume().on('close', () => done('closed')));
      const drip = setInterval(() => slow?.write('a'), 100);
      slow?.on('error', () => {});
      expect((await send('GET', '/__edge/state', {})).status).toBe(200);
      expect(await closed).toBe('closed');
      clearInterval(drip);
    } finally {
      await server.close();
      server = patient;
    }
  });

  it('5,000 connections are held', async () => {
    const sockets = await opened(5_000, 'GET /client/v4/zones HTTP/1.1\r\nhost: localhost\r\n');
    expect((await send('GET', '/__edge/state', {})).status).toBe(200);
    for (const socket of sockets) socket.on('error', () => {}).destroy();
  });
});

describe('files of state, faults and exemptions', () => {
  const state = JSON.stringify({
    now: NOW,
    user: { collections: {} },
    accounts: { [ACCOUNT]: { name: 'a', rulesets: [], collections: { members: [{ id: 'x' }] } } },
    zones: { [ZONE]: { settings: { ssl: 'full' }, waf: { packages: [{ id: 'p' }] }, dnsRecords: [] } },
  });
  const faults = '{"answers":[{"nth":1,"of":"write","status":429}],"edits":[],"ruleQuota":5}';
  const exemptions = '[{"name":"a","reason":"b","kind":"state","where":"zones.*"}]';
  const readers = { state: readState, faults: readFaults, exemptions: readExemptions };
  const samples = { state, faults, exemptions };

  it.each(Object.keys(readers) as (keyof typeof readers)[])('%s: no damage throws', (kind) => {
    let seed = 1;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 8) % below;
    };
    const parts = ['[]', '{}', 'null', '1e999', '"__proto__":{},', '"\\u001b[2J":1,', '[[[[', '\u0000', ''];
    const text = samples[kind];
    for (let round = 0; round < 3_000; round++) {
      const at = random(text.length);
      const damaged = text.slice(0, at) + parts[random(parts.length)] + text.slice(at + random(12));
      expect(() => readers[kind](damaged), damaged).not.toThrow();
    }
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(readers[kind](deep)).toMatchObject({ ok: false });
    expect(readers[kind](text)).toMatchObject({ ok: true });
  });

  it('a pattern of an exemption takes linear time', () => {
    const where = 'a'.repeat(50_000);
    const difference = { kind: 'state', change: 'changed', where, before: 1, after: 2 } as const;
    const applied = (pattern: string) => {
      const exemption = { name: 'n', reason: 'r', kind: 'state', where: pattern } as const;
      return applyExemptions([difference], [exemption]).open.length;
    };
    expect(applied(`${'*a'.repeat(1_000)}*b`)).toBe(1);
    expect(applied(`${'*a'.repeat(1_000)}*`)).toBe(0);
    expect([applied('a*'), applied('*a'), applied('a'), applied('*'), applied('b*')]).toEqual([
      0, 0, 1, 0, 1,
    ]);
    expect(applied(`${'a'.repeat(30_000)}*${'a'.repeat(30_000)}`)).toBe(1);
  });

  it('an error shows no control characters of a file and ends after twenty lines', async () => {
    const keys = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, 1]));
    const cwd = folderOf({ 's.json': JSON.stringify({ '\u001b]0;x\u0007\n::error::y': 1, ...keys }) });
    const { code, stderr } = await edgeSunset(['edge', '--state', 's.json'], { cwd });
    expect(code).toBe(2);
    expect(stderr).not.toMatch(/(?!\n)\p{Cc}|^::/mu);
    expect(stderr).toContain('and 481 more');
    expect(stderr.split('\n').length).toBeLessThan(26);
  });

  it('a device without an end is not read', async () => {
    const cwd = folderOf({});
    for (const flag of ['--state', '--faults']) {
      const { code, stderr } = await edgeSunset(['edge', flag, '/dev/zero'], { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining('"/dev/zero" is not a file or a pipe')]);
    }
  });
});
