/** Trees and repositories for tests, made in a fresh folder each and removed at the end of the test. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  allFiles,
  DEFAULT_LIST_OPTIONS,
  type FileList,
  type ListOptions,
  listFiles,
} from '../../../src/scan/walk/index.js';

/** The tests' own git obeys nobody's settings. */
export const CLEAN_ENVIRONMENT: Record<string, string> = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

export function emptyFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'walk-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    env: CLEAN_ENVIRONMENT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** A repository with the files added; nothing is committed yet. */
export function repository(files: Readonly<Record<string, string>>, ...initOptions: string[]): string {
  const folder = emptyFolder();
  git(folder, 'init', '-q', ...initOptions);
  write(folder, files);
  git(folder, 'add', '-A', '-f');
  return folder;
}

/** Names that sort, share and end in every way that matters to an index. */
export const SAMPLE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    '0',
    'a.b/c.ts',
    'a/b',
    'a/b.ts',
    'a/bc/d.ts',
    'a/bc/de.ts',
    'b-1.go',
    'b/1.go',
    'deep/er/and/deep/er/still/file.py',
    'name with spaces and "quotes".md',
    'na\u00efve/\u00e9t\u00e9.rb',
    'new\nline.ts',
    '\u{1F600}.ts',
    'z',
    `long/${'x'.repeat(200)}/${'y'.repeat(200)}/${'z'.repeat(200)}.ts`,
    ...Array.from({ length: 8 }, (_, length) => `pad/${'p'.repeat(length + 1)}`),
  ].map((path) => [path, `content of ${path}`]),
);

export function listing(
  root: string,
  options: Partial<ListOptions> = {},
  environment = CLEAN_ENVIRONMENT,
): FileList {
  const list = listFiles(root, { ...DEFAULT_LIST_OPTIONS, ...options }, environment);
  if ('failure' in list) throw new Error(list.failure);
  return list;
}

export async function paths(list: FileList): Promise<string[]> {
  return [...(await allFiles(list))];
}

/** What git says is tracked, and with `untracked` what is neither tracked nor ignored as well. */
export function gitPaths(folder: string, untracked = true): string[] {
  const options = untracked ? ['--cached', '--others', '--exclude-standard'] : ['--cached'];
  const output = git(folder, 'ls-files', '-z', '--deduplicate', ...options);
  return output
    .split('\0')
    .filter((path) => path !== '')
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
