/** Files of a commit, taken out of a repository that need not have a work tree. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LIMIT = 1 << 30;

/** Where the repository `owner/name` may lie below the folder of mirrors. */
export function findMirror(mirrors: string, repo: string): string | null {
  const flat = repo.replace('/', '+');
  const places = [`${flat}/repo/.git`, `${flat}/repo`, `${flat}.git`, flat, `${repo}/.git`, repo];
  const found = places
    .map((place) => join(mirrors, place))
    .find((place) => existsSync(join(place, 'objects')));
  return found ?? null;
}

/** Writes the regular files of the commit below `root`; false if the repository lacks the commit. */
export function checkOut(gitDirectory: string, commit: string, root: string): boolean {
  const git = (args: string[], input = '') =>
    spawnSync('git', ['--git-dir', gitDirectory, ...args], { input, maxBuffer: LIMIT });
  const tree = git(['ls-tree', '-r', '-z', commit]);
  if (tree.status !== 0) return false;
  const files = tree.stdout
    .toString('utf8')
    .split('\0')
    .flatMap((row) => {
      const [, id, path] = /^100\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(row) ?? [];
      return id === undefined || path === undefined ? [] : [{ id, path }];
    });
  const blobs = git(['cat-file', '--batch'], files.map((file) => file.id).join('\n')).stdout;
  let at = 0;
  for (const { path } of files) {
    const lineEnd = blobs.indexOf(10, at);
    const [, kind, size = '0'] = blobs.toString('latin1', at, lineEnd).split(' ');
    at = lineEnd + 1;
    // A partial copy of a repository lacks large blobs: the answer is one line without content.
    if (kind !== 'blob') continue;
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, blobs.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return true;
}
