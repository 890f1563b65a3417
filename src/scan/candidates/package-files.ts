import { below, type Cursor } from './files.js';

/** A file in which imports of JavaScript stand. */
export interface PackageScript {
  readonly path: string;
  readonly systemPath: Buffer;
}

export interface PackageFiles {
  /** By path, whether they matter or not. */
  readonly scripts: ReadonlyMap<string, PackageScript>;
  /** How many other files there are; a package that is known to be large is not counted to its end. */
  readonly others: number;
}

export const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;

/** A package with more scripts, or more other files, is a large one: few of its files are looked at for weak triggers. */
export const SMALL_PACKAGE = 300;

/** The files of each package that is asked about. Of all other paths no text is made: a tree may have a million. */
export class FilesByPackage {
  readonly #lists: readonly (() => Cursor)[];
  readonly #packageOf: (path: string) => string;
  readonly #known = new Map<string, PackageFiles>();

  constructor(lists: readonly (() => Cursor)[], packageOf: (path: string) => string) {
    this.#lists = lists;
    this.#packageOf = packageOf;
  }

  of(name: string): PackageFiles {
    const known = this.#known.get(name) ?? this.#listed(name);
    this.#known.set(name, known);
    return known;
  }

  #listed(name: string): PackageFiles {
    const folder = Buffer.from(name === '' ? '' : `${name}/`);
    const scripts = new Map<string, PackageScript>();
    let others = 0;
    for (const cursorOf of this.#lists) {
      for (const cursor of below(cursorOf(), folder)) {
        const path = cursor.relativePath();
        const isScript = SCRIPT.test(path);
        if ((!isScript && others > SMALL_PACKAGE) || this.#packageOf(path) !== name) continue;
        if (isScript) scripts.set(path, { path, systemPath: Buffer.from(cursor.path()) });
        else others++;
      }
    }
    return { scripts, others };
  }
}
