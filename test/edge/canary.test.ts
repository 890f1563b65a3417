/**
 * Programs that try to reach the API in every way, with a credential that must never be sent anywhere. The API's
 * host is answered here by a sink on loopback that a request would have to reach if the redirect missed it: in the
 * child, names are resolved to the sink, and the emulator is the only other way.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { Edge } from '../../src/edge/index.js';
import { type Rehearsal, rehearse } from '../../src/edge/rehearse/index.js';
import { ZONE } from './api.js';

const CANARY = 'canary-4b1d-never-to-be-sent';
const URL_OF = (tag: string) => `https://api.cloudflare.com/client/v4/zones/${ZONE}/dns_records?tag=${tag}`;
const HEADERS = `{ authorization: 'Bearer ' + process.env.CLOUDFLARE_API_TOKEN }`;

/** The body of a program for each way to the API. */
const WAYS: Readonly<Record<string, string>> = {
  fetch: `await fetch(url, { headers });`,
  undici: `const { request } = await import('undici'); await (await request(url, { headers })).body.dump();`,
  'undici-pool': `const { Pool } = await import('undici'); const pool = new Pool(new URL(url).origin);
    await (await pool.request({ path: new URL(url).pathname + new URL(url).search, method: 'GET', headers })).body.dump(); await pool.close();`,
  https: `const https = await import('node:https'); await new Promise((done) => https.get(url, { headers }, (r) => r.resume().on('end', done)));`,
  'https-named': `const { request } = await import('node:https'); await new Promise((done) => request(url, { headers }, (r) => r.resume().on('end', done)).end());`,
  'https-agent': `const https = await import('node:https'); const agent = new https.Agent({ keepAlive: true });
    await new Promise((done) => https.get(url, { headers, agent }, (r) => r.resume().on('end', done))); agent.destroy();`,
  http: `const http = await import('node:http'); await new Promise((done) => http.get(url.replace('https:', 'http:'), { headers }, (r) => r.resume().on('end', done)));`,
  http2: `const http2 = await import('node:http2'); const { origin, pathname, search } = new URL(url); const session = http2.connect(origin);
    await new Promise((done) => session.request({ ':path': pathname + search, ...headers }).resume().on('end', done)); session.close();`,
  tls: `const tls = await import('node:tls'); const { hostname, pathname, search } = new URL(url);
    await new Promise((done) => { const socket = tls.connect(443, hostname, { servername: hostname }, () => socket.write('GET ' + pathname + search +
      ' HTTP/1.1\\r\\nhost: ' + hostname + '\\r\\nauthorization: ' + headers.authorization + '\\r\\nconnection: close\\r\\n\\r\\n')); socket.resume().on('close', done); });`,
  axios: `const { default: axios } = await import('axios'); await axios.get(url, { headers });`,
  'axios-no-proxy': `const { default: axios } = await import('axios'); await axios.get(url, { headers, proxy: false });`,
  got: `const { default: got } = await import('got'); await got(url, { headers });`,
  sdk: `const { default: Cloudflare } = await import('cloudflare-7'); const tag = new URL(url).searchParams.get('tag');
    await new Cloudflare({ apiToken: process.env.CLOUDFLARE_API_TOKEN }).get('/zones/${ZONE}/dns_records?tag=' + tag);`,
  'sdk-old': `const { default: Cloudflare } = await import('cloudflare-3'); const tag = new URL(url).searchParams.get('tag');
    await new Cloudflare({ apiToken: process.env.CLOUDFLARE_API_TOKEN }).get('/zones/${ZONE}/dns_records?tag=' + tag);`,
  'final-dot': `const https = await import('node:https'); await new Promise((done) => https.get(url.replace('.com/', '.com./'),
    { headers, servername: 'api.cloudflare.com' }, (r) => r.resume().on('end', done)));`,
  worker: `const { Worker } = await import('node:worker_threads');
    await new Promise((done) => new Worker('fetch(' + JSON.stringify(url) + ', { headers: ' + JSON.stringify(headers) + ' })', { eval: true }).on('exit', done));`,
  'worker-own-env': `const { Worker } = await import('node:worker_threads');
    await new Promise((done) => new Worker('fetch(' + JSON.stringify(url) + ', { headers: ' + JSON.stringify(headers) + ' })', { eval: true, env: {} }).on('exit', done));`,
  child: `const { spawn } = await import('node:child_process'); await new Promise((done) => spawn(process.execPath,
    ['-e', 'fetch(' + JSON.stringify(url) + ', { headers: ' + JSON.stringify(headers) + ' })'], { stdio: 'ignore' }).on('close', done));`,
  'child-own-env': `const { spawn } = await import('node:child_process'); await new Promise((done) => spawn(process.execPath,
    ['-e', 'fetch(' + JSON.stringify(url) + ', { headers: ' + JSON.stringify(headers) + ' })'], { stdio: 'ignore', env: {} }).on('close', done));`,
  'child-sync': `const { execFileSync } = await import('node:child_process');
    execFileSync(process.execPath, ['-e', 'fetch(' + JSON.stringify(url) + ', { headers: ' + JSON.stringify(headers) + ' })'], { env: {} });`,
};

let folder: string;
let sink: Server;
const caught: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canary-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  sink = createServer((socket) => {
    caught.push('connected');
    socket.on('data', (bytes) => caught.push(bytes.toString('latin1')));
    socket.on('error', () => {});
  });
  await new Promise<void>((done) => sink.listen(0, '127.0.0.1', done));
  // Every name and port a program asks for leads to the sink, unless the redirect comes first.
  const { port } = sink.address() as AddressInfo;
  await writeFile(
    join(folder, 'world.cjs'),
    `const net = require('node:net');
    const connect = net.Socket.prototype.connect;
    net.Socket.prototype.connect = function (...args) {
      const options = Array.isArray(args[0]) ? args[0][0] : args[0];
      const host = options !== null && typeof options === 'object' ? options.host : args[1];
      if (typeof host === 'string' && !/^(127|::1|localhost)/.test(host)) return connect.call(this, ${port}, '127.0.0.1');
      return connect.apply(this, args);
    };`,
  );
  for (const [way, body] of Object.entries(WAYS)) {
    await writeFile(
      join(folder, `${way}.mjs`),
      `const url = '${URL_OF(way)}'; const headers = ${HEADERS};\n${body}\n`,
    );
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { go: 'node fetch.mjs' } }));
});
afterAll(async () => {
  sink.close();
  await rm(folder, { recursive: true, force: true });
});

function run(command: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Rehearsal> {
  const { entries, profiles } = builtinCatalogue();
  const [profile] = profiles;
  if (profile === undefined) throw new Error('no profile');
  return rehearse({
    edge: new Edge({ entries, now: '2026-11-21' }),
    command,
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: `--require "${join(folder, 'world.cjs')}"`,
      CLOUDFLARE_API_TOKEN: CANARY,
      CLOUDFLARE_API_KEY: CANARY,
      MY_CLOUDFLARE_TOKEN: CANARY,
      ...more,
    },
    profile,
    passEnv: [],
    isolation: 'never',
    echo: () => {},
  });
}

describe('a program that uses', () => {
  it.each(Object.keys(WAYS))('%s reaches the emulated API and nothing else', async (way) => {
    caught.length = 0;
    const rehearsal = await run(['node', `${way}.mjs`]);
    expect(rehearsal.output.stderr).toBe('');
    expect(rehearsal.calls.map(({ path, status }) => `${status} ${path}`)).toEqual([
      `200 /zones/${ZONE}/dns_records?tag=${way}`,
    ]);
    expect(caught).toEqual([]);
    expect(JSON.stringify(rehearsal)).not.toContain(CANARY);
  });

  it('npm run reaches the emulated API and nothing else', async () => {
    caught.length = 0;
    const rehearsal = await run(['npm', 'run', '--silent', 'go'], { npm_config_update_notifier: 'false' });
    expect(rehearsal.calls).toHaveLength(1);
    expect(caught).toEqual([]);
  });

  it('nothing of us would reach the sink, with the credential: the test can fail', async () => {
    caught.length = 0;
    const env = {
      PATH: process.env.PATH,
      NODE_OPTIONS: `--require "${join(folder, 'world.cjs')}"`,
      CLOUDFLARE_API_TOKEN: CANARY,
    };
    const child = spawn(process.execPath, ['http.mjs'], { cwd: folder, env, stdio: 'ignore' });
    while (!caught.join('').includes(CANARY)) await new Promise((done) => setTimeout(done, 50));
    child.kill();
    expect(caught.join('')).toContain(CANARY);
  });
});

describe('credentials', () => {
  it('are replaced by throw-away ones of every name, and handed on only on request', async () => {
    await writeFile(
      join(folder, 'show.mjs'),
      `console.log(process.env.MY_CLOUDFLARE_TOKEN, process.env.CLOUDFLARE_ZONE_ID, process.env.OTHER);`,
    );
    const kept = { CLOUDFLARE_ZONE_ID: ZONE, OTHER: 'kept' };
    const { output, calls } = await run(['node', 'show.mjs'], kept);
    expect(output.stdout).toMatch(new RegExp(`^edge-sunset-rehearsal-0+ ${ZONE} kept\n$`));
    expect(calls).toEqual([]);
  });
});
