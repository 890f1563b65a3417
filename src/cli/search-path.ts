import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';

/**
 * The search path without folders of the repository around the current folder, or links into it: `npx` puts
 * `node_modules/.bin` first, with programs of the tree.
 */
export function foldersOutside(current: string, searchPath: string): string {
  const top = topOf(current);
  const isOutside = (folder: string) =>
    !folder.split(sep).includes('node_modules') && folder !== top && !folder.startsWith(top + sep);
  return searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && isOutside(folder) && isOutside(realPathOf(folder)))
    .join(delimiter);
}

function topOf(current: string): string {
  for (let folder = current; dirname(folder) !== folder; folder = dirname(folder))
    if (existsSync(join(folder, '.git'))) return folder;
  return current;
}

function realPathOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
