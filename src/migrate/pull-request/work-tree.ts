/**
 * A clean work tree beside the user's own. It lies in the folder for temporary files and is registered with the clone,
 * so that git commits there as it does anywhere in it. What a run that was killed left behind goes with the next run.
 */
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isAlive } from '../write/lock.js';
import { type Git, GitError, NUL } from './git.js';

const NAME = /^edge-sunset-pr-(\d+)-\w{6}$/;

export interface WorkTree {
  /** Its real path. */
  readonly folder: string;
  /** Makes it hold a commit, and nothing else. */
  readonly reset: (commit: string) => Promise<void>;
  readonly remove: () => void;
}

/** Checks out a commit, without a branch. `folder`: where the tree is made. */
export async function openWorkTree(
  git: Git,
  commonDir: string,
  commit: string,
  folder = tmpdir(),
): Promise<WorkTree> {
  removeAbandoned(commonDir, folder);
  const temporary = realpathSync.native(folder);
  const made = mkdtempSync(join(temporary, `edge-sunset-pr-${process.pid}-`));
  const remove = () => removeTree(commonDir, made);
  try {
    const result = await git.run(['worktree', 'add', '--quiet', '--detach', '--force', made, commit]);
    if (result.status !== 0) throw new GitError('worktree add', result);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    folder: made,
    remove,
    reset: async (other) => {
      await git.text(['checkout', '--quiet', '--force', '--detach', other], { cwd: made });
      await git.text(['clean', '-ffdxq'], { cwd: made });
    },
  };
}

/** A work tree that is made when it is first asked for: most runs find nothing to commit. */
export class WorkTreeOnDemand {
  readonly #open: () => Promise<WorkTree>;
  #made: WorkTree | null = null;

  constructor(open: () => Promise<WorkTree>) {
    this.#open = open;
  }

  async get(): Promise<WorkTree> {
    this.#made ??= await this.#open();
    return this.#made;
  }

  remove(): void {
    this.#made?.remove();
  }
}

/** Whether the files of a clone that a scan reads are those of a commit, so that whoever reads them reads the commit. */
export async function holdsCommit(git: Git, commit: string): Promise<boolean> {
  const status = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all'];
  const rows = rowsOf(await git.maybe([...status, '--ignore-submodules=none']));
  if (!rows.includes(`# branch.oid ${commit}`) || rows.some((row) => !row.startsWith('#'))) return false;
  // Neither a file that git is told not to look at, nor a repository in the repository.
  return rowsOf(await git.maybe(['ls-files', '-v', '--stage', '-z'])).every((row) =>
    /^H (?!160000)/.test(row),
  );
}

function rowsOf(listed: string | null): readonly string[] {
  return (listed ?? '').split(NUL).filter((row) => row !== '');
}

function removeTree(commonDir: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  rmSync(join(commonDir, 'worktrees', basename(folder)), { recursive: true, force: true });
}

/** Work trees of runs whose process is gone. */
export function removeAbandoned(commonDir: string, folder = tmpdir()): void {
  const temporary = realpathSync.native(folder);
  for (const name of listed(join(commonDir, 'worktrees'))) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const pointer = read(join(commonDir, 'worktrees', name, 'gitdir'));
    const found = pointer === null ? null : dirname(pointer.trim());
    // Only what this program made: a folder of that very name, below the one for temporary files.
    if (found !== null && basename(found) === name && dirname(found) === temporary)
      removeTree(commonDir, found);
    else rmSync(join(commonDir, 'worktrees', name), { recursive: true, force: true });
  }
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** The path of a file in a work tree whose folders are no links; they are made where they are missing. */
export function fileIn(folder: string, path: string): string {
  const file = join(folder, ...path.split('/'));
  const steps = relative(folder, dirname(file)).split(sep);
  let at = folder;
  for (const step of steps) {
    if (step === '') continue;
    at = join(at, step);
    const status = lstatSync(at, { throwIfNoEntry: false });
    if (status === undefined) mkdirSync(at);
    else if (!status.isDirectory()) throw new Error(`${path} is behind a link`);
  }
  const status = lstatSync(file, { throwIfNoEntry: false });
  if (status !== undefined && !status.isFile()) throw new Error(`${path} is not a regular file`);
  return file;
}
