/** The folder of the package that a file belongs to, in any language: the nearest one above with a manifest. */
import type { Program } from '../read/index.js';

const MANIFESTS = [
  'package.json',
  'pyproject.toml',
  'setup.py',
  'requirements.txt',
  'go.mod',
  'composer.json',
  'Gemfile',
  'Cargo.toml',
  'pom.xml',
  'build.gradle',
  'Pulumi.yaml',
];

export class PackageFolders {
  readonly #program: Program;
  readonly #known = new Map<string, string>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** Relative to the root; `''` for the root. */
  of(path: string): string {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const found = folder === '' || this.#isPackage(folder) ? folder : this.of(folder);
    this.#known.set(folder, found);
    return found;
  }

  #isPackage(folder: string): boolean {
    return MANIFESTS.some((name) => this.#program.file(`${folder}/${name}`) !== null);
  }
}
