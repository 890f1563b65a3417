import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join, sep } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { cacheFolder } from '../../src/cli/start/cache-folder.js';
import { builtBin, runBin } from './bin.js';
import { DEAD_CALL, folderOf } from './command-line.js';

const bin = builtBin();

/** Newer versions of Node keep compiled code themselves, and ours is not used. */
const nodeKeepsIt = typeof Reflect.get(module, 'enableCompileCache') === 'function';

/** Where a run keeps things on every system, once the folder of the user is `home`. */
function homeAt(home: string) {
  const env = { HOME: home, XDG_CACHE_HOME: home, LOCALAPPDATA: home };
  return { env, folder: cacheFolder(process.platform, env) ?? '' };
}

/** Files. Node keeps its own in a folder of their own. */
function keptIn(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => statSync(join(folder, name)).isFile()).sort();
  } catch {
    return [];
  }
}

describe('compiled code', () => {
  it('is kept in a folder of the user and taken from there by the next run', async () => {
    const { env, folder } = homeAt(folderOf({}));
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    const first = await runBin(bin(), ['scan', '--format', 'json'], { cwd, env });
    const kept = keptIn(folder);
    const parts = kept.map((name) => name.replace(/@.*$/, ''));
    if (nodeKeepsIt) expect(new Set(parts.map((part) => part.split(sep)[0]))).toEqual(new Set(['node']));
    else expect(parts).toEqual(['analysis', 'catalogue-table', 'catalogue', 'companion-table', 'process']);
    const times = kept.map((name) => statSync(join(folder, name)).mtimeMs);
    const second = await runBin(bin(), ['scan', '--format', 'json'], { cwd, env });
    expect(second).toEqual(first);
    expect(first).toMatchObject({ code: 1, stderr: '' });
    expect(keptIn(folder)).toEqual(kept);
    expect(kept.map((name) => statSync(join(folder, name)).mtimeMs)).toEqual(times);
  });

  it('of a file that commands share is taken by all of them', async () => {
    const { env, folder } = homeAt(folderOf({}));
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=Ari', '-c', 'user.email=ari@example.com', ...words], { cwd });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
    const commands = [['migrate', '--no-config'], ['pr', '--dry-run'], ['verify']];
    for (const argv of commands) await runBin(bin(), argv, { cwd, env });
    const times = () => keptIn(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
    const kept = times();
    for (const argv of commands) await runBin(bin(), argv, { cwd, env });
    expect(times()).toEqual(kept);
    expect(kept.length).toBeGreaterThan(0);
  });

  it.each([
    ['explain', 'minify'],
    ['catalogue', 'show', '--format', 'yaml', 'minify'],
  ])('%s, whose modules are imported, runs with it as without', async (...argv) => {
    const { env } = homeAt(folderOf({}));
    const without = await runBin(bin(), argv);
    expect(without).toMatchObject({ code: 0, stderr: '' });
    expect(await runBin(bin(), argv, { env })).toEqual(without);
    expect(await runBin(bin(), argv, { env })).toEqual(without);
  });

  it('parts of the command line import nothing but by the file made for it', () => {
    const folder = dirname(bin());
    const importing = readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .filter((name) => {
        const { module: found } = parseSync(name, readFileSync(join(folder, name), 'utf8'));
        return found.dynamicImports.length > 0;
      });
    expect(importing).toEqual(['import.js', 'main.js']);
  });

  it.each([
    ['a.ts', DEAD_CALL, []],
    ['a.yml', `url: https://api.cloudflare.com/client/v4/zones/z/firewall/rules\n`, ['yaml']],
  ])('a migration of %s loads of the parsers of data what it needs', async (name, text, expected) => {
    const { env } = homeAt(folderOf({}));
    const loaded = join(folderOf({}), 'loaded.json');
    const listing = `process.on('exit', () => fs.writeFileSync(${JSON.stringify(loaded)}, JSON.stringify(Object.keys(require.cache))))`;
    const hook = join(folderOf({ 'hook.cjs': `const fs = require('node:fs');\n${listing};\n` }), 'hook.cjs');
    const cwd = folderOf({ [name]: text });
    const ended = await runBin(bin(), ['migrate', '--allow-dirty'], {
      cwd,
      env: { ...env, NODE_OPTIONS: `--require ${JSON.stringify(hook)}` },
    });
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    const files: readonly string[] = JSON.parse(readFileSync(loaded, 'utf8'));
    const parsers = files.flatMap((file) => /node_modules.(yaml|jsonc-parser)\b/.exec(file)?.[1] ?? []);
    expect([...new Set(parsers)]).toEqual(expected);
  });

  it.each([
    ['shortened', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['emptied', () => Buffer.alloc(0)],
    ['zeroed from the middle on', (bytes: Buffer) => Buffer.from(bytes).fill(0, bytes.length / 2)],
    ['of something else', () => Buffer.from('no code at all, but long enough to be read')],
  ])('%s is made anew, and the run does not suffer', async (_, damaged) => {
    const { env, folder } = homeAt(folderOf({}));
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    const first = await runBin(bin(), ['scan', '--format', 'json'], { cwd, env });
    for (const name of keptIn(folder))
      writeFileSync(join(folder, name), damaged(readFileSync(join(folder, name))));
    const sizes = () => keptIn(folder).map((name) => statSync(join(folder, name)).size);
    const before = sizes();
    expect(await runBin(bin(), ['scan', '--format', 'json'], { cwd, env })).toEqual(first);
    for (const [index, size] of sizes().entries())
      if (before[index] !== size) expect(size).toBeGreaterThan(1000);
    expect(await runBin(bin(), ['scan', '--format', 'json'], { cwd, env })).toEqual(first);
  });

  it('takes the place of what an earlier version kept, and leaves other files alone', async () => {
    const { env, folder } = homeAt(folderOf({}));
    const runtime = `${process.version}-${process.arch}`;
    mkdirSync(folder, { recursive: true });
    for (const name of [`process@0.0.1-1-1-${runtime}`, 'process@0.0.1-1-1-v18.0.0-x64', 'notes'])
      writeFileSync(join(folder, name), '');
    await runBin(bin(), ['scan'], { cwd: folderOf({}), env });
    const kept = keptIn(folder);
    expect(kept.includes(`process@0.0.1-1-1-${runtime}`)).toBe(nodeKeepsIt);
    expect(kept).toContain('process@0.0.1-1-1-v18.0.0-x64');
    expect(kept).toContain('notes');
  });

  it('is not kept where nothing can be written, or where the user says so', async () => {
    const home = folderOf({ 'edge-sunset': '', Library: '' });
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    const expected = { code: 1, stderr: '' };
    expect(await runBin(bin(), ['scan'], { cwd, env: homeAt(home).env })).toMatchObject(expected);
    const { env, folder } = homeAt(folderOf({}));
    const refused = { ...env, NODE_DISABLE_COMPILE_CACHE: '1' };
    expect(await runBin(bin(), ['scan'], { cwd, env: refused })).toMatchObject(expected);
    expect(keptIn(folder)).toEqual([]);
  });
});

it.each([
  ['linux', { HOME: '/home/a' }, join('/home/a', '.cache', 'edge-sunset')],
  ['linux', { HOME: '/home/a', XDG_CACHE_HOME: '/cache' }, join('/cache', 'edge-sunset')],
  ['linux', { HOME: '/home/a', XDG_CACHE_HOME: 'cache' }, join('/home/a', '.cache', 'edge-sunset')],
  ['linux', { HOME: '', XDG_CACHE_HOME: 'cache' }, null],
  ['darwin', { HOME: '/Users/a' }, join('/Users/a', 'Library', 'Caches', 'edge-sunset')],
  ['win32', { LOCALAPPDATA: '/Local' }, join('/Local', 'edge-sunset', 'cache')],
  ['linux', { HOME: '', XDG_CACHE_HOME: '' }, null],
  ['darwin', {}, null],
  ['win32', { HOME: '/home/a' }, null],
] as const)(
  'on %s the folder for what can be made again is that of the user',
  (platform, environment, folder) => {
    expect(cacheFolder(platform, environment)).toBe(folder);
  },
);
