import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scan as scanWithLibrary } from '../../src/index.js';
import { DEAD_CALL, edgeSunset, folderOf, LIVE_CALL } from '../cli/command-line.js';
import { HANGS } from '../processor-time.js';

const scan = (cwd: string, ...argv: string[]) =>
  edgeSunset(['scan', '--format', 'json', ...argv], { cwd, env: { SECRET: 'do-not-print' } });

const CATALOGUE = 'edge-sunset.config.json';

describe('the configuration of a tree', () => {
  it.each([
    ['/proc/self/environ', 'is not relative'],
    ['../outside.yml', 'leads out of the repository'],
    ['sub/../../outside.yml', 'leads out of the repository'],
    ['link.yml', 'leads through a link'],
    ['folder/outside.yml', 'leads through a link'],
    ['nowhere.yml', 'does not exist'],
  ])('names no catalogue at %s', async (path, why) => {
    const outer = folderOf({ 'outside.yml': 'SECRET=do-not-print', 'tree/a.mjs': DEAD_CALL });
    const cwd = join(outer, 'tree');
    symlinkSync('../outside.yml', join(cwd, 'link.yml'));
    symlinkSync('..', join(cwd, 'folder'));
    const { code, stderr, stdout } = await edgeSunset(
      ['scan', '--config', join(folderAt(cwd, JSON.stringify({ catalogues: [path] })), CATALOGUE)],
      { cwd },
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(why);
    expect(stderr).not.toContain('do-not-print');
  });

  it('names catalogues beside it', async () => {
    const cwd = folderOf({
      [CATALOGUE]: '{ "catalogues": ["own.yml"] }',
      'own.yml': 'entries: []\n',
      'a.mjs': DEAD_CALL,
    });
    const { stderr } = await scan(cwd);
    expect(stderr).not.toContain('path');
  });

  it('is not read through a link', async () => {
    const outer = folderOf({ 'secret.json': '{ "do-not-print": 1 }', 'tree/a.mjs': DEAD_CALL });
    symlinkSync('../secret.json', join(outer, 'tree', CATALOGUE));
    const { code, stderr } = await scan(join(outer, 'tree'));
    expect(code).toBe(2);
    expect(stderr).toContain('link');
    expect(stderr).not.toContain('do-not-print');
    expect((await scan(join(outer, 'tree'), '--no-config')).code).toBe(1);
  });

  it.each(['--config', '--catalogue'])('quotes nothing of a broken file named with %s', async (option) => {
    const cwd = folderOf({
      'secret.yml': '%YAML do-not-print\n---\na: 1\n',
      'a.mjs': DEAD_CALL,
    });
    const { code, stderr } = await scan(cwd, option, 'secret.yml');
    expect(code).toBe(2);
    expect(stderr).toContain('this is not YAML');
    expect(stderr).not.toContain('do-not-print');
  });

  it('puts no escape sequence on the terminal', async () => {
    const cwd = folderOf({ [CATALOGUE]: '{ "on\\u001b[2Jly\\u0007\\u202e": [] }' });
    const { code, stderr } = await scan(cwd);
    expect(code).toBe(2);
    expect(stderr).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}/u);
  });

  it('that is an error in every character is refused without a gigabyte', async () => {
    const cwd = folderOf({ 'edge-sunset.config.yaml': `a: [${'@,'.repeat(120_000)}`, 'a.mjs': DEAD_CALL });
    const before = process.memoryUsage.rss();
    const { code, stderr } = await scan(cwd);
    expect(code).toBe(2);
    expect(stderr).toContain('this is not YAML');
    expect(process.memoryUsage.rss() - before).toBeLessThan(300e6);
    writeFileSync(join(cwd, 'edge-sunset.config.yaml'), ' '.repeat(257 * 1024));
    expect((await scan(cwd)).stderr).toContain('larger than 256 kB');
  });

  it('that grows by aliases is refused at once', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) =>
        `a${level}: &a${level} [${Array(10)
          .fill(level === 0 ? 'x' : `*a${level - 1}`)
          .join(', ')}]`,
    );
    const cwd = folderOf({ 'edge-sunset.config.yaml': `${levels.join('\n')}\n` });
    const started = Date.now();
    const { code, stderr } = await scan(cwd);
    expect(code).toBe(2);
    expect(stderr).toContain('too large');
    expect(Date.now() - started).toBeLessThan(HANGS);
  });

  it.each([
    ['edge-sunset.config.js', 'module.exports = { failOn: "never" }'],
    ['edge-sunset.config.mjs', ''],
    ['edge-sunset.config.ts', ''],
    ['edge-sunset.config.toml', ''],
    ['edge-sunset.config.JSON', '{}'],
    ['edge-sunset.yaml', 'failOn: never'],
    ['edgesunset.config.json', '{}'],
    ['.edgesunsetrc', ''],
    ['package.json', '{ "name": "a", "edgeSunset": { "failOn": "never" } }'],
    ['edge-sunset.config.json', '{}'],
    ['edge-sunset.config.json', Buffer.from('{ "failOn": "never" }', 'utf16le')],
  ])('that is not read, or one of two, is told: %s', async (name, content) => {
    const cwd = folderOf({
      [name]: content,
      'a.mjs': DEAD_CALL,
      ...(content === '{}' ? { 'edge-sunset.config.yml': '' } : {}),
    });
    const { code, stderr } = await scan(cwd);
    expect(code).toBe(name === CATALOGUE ? 2 : 1);
    expect(stderr).toContain(name);
    expect(await scan(cwd, '--no-config')).toMatchObject({ code: 1, stderr: '' });
  });

  it.each([
    ['edge-sunset.config.yml', 'failOn: never\n'],
    ['edge-sunset.config.yaml', 'failOn: never\n'],
    ['package.json', '{ "name": "edge-sunset", "dependencies": { "edge-sunset": "1.0.0" } }'],
  ])('%s is read, or is none', async (name, content) => {
    const { code } = await scan(folderOf({ [name]: content, 'a.mjs': DEAD_CALL }));
    expect(code).toBe(name === 'package.json' ? 1 : 0);
  });
});

function folderAt(cwd: string, config: string): string {
  writeFileSync(join(cwd, CATALOGUE), config);
  return cwd;
}

describe('several roots', () => {
  const marked = `// edge-sunset-todo firewall-rules 01234567: move it\n${DEAD_CALL}`;

  it('are judged by their own settings', async () => {
    const cwd = folderOf({
      'a/a.mjs': marked,
      'a/edge-sunset.config.json': '{ "failOn": "never" }',
      'b/b.mjs': LIVE_CALL,
    });
    expect((await scan(cwd, 'a', 'b')).code).toBe(0);
    expect((await scan(cwd, 'b', 'a')).code).toBe(0);
    expect((await scan(cwd, 'a', 'b', '--no-config')).code).toBe(1);
  });
});

it('the library refuses entries that it does not know', async () => {
  const cwd = folderOf({ 'a.mjs': DEAD_CALL });
  await expect(scanWithLibrary({ cwd, only: ['firewal-rules'] })).rejects.toThrow('firewal-rules');
  await expect(scanWithLibrary({ cwd, skip: ['x'] })).rejects.toThrow('"x"');
  expect((await scanWithLibrary({ cwd, only: ['firewall-rules'] })).findings).toHaveLength(1);
});
