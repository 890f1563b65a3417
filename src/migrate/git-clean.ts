/** Which of the files that a migration would change have changes that git does not hold yet. */
import { join, relative, sep } from 'node:path';
import { findRepository, gitFor } from '../scan/walk/index.js';

export type Cleanness =
  /** Relative to the root. */
  | { readonly kind: 'known'; readonly dirty: readonly string[] }
  /** There is a repository, and nobody to ask about it. */
  | { readonly kind: 'unknown'; readonly why: string };

/** Outside a repository there is nothing to ask. */
export function cleannessOf(
  root: string,
  paths: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Cleanness {
  const repository = findRepository(root);
  if (repository === undefined || paths.length === 0) return { kind: 'known', dirty: [] };
  const git = gitFor(repository, environment);
  if (git === undefined) return { kind: 'unknown', why: 'git is not installed' };
  const byName = new Map(
    paths.map((path) => [relative(repository.top, join(root, path)).split(sep).join('/'), path]),
  );
  const { status, stdout, stderr } = git.run(
    [
      '--literal-pathspecs',
      'status',
      '--porcelain=v1',
      '-z',
      '--untracked-files=all',
      '--no-renames',
      '--',
      ...byName.keys(),
    ],
    repository.top,
  );
  if (status !== 0) return { kind: 'unknown', why: `git status failed: ${stderr.trim()}` };
  const dirty = stdout
    .toString('utf8')
    .split('\0')
    .flatMap((row) => byName.get(row.slice(3)) ?? []);
  return { kind: 'known', dirty };
}
