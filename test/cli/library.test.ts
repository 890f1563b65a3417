import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyze, type Finding, type Report, type ScanOptions, scan, UsageError } from '../../src/index.js';
import { DEAD_CALL, edgeSunset, folderOf, TODAY } from './command-line.js';

const now = TODAY;

describe('the library', () => {
  it('gives the report of the command, with the page of each finding', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    const report: Report = await scan({ cwd, now });
    const [finding]: readonly Finding[] = report.findings;
    expect(finding?.documentation).toBe('https://edge-sunset.example.com/entries/firewall-rules/');
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
    [{ colour: true }, /^colour: /],
    [{ failOn: 'any' }, /^failOn: a report has no exit code/],
    [{ maxFileSize: -1 }, /maxFileSize must be a size/],
    [{ baseline: 'no.json' }, /the baseline no\.json does not exist/],
    [{ catalogues: ['no.yaml'] }, /no\.yaml/],
    [{ paths: ['no'] }, /^the path "no" does not exist\.$/],
    [{ paths: 'src' }, /^paths is a list/],
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

  it('analyses a text, and says what it needs', async () => {
    const findings = await analyze(DEAD_CALL, { path: join('src', 'a.ts'), now });
    expect(findings.map(({ entry }) => entry)).toEqual(['firewall-rules']);
    await expect(Reflect.apply(analyze, undefined, [DEAD_CALL, {}])).rejects.toThrow(UsageError);
    await expect(Reflect.apply(analyze, undefined, [1, { path: 'a.ts' }])).rejects.toThrow('takes the text');
  });
});
