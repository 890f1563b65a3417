/**
 * A program that wants to reach the network with real credentials, past every proxy and hook. Canaries outside listen
 * on loopback, for datagrams and on a socket with a path. Where a system has no namespaces, what is checked is that
 * the report does not claim them.
 */
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { mayHaveMissed } from '../../src/cli/edge/run-options.js';
import { Edge } from '../../src/edge/index.js';
import { isolationText, type RehearseOptions, rehearse } from '../../src/edge/rehearse/index.js';
import { openSandbox } from '../../src/edge/rehearse/sandbox.js';
import { isSecret, Mask, replacement } from '../../src/edge/rehearse/secrets.js';
import { folderOf } from '../cli/command-line.js';
import { ZONE } from '../edge/api.js';
import { HANGS } from '../processor-time.js';

/** The process namespace of this test. */
const PROCESSES = process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : '';
const REAL = 'real-credential-91f0';
const CALL = `https://api.cloudflare.com/client/v4/zones/${ZONE}/dns_records`;

function run(cwd: string, command: readonly string[], more: Partial<RehearseOptions> = {}) {
  const { entries, profiles } = builtinCatalogue();
  const [profile] = profiles;
  if (profile === undefined) throw new Error('no profile');
  return rehearse({
    edge: new Edge({ entries, now: '2026-11-21' }),
    command,
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, CLOUDFLARE_API_TOKEN: REAL },
    profile,
    passEnv: [],
    echo: () => {},
    ...more,
  });
}

/**
 * Every way out that Node alone can try, each by itself; `node:net` is not used, for it is hooked. What would harm the
 * machine that runs this test is tried inside of a process namespace only.
 */
const WAYS = `
const { port, udp, path, parent, space } = JSON.parse(process.argv[2]);
const inside = space !== '' && require('node:fs').readlinkSync('/proc/self/ns/pid') !== space;
const { TCP, TCPConnectWrap, constants } = process.binding('tcp_wrap');
const { Pipe, PipeConnectWrap, constants: kinds } = process.binding('pipe_wrap');
const { execFileSync, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const said = [];
const attempt = (name, act) => { try { said.push(name + ' ' + act()); } catch (error) { said.push(name + ' ' + error.code); } };
const tcp = (address) => { const wrap = new TCPConnectWrap(); wrap.oncomplete = (status) => said.push('tcp ' + status);
  const socket = new TCP(constants.SOCKET); globalThis[address] = socket; return socket.connect(wrap, address, port); };
attempt('raw', () => tcp('127.0.0.1'));
if (inside) attempt('far', () => { const wrap = new TCPConnectWrap(); wrap.oncomplete = () => {}; globalThis.far = new TCP(constants.SOCKET);
  return globalThis.far.connect(wrap, '192.0.2.1', 443); });
attempt('pipe', () => { const wrap = new PipeConnectWrap(); wrap.oncomplete = (status) => said.push('pipe ' + status);
  globalThis.pipe = new Pipe(kinds.SOCKET); return globalThis.pipe.connect(wrap, path); });
attempt('datagram', () => { const socket = require('node:dgram').createSocket('udp4'); socket.on('error', () => {});
  socket.send('canary', udp, '127.0.0.1', () => socket.close()); return 'sent'; });
attempt('emptied', () => spawnSync(process.execPath, ['-e', "process.binding('tcp_wrap'); require('net').connect(" + port + ", '127.0.0.1').on('connect', () => process.exit()).on('error', () => {})"], { env: {} }).status);
attempt('proxy', () => spawnSync(process.execPath, ['-e', "const http = require('http'); const u = new URL(process.env.HTTP_PROXY); http.request({ host: u.hostname, port: u.port, method: 'CONNECT', path: '127.0.0.1:" + port + "' }).on('connect', (r) => { console.log(r.statusCode); process.exit(); }).on('error', () => {}).end()"], { encoding: 'utf8' }).stdout);
attempt('debugger', () => { if (parent !== 0) process.kill(parent, 'SIGUSR1'); return 'sent'; });
if (inside) attempt('first', () => { process.kill(1, 'SIGUSR1'); return 'sent'; });
attempt('environ', () => fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name))
  .map((pid) => { try { return fs.readFileSync('/proc/' + pid + '/environ', 'latin1'); } catch { return ''; } }).join().includes(process.argv[3]));
attempt('file', () => fs.readFileSync('.env', 'utf8').includes('from-the-file'));
if (inside) attempt('mounts', () => spawnSync('umount', ['.env']).status === 0 || spawnSync('umount', ['/etc/hosts']).status === 0);
if (inside) attempt('enter', () => spawnSync('nsenter', ['--net=/proc/1/ns/net', 'true']).status === 0);
setTimeout(() => { attempt('inspector', () => execFileSync(process.execPath, ['-e', "require('net').connect(9229, '127.0.0.1').on('connect', () => { console.log('open'); process.exit(); }).on('error', (e) => console.log(e.code))"], { encoding: 'utf8' }).trim());
  console.log(said.join('\\n')); process.exit(); }, 500);
`;

const caught: string[] = [];
let canary: Server;
let local: Server;
let place: { port: number; udp: number; path: string };
let isolated = false;
const datagrams = createSocket('udp4');

beforeAll(async () => {
  const listener = (name: string) =>
    createServer((socket) => {
      caught.push(name);
      socket.on('data', (bytes) => caught.push(bytes.toString('latin1'))).on('error', () => {});
    });
  canary = listener('tcp');
  local = listener('socket');
  datagrams.on('message', () => caught.push('datagram'));
  await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
  const path = join(ROOT, '.tmp', `canary-${process.pid}.sock`);
  mkdirSync(join(ROOT, '.tmp'), { recursive: true });
  await new Promise<void>((done) => local.listen(path, done));
  await new Promise<void>((done) => datagrams.bind(0, '127.0.0.1', done));
  place = {
    port: (canary.address() as AddressInfo).port,
    udp: datagrams.address().port,
    path,
  };
  isolated = (await run(scratchFolder(), ['node', '-e', ''])).isolation.isolated;
});
afterAll(() => {
  canary.close();
  local.close();
  datagrams.close();
});

/** Outside of a test there is nothing to clean up after. */
function scratchFolder(): string {
  const folder = join(ROOT, '.tmp', `rehearse-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

describe('a program that goes around proxies and hooks', () => {
  const tree = () =>
    folderOf({ 'ways.cjs': WAYS, '.git/HEAD': '', '.env': 'OTHER=1\nSERVICE_TOKEN="from-the-file"\n' });
  const tryAll = async (more: Partial<RehearseOptions> = {}) => {
    caught.length = 0;
    const rehearsal = await run(
      tree(),
      [
        'node',
        'ways.cjs',
        JSON.stringify({
          ...place,
          parent: more.isolation === 'never' && isMainThread ? process.pid : 0,
          space: PROCESSES,
        }),
        REAL.slice(0, -1),
      ],
      more,
    );
    return { rehearsal, said: rehearsal.output.stdout };
  };

  it('is isolated wherever the system has the namespaces for it', () => {
    const namespaces = ['--user', '--map-root-user', '--net', '--mount', '--pid', '--ipc', '--fork'];
    const { status } = spawnSync('unshare', [...namespaces, '--mount-proc', 'true'], { stdio: 'ignore' });
    expect(isolated).toBe(process.platform === 'linux' && status === 0);
  });

  it('reaches nothing outside where the system can isolate it', async () => {
    const { rehearsal, said } = await tryAll();
    expect(rehearsal.problem).toBeNull();
    if (!isolated) {
      expect(isolationText(rehearsal.isolation)[0]).toContain('Not isolated: ');
      return;
    }
    // What had reached them would be told before what is sent now.
    await new Promise<void>((done) => connect(place.port, '127.0.0.1', done).end('own'));
    await expect.poll(() => caught, { timeout: HANGS }).toContain('own');
    expect(caught).toEqual(['tcp', 'own']);
    expect(said).toMatch(/^proxy 403$/m);
    expect(said).toMatch(/^environ false$/m);
    expect(said).toMatch(/^file false$/m);
    expect(said).toMatch(/^mounts false$/m);
    expect(said).toMatch(/^enter false$/m);
    expect(said).toMatch(/^inspector ECONNREFUSED$/m);
    expect(isolationText(rehearsal.isolation)).toEqual([
      'Isolated: the only network of the program was the emulated API.',
    ]);
  });

  it('reaches the canaries where it is not isolated, and the report says so', async () => {
    const { rehearsal, said } = await tryAll({ isolation: 'never' });
    const expected = ['tcp', 'datagram', ...(process.platform === 'win32' ? [] : ['socket'])];
    await expect.poll(() => caught, { timeout: HANGS }).toEqual(expect.arrayContaining(expected));
    expect(said).toMatch(/^proxy 403$/m);
    expect(said).toMatch(/^inspector ECONNREFUSED$/m);
    expect(isolationText(rehearsal.isolation).join('\n')).toContain(
      'Not isolated: it was turned off. Only proxies and hooks redirected the program;\n' +
        'a program that bypasses them reaches the network, and its calls are not in this report.',
    );
  });

  it('connects to no socket of the tree, by whatever name the system lists it', async () => {
    if (!isolated) return expect(process.platform).toBeDefined();
    const program = `const { Pipe, PipeConnectWrap, constants } = process.binding('pipe_wrap');
      for (const path of JSON.parse(process.argv[2])) { const wrap = new PipeConnectWrap(); const pipe = new Pipe(constants.SOCKET);
        wrap.oncomplete = (status) => { console.log(status < 0); pipe.close(); };
        const failed = pipe.connect(wrap, path); if (failed) { console.log(true); pipe.close(); } }`;
    const cwd = folderOf({ 'a.cjs': program, '.git/HEAD': '', 'two\nlines/.keep': '' });
    caught.length = 0;
    const names = ['first', 'renamed', 'linked', 'two\nlines/third'].map((name) => join(cwd, name));
    const [, renamed = '', linked = ''] = names;
    const servers = await Promise.all(
      [names[0], `${renamed}.new`, `${linked}.new`, names[3]].map(async (path) => {
        const server = createServer(() => caught.push('socket'));
        await new Promise<void>((done) => server.listen(path, done));
        return server;
      }),
    );
    renameSync(`${renamed}.new`, renamed);
    linkSync(`${linked}.new`, linked);
    unlinkSync(`${linked}.new`);
    const { output } = await run(cwd, ['node', 'a.cjs', JSON.stringify(names)]);
    for (const server of servers) server.close();
    expect(output.stdout).toBe('true\n'.repeat(names.length));
    expect(caught).toEqual([]);
  });

  it('is answered by the emulated API with emptied variables and without our hooks', async () => {
    const program = `const { spawnSync } = require('child_process'); const child = "process.env.NODE_TLS_REJECT_UNAUTHORIZED='0'; fetch('${CALL}', { headers: { authorization: 'Bearer t' } }).then((r) => console.log(r.status))";
      const { spawn } = process.binding('spawn_sync'); const out = spawn({ file: process.execPath, args: ['node', '-e', child], envPairs: [], stdio: [{ type: 'pipe', readable: true, writable: false }, { type: 'inherit', fd: 1 }, { type: 'inherit', fd: 2 }] });`;
    if (!isolated) return expect(process.platform).toBeDefined();
    const { calls, output } = await run(folderOf({ 'a.cjs': program }), ['node', 'a.cjs']);
    expect(output.stdout).toBe('200\n');
    expect(calls).toMatchObject([{ status: 200 }]);
  });
});

describe('where a program cannot be isolated', () => {
  it.each([
    [{ platform: 'darwin', folders: ['/usr/bin'] }, 'programs are isolated on Linux only'],
    [{ platform: 'linux', folders: [] }, 'the system has no unshare, mount, sh (util-linux)'],
  ] as const)('the reason is told', async (system, reason) => {
    expect(await openSandbox('guard.cjs', system)).toEqual({ ok: false, reason });
  });

  it.runIf(process.platform !== 'win32')('also if the system refuses', async () => {
    const folder = folderOf({ unshare: '#!/bin/sh\necho "unshare: Operation not permitted" >&2\nexit 1\n' });
    const { chmodSync } = await import('node:fs');
    chmodSync(join(folder, 'unshare'), 0o755);
    for (const name of ['mount', 'sh']) symlinkSync('/bin/sh', join(folder, name));
    expect(await openSandbox('guard.cjs', { platform: 'linux', folders: [folder] })).toEqual({
      ok: false,
      reason: 'the system does not allow it (unshare: Operation not permitted)',
    });
  });

  it.runIf(process.platform === 'linux')('programs without our hooks are named', async () => {
    const cwd = folderOf({
      'a.cjs': `const fs = require('fs');
const child = require('child_process').spawn('sleep', ['600'], { stdio: 'ignore' });
child.on('spawn', () => fs.writeFileSync('began', ''));
const timer = setInterval(() => { if (fs.existsSync('seen')) { clearInterval(timer); child.kill(); } }, 20);`,
    });
    const running = run(cwd, ['node', 'a.cjs'], { isolation: 'never' });
    const tick = () => new Promise((done) => setTimeout(done, 50));
    while (!existsSync(join(cwd, 'began'))) await tick();
    // Programs are looked for by a timer of this process: it comes in between these.
    for (let looks = 0; looks < 4; looks++) await tick();
    writeFileSync(join(cwd, 'seen'), '');
    const { isolation } = await running;
    expect(isolation).toMatchObject({
      isolated: false,
      unheld: [expect.stringMatching(/sleep|coreutils|busybox/)],
    });
    expect(mayHaveMissed(isolation)).toBe(true);
    expect(mayHaveMissed({ isolated: false, reason: '', unheld: ['sh'] })).toBe(false);
    expect(mayHaveMissed({ isolated: true })).toBe(false);
  });
});

describe('credentials', () => {
  it('of the environment and of .env files are replaced and never printed', async () => {
    const cwd = folderOf({
      '.git/HEAD': '',
      '.env': `# c\nexport API_KEY='from-env-file-1'\nHOST=example.com\nPEM="-----BEGIN\nfrom-env-file-2\n-----END"\n`,
      'app/.dev.vars': 'db_password: from-env-file-3',
      'app/.env.example': 'API_KEY=only-a-sample',
      'app/show.cjs': `const fs = require('fs'); const { env } = process;
        console.log(env.API_KEY, env.GITHUB_TOKEN, env.DATABASE_URL, env.ZONE_ID, env.SSH_AUTH_SOCK, fs.readFileSync('.env.example', 'utf8'));
        console.error(process.argv[2]); console.log(fs.readFileSync('../.env', 'utf8'), fs.readFileSync('.dev.vars', 'utf8'));`,
    });
    const env = {
      PATH: process.env.PATH,
      GITHUB_TOKEN: 'real-token-of-ci',
      DATABASE_URL: 'postgres://me:p@ss-word-1@db.example.com/x',
      ZONE_ID: ZONE,
      SSH_AUTH_SOCK: '/tmp/agent',
    };
    let echoed = '';
    const echo = (text: string) => {
      echoed += text;
    };
    const command = ['node', 'show.cjs', 'x real-token-of-ci y'];
    const rehearsal = await run(join(cwd, 'app'), command, { env, echo });
    const fake = 'edge-sunset-rehearsal-000000000000000000';
    expect(echoed).toContain(
      `${fake} ${fake} postgres://edge-sunset:rehearsal@db.example.com/x ${ZONE} undefined API_KEY=only-a-sample`,
    );
    expect(echoed).toContain('HOST=example.com');
    expect(`${echoed}${JSON.stringify(rehearsal)}`).not.toMatch(/from-env-file|real-token|p@ss-word/);
    expect(rehearsal.command).toEqual(['node', 'show.cjs', 'x *** y']);
  });

  it.each<readonly [string, string, boolean]>([
    ['GITHUB_TOKEN', 'abc', true],
    ['npm_config_//registry.example.com/:_authToken', 'abc', true],
    ['AWS_SECRET_ACCESS_KEY', 'abc', true],
    ['pass', 'abcdef', true],
    ['PLAIN', 'ghp_012345678901234567890123', true],
    ['URL', 'https://a:b@example.com', true],
    ['PWD', '/home/me', false],
    ['KEYBOARD', 'us', false],
    ['TOKEN_REQUIRED', 'true', false],
    ['GIT_AUTHOR_NAME', 'Ann', false],
    ['CLOUDFLARE_ZONE_ID', ZONE, false],
    ['SSH_KEY_FILE', ROOT, false],
  ])('%s=%s', (name, value, secret) => {
    expect(isSecret(name, value)).toBe(secret);
    if (secret) expect(replacement(value)).not.toBe(value);
  });

  it('are found across the borders of chunks, and characters are whole', () => {
    const text = `naïve 日本 🙂 ${REAL} and ${REAL.slice(0, 9)} é`;
    const bytes = Buffer.from(text);
    for (let size = 1; size < 12; size++) {
      const stream = new Mask([REAL]).stream();
      let out = '';
      for (let at = 0; at < bytes.length; at += size) out += stream.push(bytes.subarray(at, at + size));
      expect(out + stream.end()).toBe(`naïve 日本 🙂 *** and ${REAL.slice(0, 9)} é`);
    }
    const held = new Mask([REAL]).stream();
    expect(held.push(Buffer.from('Continue? '))).toBe('Continue? ');
  });

  it('are hidden in every spelling', () => {
    const secret = 'a"b/c d+e\\f';
    const mask = new Mask([secret, 'short']);
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
      expect(mask.value({ [form]: [form, 1, null] })).toEqual({ '***': ['***', 1, null] });
    expect(mask.text(`short ${Buffer.from(secret).toString('base64')}`)).toBe('short ***');
  });
});

it('output of a child that is cut inside a character stays whole', async () => {
  const program = `const bytes = Buffer.from('日本語'); process.stdout.write(bytes.subarray(0, 4)); setTimeout(() => process.stdout.write(bytes.subarray(4)), 150);`;
  const cwd = folderOf({ 'a.cjs': program });
  let echoed = '';
  const echo = (text: string) => {
    echoed += text;
  };
  const { output } = await run(cwd, ['node', 'a.cjs'], { isolation: 'never', echo });
  expect([output.stdout, echoed]).toEqual(['日本語', '日本語']);
});
