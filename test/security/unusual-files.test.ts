/** Files that are not what they seem, cannot be reached or cannot be replaced: told of, and nothing else suffers. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { undo } from '../../src/migrate/undo.js';
import { Records, realDisk, stateFolderOf, treeOf, writePlan } from '../../src/migrate/write/index.js';
import { DEAD_CALL, edgeSunset, folderOf } from '../cli/command-line.js';
import { planWith } from '../migrate/project.js';
import { HANGS } from '../processor-time.js';
import { asUnprivileged } from './unprivileged.js';

interface Scanned {
  readonly findings: readonly { readonly path: string }[];
  readonly skipped: readonly { readonly path: string; readonly detail: string }[];
}

async function scan(cwd: string, ...argv: string[]) {
  const { code, stdout } = await edgeSunset(['scan', '--format', 'json', ...argv], { cwd });
  const { findings, skipped } = JSON.parse(stdout) as Scanned;
  return { code, paths: findings.map(({ path }) => path), skipped };
}

describe.skipIf(process.platform === 'win32')('a scan', () => {
  it('tells of paths that are too long for the system', async () => {
    const half = Array(15).fill('d'.repeat(200)).join('/');
    const cwd = folderOf({
      'a.mjs': DEAD_CALL,
      [`one/${half}/b.mjs`]: DEAD_CALL,
      [`two/${half}/far.mjs`]: DEAD_CALL,
    });
    const inside = join(cwd, 'one', half, 'two');
    renameSync(join(cwd, 'two'), inside);
    try {
      for (const command of ['scan', 'migrate']) {
        const { code, stdout } = await edgeSunset([command, '--format', 'json'], { cwd });
        expect(code).toBe(3);
        expect(stdout).toContain('ENAMETOOLONG');
      }
      expect((await scan(cwd)).paths).toEqual(['a.mjs', `one/${half}/b.mjs`]);
    } finally {
      renameSync(inside, join(cwd, 'two'));
    }
  });

  it('does not read a file of holes to its end', async () => {
    const cwd = folderOf({ 'a.mjs': DEAD_CALL, 'holes.mjs': DEAD_CALL });
    truncateSync(join(cwd, 'holes.mjs'), 1024 ** 4);
    const started = Date.now();
    const { code, paths, skipped } = await scan(cwd);
    expect({ code, paths }).toEqual({ code: 3, paths: ['a.mjs'] });
    expect(skipped).toMatchObject([{ path: 'holes.mjs', detail: '1099511627776 bytes, not searched' }]);
    expect(Date.now() - started).toBeLessThan(HANGS);
  });

  it('says of what is named and cannot be read that it was not read', async () => {
    const above = folderOf({ 'secret.mjs': DEAD_CALL, 'tree/.git/HEAD': '', 'tree/a.mjs': DEAD_CALL });
    const cwd = join(above, 'tree');
    execFileSync('mkfifo', [join(cwd, 'pipe.mjs')]);
    symlinkSync('../secret.mjs', join(cwd, 'out.mjs'));
    symlinkSync('a.mjs', join(cwd, 'in.mjs'));
    for (const name of ['pipe.mjs', 'out.mjs']) {
      const { code, paths, skipped } = await scan(cwd, name);
      expect({ code, paths, named: skipped.map(({ path }) => path) }).toEqual({
        code: 3,
        paths: [],
        named: [name],
      });
    }
    // One that leads to another file of the repository names that file.
    expect(await scan(cwd, 'in.mjs')).toMatchObject({ code: 1, paths: ['a.mjs'] });
    expect(await scan(cwd, '.')).toMatchObject({ code: 1, paths: ['a.mjs'], skipped: [] });
  });
});

it('a folder that is named and is behind a link out of its repository is not entered', async () => {
  const above = folderOf({
    'out/sub/o.mjs': DEAD_CALL,
    'out/.git/HEAD': '',
    'tree/.git/HEAD': '',
    'tree/own/a.mjs': DEAD_CALL,
  });
  const cwd = join(above, 'tree');
  symlinkSync('../out', join(cwd, 'api'));
  symlinkSync('own', join(cwd, 'inner'));
  symlinkSync('tree', join(above, 'mine'));
  for (const folder of ['api', 'api/sub', join(above, 'mine/api/sub')])
    for (const command of [['scan'], ['migrate'], ['migrate', '--write', '--allow-dirty'], ['undo']]) {
      const { code, stdout, stderr } = await edgeSunset([...command, folder], { cwd });
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('leads out of its repository')]);
    }
  expect(readFileSync(join(above, 'out/sub/o.mjs'), 'utf8')).toBe(DEAD_CALL);
  for (const folder of ['own', 'inner', join(above, 'mine')])
    expect((await edgeSunset(['scan', folder], { cwd })).code).toBe(1);
});

/** Makes that a file cannot be replaced, whatever this machine lets us do, for good or for the unprivileged. */
function makeIrreplaceable(
  file: string,
  ways: readonly ('mount' | 'immutable')[],
): 'mount' | 'immutable' | 'folder' {
  const run = (...command: readonly [string, ...string[]]) => {
    const [program, ...argv] = command;
    execFileSync(program, argv, { stdio: 'ignore' });
  };
  for (const way of ways)
    try {
      if (way === 'mount') run('mount', '--bind', file, file);
      else run('chattr', '+i', file);
      const back: readonly [string, ...string[]] =
        way === 'mount' ? ['umount', file] : ['chattr', '-i', file];
      onTestFinished(() => run(...back));
      return way;
    } catch {
      // Neither is given to everybody.
    }
  chmodSync(join(file, '..'), 0o555);
  onTestFinished(() => chmodSync(join(file, '..'), 0o755));
  return 'folder';
}

describe('five files of one change', () => {
  it.each([
    ['a mount', ['mount']],
    ['an immutable file', ['immutable']],
    ['a folder that may not be changed', []],
  ] as const)('all keep their old content where one of them is %s', async (_, ways) => {
    const names = ['a/1.js', 'b/2.js', 'c/3.js', 'd/4.js', 'e/5.js'];
    const tree = folderOf(Object.fromEntries(names.map((name) => [name, 'old\n'])));
    const home = folderOf({});
    const state = stateFolderOf(treeOf(tree, { EDGE_SUNSET_STATE: home }));
    const files = names.map((path) => ({ path, before: 'old\n', after: 'new\n', edits: [], clusters: [1] }));
    const plan = { ...(await planWith({}, [])), root: tree, files };
    const place = { disk: realDisk, tree, above: '', records: new Records(realDisk, state) };
    const work = async () => ({ written: writePlan(plan, place), undone: undo(place) });
    const isFolder = makeIrreplaceable(join(tree, 'd/4.js'), ways) === 'folder';
    const { written, undone } = await (isFolder ? asUnprivileged([tree, state, home], work) : work());
    expect(written).toMatchObject({ files: [], failures: [{ path: 'd/4.js', clusters: [1] }] });
    expect(undone).toEqual({ kind: 'nothing' });
    for (const name of names) {
      expect(readFileSync(join(tree, name), 'utf8')).toBe('old\n');
      expect(readdirSync(join(tree, name, '..'))).toHaveLength(1);
    }
  });
});

it('undo without a folder for records that can be looked at is no fault of ours', async () => {
  const [cwd, home] = [folderOf({ 'a.mjs': '' }), folderOf({ 'closed/.keep': '' })];
  if (process.geteuid?.() === 0) chmodSync(join(home, 'closed'), 0o700);
  mkdirSync(join(home, 'closed/state'));
  writeFileSync(join(home, 'closed/state/x'), '');
  chmodSync(join(home, 'closed'), process.geteuid?.() === 0 ? 0o700 : 0o000);
  const env = { EDGE_SUNSET_STATE: join(home, 'closed/state/records') };
  // Loads the command, whose files the other user may not read.
  await edgeSunset(['undo'], { cwd });
  const { code, stderr } = await asUnprivileged([cwd], () => edgeSunset(['undo'], { cwd, env }));
  chmodSync(join(home, 'closed'), 0o700);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Set EDGE_SUNSET_STATE')]);
});
