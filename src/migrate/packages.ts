/** The package of a file (nearest `package.json`), and which of its files some program reaches together. */

import type { Program } from '../read/index.js';
import { projectOf } from '../read/javascript/index.js';

/** Importers of importers looked at before everything counts as connected. */
const MOST_FILES = 500;

export interface Manifest {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly version?: unknown;
  readonly private?: unknown;
}

export class MigratedPackages {
  readonly #program: Program;
  readonly #folders = new Map<string, string>();
  readonly #manifests = new Map<string, Manifest>();
  readonly #reached = new Map<string, ReadonlySet<string> | null>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** Folder of the package, `''` for the root. */
  folderOf(path: string): string {
    const folder = parentOf(path);
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const isPackage = this.#program.file(inside(folder, 'package.json')) !== null;
    const found = isPackage || folder === '' ? folder : this.folderOf(folder);
    this.#folders.set(folder, found);
    return found;
  }

  manifestOf(path: string): Manifest {
    const folder = this.folderOf(path);
    const known = this.#manifests.get(folder);
    if (known !== undefined) return known;
    const manifest = manifestFrom(this.#program.file(inside(folder, 'package.json'))?.text ?? '{}');
    this.#manifests.set(folder, manifest);
    return manifest;
  }

  /**
   * A file and all that import it, directly or not; null where they are too many to follow. Ids can flow between two
   * files of a package if some file reaches both. That two files import the same third one ties nothing.
   */
  reaching(path: string): ReadonlySet<string> | null {
    const known = this.#reached.get(path);
    if (known !== undefined) return known;
    const reached = new Set([path]);
    const pending = [path];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (reached.size > MOST_FILES) {
        this.#reached.set(path, null);
        return null;
      }
      for (const importer of this.#program.importers(next)) {
        if (reached.has(importer) || !this.#imports(importer, next)) continue;
        reached.add(importer);
        pending.push(importer);
      }
    }
    this.#reached.set(path, reached);
    return reached;
  }

  #imports(importer: string, path: string): boolean {
    const text = this.#program.file(importer)?.text ?? '';
    const project = projectOf(this.#program);
    return [...text.matchAll(SPECIFIER)].some(
      ([, source]) => source !== undefined && project.resolve(importer, source) === path,
    );
  }
}

function manifestFrom(text: string): Manifest {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** What stands behind `from`, `import`, `require(` and `import(`. */
const SPECIFIER = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*["'`]([^"'`\n]+)["'`]/g;

export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

export function inside(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
