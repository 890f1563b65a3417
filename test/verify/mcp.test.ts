import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it } from 'vitest';
import { MOST_TOKENS, tokensOf } from '../../src/verify/index.js';
import { builtBin } from '../cli/bin.js';
import { folderOf } from '../cli/command-line.js';
import { HOST, REVIEW_CALL, SAFE_CALL } from '../migrate/project.js';
import { cloneOf } from '../pull-request/clone.js';

const bin = builtBin();

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

interface Started {
  readonly flags?: readonly string[];
  /** Folders that the client names as its roots. */
  readonly roots?: readonly string[];
}

/** The server as a process of its own, and the client of the SDK at the other end of the pipes. */
async function connected(cwd: string, { flags = [], roots }: Started = {}): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '0' },
    { capabilities: roots === undefined ? {} : { roots: {} } },
  );
  if (roots !== undefined)
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((root) => ({ uri: pathToFileURL(root).href })),
    }));
  const args = [bin(), 'mcp', ...flags];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, stderr: 'ignore' }));
  open.push(client);
  return client;
}

async function answer(client: Client, name: string, input: object = {}): Promise<string> {
  const { content } = (await client.callTool({ name, arguments: { ...input } })) as {
    readonly content: readonly { readonly text: string }[];
  };
  return content.map(({ text }) => text).join('');
}

describe('mcp', () => {
  it('offers its tools, and what they answer is what the commands say', async () => {
    const cwd = folderOf({ 'a.js': SAFE_CALL });
    const client = await connected(cwd);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      'scan explain brief migrate verify rehearse ruleset_check convert'.split(' '),
    );
    expect(await answer(client, 'scan')).toContain(
      'a.js:1 script-monitor GET /zones/{zone_id}/script_monitor/scripts',
    );
    expect(await answer(client, 'brief', { at: 'a.js:1' })).toContain('/page_shield/scripts');
    expect(await answer(client, 'explain', { what: 'a.js:1' })).toContain('migrate: in-place, safe');
    expect(await answer(client, 'explain', { what: '/zones/x/rate_limits' })).toContain('rate-limits');
    expect(await answer(client, 'migrate')).toContain('page_shield');
    const limit = { threshold: 5, period: 60, match: {}, action: { mode: 'ban', timeout: 60 } };
    expect(
      await answer(client, 'convert', { kind: 'rate-limits', objects: JSON.stringify(limit) }),
    ).toContain('"requests_per_period": 5');
    const ruleset = {
      kind: 'zone',
      phase: 'http_request_firewall_custom',
      name: 'a',
      rules: [{ action: 'allow', expression: 'true' }],
    };
    expect(await answer(client, 'ruleset_check', { ruleset: JSON.stringify(ruleset) })).toContain('allow');
  });

  it('writes only if it may', async () => {
    const cwd = folderOf({ 'a.js': REVIEW_CALL });
    const readOnly = await connected(cwd);
    const write = { level: 'review', write: true };
    expect(await answer(readOnly, 'migrate', write)).toContain('--allow-write');
    expect(await answer(readOnly, 'rehearse', { command: ['node', 'a.js'] })).toContain('--allow-write');
    expect(readFileSync(join(cwd, 'a.js'), 'utf8')).toBe(REVIEW_CALL);
    const writing = await connected(cwd, { flags: ['--allow-write'] });
    await answer(writing, 'migrate', write);
    expect(readFileSync(join(cwd, 'a.js'), 'utf8')).not.toContain('minify');
  });

  it('judges a change of the work tree, and runs nothing unless it may', async () => {
    const { folder, write } = cloneOf({
      'package.json': '{ "type": "module" }',
      'sub/x.js': '',
      'a.js': SAFE_CALL,
    });
    write('a.js', SAFE_CALL.replace('script_monitor/scripts', 'page_shield/scripts'));
    const client = await connected(folder);
    expect(await answer(client, 'verify')).toMatch(/script-monitor \(a\.js\): (?:consistent|not proven)/);
    write('a.js', `// edge-sunset-ignore-next-line script-monitor\n${SAFE_CALL}`);
    expect(await answer(client, 'verify')).toMatch(/refuted\n {2}honest: /);
    expect(await answer(client, 'verify', { run: ['node a.js'] })).toContain('--allow-write');
    expect(await answer(client, 'verify', { unit: 'zzz' })).toContain('--unit must be');
    expect(await answer(client, 'verify', { before: '/' })).toContain('names a commit');
    const below = await connected(join(folder, 'sub'));
    expect(await answer(below, 'verify')).toContain('outside of the roots');
    const none = await connected(folderOf({ 'a.js': SAFE_CALL }));
    expect(await answer(none, 'verify')).toContain('needs a git repository');
  });

  it('reads nothing outside of its roots', async () => {
    const cwd = folderOf({ 'in/a.js': SAFE_CALL, 'out/secret.js': SAFE_CALL, 'own/a.js': '' });
    mkdirSync(join(cwd, 'in/sub'));
    symlinkSync(join(cwd, 'out'), join(cwd, 'in/link'));
    const client = await connected(join(cwd, 'in'));
    for (const path of ['../out', join(cwd, 'out'), 'link', '/'])
      expect(await answer(client, 'scan', { path })).toContain('outside of the roots');
    expect(await answer(client, 'explain', { what: '../out/secret.js:1' })).toContain('outside of the roots');
    expect(await answer(client, 'brief', { at: 'link/secret.js:1' })).toContain('outside of the roots');
    // A path that begins as one of the API does, and one with the escapes of reports.
    const secret = join(cwd, 'out/secret.js');
    for (const what of [`/zones/..${secret}:1`, `/user/..${secret}`, `\\u{2e}./out/secret.js:1`]) {
      expect(await answer(client, 'explain', { what }), what).not.toContain('script_monitor');
      expect(await answer(client, 'brief', { at: what }), what).not.toContain('script_monitor');
    }
    expect(await answer(client, 'scan', { path: 'a.js' })).toContain('1 findings');
    const narrow = await connected(cwd, { roots: [join(cwd, 'in')] });
    expect(await answer(narrow, 'scan', { path: join(cwd, 'out') })).toContain('outside of the roots');
    expect(await answer(narrow, 'scan')).toContain('a.js:1');
  });

  it('answers 300 findings in pages that are small', async () => {
    const call = (index: number) =>
      `curl "${HOST}/zones/$ZONE/firewall/rules/${index}" -H "Authorization: Bearer $TOKEN"\n`;
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, file) => [
        `scripts/task-${file}.sh`,
        Array.from({ length: 10 }, (__, line) => call(file * 10 + line)).join(''),
      ]),
    );
    const client = await connected(folderOf(files));
    const first = await answer(client, 'scan');
    expect(first).toContain('300 findings in 30 files: firewall-rules 300');
    expect(tokensOf(first)).toBeLessThan(2000);
    const rows = new Set<string>();
    let page = first;
    for (let pages = 0; pages < 40; pages++) {
      expect(tokensOf(page)).toBeLessThanOrEqual(MOST_TOKENS + 50);
      for (const row of page.match(/^scripts\/\S+/gm) ?? []) rows.add(row);
      const [, offset] = /offset (\d+)/.exec(page) ?? [];
      if (offset === undefined) break;
      page = await answer(client, 'scan', { offset: Number(offset) });
    }
    expect(rows.size).toBe(300);
  });

  it('lists no row that a name of a file has made up', async () => {
    const client = await connected(folderOf({ 'a.js\nb.js:7 dns-srv DELETE \u001b[2J.js': SAFE_CALL }));
    const rows = (await answer(client, 'scan')).trimEnd().split('\n');
    expect(rows).toEqual([expect.stringContaining('1 findings'), expect.stringMatching(/^a\.js\\nb\.js:7/)]);
    expect(rows[1]).not.toContain('\u001b');
  });

  it('says what is wrong with a request, and goes on', async () => {
    const client = await connected(folderOf({ 'a.js': SAFE_CALL }));
    expect(await answer(client, 'nothing')).toContain('there is no tool "nothing"');
    expect(await answer(client, 'scan', { path: 'missing' })).toContain('does not exist');
    expect(await answer(client, 'scan', { entry: 'no-such-entry' })).toContain('unknown entry');
    expect(await answer(client, 'convert', { kind: 'rate-limits', objects: '{' })).toContain('JSON');
    expect(await answer(client, 'scan')).toContain('1 findings');
  });
});
