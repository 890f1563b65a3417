/** Which of the files that a migration would change have changes that git does not hold yet. */
import { join, relative, sep } from 'node:path';
import { findRepository, gitFor } from '../scan/walk/index.js';

/** Relative to the root. Outside a repository, or without git, there is nothing to ask. */
export function dirtyFiles(
  root: string,
  paths: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const repository = findRepository(root);
  const git = repository === undefined ? undefined : gitFor(repository, environment);
  if (repository === undefined || git === undefined || paths.length === 0) return [];
  const byName = new Map(
    paths.map((path) => [relative(repository.top, join(root, path)).split(sep).join('/'), path]),
  );
  const { status, stdout } = git.run(
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
    [['status.relativePaths', 'false']],
  );
  if (status !== 0) return [];
  return stdout
    .toString('utf8')
    .split('\0')
    .flatMap((row) => byName.get(row.slice(3)) ?? []);
}
