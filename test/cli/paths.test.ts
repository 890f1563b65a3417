import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HAND_CALL, SAFE_CALL } from '../migrate/project.js';
import { DEAD_CALL, edgeSunset, folderOf } from './command-line.js';

const IMPORTED = `export const path = '/zones/1/firewall/rules';\n`;
const IMPORTER = `import { path } from '../lib/path';\nawait fetch('https://api.cloudflare.com/client/v4' + path);\n`;

function repository() {
  const root = folderOf({
    'src/routes/x.ts': DEAD_CALL,
    'infra/y.ts': DEAD_CALL,
    'lib/z.ts': 'export {};\n',
  });
  execFileSync('git', ['init', '-q'], { cwd: root });
  return root;
}

async function pathsOf(cwd: string, ...argv: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await edgeSunset(['scan', '-f', 'json', ...argv], { cwd });
  return JSON.parse(stdout).findings.map((row: { readonly path: string }) => row.path);
}

async function sarifOf(cwd: string, ...argv: readonly string[]) {
  const { stdout } = await edgeSunset([...argv], { cwd });
  const [run] = JSON.parse(stdout).runs;
  return {
    bases: run.originalUriBaseIds,
    places: run.results.map(
      (result: { locations: [{ physicalLocation: { artifactLocation: object } }] }) =>
        result.locations[0].physicalLocation.artifactLocation,
    ),
    hashes: run.results.map((result: { partialFingerprints: object }) => result.partialFingerprints),
  };
}

describe('paths of a report', () => {
  it('are relative to the current directory, however the roots are named', async () => {
    const root = repository();
    expect(await pathsOf(root, 'src')).toEqual(['src/routes/x.ts']);
    expect(await pathsOf(root, 'src', 'infra')).toEqual(['infra/y.ts', 'src/routes/x.ts']);
    expect(await pathsOf(root, './src/routes/x.ts')).toEqual(['src/routes/x.ts']);
    expect(await pathsOf(root, join(root, 'src'))).toEqual(['src/routes/x.ts']);
    expect(await pathsOf(join(root, 'src'), '.')).toEqual(['routes/x.ts']);
    expect(await pathsOf(join(root, 'src'), '../infra')).toEqual(['../infra/y.ts']);
    expect(await pathsOf(join(root, 'src'), '..')).toEqual(['../infra/y.ts', 'routes/x.ts']);
  });

  it('are the same in text, for files beside findings and for what was not read', async () => {
    const cwd = folderOf({
      'app/src/a.ts': IMPORTER,
      'app/lib/path.ts': IMPORTED,
      'app/bad.ts': 'firewall/rules \0',
    });
    const { stdout } = await edgeSunset(['scan', 'app'], { cwd });
    expect(stdout).toMatch(/^ {2}app\/lib\/path\.ts:1:31$/m);
    expect(stdout).toMatch(/app\/src\/a\.ts:2:\d+/);
    expect(stdout).toMatch(/^ {2}app\/bad\.ts {2}binary/m);
  });

  it('are relative to the current directory in a plan, too', async () => {
    const cwd = folderOf({ 'app/a.mjs': `const zone = '1';\n${SAFE_CALL}` });
    const run = async (format: string) =>
      (await edgeSunset(['migrate', 'app', '-f', format, '--no-types'], { cwd })).stdout;
    expect(await run('patch')).toContain('+++ b/app/a.mjs\n');
    expect(await run('text')).toMatch(/^app\/a\.mjs\n/);
    expect(JSON.parse(await run('json'))).toMatchObject({
      sites: [{ path: 'app/a.mjs' }],
      files: [{ path: 'app/a.mjs' }],
    });
  });
});

describe('paths of SARIF', () => {
  it('are relative to the repository, from wherever it is scanned', async () => {
    const root = repository();
    const fromRoot = await sarifOf(root, 'scan', '-f', 'sarif', 'src');
    expect(fromRoot.places).toEqual([{ uri: 'src/routes/x.ts', uriBaseId: '%SRCROOT%' }]);
    expect(Object.keys(fromRoot.bases)).toEqual(['%SRCROOT%']);
    expect(await sarifOf(join(root, 'lib'), 'scan', '-f', 'sarif', '../src')).toEqual(fromRoot);
    expect(await sarifOf('/', 'scan', '-f', 'sarif', join(root, 'src/routes/x.ts'))).toEqual(fromRoot);
    const { places } = await sarifOf(root, 'scan', '-f', 'sarif', 'src', 'infra');
    expect(places.map(({ uri }: { uri: string }) => uri)).toEqual(['infra/y.ts', 'src/routes/x.ts']);
    expect(JSON.stringify(fromRoot)).not.toContain(root);
  });

  it('name one base for each repository', async () => {
    const cwd = folderOf({ 'one/a.ts': DEAD_CALL, 'two/a.ts': DEAD_CALL });
    for (const name of ['one', 'two']) execFileSync('git', ['init', '-q'], { cwd: join(cwd, name) });
    const { places, bases } = await sarifOf(cwd, 'scan', '-f', 'sarif', 'one', 'two');
    expect(places).toEqual([
      { uri: 'a.ts', uriBaseId: '%SRCROOT%' },
      { uri: 'a.ts', uriBaseId: '%SRCROOT2%' },
    ]);
    expect(Object.keys(bases)).toEqual(['%SRCROOT%', '%SRCROOT2%']);
  });

  it('of migrate are the same', async () => {
    const root = folderOf({ 'src/a.mjs': HAND_CALL });
    execFileSync('git', ['init', '-q'], { cwd: root });
    const { places } = await sarifOf(join(root, 'src'), 'migrate', '-f', 'sarif');
    expect(places).toEqual([{ uri: 'src/a.mjs', uriBaseId: '%SRCROOT%' }]);
  });
});

describe('explain', () => {
  it('takes every place that a report printed', async () => {
    const root = repository();
    for (const [cwd, argument] of [
      [root, 'src'],
      [join(root, 'lib'), '../src'],
      ['/', root],
    ] as const) {
      const [path = ''] = await pathsOf(cwd, argument);
      const { code, stdout } = await edgeSunset(['explain', `${path}:1:14`], { cwd });
      expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(`${path}:1:`) });
    }
  });

  it('takes a name with escapes, a mention in prose and a call that could not be determined', async () => {
    const cwd = folderOf({
      'a\nb.ts': DEAD_CALL,
      'u.ts': `${DEAD_CALL}export const f = (path: string) => fetch(\`https://api.cloudflare.com/client/v4/zones/\${zone}/\${path}\`);\n`,
      'notes.md': 'Call `GET /zones/{id}/firewall/rules`.\n',
      'none.ts': 'export const one = 1;\n',
    });
    expect((await edgeSunset(['explain', 'a\\nb.ts:1'], { cwd })).code).toBe(0);
    const unclear = await edgeSunset(['explain', 'u.ts:2'], { cwd });
    expect(unclear.stdout).toMatch(/^u\.ts:2:\d+ {2}could not be determined: /);
    expect((await edgeSunset(['explain', 'notes.md:1'], { cwd })).stdout).toMatch(/^notes\.md:1:/);
    expect((await edgeSunset(['explain', 'none.ts:1'], { cwd })).code).toBe(2);
  });
});
