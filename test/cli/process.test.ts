import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { settingsOfStage } from '../../src/cli/start/stages.js';
import { briefWasmSettings, v8Settings, withBriefWasm } from '../../src/cli/start/v8-settings.js';
import { VERSION } from '../../src/version.js';
import { SAFE_CALL } from '../migrate/project.js';
import { cloneOf, GIT_ENVIRONMENT } from '../pull-request/clone.js';
import { builtBin, killAtMark, marks, runBin } from './bin.js';
import { DEAD_CALL, folderOf } from './command-line.js';

const bin = builtBin();

describe('settings of V8', () => {
  it('are those that the V8 at hand knows', () => {
    const settings = [...v8Settings(), ...briefWasmSettings().flat()];
    const { status, stderr } = spawnSync(process.execPath, [...settings, '-e', '0'], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.each([
    ['11.3.244.8-node.38', 4],
    ['12.4.254.21-node.35', 3],
    ['13.6.233.17-node.48', 3],
  ])('of %s are %i', (v8, count) => {
    expect(v8Settings(v8)).toHaveLength(count);
  });

  it.each([
    ['11.3.244.8-node.38', 3],
    ['13.6.233.17-node.48', 3],
    ['14.1.146.11-node.12', 0],
  ])('of grammars in %s are %i', (v8, count) => {
    expect(briefWasmSettings(v8)).toHaveLength(count);
  });

  it('optimise soon as long as the files of a large repository are looked at', () => {
    const repository = (bytes: number) =>
      folderOf({ '.git/HEAD': 'ref: refs/heads/main\n', '.git/index': ' '.repeat(bytes), 'src/a.ts': '' });
    const large = repository(3_000_000);
    const v8 = '11.3.244.8-node.38';
    const [late] = v8Settings(v8);
    expect(settingsOfStage('files', repository(1000), v8)).toEqual([late]);
    expect(settingsOfStage('files', join(large, 'missing'), v8)).toEqual([late]);
    expect(settingsOfStage('files', folderOf({}), v8)).toEqual([late]);
    for (const root of [large, join(large, 'src')]) {
      expect(settingsOfStage('files', root, v8)).not.toEqual([late]);
      expect(settingsOfStage('candidates', root, v8)).toEqual([late]);
      expect(settingsOfStage('files', root, '12.4.254.21-node.35')).toEqual([]);
    }
  });

  it('are as before once grammars were used, also after an error', async () => {
    const data = new Script('1 + 1').createCachedData();
    // Each source anew, for V8 compares no settings for one that it has compiled.
    const isRefused = (source: string) => new Script(source, { cachedData: data }).cachedDataRejected;
    expect(await withBriefWasm(async () => isRefused('1 + 2'))).toBe(true);
    await expect(withBriefWasm(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(isRefused('1 + 3')).toBe(false);
  });
});

describe('the bin', () => {
  it('prints version and help', async () => {
    expect(await runBin(bin(), ['--version'])).toEqual({
      code: 0,
      signal: null,
      stdout: `${VERSION}\n`,
      stderr: '',
    });
    expect((await runBin(bin(), ['--help'])).stdout).toContain('Usage: edge-sunset <command>');
  });

  it('loads little before it knows what is asked', () => {
    const main = readFileSync(bin(), 'utf8');
    const loaded = [...main.matchAll(/(?:^|[;}])import(?:[^;"']*?from)?["']([^"']+)["']/g)].map(
      (match) => match[1] ?? '',
    );
    const size = loaded.reduce(
      (sum, specifier) =>
        sum + (specifier.startsWith('.') ? readFileSync(join(bin(), '..', specifier)).length : 0),
      main.length,
    );
    expect(size).toBeLessThan(8 * 1024);
    expect(loaded.filter((specifier) => !specifier.startsWith('.'))).toEqual([]);
  });

  it('exits with the code of the scan', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    expect(await runBin(bin(), ['scan', '--format', 'json'], { cwd })).toMatchObject({ code: 1, stderr: '' });
    expect(await runBin(bin(), ['scan', '--fail-on', 'never'], { cwd })).toMatchObject({ code: 0 });
    expect(await runBin(bin(), ['scan', 'missing'], { cwd })).toMatchObject({ code: 2, stdout: '' });
  });

  it.each([{}, { NODE_DISABLE_COMPILE_CACHE: '1' }])('loads grammars, with %j', async (env) => {
    const program = `import requests\n\nrequests.get("https://api.cloudflare.com/client/v4/zones/1/firewall/rules")\n`;
    const cwd = folderOf({ 'a.py': program });
    const environment = { HOME: folderOf({}), ...env };
    expect(await runBin(bin(), ['migrate'], { cwd, env: environment })).toMatchObject({
      code: 1,
      stderr: '',
    });
  });

  it('reads standard input', async () => {
    const cwd = folderOf({});
    const outcome = await runBin(bin(), ['scan', '-', '--stdin-filename', 'src/a.ts', '--format', 'json'], {
      cwd,
      stdin: DEAD_CALL,
    });
    expect(outcome.code).toBe(1);
    expect(JSON.parse(outcome.stdout).findings).toMatchObject([
      { entry: 'firewall-rules', path: 'src/a.ts' },
    ]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends it with %i and no partial report', async (signal, code) => {
    const cwd = folderOf({});
    const outcome = await runBin(
      bin(),
      ['scan', '-', '--stdin-filename', 'a.ts', '--output', 'json=out.json'],
      {
        cwd,
        stdin: null,
        // Standard input stays open, so it waits for the rest until the signal comes.
        env: marks({ signal }),
        during: killAtMark(signal),
      },
    );
    expect(outcome).toMatchObject({ code, stdout: '' });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')('a signal that comes while modules are loaded ends it', () => {
    const command = `
      import { runIo } from './src/cli/run/process.ts';
      await runIo(async (io) => {
        process.kill(process.pid, 'SIGINT');
        return io.readingOnly(async () => 0);
      });`;
    const options = ['--import', 'tsx', '--input-type=module', '--eval', command];
    const { status, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 130, stderr: '' });
  });

  it.runIf(process.platform !== 'win32')('a signal ends it also while it is busy', async () => {
    const line =
      'requests.get(f"https://api.cloudflare.com/client/v4/zones/{zone}/filters", headers=headers)\n';
    const names = Array.from({ length: 8 }, (_, index) => `calls${index}.py`);
    const cwd = folderOf(Object.fromEntries(names.map((name) => [name, line.repeat(9_000)])));
    const outcome = await runBin(bin(), ['scan', '--format', 'json', '--output', 'json=out.json'], {
      cwd,
      env: marks({ file: 'calls4.py' }),
      during: killAtMark('SIGTERM'),
    });
    // The system ended it, which shells show as 143: nothing of it had the time to listen.
    expect(outcome).toMatchObject({ code: null, signal: 'SIGTERM', stdout: '' });
    expect(readdirSync(cwd).sort()).toEqual(names);
  });

  it.runIf(process.platform !== 'win32')(
    'an interrupt while it plans leaves everything as it was',
    async () => {
      const call =
        'await fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/script_monitor/scripts`);\n';
      const files = Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`a${at}.mjs`, call.repeat(150)]),
      );
      const [cwd, state] = [folderOf(files), join(folderOf({}), 'state')];
      const outcome = await runBin(bin(), ['migrate', '--write', '--no-types'], {
        cwd,
        env: { ...marks({ file: 'a30.mjs' }), EDGE_SUNSET_STATE: state },
        during: killAtMark('SIGINT'),
      });
      expect(outcome).toMatchObject({ code: null, signal: 'SIGINT', stdout: '' });
      for (const [name, text] of Object.entries(files))
        expect(readFileSync(join(cwd, name), 'utf8')).toBe(text);
      expect(readdirSync(cwd)).toHaveLength(60);
      // The next run is not held up by a lock.
      expect(await runBin(bin(), ['undo'], { cwd, env: { EDGE_SUNSET_STATE: state } })).toMatchObject({
        code: 1,
      });
    },
  );

  it.skipIf(process.platform === 'win32')('calls no bug what the system refuses', async () => {
    const { folder, read } = cloneOf({ 'a.mjs': SAFE_CALL });
    const env = { ...GIT_ENVIRONMENT, TMPDIR: join(folder, 'none'), EDGE_SUNSET_STATE: `${folder}.state` };
    for (const argv of [['migrate', '--write'], ['rehearse', '--', 'true'], ['verify'], ['pr']]) {
      const { code, stderr } = await runBin(bin(), argv, { cwd: folder, env });
      expect([argv[0], code, stderr]).toEqual([argv[0], 2, expect.stringContaining('the system refused')]);
      expect(stderr).not.toContain('a bug');
    }
    expect(read('a.mjs')).toBe(SAFE_CALL);
  });

  it('takes a reader that goes away calmly', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL.repeat(200) });
    const outcome = await runBin(bin(), ['scan', '--format', 'json'], {
      cwd,
      during: (child) => child.stdout?.once('data', () => child.stdout?.destroy()),
    });
    expect(outcome).toMatchObject({ code: 1, stderr: '' });
  });

  it('gives the same report in every time zone', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    const reports = await Promise.all(
      ['Pacific/Kiritimati', 'Etc/GMT+12', 'UTC'].map((TZ) =>
        runBin(bin(), ['scan', '--format', 'json', '--now', '2025-01-15'], { cwd, env: { TZ } }),
      ),
    );
    expect(new Set(reports.map((report) => report.stdout)).size).toBe(1);
    expect(JSON.parse(reports[0]?.stdout ?? '{}').findings[0].daysPast).toBe(0);
  });
});
