/** What many repositories cost in one folder, in a list of folders, one by one, and what their migration costs. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compare } from '../measure.js';
import type { SideBySide } from './repositories.js';

const OPTIONS = ['--no-config', '--format', 'json'];

/** Paths of the scripts of a tree, which becomes a repository. */
export function scriptsIn(root: string): readonly string[] {
  return filesIn(root)
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
    .map((path) => join(root, path));
}

/** Paths of the files of a tree, which becomes a repository. */
export function filesIn(root: string): readonly string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] });
  git('init', '-q');
  git('add', '-A');
  return git('ls-files', '-z')
    .toString()
    .split('\0')
    .filter((path) => path !== '');
}

/** One round, in turns: each figure stands for many scans. */
export function measureSideBySide(trees: readonly string[], cli: string, bare: string): SideBySide {
  const work = dirname(trees[0] ?? '');
  const folder = join(work, 'side-by-side');
  mkdirSync(folder);
  for (const tree of trees) {
    cpSync(tree, join(folder, basename(tree)), { recursive: true });
    // A repository in a repository is left out of a scan.
    rmSync(join(folder, basename(tree), '.git'), { recursive: true });
  }
  const scripts = join(work, 'all-scripts');
  writeFileSync(scripts, scriptsIn(folder).join('\n'));
  const list = join(work, 'roots');
  writeFileSync(list, `${trees.join('\n')}\n`);
  const node = process.execPath;
  const time = (name: string, cwd: string, command: readonly string[]) =>
    compare([{ name, command }], cwd, 1, work)[0]?.cpu ?? Number.NaN;
  const parsed = time('bare', folder, [node, bare, scripts, 'none']);
  const together = time('one folder', folder, [node, cli, 'scan', '.', ...OPTIONS]);
  const listed = time('list', work, [
    node,
    cli,
    'scan',
    '--roots',
    list,
    '--no-config',
    '--format',
    'ndjson',
  ]);
  const single = trees.map((tree) => time('single', tree, [node, cli, 'scan', '.', ...OPTIONS]));
  const migrated = trees.map((tree) => time('migrate', tree, [node, cli, 'migrate', '.', ...OPTIONS]));
  rmSync(folder, { recursive: true });
  return { repositories: trees.length, bare: parsed, together, single, listed, migrated };
}

/** Of the page. */
export function sideSection({ repositories, bare, together, single, listed, migrated }: SideBySide): string {
  const sum = single.reduce((total, cpu) => total + cpu, 0);
  const all = migrated.reduce((total, cpu) => total + cpu, 0);
  const worst = Math.max(...migrated.map((cpu, index) => cpu / (single[index] ?? Number.NaN)));
  const seconds = (cpu: number): string => (cpu / 1000).toFixed(1);
  const verdict = (isKept: boolean): string => (isKept ? 'kept' : '**missed**');
  return `## Side by side

The ${repositories} repositories above in one folder, in a list of folders (\`--roots\`), and one by one, each in a process of its own. Limits:
3 times the bare parse; a list costs no more than the scans one by one; \`migrate\` at most 1.5 times the scan.

| | CPU | against | |
|---|---|---|---|
| bare parse | ${seconds(bare)} | | |
| in one folder | ${seconds(together)} | ${(together / bare).toFixed(2)} × the bare parse | ${verdict(together <= 3 * bare)} |
| one by one | ${seconds(sum)} | ${(sum / bare).toFixed(2)} × the bare parse | |
| \`--roots\` | ${seconds(listed)} | ${(listed / sum).toFixed(2)} × one by one | ${verdict(listed <= sum)} |
| \`migrate\`, one by one | ${seconds(all)} | ${(all / sum).toFixed(2)} × the scan, at most ${worst.toFixed(2)} | ${verdict(worst <= 1.5)} |
`;
}
