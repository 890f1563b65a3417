import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtBin, runBin } from './bin.js';

const bin = builtBin();
const ZONE = '0123456789abcdef0123456789abcdef';
const program = (path: string, method = 'GET', body?: unknown) => `
const headers = { authorization: 'Bearer ' + process.env.CLOUDFLARE_API_TOKEN, 'content-type': 'application/json' };
const answer = await fetch('https://api.cloudflare.com/client/v4/zones/${ZONE}${path}', {
  method: '${method}', headers${body === undefined ? '' : `, body: JSON.stringify(${JSON.stringify(body)})`},
});
console.log(answer.status);
process.exitCode = 5;
`;

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'rehearse with space-')));
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src/dead.mjs'), program('/rate_limits'));
  await writeFile(join(folder, 'src/live.mjs'), program('/settings/ssl'));
  await writeFile(
    join(folder, 'src/ignored.mjs'),
    program('/dns_records', 'POST', { type: 'TXT', name: 'a', content: 'x', locked: true }),
  );
  await writeFile(join(folder, 'src/idle.mjs'), '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function rehearse(...argv: readonly string[]) {
  const env = { CLOUDFLARE_API_TOKEN: 'secret-of-the-user' };
  return runBin(bin(), ['rehearse', '--isolate', 'never', '--now', '2026-11-21', ...argv], {
    cwd: folder,
    env,
  });
}

describe('edge-sunset rehearse', () => {
  it('names the dead call, its place, and what the scan says of it', async () => {
    const { code, stdout, stderr } = await rehearse('--record', 'all.json', '--', 'node', 'src/dead.mjs');
    expect(stdout).toBe(`Rehearsal of "node src/dead.mjs" on 2026-11-21

✗ GET    /zones/${ZONE}/rate_limits
    410  retired  rate-limits  src/dead.mjs:3:22

1 call, 1 retired (rate-limits 1); the program ended with 5.
Not isolated: it was turned off. Only proxies and hooks redirected the program;
a program that bypasses them reaches the network, and its calls are not in this report.

Compared with the findings of scan:
  found by both: 1
    rate-limits  src/dead.mjs:3
  only by scan (it did not run, or a run cannot show it): 1
    dns-locked  src/ignored.mjs:4
  only at run time: none
`);
    expect(stderr).toBe('410\n');
    expect(code).toBe(1);
    const record = await readFile(join(folder, 'all.json'), 'utf8');
    expect(JSON.parse(record)).toMatchObject({ calls: [{ status: 410 }], state: { now: '2026-11-21' } });
    expect(record).not.toContain('secret-of-the-user');
  });

  it('ends with 0 when nothing dead was called, whatever the program ended with', async () => {
    const { code, stdout } = await rehearse('--no-scan', '--format', 'json', '--', 'node', 'src/live.mjs');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 5, summary: { calls: 1, dead: 0 } });
  });

  it('tells of what is ignored in a call that works', async () => {
    const { code, stdout } = await rehearse('--', 'node', 'src/ignored.mjs');
    expect(code).toBe(0);
    expect(stdout).toContain('in part ignored: dns-locked');
    expect(stdout).toMatch(/found by both: 1\n +dns-locked/);
  });

  it('works on a day before the end', async () => {
    const { code, stdout } = await rehearse('--now', '2025-01-14', '--no-scan', '--', 'node', 'src/dead.mjs');
    expect(code).toBe(0);
    expect(stdout).toContain('works  (rate-limits ends later)');
  });

  it('says what the API refuses, apart from what is retired', async () => {
    await writeFile(
      join(folder, 'src/refused.mjs'),
      program('/rulesets/phases/http_ratelimit/entrypoint') +
        program('/rulesets', 'POST', { name: 'a' })
          .replace('const headers', 'const more')
          .replace('const answer', 'const second'),
    );
    const { code, stdout } = await rehearse('--no-scan', '--', 'node', 'src/refused.mjs');
    expect(code).toBe(0);
    expect(stdout).toContain('! GET    ');
    expect(stdout).toContain(
      '404  refused: 10003 could not find entrypoint ruleset in the http_ratelimit phase',
    );
    expect(stdout).toMatch(/400 {2}refused: 20021 .*phase/);
    expect(stdout).toContain('2 calls, 0 retired, 2 refused; the program ended with 5.');
    expect(stdout).not.toContain('works');
  });

  it('keeps going, so that calls behind the first retired one are seen', async () => {
    const stops = `const headers = { authorization: 'Bearer ' + process.env.CLOUDFLARE_API_TOKEN };
for (const path of ['/rate_limits', '/filters', '/firewall/rules']) {
  const answer = await fetch('https://api.cloudflare.com/client/v4/zones/${ZONE}' + path, { headers });
  if (!answer.ok) process.exit(1);
}
`;
    await writeFile(join(folder, 'src/stops.mjs'), stops);
    const stopped = await rehearse('--no-scan', '--', 'node', 'src/stops.mjs');
    expect(stopped.stdout).toContain('1 call, 1 retired (rate-limits 1); the program ended with 1.');
    const { code, stdout } = await rehearse('--no-scan', '--keep-going', '--', 'node', 'src/stops.mjs');
    expect(stdout).toContain('200  retired  rate-limits  (answered as before)');
    expect(stdout).toContain(
      '3 calls, 3 retired (rate-limits 1, firewall-rules 2); the program ended with 0.',
    );
    expect(code).toBe(1);
  });

  it('records what is sent and answered, without secrets', async () => {
    await writeFile(
      join(folder, 'src/tunnel.mjs'),
      program('/cfd_tunnel', 'POST', { name: 'edge', tunnel_secret: 'c2VjcmV0IG9mIGEgdHVubmVs' }).replace(
        '/zones/',
        '/accounts/',
      ),
    );
    await rehearse('--no-scan', '--record', 'tunnel.json', '--', 'node', 'src/tunnel.mjs');
    const record = await readFile(join(folder, 'tunnel.json'), 'utf8');
    expect(JSON.parse(record).calls).toMatchObject([
      {
        body: { name: 'edge', tunnel_secret: '***' },
        answer: { success: true, result: { name: 'edge', tunnel_secret: '***' } },
      },
    ]);
  });

  it.each([
    [['--', 'node', 'src/idle.mjs'], 'The program made no visible call to the API.'],
    [['--', 'no-such-program'], 'could not be started: there is no program "no-such-program"'],
  ])('%j shows nothing, and says so', async (argv, message) => {
    const { code, stdout } = await rehearse('--no-scan', ...argv);
    expect(code).toBe(2);
    expect(stdout).toContain(message);
  });

  it('asks for a program', async () => {
    const { code, stderr } = await rehearse();
    expect(code).toBe(2);
    expect(stderr).toContain("name the program after '--'");
  });

  it('sees dead calls whatever their size, and says where it could not read one', async () => {
    const send = (path: string, init: string) =>
      `await fetch('https://api.cloudflare.com/client/v4/zones/${ZONE}${path}', { ${init} });\n`;
    await writeFile(
      join(folder, 'src/large.mjs'),
      send('/rate_limits', "headers: { 'x-note': 'a'.repeat(20_000) }") +
        send(`/filters?ref=${'a'.repeat(20_000)}`, '') +
        send('/firewall/rules', "method: 'POST', body: 'a'.repeat(17 * 1024 * 1024)"),
    );
    const large = await rehearse('--no-scan', '--', 'node', 'src/large.mjs');
    expect(large.stdout).toContain('3 calls, 3 retired (rate-limits 1, firewall-rules 2)');
    expect(large.code).toBe(1);
    await writeFile(
      join(folder, 'src/live-large.mjs'),
      send('/dns_records', "method: 'POST', body: 'a'.repeat(17 * 1024 * 1024)") +
        send('/argo/nothing', "headers: { authorization: 'Bearer ' + process.env.CLOUDFLARE_API_TOKEN }"),
    );
    const live = await rehearse('--no-scan', '--', 'node', 'src/live-large.mjs');
    expect(live.stdout).toContain('413  not read: the body is too large for the emulated API');
    expect(live.stdout).toContain('501  not emulated');
    expect(live.stdout).toContain('1 request could not be read completely');
    expect(live.code).toBe(3);
    await writeFile(
      join(folder, 'src/too-large.mjs'),
      `${send('/settings/ssl', '')}${send('/rate_limits', "headers: { 'x-note': 'a'.repeat(2_000_000) }").replace(/;\n$/, '.catch(() => {});\n')}`,
    );
    const tooLarge = await rehearse('--no-scan', '--', 'node', 'src/too-large.mjs');
    expect(tooLarge.stdout).toContain('1 request could not be read completely');
    expect(tooLarge.code).toBe(3);
  });
});
