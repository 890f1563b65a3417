import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Records, realDisk, stateFolderOf, treeOf, writePlan } from '../../src/migrate/write/index.js';
import { edgeSunset, folderOf, stateHome } from '../cli/command-line.js';
import { planWith, projectOf, SAFE_CALL, SAFE_CALL_AFTER } from '../migrate/project.js';
import { asUnprivileged } from './unprivileged.js';

const BEFORE = `const zone = process.env.ZONE;\n${SAFE_CALL}`;
const AFTER = `const zone = process.env.ZONE;\n${SAFE_CALL_AFTER}`;
const isRoot = process.geteuid?.() === 0;

/** A file outside of every tree that must stay as it is. */
function canary(): string {
  return join(folderOf({ 'canary.txt': 'alive\n' }), 'canary.txt');
}

function git(folder: string, ...argv: readonly string[]): void {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  execFileSync('git', [...identity, ...argv], { cwd: folder, stdio: 'ignore' });
}

function committed(files: Readonly<Record<string, string>>) {
  const project = projectOf(files);
  git(project.folder, 'init', '-q');
  git(project.folder, 'add', '.');
  git(project.folder, 'commit', '-q', '-m', 'start');
  return project;
}

function stateOf(folder: string): string {
  return stateFolderOf(treeOf(folder, { EDGE_SUNSET_STATE: stateHome() }));
}

/** The record of a run that was interrupted after it had written some files. */
function interrupted(state: string, files: readonly (readonly [string, string | null, string])[]): void {
  new Records(realDisk, state).open(
    files.map(([path, before, after]) => ({
      path,
      before: before === null ? null : Buffer.from(before),
      after: Buffer.from(after),
    })),
  );
}

describe('records of runs', () => {
  it.each(['.edge-sunset', '.git/edge-sunset'])('in %s of the tree are not read', async (folder) => {
    const outside = canary();
    const step = { path: outside, temporary: null, after: null };
    const undone = { path: outside, before: Buffer.from('dead').toString('base64'), after: 'x' };
    const { run } = projectOf({
      'a.mjs': BEFORE,
      [`${folder}/journal/1.json`]: JSON.stringify({ state: 'commit', steps: [step] }),
      [`${folder}/undo/000001.json`]: JSON.stringify({ version: 1, files: [undone] }),
      '.git/HEAD': 'ref: refs/heads/main\n',
    });
    for (const argv of [['migrate'], ['undo'], ['migrate', '--write', '--allow-dirty'], ['undo']])
      await run(...argv);
    expect(readFileSync(outside, 'utf8')).toBe('alive\n');
  });

  it('in a state folder inside the tree are not read', async () => {
    const project = projectOf({ 'a.mjs': AFTER });
    const env = { EDGE_SUNSET_STATE: join(project.folder, 'state') };
    const { state } = treeOf(project.folder, env);
    mkdirSync(state ?? '', { recursive: true, mode: 0o700 });
    interrupted(state ?? '', [['a.mjs', 'planted\n', AFTER]]);
    for (const argv of [['migrate'], ['undo'], ['migrate', '--write']]) {
      const { stderr } = await edgeSunset(argv, { cwd: project.folder, env });
      if (argv.includes('undo')) expect(stderr).toContain('inside the changed tree');
    }
    expect(project.read('a.mjs')).toBe(AFTER);
  });

  it.each([
    ['a link', (home: string, real: string) => symlinkSync(real, home)],
    [
      'a folder that others can write',
      (home: string) => {
        mkdirSync(home);
        chmodSync(home, 0o777);
      },
    ],
    [
      isRoot ? 'a folder of another user' : 'no folder',
      (home: string) => {
        if (!isRoot) return writeFileSync(home, '');
        mkdirSync(home);
        chownSync(home, 12_345, 12_345);
      },
    ],
  ])('in %s are not read, and none are written', async (_, make) => {
    const [project, above] = [projectOf({ 'a.mjs': BEFORE }), folderOf({ 'real/.keep': '' })];
    const home = join(above, 'home');
    make(home, join(above, 'real'));
    const around = { cwd: project.folder, env: { EDGE_SUNSET_STATE: home } };
    for (const argv of [['undo'], ['migrate', '--write']]) {
      const { code, stderr } = await edgeSunset(argv, around);
      expect(stderr).toContain('EDGE_SUNSET_STATE');
      expect(code).toBe(2);
    }
    expect(project.read('a.mjs')).toBe(BEFORE);
    expect(readdirSync(join(above, 'real'))).toEqual(['.keep']);
  });

  it('are in a folder of the user that nobody else can read', async () => {
    const [project, above] = [projectOf({ 'a.mjs': BEFORE }), folderOf({})];
    const env = { XDG_STATE_HOME: join(above, 'a/b'), EDGE_SUNSET_STATE: '' };
    expect((await edgeSunset(['migrate', '--write'], { cwd: project.folder, env })).code).toBe(0);
    const { state } = treeOf(project.folder, env);
    expect(state).toContain(join(above, 'a/b/edge-sunset'));
    expect(statSync(state ?? '').mode & 0o777).toBe(0o700);
    const { code, stdout } = await edgeSunset(['scan', above], { cwd: project.folder, env });
    expect([code, stdout]).toEqual([0, expect.stringContaining('No retired API calls found')]);
    expect((await edgeSunset(['undo'], { cwd: project.folder, env })).code).toBe(0);
    expect(project.read('a.mjs')).toBe(BEFORE);
  });

  it('need a folder that does not depend on the current one', async () => {
    const project = projectOf({ 'a.mjs': BEFORE });
    const env = { XDG_STATE_HOME: 'state', EDGE_SUNSET_STATE: 'state', HOME: '' };
    const { code, stderr } = await edgeSunset(['migrate', '--write'], { cwd: project.folder, env });
    expect([code, project.read('a.mjs')]).toEqual([2, BEFORE]);
    expect(stderr).toContain('EDGE_SUNSET_STATE');
    expect((await edgeSunset(['migrate'], { cwd: project.folder, env })).code).toBe(1);
  });

  it.each(['../canary.txt', 'link/canary.txt', 'sub/../../canary.txt', './canary.txt', '.git/canary.txt'])(
    'that name %s lead nowhere',
    async (path) => {
      const above = folderOf({
        'canary.txt': 'new\n',
        'tree/canary.txt': 'new\n',
        'tree/.git/canary.txt': 'new\n',
      });
      const tree = join(above, 'tree');
      mkdirSync(join(tree, 'sub'));
      symlinkSync(above, join(tree, 'link'));
      // Each alone: one that is refused would keep the others back.
      for (const record of [
        [path, 'old\n', 'new\n'],
        [path, null, 'new\n'],
        [join(above, 'canary.txt'), 'old\n', 'new\n'],
      ] as const) {
        interrupted(stateOf(tree), [record]);
        // What lies outside counts as missing: a file that was new is gone already.
        expect((await edgeSunset(['undo'], { cwd: tree })).code).toBe(record[1] === null ? 0 : 2);
        for (const file of ['canary.txt', 'tree/canary.txt', 'tree/.git/canary.txt'])
          expect(readFileSync(join(above, file), 'utf8')).toBe('new\n');
        await edgeSunset(['undo', '--forget'], { cwd: tree });
      }
    },
  );

  it('that are damaged are named', async () => {
    const project = projectOf({ 'a.mjs': BEFORE });
    writeFileSync(join(stateOf(project.folder), '000001-000001.open'), 'no record');
    const { code, stderr } = await project.run('undo');
    expect([code, stderr]).toEqual([2, expect.stringContaining('000001-000001.open is damaged')]);
  });
});

describe('a run that was interrupted', () => {
  it('is told of by a preview, which changes nothing, and taken back by the next run', async () => {
    const project = projectOf({ 'a.mjs': AFTER, 'b.mjs': BEFORE, '.b.mjs.edge-sunset-0.tmp': 'user\n' });
    interrupted(stateOf(project.folder), [
      ['a.mjs', BEFORE, AFTER],
      ['b.mjs', BEFORE, AFTER],
    ]);
    const preview = await project.run('migrate');
    expect(preview.stderr).toContain('an earlier run was interrupted');
    expect([project.read('a.mjs'), project.read('b.mjs')]).toEqual([AFTER, BEFORE]);
    const { code, stderr } = await project.run('migrate', '--write');
    expect([code, stderr]).toEqual([0, expect.stringContaining('restored its changes: 1 file')]);
    expect([project.read('a.mjs'), project.read('b.mjs')]).toEqual([AFTER, AFTER]);
    expect(project.read('.b.mjs.edge-sunset-0.tmp')).toBe('user\n');
    expect((await project.run('undo')).code).toBe(0);
    expect([project.read('a.mjs'), project.read('b.mjs')]).toEqual([BEFORE, BEFORE]);
    expect((await project.run('migrate')).stderr).toBe('');
  });

  it('is not taken back over what a person has edited since', async () => {
    const project = projectOf({ 'a.mjs': AFTER, 'b.mjs': `${BEFORE}// mine\n` });
    interrupted(stateOf(project.folder), [
      ['a.mjs', BEFORE, AFTER],
      ['b.mjs', BEFORE, AFTER],
    ]);
    for (const argv of [['migrate', '--write'], ['undo']]) {
      const { code, stderr } = await project.run(...argv);
      expect([code, stderr]).toEqual([2, expect.stringContaining('  b.mjs\n')]);
      expect(stderr).toContain('undo --forget');
      expect([project.read('a.mjs'), project.read('b.mjs')]).toEqual([AFTER, `${BEFORE}// mine\n`]);
    }
    expect((await project.run('undo', '--forget')).code).toBe(0);
    expect((await project.run('migrate', '--write')).code).toBe(0);
    expect(project.read('b.mjs')).toBe(`${AFTER}// mine\n`);
  });
});

describe('migrate --write in a repository', () => {
  it('runs no filter, monitor, hook or converter of it', async () => {
    const project = committed({
      'a.mjs': BEFORE,
      '.gitattributes': '* filter=evil diff=evil\n* filter=ev\xff\n',
    });
    const outside = canary();
    const command = `sh -c 'rm -f ${outside}; cat'`;
    for (const key of [
      'filter.evil.clean',
      'filter.evil.process',
      'core.fsmonitor',
      'diff.evil.textconv',
      'diff.external',
    ])
      git(project.folder, 'config', key, command);
    const config = join(project.folder, '.git/config');
    const odd = Buffer.from(`[filter "ev\xff"]\n\tclean = "rm -f ${outside}; cat"\n\trequired\n`, 'latin1');
    writeFileSync(config, Buffer.concat([readFileSync(config), odd]));
    project.write('.git/hooks/post-index-change', `#!/bin/sh\nrm -f ${outside}\n`);
    chmodSync(join(project.folder, '.git/hooks/post-index-change'), 0o755);
    project.write('a.mjs', `${BEFORE}\n`);
    const changed = await project.run('migrate', '--write');
    expect([changed.code, changed.stderr]).toEqual([2, expect.stringContaining('a.mjs (changed)')]);
    project.write('a.mjs', BEFORE);
    expect((await project.run('migrate', '--write')).code).toBe(0);
    expect((await project.run('undo')).code).toBe(0);
    expect(readFileSync(outside, 'utf8')).toBe('alive\n');
  });

  it('works for a user who may not write its .git', async () => {
    const project = committed({ 'a.mjs': BEFORE });
    const state = folderOf({});
    execFileSync('chmod', ['-R', 'a-w', join(project.folder, '.git')]);
    const around = {
      cwd: project.folder,
      env: { PATH: process.env.PATH ?? '', EDGE_SUNSET_STATE: join(state, 's') },
    };
    const { code, stderr } = await asUnprivileged([project.folder, state], () =>
      edgeSunset(['migrate', '--write'], around),
    );
    execFileSync('chmod', ['-R', 'u+w', join(project.folder, '.git')]);
    expect([code, stderr]).toEqual([0, '']);
    expect(project.read('a.mjs')).toBe(AFTER);
  });
});

describe("the tree's own TypeScript", () => {
  const files = (outside: string) => ({
    'package.json': '{}',
    'tsconfig.json': '{"include":["*.ts"]}',
    'a.ts': `export const f = (zone: string) =>\n  ${SAFE_CALL.replace('await ', '')}`,
    'node_modules/typescript/index.js': `require('node:fs').rmSync(${JSON.stringify(outside)}, { force: true });\n`,
  });

  it.each([
    [['migrate'], true],
    [['migrate', '--no-types'], true],
    [['migrate', '--write', '--no-types'], true],
    [['explain', 'a.ts:2'], true],
    [['migrate', '--types'], false],
    [['migrate', '--write'], false],
  ])('%j leaves it alone: %s', async (argv, isAlone) => {
    const outside = canary();
    const { stdout } = await projectOf(files(outside)).run(...argv);
    expect(existsSync(outside)).toBe(isAlone);
    if (argv.length === 1)
      expect(stdout).toContain('Gate types not run: tsconfig.json: a preview executes nothing');
  });

  it('is not run from above the repository', async () => {
    const outside = canary();
    const project = projectOf({
      ...files(outside),
      'inner/a.ts': files(outside)['a.ts'],
      'inner/tsconfig.json': '{}',
    });
    git(join(project.folder, 'inner'), 'init', '-q');
    const around = { cwd: join(project.folder, 'inner'), env: { PATH: process.env.PATH ?? '' } };
    const { code, stdout } = await edgeSunset(['migrate', '--write', '--allow-dirty'], around);
    expect(code).toBe(0);
    expect(stdout).toContain('Gate types not run: tsconfig.json: the repository has no TypeScript');
    expect(existsSync(outside)).toBe(true);
  });

  it('is not run by both options at once', async () => {
    const { code, stderr } = await projectOf({}).run('migrate', '--types', '--no-types');
    expect([code, stderr]).toEqual([2, expect.stringContaining('exclude each other')]);
  });
});

describe('what a file is', () => {
  it.each([
    ['a link', (tree: string, outside: string) => symlinkSync(outside, join(tree, 'lib/helper.js'))],
    [
      'a link to nothing',
      (tree: string, outside: string) => symlinkSync(`${outside}.new`, join(tree, 'lib/helper.js')),
    ],
    [
      'a folder that is a link',
      (tree: string, outside: string) => {
        rmSync(join(tree, 'lib'), { recursive: true });
        symlinkSync(join(outside, '..'), join(tree, 'lib'));
      },
    ],
  ])('a new file does not go through %s', async (_, make) => {
    const [tree, outside] = [folderOf({ 'lib/.keep': '' }), canary()];
    make(tree, outside);
    const files = [{ path: 'lib/helper.js', before: null, after: 'new\n', edits: [], clusters: [1] }];
    const plan = { ...(await planWith({}, [])), root: tree, files };
    const place = { disk: realDisk, tree, above: '', records: new Records(realDisk, stateOf(tree)) };
    expect(writePlan(plan, place)).toMatchObject({ files: [], failures: [{ reason: 'link' }] });
    expect(readFileSync(outside, 'utf8')).toBe('alive\n');
    expect(readdirSync(join(outside, '..'))).toEqual(['canary.txt']);
  });

  it('undo does not go through a folder that became a link', async () => {
    const project = projectOf({ 'sub/a.mjs': BEFORE });
    const outside = folderOf({ 'a.mjs': AFTER });
    await project.run('migrate', '--write');
    renameSync(join(project.folder, 'sub'), join(project.folder, 'old'));
    symlinkSync(outside, join(project.folder, 'sub'));
    const { code, stderr } = await project.run('undo');
    expect([code, stderr]).toEqual([2, expect.stringContaining('  sub/a.mjs\n')]);
    expect(readFileSync(join(outside, 'a.mjs'), 'utf8')).toBe(AFTER);
  });

  it('a file with a second name is not replaced', async () => {
    const project = projectOf({ 'a.mjs': BEFORE, 'b.mjs': BEFORE });
    linkSync(join(project.folder, 'a.mjs'), join(project.folder, 'other.txt'));
    const { code, stderr, stdout } = await project.run('migrate', '--write');
    expect([code, stderr]).toEqual([4, expect.stringContaining('a.mjs was not written: it has a hard link')]);
    expect([project.read('a.mjs'), project.read('other.txt')]).toEqual([BEFORE, BEFORE]);
    expect(project.read('b.mjs')).toBe(AFTER);
    expect(stdout).toContain('2 sites: 1 migrated, 1 left; 1 file changed');
  });

  it.runIf(process.platform === 'linux')('a file whose name is not UTF-8 is named as such', async () => {
    const project = projectOf({ 'b.mjs': BEFORE });
    const name = Buffer.concat([Buffer.from(`${project.folder}/a`), Buffer.of(0xff), Buffer.from('.mjs')]);
    writeFileSync(name, BEFORE);
    const { code, stdout } = await project.run('migrate', '--write');
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('its name is not valid UTF-8; rename it first'),
    ]);
    expect([readFileSync(name, 'utf8'), project.read('b.mjs')]).toEqual([BEFORE, AFTER]);
  });

  it('permissions and owner stay', async () => {
    const project = projectOf({ 'a.mjs': BEFORE });
    const file = join(project.folder, 'a.mjs');
    if (isRoot) chownSync(file, 12_345, 23_456);
    chmodSync(file, 0o4751);
    const { uid, gid, mode } = statSync(file);
    for (const argv of [['migrate', '--write'], ['undo']]) {
      await project.run(...argv);
      expect(statSync(file)).toMatchObject({ uid, gid, mode });
    }
  });

  it.each([
    ['a file', (folder: string) => chmodSync(join(folder, 'sub/a.mjs'), 0o444), 'it is read-only'],
    ['a folder', (folder: string) => chmodSync(join(folder, 'sub'), 0o555), 'EACCES: permission denied'],
  ])('%s that may not be changed is told of, and nothing is claimed', async (_, make, why) => {
    const project = projectOf({ 'sub/a.mjs': BEFORE });
    const state = folderOf({});
    make(project.folder);
    const around = { cwd: project.folder, env: { EDGE_SUNSET_STATE: join(state, 's') } };
    const { code, stdout, stderr } = await asUnprivileged([project.folder, state], () =>
      edgeSunset(['migrate', '--write'], around),
    );
    chmodSync(join(project.folder, 'sub'), 0o755);
    expect([code, stderr]).toEqual([4, expect.stringContaining('sub/a.mjs was not written')]);
    expect(stderr).toContain(why);
    expect(project.read('sub/a.mjs')).toBe(BEFORE);
    expect(readdirSync(join(project.folder, 'sub'))).toEqual(['a.mjs']);
    expect(stdout).toContain('1 site: 0 migrated, 1 left');
    expect(stdout).toContain('1 site that could not be written');
    expect(stdout).not.toContain('@@');
  });
});
