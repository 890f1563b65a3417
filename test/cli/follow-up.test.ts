import { describe, expect, it } from 'vitest';
import { HAND_CALL, HOST, projectOf, SAFE_CALL } from '../migrate/project.js';
import { edgeSunset, folderOf, LIVE_CALL } from './command-line.js';

const ZONE = "const zone = process.env.ZONE;\nconst account = '1';\n";
/** The path is also used by an API that lives. */
const POSSIBLE = `await fetch(\`${HOST}/accounts/\${account}/tunnels\`);\nawait fetch(\`${HOST}/organizations\`);\n`;

describe('expr check', () => {
  it('warns of a name that is retired', async () => {
    const cwd = folderOf({});
    const { code, stdout } = await edgeSunset(['expr', 'check', '(cf.threat_score gt 14)'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^valid\nwarning: cf\.threat_score is retired after \d{4}-\d{2}-\d{2} \(threat-score\)\. /,
    );
    const json = await edgeSunset(['expr', 'check', '--format', 'json', 'cf.threat_score gt 14'], { cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({
      valid: true,
      retired: [{ name: 'cf.threat_score', entry: 'threat-score' }],
    });
  });

  it('warns of nothing else', async () => {
    const { stdout } = await edgeSunset(['expr', 'check', '(http.host eq "a.example")'], {
      cwd: folderOf({}),
    });
    expect(stdout).toBe('valid\n');
  });
});

describe('findings that are withheld', () => {
  it('are counted in the summary, in JSON, and by migrate', async () => {
    const cwd = folderOf({ 'a.mjs': ZONE + POSSIBLE });
    const json = async (...argv: string[]) =>
      JSON.parse((await edgeSunset(['scan', '-f', 'json', ...argv], { cwd })).stdout).summary;
    const all = await json('--min-confidence', 'possible');
    expect(all).toMatchObject({ withheld: 0 });
    expect(all.findings).toBeGreaterThan(0);
    const plain = await json();
    expect(plain).toMatchObject({ findings: 0, withheld: all.findings });
    expect(await json('--skip', 'legacy-tunnels,organizations')).toMatchObject({ withheld: 0 });
    const { stdout } = await edgeSunset(['scan'], { cwd });
    expect(stdout).toMatch(/\d less certain findings? not listed \(--min-confidence possible lists them\)/);
    const plan = await edgeSunset(['migrate'], { cwd });
    expect(plan.stdout).toMatch(/\d less certain findings? excluded/);
  });

  it('are not mentioned where there are none', async () => {
    const { stdout } = await edgeSunset(['scan'], { cwd: folderOf({ 'a.mjs': LIVE_CALL }) });
    expect(stdout).not.toContain('less certain');
  });
});

describe('the next command', () => {
  it('of migrate carries every option that matters, quoted', async () => {
    const project = projectOf({ "it's here/a.mjs": ZONE + SAFE_CALL });
    const { stdout } = await project.run(
      'migrate',
      '--include',
      '**/*.mjs',
      '--min-confidence',
      'exact',
      '--no-markers',
      '--no-types',
      '-f',
      'text',
      "it's here",
    );
    const next = /^Next: (.*)$/m.exec(stdout)?.[1] ?? '';
    expect(next).toMatch(/^npx edge-sunset migrate --write /);
    for (const part of ["--include '**/*.mjs'", '--min-confidence exact', '--no-markers'])
      expect(next).toContain(part);
    if (process.platform !== 'win32') expect(next).toMatch(/'it'\\''s here'$/);
  });

  it('of a scan migrates the same calls of the same files', async () => {
    const project = projectOf({ "it's here/a.mjs": ZONE + SAFE_CALL });
    const argv = ['scan', '--include', '**/a b*.mjs', '--include', '**/a.mjs', '--min-confidence', 'exact'];
    const { stdout } = await project.run(...argv, '--hints', '--fail-on', 'never', "it's here");
    const run = / {2}Run\s+(npx .*)$/m.exec(stdout)?.[1] ?? '';
    const shown = process.platform === 'win32' ? '' : " 'it'\\''s here'";
    expect(run).toContain(
      "--only script-monitor --min-confidence exact --include '**/a b*.mjs' --include '**/a.mjs'",
    );
    expect(run.endsWith(shown)).toBe(true);
    const html = await project.run(...argv, '-f', 'html', "it's here");
    expect(html.stdout).toContain('--min-confidence exact --include');
  });

  it('is as short as before where no option was given', async () => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL });
    expect((await project.run('migrate')).stdout).toMatch(/^Next: npx edge-sunset migrate --write$/m);
    const { stdout } = await project.run('scan');
    expect(stdout).toMatch(/^Next: npx edge-sunset migrate$/m);
    expect(stdout).toMatch(/ {2}Run +npx edge-sunset migrate --only script-monitor( --level review)?$/m);
    expect((await project.run('scan', '--now', '2026-11-20')).stdout).toMatch(
      /^Next: npx edge-sunset migrate --now 2026-11-20$/m,
    );
  });

  it('rewrites something: none is named where nothing is followed, and SARIF says the same', async () => {
    const java = (path: string) =>
      `class A { URI u = URI.create("https://api.cloudflare.com/client/v4/zones/" + zone + "/${path}"); }\n`;
    const terraform =
      'resource "cloudflare_zone_settings_override" "a" {\n  settings {\n    ssl = "full"\n  }\n}\n';
    const project = projectOf({
      'A.java': java('firewall/rules'),
      'B.java': java('settings/minify'),
      'c.tf': terraform,
    });
    const { stdout } = await project.run('scan');
    expect([...stdout.matchAll(/Run +npx edge-sunset migrate --only ([\w-]+)/g)].map(([, id]) => id)).toEqual(
      ['minify'],
    );
    const [{ results }] = JSON.parse((await project.run('scan', '-f', 'sarif')).stdout).runs;
    const said = results.map(({ properties }: { properties: { entry: string; automation: string } }) => [
      properties.entry,
      properties.automation,
    ]);
    expect(Object.fromEntries(said)).toEqual({
      'firewall-rules': 'manual',
      minify: 'review',
      'settings-batch': 'manual',
    });
    expect(stdout).toContain('\nNext: npx edge-sunset migrate\n');
    expect((await project.run('scan', 'A.java', '--now', '2026-11-21')).stdout).toMatch(
      /^Next: npx edge-sunset explain --now 2026-11-21 firewall-rules$/m,
    );
    const levels = JSON.parse((await project.run('migrate', '-f', 'json')).stdout).sites;
    for (const { entry, level } of levels) if (entry !== 'minify') expect(level, entry).toBe('manual');
  });
});

describe('reasons and steps', () => {
  it('are true', async () => {
    const project = projectOf({
      'a.mjs': ZONE + HAND_CALL,
      'b.py': `import requests\nrequests.get(f"${HOST}/zones/{zone}/script_monitor/scripts")\n`,
      'c.tf':
        'resource "cloudflare_zone_settings_override" "a" {\n  settings {\n    minify {\n      css = "on"\n    }\n  }\n}\n',
    });
    const { stdout } = await project.run('migrate', '--no-types', '-f', 'json');
    const sites = JSON.parse(stdout).sites as {
      path: string;
      entry: string;
      reason: string;
      steps?: string;
    }[];
    expect(sites.map(({ path }) => path)).toEqual(expect.arrayContaining(['a.mjs', 'b.py', 'c.tf']));
    for (const { path, reason, steps } of sites) {
      if (path === 'b.py') expect(reason).not.toContain('not written as a text');
      if (path === 'c.tf') expect(steps ?? '').not.toMatch(/the call/i);
      if (/no replacement/i.test(steps ?? '')) expect(reason).not.toContain('works differently');
    }
  });
});
