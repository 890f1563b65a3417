import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtBin, type Ended, runBin } from './bin.js';

const bin = builtBin();
const ZONE = '0123456789abcdef0123456789abcdef';
const HEADERS = { authorization: 'Bearer t', 'content-type': 'application/json' };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edge-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the server, lets a test use it, and ends it as the system would. */
async function served(argv: readonly string[], use: (baseUrl: string) => Promise<void>): Promise<Ended> {
  let used: Promise<void> | undefined;
  const ended = await runBin(bin(), ['edge', ...argv], {
    cwd: folder,
    stdin: null,
    during: (child) => {
      let said = '';
      child.stdout?.on('data', (chunk) => {
        said += String(chunk);
        if (used !== undefined || !said.includes('\n')) return;
        const { baseUrl } = JSON.parse(said) as { baseUrl: string };
        used = use(baseUrl).finally(() => child.kill('SIGTERM'));
      });
    },
  });
  await used;
  return ended;
}

describe('edge-sunset edge', () => {
  it('says where it listens, has a clock and a state, and writes the state down when it is ended', async () => {
    const ended = await served(['--now', '2025-01-14', '--save-state', 'out.json'], async (baseUrl) => {
      expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/client\/v4$/);
      const control = baseUrl.replace('/client/v4', '/__edge');
      const ask = async (path: string, body?: unknown) => {
        const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
        return (await fetch(`${baseUrl}${path}`, { headers: HEADERS, ...init })).status;
      };
      const rules = `/zones/${ZONE}/firewall/rules`;
      expect(await ask(rules, [{ action: 'block', filter: { expression: 'ssl' } }])).toBe(200);
      const moved = await fetch(`${control}/clock`, { method: 'POST', body: '{"now":"2025-01-15"}' });
      expect(await moved.json()).toEqual({ now: '2025-01-15' });
      expect(await ask(rules)).toBe(400);
      for (const body of ['{"now":"2025-02-30"}', '{}', 'now', '[]', '']) {
        expect((await fetch(`${control}/clock`, { method: 'POST', body })).status).toBe(400);
      }
      const state = (await (await fetch(`${control}/state`)).json()) as { zones: Record<string, unknown> };
      expect(state).toMatchObject({
        now: '2025-01-15',
        zones: { [ZONE]: { firewallRules: [{ action: 'block' }] } },
      });
      expect((await fetch(`${control}/other`)).status).toBe(404);
    });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'))).toMatchObject({
      zones: { [ZONE]: {} },
    });
    await served(['--now', '2025-01-14', '--state', 'out.json'], async (baseUrl) => {
      const answer = await fetch(`${baseUrl}/zones/${ZONE}/firewall/rules`, { headers: HEADERS });
      expect(await answer.json()).toMatchObject({ result: [{ action: 'block' }] });
    });
  });

  it('answers what is not well formed, and listens on loopback only', async () => {
    await served(['--now', '2026-11-21'], async (baseUrl) => {
      const post = (path: string, body: string) =>
        fetch(`${baseUrl}${path}`, { method: 'POST', headers: HEADERS, body });
      expect((await post(`/zones/${ZONE}/dns_records`, '{"type":')).status).toBe(400);
      expect((await fetch(`${baseUrl}/zones/%zz`, { headers: HEADERS })).status).toBe(404);
      expect((await fetch(baseUrl.replace('/client/v4', '/'))).status).toBe(404);
      const { port } = new URL(baseUrl);
      const outside = Object.values(networkInterfaces())
        .flatMap((addresses) => addresses ?? [])
        .find(({ internal, family }) => !internal && family === 'IPv4');
      if (outside !== undefined) {
        const refused = new Promise<boolean>((done) => {
          const socket = connect(Number(port), outside.address, () => done(false));
          socket.on('error', () => done(true)).on('connect', () => socket.destroy());
        });
        expect(await refused).toBe(true);
      }
    });
  });

  it.each([
    ['2023-07-01', '200'],
    ['2023-07-02', '400'],
  ])('on %s a request with two framings is answered %s', async (now, status) => {
    await served(['--now', now], async (baseUrl) => {
      const { port, host } = new URL(baseUrl);
      const answer = await new Promise<string>((done) => {
        const socket = connect(Number(port), '127.0.0.1');
        let said = '';
        socket.on('data', (chunk) => {
          said += String(chunk);
          socket.end();
        });
        socket.on('close', () => done(said));
        const head = `PATCH /client/v4/zones/${ZONE}/settings/ssl HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer t\r\n`;
        const body = '{"value":"full"}';
        socket.write(
          `${head}content-length: ${body.length}\r\ntransfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
        );
      });
      expect(answer.split(' ')[1]).toBe(status);
    });
  });

  it('takes what a token may do, and trouble, from the command line', async () => {
    await writeFile(
      join(folder, 'faults.json'),
      '{"answers":[{"nth":2,"of":"request","status":429,"retryAfter":4}]}',
    );
    const argv = ['--now', '2024-12-31', '--permission', 'Firewall Services', '--faults', 'faults.json'];
    await served(argv, async (baseUrl) => {
      const status = async (path: string) => {
        const { status: code, headers } = await fetch(`${baseUrl}/zones/${ZONE}${path}`, {
          headers: HEADERS,
        });
        return `${code} ${headers.get('retry-after') ?? '-'}`;
      };
      expect(await status('/firewall/rules')).toBe('200 -');
      expect(await status('/firewall/rules')).toBe('429 4');
      expect(await status('/rulesets')).toBe('403 -');
    });
  });

  it.each([
    [['--port', 'x'], '--port must be a number'],
    [['here'], 'takes no arguments'],
    [['--now', '2026-02-30'], '--now must be a date'],
    [['--state', 'missing.json'], '--state: the file "missing.json" cannot be read (ENOENT)'],
    [['--faults', 'bad.json'], '--faults: "bad.json" cannot be used'],
    [['--permission', 'Firewall'], '--permission must be one of'],
    [['--save-state', 'no/where.json'], '--save-state'],
  ])('%j is a usage error', async (argv, message) => {
    await writeFile(join(folder, 'bad.json'), '{"answer":1}');
    const ended = await runBin(bin(), ['edge', ...argv], { cwd: folder });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(message);
    expect(ended.stdout).toBe('');
  });
});
