import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { onTestFinished } from 'vitest';
import { edgeSunset, type Outcome } from '../cli/command-line.js';

type Files = Readonly<Record<string, string>>;

/** A bare remote, and a clone of it in which somebody works. */
export interface Clone {
  readonly folder: string;
  readonly remote: string;
  git(...args: readonly string[]): string;
  /** git in the bare remote. */
  remoteGit(...args: readonly string[]): string;
  write(path: string, text: string): void;
  read(path: string): string;
  /** The text of a file on a branch of the remote. */
  onRemote(branch: string, path: string): string;
  run(argv: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Branches of the remote. */
  branches(): readonly string[];
}

/** git as on a machine without any settings of a user or the system. */
export const GIT_ENVIRONMENT = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
};

export function gitIn(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    env: GIT_ENVIRONMENT,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();
}

export function temporaryFolder(): string {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function cloneOf(files: Files): Clone {
  const top = temporaryFolder();
  const [remote, folder] = [join(top, 'remote.git'), join(top, 'clone')];
  gitIn(top, 'init', '--quiet', '--bare', '--initial-branch=main', remote);
  gitIn(top, 'clone', '--quiet', remote, folder);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const git = (...args: readonly string[]) => gitIn(folder, ...args);
  git('config', 'user.name', 'Sam Example');
  git('config', 'user.email', 'sam@example.com');
  git('checkout', '--quiet', '-B', 'main');
  for (const [path, text] of Object.entries(files)) write(path, text);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Start');
  git('push', '--quiet', '--set-upstream', 'origin', 'main');
  git('remote', 'set-head', 'origin', '--auto');
  return {
    folder,
    remote,
    git,
    write,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    remoteGit: (...args) => gitIn(remote, ...args),
    onRemote: (branch, path) => gitIn(remote, 'show', `${branch}:${path}`),
    run: (argv, env = {}) => edgeSunset(argv, { cwd: folder, env: { ...GIT_ENVIRONMENT, ...env } }),
    branches: () =>
      gitIn(remote, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n').filter(Boolean),
  };
}

/** Makes the remote look as if it were at a code host; git still goes to the folder. */
export function atHost(clone: Clone, address: string): void {
  clone.git('config', `url.${clone.remote}.insteadOf`, address);
  clone.git('remote', 'set-url', 'origin', address);
}
