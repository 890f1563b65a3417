import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, sep } from 'node:path';

/** Where a file stands in its project: the folder that paths are relative to, and its path with `/`. */
export interface ProjectPath {
  readonly root: string;
  readonly path: string;
}

/** A text without a file has a name such as `<input>`; what it imports is looked for in the working folder. */
export function placeOf(filename: string, cwd: string): ProjectPath {
  if (!isAbsolute(filename)) return { root: cwd, path: filename.split(sep).join('/') };
  const inside = relative(cwd, filename);
  return inside.startsWith('..') || isAbsolute(inside)
    ? { root: dirname(filename), path: basename(filename) }
    : { root: cwd, path: inside.split(sep).join('/') };
}

/** The root may be reached through links; what lies in it may not lead out of it through others. */
export function realPathOf(root: string): string {
  try {
    return realpathSync.native(root);
  } catch {
    return root;
  }
}
