/** Which of the files that a migration would change have changes that are not committed. */
import { type FileState, fileStates } from '../scan/walk/index.js';

/** A file with changes that git does not hold, or may not hold. */
export interface DirtyFile {
  /** Relative to the root. */
  readonly path: string;
  readonly why: string;
}

export type Cleanness =
  | { readonly kind: 'known'; readonly dirty: readonly DirtyFile[] }
  /** There is a repository, and it cannot be read. */
  | { readonly kind: 'unknown'; readonly why: string };

const WHY: Readonly<Record<Exclude<FileState, 'unchanged'>, string>> = {
  changed: 'changed',
  conflict: 'it is in conflict',
  hidden: 'changed, but git is set to ignore changes of it (assume-unchanged, skip-worktree)',
  'no file': 'it is not a regular file',
  staged: 'staged, not committed',
  untracked: 'git does not track it',
};

/** Outside a repository there is nothing to ask. */
export function cleannessOf(
  root: string,
  paths: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Cleanness {
  const states = paths.length === 0 ? undefined : fileStates(root, paths, environment);
  if (states === undefined) return { kind: 'known', dirty: [] };
  if ('failure' in states) return { kind: 'unknown', why: states.failure };
  const dirty = paths.flatMap((path) => {
    const state = states.get(path) ?? 'untracked';
    return state === 'unchanged' ? [] : [{ path, why: WHY[state] }];
  });
  return { kind: 'known', dirty };
}
