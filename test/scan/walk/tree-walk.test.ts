import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allFiles } from '../../../src/scan/walk/index.js';
import { random } from '../../analysis/prefilter/naive.js';
import { CLEAN_ENVIRONMENT, emptyFolder, git, listing, repository, write } from './trees.js';

/** The untracked files of a work tree, in latin1. */
function found(folder: string, environment = CLEAN_ENVIRONMENT): readonly string[] {
  const [, untracked] = listing(folder, { all: true }, environment).parts;
  const names: string[] = [];
  for (const cursor = untracked?.cursor(); cursor?.next(); ) names.push(cursor.relative().toString('latin1'));
  return names;
}

/** The same from git. */
function byGit(folder: string, environment = CLEAN_ENVIRONMENT): readonly string[] {
  const output = execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard'], {
    cwd: folder,
    env: environment,
    encoding: 'latin1',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output.split('\0').slice(0, -1).sort();
}

const TRACKED = { 'a.ts': '', 'a/b.ts': '', 'a-b/c.ts': '', 'a/c/d.ts': '', 'z.ts': '' };

describe('found as git does', () => {
  const expectSame = (folder: string, wanted: readonly string[], environment = CLEAN_ENVIRONMENT) => {
    expect(byGit(folder, environment)).toEqual(wanted);
    expect(found(folder, environment)).toEqual(wanted);
  };

  test('nothing, where all is tracked', () => {
    expectSame(repository(TRACKED), []);
  });

  test('files beside tracked ones, and whole folders', () => {
    const folder = repository(TRACKED);
    write(folder, { 'a/c/e.ts': '', 'a/c.ts': '', 'b/c/d.ts': '', '0.ts': '', 'a/\u00e9.ts': '' });
    mkdirSync(join(folder, 'empty/more'), { recursive: true });
    expectSame(folder, ['0.ts', 'a/c.ts', 'a/c/e.ts', 'a/\u00c3\u00a9.ts', 'b/c/d.ts']);
  });

  test('without what any ignore file takes', () => {
    const folder = repository({
      ...TRACKED,
      '.gitignore': '*.log\n/b/\n',
      'a/.gitignore': '!keep.log\n/c/x\n',
    });
    write(folder, {
      '.git/info/exclude': 'secret\n',
      'a/1.log': '',
      'a/keep.log': '',
      'a/c/x': '',
      'a/c/y': '',
      'b/y': '',
      'a/b/y': '',
      'new/.gitignore': 'own',
      'new/own': '',
      'new/other': '',
      'new/secret': '',
    });
    expectSame(folder, ['a/b/y', 'a/c/y', 'a/keep.log', 'new/.gitignore', 'new/other']);
  });

  test('nothing in an ignored folder, though files of it are tracked', () => {
    const folder = repository({ ...TRACKED, '.gitignore': 'a/\n' });
    write(folder, { 'a/new.ts': '', 'a/c/new.ts': '', 'a-b/new.ts': '' });
    expectSame(folder, ['a-b/new.ts']);
  });

  test('a file where the index has a folder, and the other way round', () => {
    const folder = repository(TRACKED);
    rmSync(join(folder, 'a'), { recursive: true });
    rmSync(join(folder, 'z.ts'));
    write(folder, { a: '', 'z.ts/inside.ts': '' });
    expectSame(folder, ['a', 'z.ts/inside.ts']);
  });

  test('with paths in conflict and a submodule', () => {
    const folder = repository(TRACKED);
    const oid = git(folder, 'hash-object', '-w', 'a.ts').trim();
    execFileSync('git', ['update-index', '--index-info'], {
      cwd: folder,
      input: `0 ${oid} 0\ta.ts\n100644 ${oid} 2\ta.ts\n100644 ${oid} 3\ta.ts\n160000 ${oid} 0\tmodule\n`,
    });
    write(folder, { 'module/inside.ts': '', 'new.ts': '' });
    expectSame(folder, ['new.ts']);
  });

  test('by the file of excludes of the user', () => {
    const home = emptyFolder();
    const environment = { PATH: CLEAN_ENVIRONMENT.PATH ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
    const folder = repository(TRACKED);
    write(folder, { 'x.swp': '', 'y.bak': '' });
    expectSame(folder, ['x.swp', 'y.bak'], environment);
    write(home, { '.config/git/ignore': '*.swp\n' });
    expectSame(folder, ['y.bak'], environment);
    write(home, {
      '.gitconfig': '[user]\n\tname = A\n[core]\n\texcludesFile = ~/.ignored\n',
      '.ignored': '*.bak\n',
    });
    expectSame(folder, ['x.swp'], environment);
  });

  test('in trees of any shape', () => {
    for (let seed = 1; seed <= 12; seed++) expectSameTree(seed);
  });
});

const NAMES = ['a', 'b', 'a.b', 'a-b', 'ab', 'a.ts', 'b.log', '\u00e9'];
const PATTERNS = ['*.log', 'a', '/a', 'b/', '!a', '!*.log', 'a*', '/a/b', '**/ab', '?', '!/b/', '*.ts'];

function expectSameTree(seed: number): void {
  const next = random(seed);
  const pick = <T>(items: readonly T[]): T => items[next(items.length)] as T;
  const folder = repository({});
  const write = (path: string, text: string) => {
    try {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    } catch {
      // A file stands where a folder is wanted, or the other way round.
    }
  };
  for (let count = 0; count < 60; count++) {
    write(Array.from({ length: 1 + next(4) }, () => pick(NAMES)).join('/'), '');
    if (next(8) === 0) {
      const above = Array.from({ length: next(3) }, () => `${pick(NAMES)}/`).join('');
      write(`${above}.gitignore`, Array.from({ length: 3 }, () => pick(PATTERNS)).join('\n'));
    }
    if (count === 30) git(folder, 'add', '-A', '-f');
  }
  expect({ seed, found: found(folder) }).toEqual({ seed, found: byGit(folder) });
}

describe('what git does not tell so', () => {
  test('links are not listed, nor anything behind them', () => {
    const folder = repository(TRACKED);
    const elsewhere = emptyFolder();
    write(elsewhere, { 'b.ts': '', 'x.ts': '' });
    rmSync(join(folder, 'a'), { recursive: true });
    symlinkSync(elsewhere, join(folder, 'a'));
    symlinkSync(elsewhere, join(folder, 'new'));
    execFileSync('mkfifo', [join(folder, 'a-b/pipe.ts')]);
    expect(byGit(folder)).toEqual(['a', 'new']);
    const list = listing(folder);
    expect([...allFiles(list)]).toEqual(['a-b/c.ts', 'a.ts', 'z.ts']);
    expect(list.leftOut.link.files).toBe(2);
  });

  test('a repository inside an untracked folder is left out, and counted', () => {
    const folder = repository(TRACKED);
    write(folder, { 'new/inside.ts': '', 'other/x.ts': '' });
    git(join(folder, 'new'), 'init', '-q');
    const list = listing(folder);
    expect([...allFiles(list)]).toEqual([...Object.keys(TRACKED), 'other/x.ts'].sort());
    expect(list.leftOut.repository.folders).toBe(1);
  });

  test('rules that are a link, or were deleted, take nothing', () => {
    const folder = repository({ ...TRACKED, '.gitignore': '*.log' });
    write(folder, { 'x.log': '' });
    expect(found(folder)).toEqual([]);
    rmSync(join(folder, '.gitignore'));
    expect(found(folder)).toEqual(['x.log']);
    symlinkSync('a.ts', join(folder, '.gitignore'));
    expect(found(folder)).toEqual(['x.log']);
  });

  test('an index whose paths are not sorted is not used', () => {
    const folder = repository({ 'a.ts': '', 'b.ts': '' });
    const index = readFileSync(join(folder, '.git/index'), 'latin1');
    const swapped = index.replace('a.ts', '?').replace('b.ts', 'a.ts').replace('?', 'b.ts');
    writeFileSync(join(folder, '.git/index'), swapped, 'latin1');
    const list = listing(folder);
    expect([...allFiles(list)]).toEqual(['a.ts', 'b.ts']);
    expect(list.problems).toEqual([
      expect.objectContaining({ message: expect.stringContaining('not sorted'), incomplete: true }),
    ]);
  });

  test('a file of excludes that the repository names itself is not used, and told', () => {
    const folder = repository(TRACKED);
    write(folder, { 'x.log': '', excludes: '*.log\n' });
    git(folder, 'config', 'core.excludesFile', join(folder, 'excludes'));
    expect(found(folder)).toEqual(['excludes', 'x.log']);
    expect(listing(folder).problems).toEqual([
      expect.objectContaining({ message: expect.stringContaining('core.excludesFile') }),
    ]);
  });
});

test.each([
  ['included', '[include]\n\tpath = more\n'],
  ['quoted', '[core]\n\texcludesFile = "~/.ignored"\n'],
  ['on one line', '[core] excludesFile = ~/.ignored\n'],
])('a setting of the user that is %s', (_, config) => {
  const home = emptyFolder();
  write(home, {
    '.gitconfig': config,
    more: '[core]\n\texcludesFile = ~/.ignored\n',
    '.ignored': '*.bak\n',
  });
  const folder = repository(TRACKED);
  write(folder, { 'y.bak': '', 'y.ts': '' });
  const environment = { PATH: CLEAN_ENVIRONMENT.PATH ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  expect(found(folder, environment)).toEqual(['y.ts']);
});
