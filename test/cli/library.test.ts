import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { documentationPage } from '../../src/documentation.js';
import {
  analyze,
  brief,
  explain,
  type Finding,
  migrate,
  type Report,
  type ScanOptions,
  scan,
  UsageError,
  verify,
} from '../../src/index.js';
import { DEAD_CALL, edgeSunset, folderOf, stateHome, TODAY } from './command-line.js';

const now = TODAY;

describe('the library', () => {
  it('gives the report of the command, with the page of each finding', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    const report: Report = await scan({ cwd, now });
    const [finding]: readonly Finding[] = report.findings;
    expect(finding?.documentation).toBe(documentationPage('entries/firewall-rules'));
    expect(report).toEqual(JSON.parse((await edgeSunset(['scan', '-f', 'json'], { cwd })).stdout));
  });

  it('takes what a configuration may hold', async () => {
    const cwd = folderOf({
      'a.ts': DEAD_CALL,
      'b/b.ts':
        "import { api } from '@acme/http';\nawait api.fetchJson(`/zones/${zone}/settings/minify`, { value: 'on' });\n",
      'own.yaml': `entries:
  - id: own-reports
    title: Old reports
    area: reports
    endOfLife: "2026-06-30"
    summary: The old reports.
    replacement: The new reports.
    profile: cloudflare
    endpoints: [{ methods: [GET], path: "/accounts/{account_id}/old_reports" }]
    sources: [https://example.com/]
    automation: none
`,
    });
    const entries = async (options: ScanOptions) =>
      (await scan({ cwd, now, ...options })).findings.map(({ entry }) => entry);
    expect(await entries({ minConfidence: 'exact' })).toEqual(['firewall-rules']);
    expect(
      await entries({
        minConfidence: 'exact',
        clients: [{ module: '@acme/http', export: 'api' }],
        methods: { 'api.fetchJson': 'PATCH' },
      }),
    ).toEqual(['firewall-rules', 'minify']);
    expect(await entries({ schedules: ['vendor-2026'] })).toEqual([]);
    expect(await entries({ catalogues: ['own.yaml'], only: ['own-reports'] })).toEqual([]);
    expect(await entries({ exclude: ['a.ts', 'b'], maxFileSize: '1M', timeLimit: 60 })).toEqual([]);
    await edgeSunset(['scan', '--update-baseline'], { cwd });
    expect(await entries({ baseline: 'edge-sunset.baseline.json' })).toEqual([]);
  });

  it('reads a catalogue anew when it was edited', async () => {
    const catalogue = (path: string) => `entries:
  - id: own-reports
    title: Old reports
    area: reports
    endOfLife: "2026-06-30"
    summary: The old reports.
    replacement: The new reports.
    profile: cloudflare
    endpoints: [{ methods: [GET], path: "/accounts/{account_id}/${path}" }]
    sources: [https://example.com/]
    automation: none
`;
    const call = "await fetch('https://api.cloudflare.com/client/v4/accounts/a/old_reports');\n";
    const cwd = folderOf({ 'a.js': call, 'own.yaml': 'entries: 1' });
    const found = async () =>
      (await scan({ cwd, now, catalogues: ['own.yaml'] })).findings.map(({ entry }) => entry);
    await expect(found()).rejects.toThrow(UsageError);
    writeFileSync(join(cwd, 'own.yaml'), catalogue('old_invoices'));
    expect(await found()).toEqual([]);
    writeFileSync(join(cwd, 'own.yaml'), catalogue('old_reports'));
    expect(await found()).toEqual(['own-reports']);
  });

  it.each<[object, RegExp]>([
    [{ now: '2026-02-30' }, /^now must be a date/],
    [{ only: ['minfy'] }, /"minfy".*Did you mean 'minify'\?/],
    [{ minConfidence: 'sure' }, /^minConfidence: /],
    [{ hints: 'yes' }, /^hints: expected true or false/],
    [
      { colour: true },
      /^colour: unknown option\. scan\(\) knows paths, .*cwd, now, minConfidence, .*methods\.$/,
    ],
    [{ pathes: ['src'] }, /^pathes: unknown option\. Did you mean paths\?/],
    [{ level: 'safe' }, /^level: unknown option\./],
    [{ since: 1 }, /^since: expected a text\.$/],
    [{ staged: 'no' }, /^staged: expected true or false\.$/],
    [{ failOn: 'any' }, /^failOn: a report has no exit code/],
    [{ maxFileSize: -1 }, /maxFileSize must be a size/],
    [{ baseline: 'no.json' }, /the baseline no\.json does not exist/],
    [{ catalogues: ['no.yaml'] }, /no\.yaml/],
    [{ paths: ['no'] }, /^the path "no" does not exist\.$/],
    [{ paths: 'src' }, /^paths: expected a list/],
    [{ cwd: 1 }, /^cwd is the path/],
    [{ timeLimit: -3 }, /-3/],
  ])('refuses %j as a UsageError that says what is wrong', async (options, message) => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    const attempt = Reflect.apply(scan, undefined, [{ cwd, ...options }]);
    const error = await attempt.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ name: 'UsageError', message: expect.stringMatching(message) });
  });

  it('knows no option in its messages that it refuses', async () => {
    const attempt = Reflect.apply(scan, undefined, [{ colour: true }]);
    const message = await attempt.then(String, String);
    expect(message).not.toMatch(/failOn|allowIncomplete|\$schema/);
  });

  it('analyses a text, and says what it needs', async () => {
    const findings = await analyze(DEAD_CALL, { path: join('src', 'a.ts'), now });
    expect(findings.map(({ entry }) => entry)).toEqual(['firewall-rules']);
    await expect(Reflect.apply(analyze, undefined, [DEAD_CALL, {}])).rejects.toThrow(UsageError);
    await expect(Reflect.apply(analyze, undefined, [1, { path: 'a.ts' }])).rejects.toThrow('takes the text');
  });

  it('gives what the commands print as JSON', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    const printed = async (...argv: string[]) =>
      JSON.parse((await edgeSunset([...argv, '-f', 'json'], { cwd })).stdout);
    expect(await migrate({ cwd, now })).toEqual(await printed('migrate'));
    const review = { cwd, now, level: 'review', markers: false } as const;
    expect(await migrate(review)).toEqual(await printed('migrate', '--level', 'review', '--no-markers'));
    expect(await explain('10020', { cwd, now })).toEqual(await printed('explain', '10020'));
    expect(await explain('410 Gone', { cwd, now })).toEqual(await printed('explain', '410 Gone'));
    expect(await explain('a.ts:1', { cwd, now })).toEqual(await printed('explain', 'a.ts:1'));
    expect(await brief({ cwd, now, at: 'a.ts:1' })).toEqual([await printed('brief', 'a.ts:1')]);
    const trees = ['--before', '.', '--after', '.'];
    expect(await verify({ cwd, now, before: '.', after: '.' })).toEqual(await printed('verify', ...trees));
  });

  it('explains a line: what is found there, and what migrate would do', async () => {
    const cwd = folderOf({ 'a.ts': `\n${DEAD_CALL}` });
    const place = await explain('a.ts:2', { cwd, now });
    if (!('findings' in place)) throw new Error('a line leads to findings');
    expect(place).toMatchObject({
      asked: 'a.ts:2',
      findings: [{ entry: 'firewall-rules', line: 2, migrate: { strategy: 'marker', level: 'manual' } }],
      undetermined: [],
    });
    expect(await explain(place.findings[0]?.fingerprint.slice(0, 8) ?? '', { cwd, now })).toMatchObject({
      findings: place.findings,
    });
    await expect(explain('a.ts:1', { cwd, now })).rejects.toThrow('on line 1 of a.ts, but on 2');
  });

  it('has one brief for each unit, and none where nothing is left', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL, 'b/b.ts': DEAD_CALL.replace('POST', 'PUT'), 'c/c.ts': '' });
    expect(await brief({ cwd, now, skip: ['firewall-rules'] })).toEqual([]);
    expect((await brief({ cwd, now })).map(({ entries }) => entries)).toEqual([
      ['firewall-rules'],
      ['firewall-rules'],
    ]);
  });

  it('writes only if that is asked for', async () => {
    const call =
      "await fetch('https://api.cloudflare.com/client/v4/zones/z/settings/minify', { method: 'PATCH' });\n";
    const cwd = folderOf({ 'a.mjs': call });
    const text = () => readFileSync(join(cwd, 'a.mjs'), 'utf8');
    expect(await migrate({ cwd, now, level: 'review' })).toMatchObject({ written: false });
    expect(text()).toBe(call);
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('EDGE_SUNSET_STATE', stateHome());
    const strategies = { minify: 'marker' } as const;
    expect(await migrate({ cwd, now, level: 'review', write: true, types: false, strategies })).toMatchObject(
      {
        written: true,
        sites: [{ outcome: 'marked' }],
      },
    );
    expect(text()).toContain('edge-sunset-todo minify');
  });

  it('reads its options instead of a configuration file', async () => {
    const cwd = folderOf({
      'a.ts': DEAD_CALL,
      'edge-sunset.config.json': '{ "skip": ["firewall-rules"] }',
    });
    expect((await migrate({ cwd, now })).sites).toHaveLength(1);
    expect((await migrate({ cwd, now, skip: ['firewall-rules'] })).sites).toEqual([]);
    expect((await explain('a.ts:1', { cwd, now })) satisfies object).toHaveProperty('findings');
  });

  it.each<[string, (cwd: string) => Promise<unknown>, RegExp]>([
    [
      'migrate',
      (cwd) => Reflect.apply(migrate, undefined, [{ cwd, hints: true }]),
      /migrate\(\) knows paths, level, /,
    ],
    ['migrate', (cwd) => Reflect.apply(migrate, undefined, [{ cwd, level: 'all' }]), /safe, review/],
    [
      'migrate',
      (cwd) => Reflect.apply(migrate, undefined, [{ cwd, strategies: { minify: 1 } }]),
      /^strategies: /,
    ],
    ['explain', (cwd) => explain('nonsense at all', { cwd }), /^no entry matches/],
    ['explain', (cwd) => Reflect.apply(explain, undefined, [1, { cwd }]), /takes what to explain/],
    ['brief', (cwd) => brief({ cwd, at: 'no.ts' }), /"no\.ts" is no path/],
    ['verify', (cwd) => verify({ cwd, before: 'no-such-commit' }), /^--before: /],
    [
      'verify',
      (cwd) => Reflect.apply(verify, undefined, [{ cwd, run: 'node a.js' }]),
      /^run: expected a list/,
    ],
  ])('%s refuses what is wrong with a UsageError', async (_name, attempt, message) => {
    const error = await attempt(folderOf({ 'a.ts': DEAD_CALL })).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
  });
});
