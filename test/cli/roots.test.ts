import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realDisk, takeLock } from '../../src/migrate/index.js';
import { originOf, repositoryName } from '../../src/scan/walk/index.js';
import { SAFE_CALL } from '../migrate/project.js';
import { cloneOf, GIT_ENVIRONMENT } from '../pull-request/clone.js';
import { DEAD_CALL, edgeSunset, folderOf, LIVE_CALL } from './command-line.js';

type Row = Readonly<Record<string, unknown>>;

function rowsOf(stream: string): readonly Row[] {
  return stream
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const told = (rows: readonly Row[]) =>
  rows.map(({ type, root }) => (root === undefined ? type : `${type} ${root}`));

const TWO = { 'a/x.ts': DEAD_CALL, 'b/x.ts': LIVE_CALL, list: 'a\n./b/\nmissing\na/.\n' };

describe('a list of folders', () => {
  it.each([
    ['scan', 'finding', ['--format', 'ndjson']],
    ['migrate', 'site', []],
    ['brief', 'unit', []],
  ])('is worked through by %s, whatever becomes of one of them', async (command, type, options) => {
    const cwd = folderOf(TWO);
    const { code, stdout, stderr } = await edgeSunset([command, '--roots', 'list', ...options], { cwd });
    const rows = rowsOf(stdout);
    expect(told(rows).filter((one) => /^(?:start|done|finding|site|unit)/.test(`${one}`))).toEqual([
      'start',
      `${type} a`,
      'done a',
      'done b',
      'done missing',
    ]);
    expect(rows.filter((row) => row.type === 'done').map(({ exit, error }) => [exit, error])).toEqual([
      [1, undefined],
      [0, undefined],
      [2, 'the path "missing" does not exist.'],
    ]);
    expect(stderr).toContain(`missing: edge-sunset ${command}: the path "missing" does not exist.\n`);
    expect(code).toBe(2);
  });

  it('is judged by verify, each against its own commit', async () => {
    const [changed, same] = [{ 'a.mjs': SAFE_CALL }, { 'a.mjs': SAFE_CALL }].map(cloneOf);
    if (changed === undefined || same === undefined) throw new Error('no clones');
    changed.write('a.mjs', '');
    const cwd = folderOf({ list: `${changed.folder}\0${same.folder}` });
    const { stdout } = await edgeSunset(['verify', '--roots', 'list'], { cwd, env: GIT_ENVIRONMENT });
    expect(told(rowsOf(stdout))).toEqual([
      'start',
      `verdict ${changed.folder}`,
      `done ${changed.folder}`,
      `done ${same.folder}`,
    ]);
    expect(rowsOf(stdout).at(-1)).toMatchObject({ exit: 0, summary: { units: 0, untouched: 1 } });
  });

  it('gets branches by pr, in each clone', async () => {
    const clones = [cloneOf({ 'a.mjs': SAFE_CALL }), cloneOf({ 'a.mjs': LIVE_CALL })];
    const stdin = clones.map(({ folder }) => folder).join('\n');
    const { code, stdout } = await edgeSunset(['pr', '--push', '--roots', '-'], {
      cwd: folderOf({}),
      stdin,
      env: GIT_ENVIRONMENT,
    });
    expect(rowsOf(stdout).map(({ type, status, exit }) => [type, status ?? exit])).toEqual([
      ['start', undefined],
      ['branch', 'created'],
      ['done', 0],
      ['done', 0],
    ]);
    expect(clones.map((clone) => clone.branches().length)).toEqual([2, 1]);
    expect(code).toBe(0);
  });

  it('names the repository, its commit and the owners of each finding', async () => {
    const clone = cloneOf({ 'src/x.ts': DEAD_CALL, CODEOWNERS: 'src/ @shop/edge\n' });
    clone.git('remote', 'set-url', 'origin', 'https://user:secret@code.example.com/shop/api.git');
    const { stdout } = await edgeSunset(['scan', '--roots', '-', '-f', 'ndjson'], {
      cwd: clone.folder,
      stdin: 'src',
    });
    const [, finding, done] = rowsOf(stdout);
    expect(finding).toMatchObject({ root: 'src', path: 'src/x.ts', owners: ['@shop/edge'] });
    expect(done).toMatchObject({
      prefix: 'src/',
      repository: {
        name: 'code.example.com/shop/api',
        commit: clone.git('rev-parse', 'HEAD'),
        folder: 'src',
      },
    });
    expect(stdout).not.toContain('secret');
  });

  it('has to name a folder', async () => {
    const cwd = folderOf({ empty: '\n' });
    const outcome = await edgeSunset(['migrate', '--roots', 'empty'], { cwd });
    expect(outcome).toMatchObject({
      code: 2,
      stderr: 'edge-sunset migrate: --roots: empty names no folder.\n',
    });
  });

  it.each([
    [['migrate', '--roots', 'list', '-f', 'patch'], 'leave out --format'],
    [['migrate', '--roots', 'list', '-i'], 'leave out --interactive'],
    [['verify', '--roots', 'list', '--after', 'a'], 'leave out --after'],
    [['scan', '--roots', 'list', '--into', 'out', '-o', 'json=x.json'], 'leave out --output'],
    [['brief', '--into', 'out'], '--into needs --roots'],
  ])('refuses what would not be done: %j', async (argv, message) => {
    const outcome = await edgeSunset(argv, { cwd: folderOf(TWO) });
    expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});

describe('a stream in a file', () => {
  const SCAN = ['scan', '--roots', 'list', '--into', 'out.ndjson'] as const;

  it('is continued from wherever it was cut off, without loss and without anything twice', async () => {
    const cwd = folderOf({
      'a/x.ts': DEAD_CALL.repeat(3),
      'b/x.ts': DEAD_CALL,
      'c/x.ts': DEAD_CALL,
      list: 'a\nb\nc\n',
    });
    const file = join(cwd, 'out.ndjson');
    const whole = await edgeSunset(SCAN, { cwd });
    const text = readFileSync(file, 'utf8');
    const wanted = rowsOf(text).filter(({ type }) => type !== 'start');
    expect(whole).toMatchObject({ code: 1, stdout: '' });
    for (let cut = 0; cut <= text.length; cut += 331) {
      writeFileSync(file, text);
      truncateSync(file, cut);
      expect(await edgeSunset(SCAN, { cwd })).toMatchObject({ code: 1 });
      const rows = rowsOf(readFileSync(file, 'utf8')).filter(({ type }) => type !== 'start');
      expect(rows).toEqual(wanted);
    }
    const again = await edgeSunset(SCAN, { cwd });
    expect(again.stderr).toBe('edge-sunset scan: 3 of 3 folders were done before.\n');
  });

  it('has folders that failed tried again', async () => {
    const cwd = folderOf({ 'a/x.ts': DEAD_CALL, list: 'a\nb\n' });
    expect(await edgeSunset(SCAN, { cwd })).toMatchObject({ code: 2 });
    mkdirSync(join(cwd, 'b'));
    expect(await edgeSunset(SCAN, { cwd })).toMatchObject({ code: 1 });
    const rows = rowsOf(readFileSync(join(cwd, 'out.ndjson'), 'utf8'));
    expect(told(rows)).toEqual(['start', 'finding a', 'done a', 'done b', 'start', 'done b']);
  });

  it('is written by one run at a time', async () => {
    const cwd = folderOf({ 'a/x.ts': DEAD_CALL, list: 'a\n' });
    await edgeSunset(SCAN, { cwd });
    const before = readFileSync(join(cwd, 'out.ndjson'));
    const other = takeLock(realDisk, join(cwd, 'out.ndjson.lock'));
    expect(await edgeSunset(SCAN, { cwd })).toMatchObject({
      code: 2,
      stderr: `edge-sunset scan: --into out.ndjson: another run writes to this file (process ${process.pid}). Wait until it has ended; if there is no such process, remove out.ndjson.lock beside it.\n`,
    });
    expect(readFileSync(join(cwd, 'out.ndjson'))).toEqual(before);
    if (other.kind === 'held') other.release();
    expect(await edgeSunset(SCAN, { cwd })).toMatchObject({ code: 1 });
    expect(readdirSync(cwd).sort()).toEqual(['a', 'list', 'out.ndjson']);
  });

  it.each([
    ['ended', '999999999 1\n'],
    ['has another one with its number', `${process.pid} 1\n`],
  ])('is taken over from a run whose process %s', async (_what, lock) => {
    const cwd = folderOf({ 'a/x.ts': DEAD_CALL, list: 'a\n', 'out.ndjson.lock': lock });
    expect(await edgeSunset(SCAN, { cwd })).toMatchObject({ code: 1, stderr: '' });
    expect(readdirSync(cwd)).not.toContain('out.ndjson.lock');
  });

  it.each([
    ['of another command', ['brief', '--roots', 'list', '--into', 'out.ndjson'], "is a stream of 'scan'"],
    ['with other options', [...SCAN, '--only', 'minify'], 'begun with other options'],
    ['that is none', ['scan', '--roots', 'list', '--into', 'a/x.ts'], 'is no stream of --roots'],
    ['that is a folder', ['scan', '--roots', 'list', '--into', 'a'], 'is not a file'],
  ])('is left alone by a run %s', async (_what, argv, message) => {
    const cwd = folderOf({ 'a/x.ts': DEAD_CALL, list: 'a\n' });
    await edgeSunset(SCAN, { cwd });
    const before = [readFileSync(join(cwd, 'out.ndjson')), readFileSync(join(cwd, 'a/x.ts'))];
    expect(await edgeSunset(argv, { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
    expect([readFileSync(join(cwd, 'out.ndjson')), readFileSync(join(cwd, 'a/x.ts'))]).toEqual(before);
  });
});

describe('the name of a repository', () => {
  it.each([
    ['https://token@code.example.com:443/shop/api.git', 'code.example.com/shop/api'],
    ['ssh://git@Code.Example.com:2222/shop/api', 'code.example.com:2222/shop/api'],
    ['git@code.example.com:shop/api.git', 'code.example.com/shop/api'],
    ['/srv/git/api.git', null],
    ['file:///srv/git/api.git', null],
    ['', null],
  ])('of %s', (url, name) => expect(repositoryName(url)).toBe(name));

  it('is nothing outside of repositories', () => expect(originOf(folderOf({}))).toBeNull());
});
