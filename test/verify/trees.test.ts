import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyListed } from '../../src/verify/agent/index.js';
import { changedFiles, checkOut } from '../../src/verify/index.js';
import { folderOf } from '../cli/command-line.js';

const FILES = {
  'a/empty.mjs': '',
  'a/no-line-end.mjs': 'const one = 1;',
  'a/deep/lines.mjs': 'one\ntwo\n\n',
  'binary.bin': '\0\n\0blob 3\n',
  'ü.mjs': 'ü\n',
};

describe.runIf(process.platform === 'linux')('a commit as a folder', () => {
  it('holds every file as it is, and takes two processes of git', () => {
    const folder = folderOf(FILES);
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    const git = (...args: readonly string[]) => execFileSync('git', [...author, ...args], { cwd: folder });
    chmodSync(join(folder, 'a/no-line-end.mjs'), 0o755);
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-q', '-m', 'first');
    const calls = join(folderOf({}), 'calls');
    const found = process.env.PATH?.split(':').find((one) =>
      statSync(join(one, 'git'), { throwIfNoEntry: false }),
    );
    const counting = folderOf({ git: `#!/bin/sh\necho x >> '${calls}'\nexec '${found}/git' "$@"\n` });
    chmodSync(join(counting, 'git'), 0o755);
    const made = checkOut('HEAD', folder, { PATH: `${counting}:${process.env.PATH}` });
    if (!made.ok) throw new Error(made.problem);
    const { root, close } = made.tree;
    for (const [path, text] of Object.entries(FILES))
      expect(readFileSync(join(root, path), 'utf8')).toBe(text);
    expect(statSync(join(root, 'a/no-line-end.mjs')).mode & 0o111).toBe(0o111);
    expect(statSync(join(root, 'a/empty.mjs')).mode & 0o111).toBe(0);
    expect(readFileSync(calls, 'utf8')).toBe('x\n'.repeat(2));
    expect(changedFiles(root, folder, process.env)).toEqual([]);
    writeFileSync(join(folder, 'ü.mjs'), 'u\n');
    expect(changedFiles(root, folder, process.env)).toEqual([{ path: 'ü.mjs', before: 'ü\n', after: 'u\n' }]);
    close();
  });

  it('is copied with all names', () => {
    const [from, to] = [folderOf(FILES), folderOf({})];
    copyListed(from, to, process.env);
    expect(changedFiles(from, to, process.env)).toEqual([]);
    expect(readFileSync(join(to, 'ü.mjs'), 'utf8')).toBe('ü\n');
  });
});
