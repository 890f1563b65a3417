import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ObjectFormat, readGitIndex } from '../../../src/scan/walk/git-index.js';
import { random } from '../../analysis/prefilter/naive.js';
import {
  CLEAN_ENVIRONMENT,
  emptyFolder,
  git,
  gitPaths,
  listing,
  paths,
  repository,
  SAMPLE,
  write,
} from './trees.js';

const NO_GIT = { ...CLEAN_ENVIRONMENT, PATH: '/nonexistent' };

function readOwn(folder: string, format: ObjectFormat = 'sha1') {
  const found: string[] = [];
  const refusal = readGitIndex(readFileSync(join(folder, '.git/index')), format, (bytes, start, end) =>
    found.push(Buffer.from(bytes.subarray(start, end)).toString()),
  );
  return { found, refusal };
}

function indexVersion(folder: string): number {
  return readFileSync(join(folder, '.git/index')).readUInt32BE(4);
}

describe('the index is read without git, version', () => {
  test('2', async () => {
    const folder = repository(SAMPLE);
    git(folder, 'update-index', '--index-version', '2');
    expect(indexVersion(folder)).toBe(2);
    expect(readOwn(folder)).toEqual({ found: gitPaths(folder), refusal: undefined });
    expect(await paths(listing(folder))).toEqual(gitPaths(folder));
  });

  test('3, with entries that carry more flags', async () => {
    const folder = repository(SAMPLE);
    write(folder, { 'later.ts': '' });
    git(folder, 'add', '--intent-to-add', 'later.ts');
    git(folder, 'update-index', '--skip-worktree', 'a/b.ts');
    expect(indexVersion(folder)).toBe(3);
    expect(readOwn(folder)).toEqual({ found: gitPaths(folder), refusal: undefined });
    expect(await paths(listing(folder))).toEqual(gitPaths(folder));
  });

  test('4, where a path is what it adds to the one before', async () => {
    const folder = repository(SAMPLE);
    git(folder, 'update-index', '--index-version', '4');
    expect(indexVersion(folder)).toBe(4);
    expect(readOwn(folder)).toEqual({ found: gitPaths(folder), refusal: undefined });
    expect(await paths(listing(folder))).toEqual(gitPaths(folder));
  });

  test.each(['2', '4'])('%s with SHA-256', async (version) => {
    const folder = repository(SAMPLE, '--object-format=sha256');
    git(folder, 'update-index', '--index-version', version);
    expect(readOwn(folder, 'sha256')).toEqual({ found: gitPaths(folder), refusal: undefined });
    expect(readOwn(folder, 'sha1').refusal).toBeDefined();
    expect(await paths(listing(folder))).toEqual(gitPaths(folder));
  });

  test('with paths longer than the flags can say', async () => {
    // git writes such an index; few file systems hold such a file.
    const folder = repository(SAMPLE);
    const long = `${'long-'.repeat(900)}/end.ts`;
    const oid = git(folder, 'hash-object', '-w', '0').trim();
    for (const version of ['2', '4']) {
      git(
        folder,
        'update-index',
        '--index-version',
        version,
        '--add',
        '--cacheinfo',
        `100644,${oid},${long}`,
      );
      expect(readOwn(folder)).toEqual({ found: gitPaths(folder, false), refusal: undefined });
    }
  });
});

describe('the same files as git lists', () => {
  test('with a split index, which is left to git', async () => {
    const folder = repository(SAMPLE);
    git(folder, 'update-index', '--split-index');
    expect(readOwn(folder).refusal).toBeDefined();
    write(folder, { 'split.ts': '' });
    git(folder, 'add', 'split.ts');
    git(folder, 'rm', '-q', '--cached', 'z');
    expect(readOwn(folder).refusal).toBeDefined();
    const list = listing(folder);
    expect(await paths(list)).toEqual(gitPaths(folder));
    expect(list.problems).toEqual([]);
  });

  test('with a sparse index, which is left to git', async () => {
    const folder = repository(SAMPLE);
    git(folder, 'commit', '-qm', 'x');
    git(folder, 'sparse-checkout', 'init', '--cone', '--sparse-index');
    git(folder, 'sparse-checkout', 'set', 'deep');
    expect(readOwn(folder).refusal?.why).toContain('sdir');
    const list = listing(folder);
    const there = gitPaths(folder).filter((path) => existsSync(join(folder, path)));
    expect(there).toContain('deep/er/and/deep/er/still/file.py');
    expect(await paths(list)).toEqual(there);
    expect(list.problems).toEqual([]);
  });

  test('with a version nobody knows yet, nothing is lost', async () => {
    const folder = repository({ 'a.ts': '', 'b/c.ts': '' });
    const index = readFileSync(join(folder, '.git/index'));
    index.writeUInt32BE(9, 4);
    writeFileSync(join(folder, '.git/index'), index);
    const list = listing(folder);
    expect(await paths(list)).toEqual(['a.ts', 'b/c.ts']);
    expect(list.source).toBe('walk');
    expect(list.problems[0]?.message).toMatch(/version is 9/);
  });

  test('in a linked worktree', async () => {
    const folder = repository(SAMPLE);
    git(folder, 'commit', '-qm', 'x');
    const other = join(emptyFolder(), 'worktree');
    git(folder, 'worktree', 'add', '-q', other);
    write(other, { 'only-here.ts': '', 'ignored.log': '' });
    write(folder, { '.git/info/exclude': '*.log\n' });
    expect(await paths(listing(other))).toEqual(gitPaths(other));
    expect(await paths(listing(other))).toContain('only-here.ts');
    expect(await paths(listing(other, {}, NO_GIT))).toEqual(gitPaths(other));
  });

  test('with a submodule: counted outside, listed when it is the root', async () => {
    const inner = repository({ 'inner.ts': '', 'sub/deep.ts': '' });
    git(inner, 'commit', '-qm', 'x');
    const folder = repository(SAMPLE);
    git(folder, 'submodule', '--quiet', 'add', inner, 'module');
    const list = listing(folder);
    expect(await paths(list)).toEqual(gitPaths(folder).filter((path) => path !== 'module'));
    expect(list.leftOut.repository).toEqual({ files: 0, folders: 1 });
    const module = listing(join(folder, 'module'));
    expect(module.source).toBe('git');
    expect(await paths(module)).toEqual(['inner.ts', 'sub/deep.ts']);
  });

  test('with another repository inside that is not tracked', async () => {
    const folder = repository({ 'a.ts': '' });
    git(folder, 'init', '-q', 'inside');
    write(folder, { 'inside/b.ts': '' });
    git(join(folder, 'inside'), 'add', '-A');
    git(join(folder, 'inside'), 'commit', '-qm', 'x');
    const list = listing(folder);
    expect(await paths(list)).toEqual(['a.ts']);
    expect(list.leftOut.repository.folders).toBe(1);
  });

  test('in the middle of a conflict, each once', async () => {
    const folder = repository({ 'a.ts': 'one\n', 'b.ts': '' });
    git(folder, 'commit', '-qm', 'x');
    git(folder, 'switch', '-qc', 'other');
    write(folder, { 'a.ts': 'two\n' });
    git(folder, 'commit', '-qam', 'y');
    git(folder, 'switch', '-q', 'main');
    write(folder, { 'a.ts': 'three\n' });
    git(folder, 'commit', '-qam', 'z');
    expect(() => git(folder, 'merge', 'other')).toThrow();
    expect(git(folder, 'ls-files', '--unmerged')).toContain('a.ts');
    expect(await paths(listing(folder))).toEqual(['a.ts', 'b.ts']);
  });

  test('below a folder of the work tree, also reached through a link', async () => {
    const folder = repository({ ...SAMPLE, 'a/.gitignore': '*.tmp\n' });
    write(folder, { 'a/new.ts': '', 'a/old.tmp': '', 'a/bc/new.tmp': '' });
    expect(await paths(listing(join(folder, 'a')))).toEqual(gitPaths(join(folder, 'a')));
    expect(await paths(listing(join(folder, 'a/bc'), {}, NO_GIT))).toEqual(gitPaths(join(folder, 'a/bc')));
    const link = join(emptyFolder(), 'link');
    symlinkSync(join(folder, 'a'), link);
    expect(await paths(listing(link))).toEqual(gitPaths(join(folder, 'a')));
  });

  test('without an index, and before the first commit', async () => {
    const folder = emptyFolder();
    git(folder, 'init', '-q');
    write(folder, { 'a.ts': '', 'b.log': '', '.gitignore': '*.log' });
    expect(await paths(listing(folder))).toEqual(['.gitignore', 'a.ts']);
    expect(await paths(listing(folder, { trackedOnly: true }))).toEqual([]);
  });

  test('without a git program', async () => {
    const folder = repository({ ...SAMPLE, 'tracked.log': '', '.gitignore': '*.log\n/skipped/\n' });
    write(folder, {
      'new.log': '',
      'new.ts': '',
      'skipped/x.ts': '',
      'a/.gitignore': '!kept.log',
      'a/kept.log': '',
    });
    const list = listing(folder, {}, NO_GIT);
    expect(await paths(list)).toEqual(gitPaths(folder));
    expect(await paths(list)).toContain('a/kept.log');
    expect(list.source).toBe('git');
  });

  test('without a git program, of a split index what a walk can see', async () => {
    const folder = repository({ 'a.ts': '', 'b.ts': '', '.gitignore': 'dropped' });
    write(folder, { dropped: '' });
    git(folder, 'update-index', '--split-index');
    const list = listing(folder, {}, NO_GIT);
    expect(await paths(list)).toEqual(['.gitignore', 'a.ts', 'b.ts']);
    expect(list.problems[0]?.message).toMatch(/no git program was found/);
    expect(list.leftOut.ignored.files).toBe(1);
  });
});

describe('a hostile repository', () => {
  test('runs no program and points git nowhere else', async () => {
    const elsewhere = emptyFolder();
    write(elsewhere, { 'elsewhere.ts': '' });
    const folder = repository(SAMPLE);
    git(folder, 'commit', '-qm', 'x');
    const canary = join(emptyFolder(), 'canary');
    const script = join(folder, 'evil.sh');
    writeFileSync(script, `#!/bin/sh\necho ran >> '${canary}'\ncat\n`);
    chmodSync(script, 0o755);
    write(folder, {
      '.gitattributes': '* filter=evil diff=evil\n',
      '.git/hooks/post-index-change': readFileSync(script, 'utf8'),
    });
    chmodSync(join(folder, '.git/hooks/post-index-change'), 0o755);
    const hostile: [string, string][] = [
      ['core.fsmonitor', script],
      ['core.pager', script],
      ['core.hooksPath', join(folder, '.git/hooks')],
      ['core.worktree', elsewhere],
      ['filter.evil.clean', script],
      ['filter.evil.process', script],
      ['filter.evil.required', 'true'],
      ['diff.external', script],
      ['diff.evil.textconv', script],
      ['diff.evil.command', script],
      ['alias.ls-files', `!${script}`],
      ['alias.diff', `!${script}`],
    ];
    for (const [key, value] of hostile) {
      execFileSync('git', ['config', '--file', join(folder, '.git/config'), key, value], {
        env: CLEAN_ENVIRONMENT,
      });
    }
    write(folder, { 'a/b.ts': 'changed, so that git must look' });
    const environment = {
      ...CLEAN_ENVIRONMENT,
      GIT_DIR: elsewhere,
      GIT_EXTERNAL_DIFF: script,
      GIT_WORK_TREE: elsewhere,
    };
    const all = [...Object.keys(SAMPLE), '.gitattributes', 'evil.sh'];
    const sorted = all.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(await paths(listing(folder, {}, environment))).toEqual(sorted);
    expect(await paths(listing(folder, { since: 'HEAD' }, environment))).toEqual([
      '.gitattributes',
      'a/b.ts',
      'evil.sh',
    ]);
    expect(await paths(listing(folder, { staged: true }, environment))).toEqual([]);
    expect(existsSync(canary)).toBe(false);
    // The traps are live: git without the defences steps into one.
    const place = [`--git-dir=${folder}/.git`, `--work-tree=${folder}`];
    expect(() => git(folder, ...place, 'diff', '--name-only', 'HEAD')).toThrow(/evil/);
    expect(existsSync(canary)).toBe(true);
  });

  test('belongs to another user: listed all the same, for git is told outright where it is', async () => {
    const folder = repository(SAMPLE);
    write(folder, { 'new.ts': '' });
    const expected = gitPaths(folder);
    const programs = emptyFolder();
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    writeFileSync(
      join(programs, 'git'),
      `#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec '${real}' "$@"\n`,
    );
    chmodSync(join(programs, 'git'), 0o755);
    const environment = { ...CLEAN_ENVIRONMENT, PATH: `${programs}:${CLEAN_ENVIRONMENT.PATH}` };
    expect(() => execFileSync('git', ['ls-files'], { cwd: folder, env: environment, stdio: 'pipe' })).toThrow(
      /dubious/,
    );
    const list = listing(folder, {}, environment);
    expect(await paths(list)).toEqual(expected);
    expect(list.problems).toEqual([]);
  });

  test('names paths outside the tree in its index', async () => {
    const folder = repository({ 'aaaaaaaaaaa/passwd': '', 'bbbb/config': '', 'c.ts': '' });
    const index = readFileSync(join(folder, '.git/index'), 'latin1')
      .replace('aaaaaaaaaaa/passwd', '../../../../passwd')
      .replace('bbbb/config', '.GIT/config');
    writeFileSync(join(folder, '.git/index'), Buffer.from(index, 'latin1'));
    const list = listing(folder, { trackedOnly: true });
    expect(await paths(list)).toEqual(['c.ts']);
    expect(list.problems).toEqual([expect.objectContaining({ incomplete: true })]);
  });

  test('has no git on the search path but one in the tree', async () => {
    const folder = repository({ 'a.ts': '' });
    const canary = join(emptyFolder(), 'canary');
    writeFileSync(join(folder, 'git'), `#!/bin/sh\ntouch '${canary}'\n`);
    chmodSync(join(folder, 'git'), 0o755);
    expect(await paths(listing(folder, {}, { ...CLEAN_ENVIRONMENT, PATH: ':.:' }))).toEqual(['a.ts', 'git']);
    expect(existsSync(canary)).toBe(false);
  });
});

test('an index with damaged bytes is read whole or refused, never crashes', () => {
  const next = random(7);
  for (const version of ['2', '4']) {
    const folder = repository(SAMPLE);
    git(folder, 'update-index', '--index-version', version);
    const whole = readFileSync(join(folder, '.git/index'));
    for (let round = 0; round < 2000; round++) {
      const damaged = Buffer.from(whole.subarray(0, next(4) === 0 ? next(whole.length) : whole.length));
      for (let flips = next(4); flips > 0 && damaged.length > 0; flips--)
        damaged[next(damaged.length)] = next(256);
      let count = 0;
      const refusal = readGitIndex(damaged, 'sha1', (bytes, start, end) => {
        expect(start < end && end <= bytes.length).toBe(true);
        count++;
      });
      if (refusal === undefined) expect(count).toBe(damaged.readUInt32BE(8));
    }
    rmSync(folder, { recursive: true });
  }
});
