import { delimiter, isAbsolute, sep } from 'node:path';

/** The search path without folders of the tree: `npx` puts `node_modules/.bin` first, with programs of the tree. */
export function foldersOutside(tree: string, searchPath: string): string {
  const isOutside = (folder: string) =>
    isAbsolute(folder) &&
    !folder.split(sep).includes('node_modules') &&
    folder !== tree &&
    !folder.startsWith(tree + sep);
  return searchPath.split(delimiter).filter(isOutside).join(delimiter);
}
