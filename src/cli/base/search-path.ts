import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';

/**
 * The search path without folders of the repository around the current folder, or links into it: `npx` puts
 * `node_modules/.bin` first, with programs of the tree.
 */
export function foldersOutside(current: string, searchPath: string): string {
  const top = repositoryAround(current) ?? current;
  const isOutside = (folder: string) =>
    !folder.split(sep).includes('node_modules') && folder !== top && !folder.startsWith(top + sep);
  return searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && isOutside(folder) && isOutside(realPathOf(folder)))
    .join(delimiter);
}

/** The folder with a `.git`, here or above. */
export function repositoryAround(current: string): string | null {
  for (let folder = current; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return null;
  }
}

function realPathOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
