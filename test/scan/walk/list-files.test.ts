import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from '../../../src/scan/walk/index.js';
import { CLEAN_ENVIRONMENT, emptyFolder, git, listing, paths, repository, write } from './trees.js';

const TREE = {
  'src/main.ts': '',
  'src/main.test.ts': '',
  'src/deep/more.go': '',
  'docs/read.md': '',
  'node_modules/x/index.js': '',
  'lib/vendor/y.php': '',
  'dist/out.js': '',
  'src/app.min.js': '',
  'src/api.pb.go': '',
  'logo.PNG': '',
  'package-lock.json': '',
  'src/main.js.map': '',
};
const WRITTEN_BY_HAND = ['docs/read.md', 'src/deep/more.go', 'src/main.test.ts', 'src/main.ts'];

describe.each(['git', 'walk'] as const)('listed by %s', (source) => {
  const tree = (files: Readonly<Record<string, string>> = TREE): string => {
    if (source === 'git') return repository(files);
    const folder = emptyFolder();
    write(folder, files);
    return folder;
  };

  test('what is written by hand, the rest counted', async () => {
    const list = listing(tree());
    expect(await paths(list)).toEqual(WRITTEN_BY_HAND);
    expect(list.source).toBe(source);
    const counted = source === 'git' ? { files: 1, folders: 0 } : { files: 0, folders: 1 };
    expect(list.leftOut).toMatchObject({
      vendored: { files: counted.files * 2, folders: counted.folders * 2 },
      generated: { files: 2 + counted.files, folders: counted.folders },
      binary: { files: 1, folders: 0 },
      record: { files: 2, folders: 0 },
      ignored: { files: 0, folders: 0 },
    });
    expect(list.problems).toEqual([]);
  });

  test('vendored and generated files on request', async () => {
    const found = await paths(listing(tree(), { all: true }));
    expect(found).toContain('node_modules/x/index.js');
    expect(found).toContain('src/app.min.js');
    expect(found).not.toContain('logo.PNG');
  });

  test('only what --include names, without what --exclude names', async () => {
    const root = tree();
    expect(await paths(listing(root, { include: ['src'] }))).toEqual(WRITTEN_BY_HAND.slice(1));
    expect(await paths(listing(root, { include: ['src/**/*.go', '*.md'] }))).toEqual(
      WRITTEN_BY_HAND.slice(0, 2),
    );
    expect(await paths(listing(root, { exclude: ['*.test.ts', '/docs/'] }))).toEqual([
      'src/deep/more.go',
      'src/main.ts',
    ]);
    const both = listing(root, { include: ['src/'], exclude: ['deep'] });
    expect(await paths(both)).toEqual(['src/main.test.ts', 'src/main.ts']);
    expect(both.leftOut.ignored.files + both.leftOut.ignored.folders).toBe(2);
    expect(await paths(listing(root, { include: ['nothing'] }))).toEqual([]);
  });

  test('without what .edgesunsetignore at the root names', async () => {
    const root = tree({ ...TREE, '.edgesunsetignore': '*.md\n/src/deep\n' });
    const list = listing(root);
    expect(await paths(list)).toEqual(['.edgesunsetignore', 'src/main.test.ts', 'src/main.ts']);
  });

  test('with what .gitignore names only on request', async () => {
    const root = tree({ 'a.ts': '' });
    write(root, { '.gitignore': '*.log', 'b.log': '' });
    expect(await paths(listing(root))).toEqual(['.gitignore', 'a.ts']);
    expect(await paths(listing(root, { gitignore: false }))).toEqual(['.gitignore', 'a.ts', 'b.log']);
  });

  test('no link is followed, no pipe opened, and nothing inside .git shown', async () => {
    const root = tree({ 'a/b.ts': '' });
    symlinkSync(join(root, 'a'), join(root, 'loop'));
    symlinkSync('..', join(root, 'a/up'));
    symlinkSync('/etc/passwd', join(root, 'a/passwd.ts'));
    execFileSync('mkfifo', [join(root, 'a/pipe.ts')]);
    if (source === 'walk') write(root, { 'sub/.git/config.ts': '' });
    const found = await paths(listing(root, source === 'git' ? { trackedOnly: true } : {}));
    expect(found).toEqual(['a/b.ts']);
  });

  test('names that are no text', async () => {
    const root = tree({ 'a.ts': '' });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/b`), Buffer.from([0xff, 0x2e, 0x74, 0x73])]), '');
    const list = listing(root);
    const names: string[] = [];
    for (const part of list.parts) {
      const cursor = part.cursor();
      while (cursor.next()) names.push(cursor.relative().toString('latin1'));
    }
    expect(names).toEqual(['a.ts', 'b\xff.ts']);
  });
});

test('a root inside a work tree obeys the ignore file above it', async () => {
  const root = repository({ ...TREE, '.edgesunsetignore': '/src/deep\n/main.ts\n' });
  expect(await paths(listing(join(root, 'src')))).toEqual(['main.test.ts', 'main.ts']);
});

test('a folder git ignores is walked when it is the root', async () => {
  const root = repository({ '.gitignore': 'build/', 'a.ts': '' });
  write(root, { 'build/x.ts': '', 'build/.gitignore': 'y.ts', 'build/y.ts': '' });
  const list = listing(join(root, 'build'));
  expect(list.source).toBe('walk');
  expect(await paths(list)).toEqual(['.gitignore', 'x.ts']);
  expect(await paths(listing(root))).toEqual(['.gitignore', 'a.ts']);
});

test('a file that is named is listed, whatever it is', async () => {
  const root = repository({ '.gitignore': '*', 'node_modules/x.min.js': '' });
  const list = listing(join(root, 'node_modules/x.min.js'), { exclude: ['*'] });
  expect(list.root).toBe(join(root, 'node_modules'));
  expect(await paths(list)).toEqual(['x.min.js']);
});

test('a root that cannot be used is told, with what to do', () => {
  const folder = emptyFolder();
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  symlinkSync('loop', join(folder, 'loop'));
  expect(listFiles(join(folder, 'nowhere'))).toEqual({ failure: expect.stringMatching(/does not exist/) });
  expect(listFiles(join(folder, 'pipe'))).toEqual({
    failure: expect.stringMatching(/neither a file nor a folder/),
  });
  expect(listFiles(join(folder, 'loop'))).toEqual({ failure: expect.stringMatching(/ELOOP/) });
});

test('an empty folder gives an empty list', async () => {
  const list = listing(emptyFolder());
  expect(await paths(list)).toEqual([]);
  expect(list.problems).toEqual([]);
});

test('a folder that cannot be read is a problem, and the rest is listed', async () => {
  const root = emptyFolder();
  const half = Array(15).fill('d'.repeat(200)).join('/');
  write(root, { 'z.ts': '', [`one/${half}/near.ts`]: '', [`two/${half}/far.ts`]: '' });
  // One deep folder inside the other makes paths longer than the system takes.
  const inside = join(root, 'one', half, 'two');
  renameSync(join(root, 'two'), inside);
  try {
    const list = listing(root);
    expect(await paths(list)).toEqual([`one/${half}/near.ts`, 'z.ts']);
    expect(list.problems).toEqual([expect.objectContaining({ incomplete: true })]);
    expect(list.problems[0]?.message).toMatch(/ENAMETOOLONG/);
  } finally {
    renameSync(inside, join(root, 'two'));
  }
});

test('an ignore file that cannot be used is told', async () => {
  const root = emptyFolder();
  write(root, { 'a.ts': '' });
  symlinkSync('/dev/zero', join(root, '.edgesunsetignore'));
  mkdirSync(join(root, 'b'));
  const list = listing(root);
  expect(await paths(list)).toEqual(['a.ts']);
  expect(list.problems).toEqual([expect.objectContaining({ path: '.edgesunsetignore', incomplete: false })]);
});

describe('only what changed', () => {
  const changed = () => {
    const root = repository({
      'kept.ts': 'a',
      'edited.ts': 'a',
      'gone.ts': 'a',
      'old-name.ts': 'text\n'.repeat(20),
      'sub/x.ts': 'a',
    });
    git(root, 'commit', '-qm', 'one');
    git(root, 'switch', '-qc', 'work');
    git(root, 'mv', 'old-name.ts', 'new-name.ts');
    git(root, 'rm', '-q', 'gone.ts');
    git(root, 'commit', '-qam', 'two');
    write(root, {
      'edited.ts': 'b',
      'untracked.ts': '',
      'staged.ts': 'a',
      'sub/x.ts': 'b',
      'package-lock.json': '',
    });
    git(root, 'add', 'staged.ts', 'package-lock.json');
    return root;
  };

  test('since a commit: committed, edited and new files', async () => {
    const list = listing(changed(), { since: 'main' });
    const expected = ['edited.ts', 'new-name.ts', 'staged.ts', 'sub/x.ts', 'untracked.ts'];
    expect(await paths(list)).toEqual(expected);
    expect(list.leftOut.record.files).toBe(1);
  });

  test('counted from where the branches parted', async () => {
    const root = changed();
    git(root, 'stash', '-q');
    git(root, 'switch', '-q', 'main');
    write(root, { 'kept.ts': 'b' });
    git(root, 'commit', '-qam', 'three');
    git(root, 'switch', '-q', 'work');
    expect(await paths(listing(root, { since: 'main' }))).toEqual(['new-name.ts', 'untracked.ts']);
  });

  test('staged, in a folder, and from the index a commit is made from', async () => {
    const root = changed();
    expect(await paths(listing(root, { staged: true }))).toEqual(['staged.ts']);
    expect(await paths(listing(join(root, 'sub'), { staged: true }))).toEqual([]);
    expect(await paths(listing(join(root, 'sub'), { since: 'HEAD' }))).toEqual(['x.ts']);
    git(root, 'read-tree', '--index-output=.git/next-index', 'HEAD');
    const environment = { ...CLEAN_ENVIRONMENT, GIT_INDEX_FILE: join(root, '.git/next-index') };
    expect(await paths(listing(root, { staged: true }, environment))).toEqual([]);
  });

  test('without a common ancestor, with a notice', async () => {
    const root = changed();
    git(root, 'stash', '-q');
    git(root, 'switch', '-q', '--orphan', 'other');
    write(root, { 'new.ts': '' });
    git(root, 'add', 'new.ts');
    git(root, 'commit', '-qm', 'x');
    const list = listing(root, { since: 'main' });
    expect(await paths(list)).toEqual(['new.ts', 'untracked.ts']);
    expect(list.problems).toEqual([expect.objectContaining({ incomplete: false })]);
  });

  test('is refused where it cannot be known', () => {
    const root = changed();
    const failure = (
      folder: string,
      options: object,
      environment: Record<string, string> = CLEAN_ENVIRONMENT,
    ) =>
      listFiles(
        folder,
        {
          include: [],
          exclude: [],
          all: false,
          gitignore: true,
          trackedOnly: false,
          since: null,
          staged: false,
          ...options,
        },
        environment,
      );
    expect(failure(root, { since: 'nosuch' })).toEqual({ failure: expect.stringMatching(/no such commit/) });
    expect(failure(root, { since: '--output=x' })).toEqual({
      failure: expect.stringMatching(/no such commit/),
    });
    expect(failure(emptyFolder(), { since: 'main' })).toEqual({
      failure: expect.stringMatching(/git repository/),
    });
    expect(failure(root, { staged: true }, { ...CLEAN_ENVIRONMENT, PATH: '' })).toEqual({
      failure: expect.stringMatching(/needs git/),
    });
  });
});
