import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cloneOf } from '../pull-request/clone.js';
import { DEAD_CALL, edgeSunset, folderOf, LIVE_CALL } from './command-line.js';

/** A call that waits for a decision: where ids of the old API are kept. */
const BY_ID =
  "export const drop = (zone, id) => fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/firewall/rules/${id}`, { method: 'DELETE' }).then((r) => r.text());\n";
const MINIFY =
  "await fetch(`https://api.cloudflare.com/client/v4/zones/${process.env.ZONE}/settings/minify`, { method: 'PATCH', body: '{}' });\n";

const TREE = {
  'shop/src/x.mjs': DEAD_CALL + MINIFY,
  'api/y.mjs': BY_ID,
  'docs/z.mjs': LIVE_CALL,
  list: 'shop\napi\ndocs\n',
};

async function fleetIn(files: Readonly<Record<string, string>> = TREE): Promise<string> {
  const cwd = folderOf(files);
  for (const command of ['scan', 'brief'])
    await edgeSunset([command, '--roots', 'list', '--into', `${command}.ndjson`], { cwd });
  return cwd;
}

async function reported(cwd: string, ...argv: readonly string[]) {
  const outcome = await edgeSunset(['report', ...argv, '-f', 'json'], { cwd });
  return { ...outcome, fleet: outcome.stdout === '' ? null : JSON.parse(outcome.stdout) };
}

describe('the report of many repositories', () => {
  it('names each call with its repository, level, unit and decisions', async () => {
    const { code, fleet } = await reported(await fleetIn(), 'scan.ndjson', 'brief.ndjson');
    expect(code).toBe(1);
    expect(fleet.findings).toMatchObject([
      { repository: 'shop', path: 'src/x.mjs', line: 1, entry: 'firewall-rules', decisions: [] },
      { repository: 'shop', path: 'src/x.mjs', line: 2, entry: 'minify', level: 'review', decisions: [] },
      { repository: 'api', path: 'y.mjs', entry: 'firewall-rules', decisions: ['old-ids'], isNew: null },
    ]);
    expect(
      fleet.repositories.map(({ name, calls, units }: Record<string, unknown>) => [name, calls, units]),
    ).toEqual([
      ['shop', 2, 2],
      ['api', 1, 1],
      ['docs', 0, 0],
    ]);
    expect(fleet.decisions).toMatchObject([
      { name: 'old-ids', units: 1, repositories: 1, options: ['lookup', 'replace'] },
    ]);
    expect(fleet).toMatchObject({ calls: 3, blockedUnits: 1, trend: null, notes: [] });
  });

  it('is the same from a stream, from JSON and from SARIF, but for what these do not hold', async () => {
    const cwd = await fleetIn();
    for (const format of ['json', 'sarif'])
      await edgeSunset(['scan', 'shop', '-o', `${format}=shop.${format}`], { cwd });
    const rows = async (file: string) => {
      const { fleet } = await reported(cwd, file);
      return fleet.findings
        .filter(({ repository }: { readonly repository: string }) => repository === 'shop')
        .map(({ entry, line, level, severity }: Record<string, unknown>) => [entry, line, level, severity]);
    };
    const wanted = await rows('scan.ndjson');
    expect(wanted).toHaveLength(2);
    const both = await edgeSunset(['scan', 'shop', 'api', '-f', 'ndjson'], { cwd });
    writeFileSync(join(cwd, 'both.ndjson'), both.stdout);
    for (const file of ['shop.json', 'shop.sarif', 'shop=shop.json', 'both.ndjson'])
      expect(await rows(file)).toEqual(wanted);
  });

  it('joins what is known of a repository by the name of its remote, also without a scan', async () => {
    const clone = cloneOf({ 'src/x.mjs': MINIFY, CODEOWNERS: '* @shop/edge\n' });
    clone.git('remote', 'set-url', 'origin', 'git@code.example.com:shop/api.git');
    const cwd = folderOf({ list: `${clone.folder}\n` });
    for (const command of ['scan', 'migrate', 'brief'])
      await edgeSunset([command, '--roots', 'list', '--into', `${command}.ndjson`], { cwd });
    const expected = { repository: 'code.example.com/shop/api', path: 'src/x.mjs', line: 1, level: 'review' };
    const all = await reported(cwd, 'scan.ndjson', 'migrate.ndjson', 'brief.ndjson');
    expect(all.fleet.findings).toMatchObject([{ ...expected, owners: ['@shop/edge'], confidence: 'exact' }]);
    expect(all.fleet.owners).toMatchObject([{ name: '@shop/edge', calls: 1 }]);
    for (const command of ['migrate', 'brief']) {
      const { fleet } = await reported(cwd, `${command}.ndjson`);
      expect(fleet.findings).toMatchObject([{ ...expected, owners: [], confidence: null }]);
    }
  });

  it('compares with an earlier run: lines that moved are known, repositories of one run are not compared', async () => {
    const cwd = await fleetIn();
    writeFileSync(join(cwd, 'shop/src/x.mjs'), `\n\n${MINIFY}`);
    writeFileSync(join(cwd, 'api/y.mjs'), BY_ID + MINIFY);
    writeFileSync(join(cwd, 'list'), 'shop\napi\n');
    await edgeSunset(['scan', '--roots', 'list', '--into', 'now.ndjson'], { cwd });
    const { fleet, code } = await reported(cwd, 'now.ndjson', '--against', 'scan.ndjson', '--fail-on', 'new');
    const trends = fleet.findings.map(({ repository, entry, isNew }: Record<string, unknown>) => [
      repository,
      entry,
      isNew,
    ]);
    expect(trends).toEqual([
      ['api', 'firewall-rules', false],
      ['api', 'minify', true],
      ['shop', 'minify', false],
    ]);
    expect(fleet.trend).toEqual({ since: '2026-11-21', added: 1, gone: 1 });
    expect(fleet.notes).toEqual(['docs: in the earlier run only']);
    expect(code).toBe(1);
    expect(await reported(cwd, 'now.ndjson', '--against', 'now.ndjson', '--fail-on', 'new')).toMatchObject({
      code: 0,
    });
  });

  it('says what was cut off or could not be worked on, and what is there twice', async () => {
    const cwd = await fleetIn({ ...TREE, list: 'shop\nmissing\n' });
    const { code, fleet } = await reported(cwd, 'scan.ndjson', 'scan.ndjson');
    expect(code).toBe(3);
    expect(fleet.repositories.at(-1)).toMatchObject({
      name: 'missing',
      error: 'the path "missing" does not exist.',
    });
    expect(fleet.notes).toEqual(['scan.ndjson: shop is there more than once; the last one counts']);
    writeFileSync(
      join(cwd, 'cut.ndjson'),
      '{"type":"start","now":"2026-11-21"}\n{"type":"finding","root":"shop","path":"a.ts","fingerprint":"0"}\n{"type":"fin',
    );
    const cut = await reported(cwd, 'cut.ndjson');
    expect(cut).toMatchObject({
      code: 3,
      fleet: { calls: 0, notes: ['cut.ndjson: shop was cut off and does not count'] },
    });
  });

  it('is limited to entries and owners', async () => {
    const cwd = await fleetIn();
    const entries = async (...argv: readonly string[]) =>
      (await reported(cwd, 'scan.ndjson', ...argv)).fleet.entries.map(
        ({ name }: { readonly name: string }) => name,
      );
    expect(await entries('--only', 'minify')).toEqual(['minify']);
    expect(await entries('--owner', '-')).toEqual(['firewall-rules', 'minify']);
    expect(await entries('--owner', '@nobody')).toEqual([]);
  });

  it('is written for terminals, issues and spreadsheets, with the repository in each row', async () => {
    const cwd = await fleetIn();
    const [text, markdown, csv] = await Promise.all(
      ['text', 'markdown', 'csv'].map((format) =>
        edgeSunset(['report', 'scan.ndjson', 'brief.ndjson', '-f', format, '--limit', '1'], { cwd }),
      ),
    );
    expect(text?.stdout).toMatch(/^3 calls of retired APIs in 2 of 3 repositories\n {2}· .*, in 3 units\n/);
    expect(text?.stdout).toMatch(/^old-ids +1 +1 +Where do stored ids/m);
    expect(text?.stdout).toContain('… and 1 more (--limit 0 lists all)');
    expect(markdown?.stdout).toContain('\n| shop | 2 |');
    expect(csv?.stdout.split('\r\n').map((line) => line.split(',')[0])).toEqual([
      'repository',
      'shop',
      'shop',
      'api',
      '',
    ]);
  });

  it.each([
    [[], 'name the streams and reports'],
    [['missing.json'], 'there is no file "missing.json"'],
    [['list'], 'list is no stream'],
    [['empty.json'], 'empty.json is no stream'],
    [['scan.ndjson', '--fail-on', 'new'], 'needs --against'],
    [['scan.ndjson', '--limit', 'many'], '--limit must be a number'],
  ])('refuses what it cannot read: %j', async (argv, message) => {
    const cwd = folderOf({ list: 'a\n', 'scan.ndjson': '{"type":"start"}\n', 'empty.json': '{}' });
    const outcome = await edgeSunset(['report', ...argv], { cwd });
    expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });

  it('takes texts from anywhere as texts', async () => {
    const hostile = '</script><img src=x onerror=alert(1)>\u202e=1+1';
    const row = {
      path: hostile,
      entry: hostile,
      owners: [hostile],
      fingerprint: hostile,
      endpoint: hostile,
      line: -1,
      level: [],
    };
    const rows = [
      { type: 'start', now: hostile },
      { type: 'finding', root: hostile, ...row },
      {
        type: 'done',
        root: hostile,
        repository: { name: hostile, commit: 7 },
        summary: 'none',
        exit: hostile,
      },
    ];
    const cwd = folderOf({ 'x.ndjson': rows.map((one) => `${JSON.stringify(one)}\n`).join('') });
    for (const format of ['text', 'html', 'markdown', 'csv', 'json']) {
      const { code, stdout } = await edgeSunset(['report', 'x.ndjson', '-f', format], { cwd });
      expect(code).toBe(1);
      if (format !== 'json' && format !== 'markdown') expect(stdout).not.toContain('\u202e');
      if (format === 'html') expect(stdout.match(/<\/script>/g)).toHaveLength(2);
      if (format === 'html') expect(stdout).not.toContain('<img');
    }
  });
});
