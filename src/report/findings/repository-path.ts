import { posix, resolve, sep } from 'node:path';
import type { Places } from './model.js';

export interface RepositoryPath {
  /** Relative to the root of its repository; as it was where it lies in none. */
  readonly path: string;
  /** Which repository, by its place in the list; null where it lies in none. */
  readonly repository: number | null;
}

/** Names the files of a report from the root of their repository, as services look for them. */
export function repositoryPaths({ cwd, repositories }: Places): (path: string) => RepositoryPath {
  const current = slashed(cwd);
  const roots = repositories
    .map((folder, repository) => ({ folder: withSlash(slashed(folder)), repository }))
    .sort((a, b) => b.folder.length - a.folder.length);
  return (path) => {
    const absolute = posix.isAbsolute(path) ? path : posix.join(current, path);
    const root = roots.find(({ folder }) => absolute.startsWith(folder));
    if (root === undefined) return { path, repository: null };
    return { path: absolute.slice(root.folder.length), repository: root.repository };
  };
}

function slashed(path: string): string {
  return resolve(path).split(sep).join('/');
}

function withSlash(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`;
}
