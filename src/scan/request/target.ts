import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Places } from '../../report/index.js';
import { isInside } from './inside.js';

/** What one root of a scan is: a folder whole, or some files of a folder. */
export interface ScanTarget {
  /** Absolute. */
  readonly root: string;
  /** As the user wrote it. */
  readonly label: string;
  /** Paths of the files asked for, relative to the root with `/`; null means all. */
  readonly files: readonly string[] | null;
}

export type Targets =
  | { readonly ok: true; readonly targets: readonly ScanTarget[] }
  | { readonly ok: false; readonly problem: string };

/**
 * A folder is its own root. A file belongs to the repository it lies in, so that its findings have the same
 * path from every current directory and the files it imports can be reached.
 */
export function targetsOf(paths: readonly string[], cwd: string): Targets {
  const folders = new Map<string, ScanTarget>();
  for (const path of paths) {
    const absolute = withinLinks(resolve(cwd, path));
    const stat = statSync(absolute, { throwIfNoEntry: false });
    if (stat === undefined) return { ok: false, problem: `the path ${JSON.stringify(path)} does not exist` };
    if (stat.isDirectory()) {
      if (leavesRepository(absolute)) {
        const problem = `the folder ${JSON.stringify(path)} is behind a link that leads out of its repository, which is not followed. Name the folder it leads to`;
        return { ok: false, problem };
      }
      const label = labelOf(path);
      if (folders.get(absolute)?.files !== null)
        folders.set(absolute, { root: absolute, label, files: null });
      continue;
    }
    const root = repositoryOf(absolute);
    const before = folders.get(root);
    if (before?.files === null) continue;
    const file = slashed(relative(root, absolute));
    const files = [...new Set([...(before?.files ?? []), file])];
    folders.set(root, { root, label: before?.label ?? labelOf(relative(cwd, root) || '.'), files });
  }
  return { ok: true, targets: [...folders.values()] };
}

/** A file that is named by a link of its repository; one that leads out of it stays a link, which is not read. */
function withinLinks(file: string): string {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return file;
  const status = statSync(file, { throwIfNoEntry: false });
  if (status?.isFile() !== true) return file;
  const top = repositoryOf(file);
  const [realTop, real] = [realpathSync.native(top), realpathSync.native(file)];
  return isInside(real, realTop) ? join(top, relative(realTop, real)) : file;
}

/** Whether a link on the way to a folder belongs to a repository that it leads out of. */
function leavesRepository(folder: string): boolean {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) continue;
    const top = repositoryAround(dirname(at));
    if (top !== null && !isInside(realpathSync.native(at), realpathSync.native(top))) return true;
  }
  return false;
}

/** Where a text from standard input is taken to lie; neither file nor folder need exist. */
export function targetOfFile(path: string, cwd: string): ScanTarget {
  const absolute = resolve(cwd, path);
  const root = existingFolder(repositoryOf(absolute));
  return { root, label: labelOf(root), files: [slashed(relative(root, absolute))] };
}

function existingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder));
}

/** The nearest folder above a file with a `.git`, else the folder of the file. */
function repositoryOf(file: string): string {
  return repositoryAround(dirname(file)) ?? dirname(file);
}

function repositoryAround(start: string): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return null;
  }
}

/** Where the paths of a report lead: the current directory, and the repositories that hold the roots. */
export function placesOf(roots: readonly string[], cwd: string): Places {
  const current = resolve(cwd);
  const bases = roots.map((root) => repositoryAround(root) ?? (isInside(root, current) ? current : root));
  return { cwd: current, repositories: [...new Set(bases)] };
}

/** How reports name the files of a root: by the way from the current directory. */
export function shownPaths(root: string, cwd: string): (path: string) => string {
  const way = relative(cwd, root);
  if (way === '') return (path) => path;
  const isBelow = isInside(root, cwd);
  const prefix = `${slashed(way)}/`;
  return (path) => {
    if (path === '.') return prefix.slice(0, -1);
    return isBelow ? prefix + path : slashed(relative(cwd, join(root, path)));
  };
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

function labelOf(path: string): string {
  const label = slashed(path)
    .replace(/(?<!\/)\/+$/, '')
    .replace(/^(?:\.\/)+(?=.)/, '');
  return label === '' ? '/' : label;
}
