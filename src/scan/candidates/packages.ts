import { PathNames } from '../walk/index.js';

/** Files that make a folder a package of its own. */
export const MANIFESTS = new PathNames([
  'package.json',
  'go.mod',
  'pyproject.toml',
  'setup.py',
  'Cargo.toml',
  'composer.json',
  'Gemfile',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
]);

/** Finds the package a file belongs to: the nearest folder above with a manifest, else the root (`''`). */
export class Packages {
  readonly #manifests: () => Iterable<string>;
  #folders: ReadonlySet<string> | null = null;
  readonly #known = new Map<string, string>();

  /** The manifests are asked for when the first package is. */
  constructor(manifests: () => Iterable<string>) {
    this.#manifests = manifests;
  }

  of(path: string): string {
    return this.#nearest(folderOf(path));
  }

  #nearest(folder: string): string {
    this.#folders ??= new Set([...this.#manifests()].map(folderOf));
    if (folder === '' || this.#folders.has(folder)) return folder;
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const found = this.#nearest(folderOf(folder));
    this.#known.set(folder, found);
    return found;
  }
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}
