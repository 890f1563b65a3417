/** What `migrate` and `undo` share: the tree of a folder, its records, its lock, and words for what can go wrong there. */
import { join, relative } from 'node:path';
import {
  BadRecord,
  BadState,
  existingStateOf,
  Records,
  ReplaceError,
  realDisk,
  recover,
  stateFolderOf,
  type Tree,
  takeLock,
  treeOf,
  Unfinished,
} from '../../migrate/index.js';
import { visible } from '../../report/index.js';
import { UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';

/** A tree whose lock is held. */
export interface LockedTree {
  readonly disk: typeof realDisk;
  readonly tree: string;
  readonly records: Records;
}

/** The trees that some roots lie in, each once. */
export function treesOf(roots: readonly string[], io: Pick<Io, 'env'>): readonly Tree[] {
  const trees = roots.map((root) => treeOf(root, io.env));
  return [...new Map(trees.map((tree) => [tree.root, tree])).values()];
}

/** Does what changes files in a tree, unless another run is changing files there. */
export function withLock<T>(tree: Tree, command: string, change: (locked: LockedTree) => T): T {
  return withLocks([tree], command, ([locked]) => change(locked as LockedTree));
}

/** The same for several trees: the change begins when all locks are held. */
export function withLocks<T>(
  trees: readonly Tree[],
  command: string,
  change: (locked: readonly LockedTree[]) => T,
): T {
  const releases: (() => void)[] = [];
  try {
    const locked = inWords(() =>
      trees.map((tree) => {
        const folder = stateFolderOf(tree);
        const lock = takeLock(realDisk, join(folder, 'lock'));
        if (lock.kind === 'taken')
          throw new UsageError(
            `another run is changing files here (process ${lock.by}). Run ${command} again after it has ended; if it does not exist, remove ${visible(lock.file)}.`,
          );
        releases.push(lock.release);
        return { disk: realDisk, tree: tree.root, records: new Records(realDisk, folder) };
      }),
    );
    return change(locked);
  } finally {
    for (const release of releases) release();
  }
}

/** Whether a run was interrupted here, or is at work now. Changes nothing. */
export function isInterrupted(tree: Tree): boolean {
  const folder = existingStateOf(tree);
  return folder !== null && new Records(realDisk, folder).hasOpen();
}

/** Restores what an interrupted run has left half done, and tells of it. */
export function recovered(locked: LockedTree, command: string, io: Io): void {
  const result = inWords(() => recover(locked));
  if (result.kind === 'edited')
    throw new UsageError(
      `an earlier run was interrupted, and these files were edited since. Nothing was changed:\n${shown(result.paths, locked.tree, io)}Restore them, or run 'edge-sunset undo --forget' to keep all files as they are.`,
    );
  if (result.kind === 'nothing') return;
  const count = result.restored.length + result.removed.length;
  io.stderr(
    `edge-sunset ${command}: an earlier run was interrupted; restored its changes: ${count} ${count === 1 ? 'file' : 'files'}\n`,
  );
}

/** What a disk may refuse is no bug of ours. */
export function inWords<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const what = visible(error.message);
    if (error instanceof Unfinished)
      throw new UsageError(
        `it could not be finished (${what}). Run 'edge-sunset undo' to restore the files.`,
      );
    if (error instanceof ReplaceError)
      throw new UsageError(`nothing was changed: ${visible(error.path)}: ${what}.`);
    if (error instanceof BadState || error instanceof BadRecord || 'code' in error)
      throw new UsageError(`nothing was changed: ${what}.`);
    throw error;
  }
}

/** Paths of a tree, one a line, as seen from the current folder. */
export function shown(paths: readonly string[], tree: string, io: Pick<Io, 'cwd'>): string {
  return paths.map((path) => `  ${visible(relative(io.cwd, `${tree}/${path}`) || path)}\n`).join('');
}
