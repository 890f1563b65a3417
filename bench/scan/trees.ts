/**
 * Makes the trees the benchmark runs on, the same on every machine: packages with folders of source files in a
 * git repository, ignore files at several levels, an ignored folder with installed packages, some untracked files.
 *
 * Sizes follow a logarithmic normal distribution with the median (533 bytes) and the 90th percentile (6.7 kB)
 * found over 69,000 files of eighteen public repositories; that gives their 99th percentile and mean as well.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { callingFile, extension, fileName, type Random, seeded, text } from './texts.js';

export interface TreePlan {
  readonly name: string;
  readonly files: number;
  /** Share of files that call the API; they stand together in packages of their own. */
  readonly calling: number;
  readonly seed: number;
}

const MEDIAN = 533;
const SIGMA = Math.log(6700 / MEDIAN) / 1.2816;
const LARGEST = 1_500_000;
const PER_PACKAGE = 350;
const PER_FOLDER = 9;
const UNTRACKED_SHARE = 0.003;
const IGNORED_SHARE = 0.1;

/** The folder of a tree below `home`; made if it is not there, and anew when this program changes. */
export function tree(plan: TreePlan, home: string): string {
  const root = join(home, `${plan.name}-${recipe()}`);
  if (existsSync(join(root, '.git/complete'))) return root;
  const random = seeded(plan.seed);
  writeAll(root, plan, random);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'gc.auto=0', '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'tree');
  for (let index = 0; index < plan.files * UNTRACKED_SHARE; index++) {
    write(root, `packages/part-${index % 7}/new-${index}.ts`, text(random, 'ts', size(random)));
  }
  writeFileSync(join(root, '.git/complete'), '');
  return root;
}

function recipe(): string {
  const hash = createHash('sha256');
  for (const name of ['trees.ts', 'texts.ts']) hash.update(readFileSync(new URL(name, import.meta.url)));
  return hash.digest('hex').slice(0, 8);
}

function writeAll(root: string, plan: TreePlan, random: Random): void {
  write(root, '.gitignore', 'node_modules/\ndist/\n*.log\n.env*\n!.env.example\n/coverage\n**/*.tmp\n');
  write(root, 'package.json', '{ "name": "example", "private": true }\n');
  const calling = Math.round(plan.files * plan.calling);
  const packages = Math.max(1, Math.round((plan.files - calling) / PER_PACKAGE));
  for (let index = 0; index < packages; index++) {
    write(root, `packages/part-${index}/package.json`, `{ "name": "part-${index}" }\n`);
    if (index % 3 === 0) write(root, `packages/part-${index}/.gitignore`, 'build/\n*.generated\nlocal-*\n');
  }
  for (let index = 0; index < plan.files - calling; index++) {
    const language = extension(random);
    const folder = `packages/part-${index % packages}/src/${folderOf(random, Math.floor(index / packages))}`;
    write(root, `${folder}/${fileName(random)}-${index}.${language}`, text(random, language, size(random)));
  }
  for (let index = 0; index < calling; index++) {
    if (index % 20 === 0)
      write(root, `services/edge-${Math.floor(index / 20)}/package.json`, '{ "name": "edge" }\n');
    const file = callingFile(random, size(random));
    const path = `services/edge-${Math.floor(index / 20)}/src/${fileName(random)}-${index}.${file.language}`;
    write(root, path, file.text);
  }
  for (let index = 0; index < plan.files * IGNORED_SHARE; index++) {
    write(root, `node_modules/lib-${index % 50}/lib/file-${index}.js`, text(random, 'js', size(random)));
  }
}

function folderOf(random: Random, index: number): string {
  const folder = Math.floor(index / PER_FOLDER);
  return folder % 3 === 0
    ? `module-${folder}`
    : `module-${folder % 5}/${fileName(random).split('-')[0]}-${folder}`;
}

function size(random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.min(LARGEST, Math.round(MEDIAN * Math.exp(SIGMA * normal)));
}

function write(root: string, path: string, content: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
