import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** What one root of a scan is: a folder whole, or some files of a folder. */
export interface Target {
  /** Absolute. */
  readonly root: string;
  /** As the user wrote it. */
  readonly label: string;
  /** Paths of the files asked for, relative to the root with `/`; null means all. */
  readonly files: readonly string[] | null;
}

export type Targets =
  | { readonly ok: true; readonly targets: readonly Target[] }
  | { readonly ok: false; readonly missing: string };

/**
 * A folder is its own root. A file belongs to the repository it lies in, so that its findings have the same
 * path from every current directory and the files it imports can be reached.
 */
export function targetsOf(paths: readonly string[], cwd: string): Targets {
  const folders = new Map<string, Target>();
  for (const path of paths) {
    const absolute = resolve(cwd, path);
    const stat = statSync(absolute, { throwIfNoEntry: false });
    if (stat === undefined) return { ok: false, missing: path };
    if (stat.isDirectory()) {
      const label = labelOf(path);
      if (folders.get(absolute)?.files !== null)
        folders.set(absolute, { root: absolute, label, files: null });
      continue;
    }
    const root = repositoryOf(absolute);
    const before = folders.get(root);
    if (before?.files === null) continue;
    const file = relative(root, absolute).split(sep).join('/');
    const files = [...new Set([...(before?.files ?? []), file])];
    folders.set(root, { root, label: before?.label ?? labelOf(relative(cwd, root) || '.'), files });
  }
  return { ok: true, targets: [...folders.values()] };
}

/** Where a text from standard input is taken to lie; neither file nor folder need exist. */
export function targetOfFile(path: string, cwd: string): Target {
  const absolute = resolve(cwd, path);
  const root = existingFolder(repositoryOf(absolute));
  return { root, label: labelOf(root), files: [relative(root, absolute).split(sep).join('/')] };
}

function existingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder));
}

/** The nearest folder above with a `.git`, else the folder of the file. */
function repositoryOf(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) break;
  }
  return dirname(file);
}

function labelOf(path: string): string {
  const label = path
    .split(sep)
    .join('/')
    .replace(/\/+$/, '')
    .replace(/^(?:\.\/)+(?=.)/, '');
  return label === '' ? '/' : label;
}
