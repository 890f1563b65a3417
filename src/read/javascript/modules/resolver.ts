import { ancestorsOf, directoryOf, joinPath } from './paths.js';
import { type Aliases, readAliases } from './tsconfig.js';

/**
 * From an import to a file of the program, as bundlers and both of Node's module systems agree on it:
 * relative paths with and without extension, directories, `paths` and `baseUrl` of tsconfig, `imports` and
 * `exports` of package.json, packages of the same workspace. Packages that are installed are none of ours.
 */

const EXTENSIONS = [
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.vue',
  '.svelte',
  '.json',
  '.d.ts',
];
/** An import of compiled output means the source beside it. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};
const CONDITIONS = ['source', 'types', 'import', 'node', 'require', 'module', 'default', 'browser'];

interface Manifest {
  readonly name?: string;
  readonly main?: string;
  readonly module?: string;
  readonly source?: string;
  readonly imports?: unknown;
  readonly exports?: unknown;
  readonly workspaces?: unknown;
  readonly version?: string;
  readonly dependencies?: unknown;
  readonly devDependencies?: unknown;
  readonly peerDependencies?: unknown;
  readonly optionalDependencies?: unknown;
}

export class Resolver {
  readonly #read: (path: string) => string | null;
  readonly #packages: ReadonlyMap<string, string> | undefined;
  readonly #mayHold: (folder: string, stem: string) => boolean;
  readonly #resolved = new Map<string, string | null>();
  /** Which files there are. Their texts are not kept here: most are only asked for by their names. */
  readonly #present = new Map<string, boolean>();
  readonly #manifests = new Map<string, Manifest | null>();
  readonly #aliases = new Map<string, Aliases | null>();
  readonly #scopes = new Map<string, string>();

  /** `mayHold` is what `Program` says of it. */
  constructor(
    read: (path: string) => string | null,
    packages: ReadonlyMap<string, string> | undefined,
    mayHold: (folder: string, stem: string) => boolean = () => true,
  ) {
    this.#read = read;
    this.#packages = packages;
    this.#mayHold = mayHold;
  }

  resolve(from: string, source: string): string | null {
    const own = directoryOf(from);
    const directory = source.startsWith('.') ? own : this.#scopeOf(own);
    const key = `${directory}\0${source}`;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const found = this.#find(directory, source);
    this.#resolved.set(key, found);
    return found;
  }

  /** The nearest folder above with a manifest or a configuration: in all below it a name means the same. */
  #scopeOf(directory: string): string {
    let scope = this.#scopes.get(directory);
    if (scope === undefined) {
      const isScope =
        directory === '' || this.#manifest(directory) !== null || this.#aliasesOf(directory) !== null;
      scope = isScope ? directory : this.#scopeOf(directoryOf(directory));
      this.#scopes.set(directory, scope);
    }
    return scope;
  }

  /** The declared or installed version of a package as seen from a file. */
  versionOf(from: string, name: string): string | null {
    for (const directory of ancestorsOf(directoryOf(from))) {
      const installed = this.#manifest(inside(directory, `node_modules/${name}`));
      if (typeof installed?.version === 'string') return installed.version;
      const manifest = this.#manifest(directory);
      if (manifest === null) continue;
      for (const group of [
        manifest.dependencies,
        manifest.devDependencies,
        manifest.peerDependencies,
        manifest.optionalDependencies,
      ]) {
        const version = record(group)?.[name];
        if (typeof version === 'string') return version;
      }
    }
    return null;
  }

  #find(directory: string, source: string): string | null {
    if (source.startsWith('.')) return this.#file(joinPath(directory, source));
    if (source.startsWith('/') || source.startsWith('node:')) return null;
    if (source.startsWith('#')) {
      const own = this.#internal(directory, source);
      if (own !== null) return own;
    }
    return this.#alias(directory, source) ?? this.#workspace(directory, source);
  }

  /** A file by a path that may leave out its extension or name a directory. */
  #file(path: string | null): string | null {
    if (path === null || !this.#mayStand(path)) return null;
    const extension = /\.[a-z]+$/.exec(path)?.[0] ?? '';
    const stem = path.slice(0, path.length - extension.length);
    for (const candidate of SOURCES[extension] ?? []) {
      if (this.#exists(stem + candidate)) return stem + candidate;
    }
    if (extension !== '' && this.#exists(path)) return path;
    for (const candidate of EXTENSIONS) {
      if (this.#exists(path + candidate)) return path + candidate;
    }
    for (const candidate of EXTENSIONS) {
      const index = inside(path, `index${candidate}`);
      if (this.#exists(index)) return index;
    }
    const manifest = this.#manifest(path);
    const main = manifest?.source ?? manifest?.module ?? manifest?.main;
    return typeof main === 'string' && !/^\.?\/?$/.test(main) ? this.#file(joinPath(path, main)) : null;
  }

  /** Everything that a path may mean begins with its last name up to the first dot. */
  #mayStand(path: string): boolean {
    const folder = directoryOf(path);
    const name = folder === '' ? path : path.slice(folder.length + 1);
    const dot = name.indexOf('.');
    const stem = dot < 0 ? name : name.slice(0, dot);
    return stem === '' || this.#mayHold(folder, stem);
  }

  #internal(directory: string, source: string): string | null {
    for (const above of ancestorsOf(directory)) {
      const manifest = this.#manifest(above);
      if (manifest === null) continue;
      const target = mapped(record(manifest.imports) ?? {}, source);
      return target === null ? null : this.#built(above, target);
    }
    return null;
  }

  #alias(directory: string, source: string): string | null {
    for (const above of ancestorsOf(directory)) {
      const aliases = this.#aliasesOf(above);
      if (aliases === null) continue;
      for (const { prefix, suffix, exact, targets } of aliases.paths) {
        const fits = exact
          ? source === prefix
          : source.startsWith(prefix) &&
            source.endsWith(suffix) &&
            source.length >= prefix.length + suffix.length;
        if (!fits) continue;
        const star = source.slice(prefix.length, source.length - suffix.length);
        for (const target of targets) {
          const found = this.#file(joinPath(aliases.base, target.replace('*', star)));
          if (found !== null) return found;
        }
      }
      if (aliases.baseUrl !== null) {
        const found = this.#file(joinPath(aliases.baseUrl, source));
        if (found !== null) return found;
      }
      // The nearest configuration is the one that counts.
      return this.#convention(above, source);
    }
    return this.#convention('', source);
  }

  /** `@/x` and `~/x` mean the sources of the project in every build tool that sets them without a tsconfig. */
  #convention(directory: string, source: string): string | null {
    const rest = /^[@~]\/(.+)$/.exec(source)?.[1];
    if (rest === undefined) return null;
    return (
      this.#file(joinPath(directory, `src/${rest}`)) ??
      this.#file(joinPath(directory, rest)) ??
      this.#file(joinPath(directory, `app/${rest}`))
    );
  }

  #workspace(directory: string, source: string): string | null {
    const parts = source.split('/');
    const name = source.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
    const subpath = source.slice(name.length);
    const home = this.#packages?.get(name) ?? this.#guessedHome(directory, name);
    if (home === null || home === undefined) return null;
    const manifest = this.#manifest(home);
    const target = manifest === null ? null : entryOf(manifest.exports, `.${subpath}`);
    if (target !== null) {
      const found = this.#built(home, target);
      if (found !== null) return found;
    }
    if (subpath !== '')
      return this.#file(joinPath(home, subpath)) ?? this.#file(joinPath(home, `src${subpath}`));
    return this.#file(home) ?? this.#file(inside(home, 'src/index'));
  }

  /** A workspace pattern holds a package in a folder of its last name, where no list of packages is given. */
  #guessedHome(directory: string, name: string): string | null {
    const last = name.slice(name.lastIndexOf('/') + 1);
    for (const above of ancestorsOf(directory)) {
      const manifest = this.#manifest(above);
      if (manifest === null) continue;
      if (manifest.name === name) return above;
      const list = Array.isArray(manifest.workspaces)
        ? manifest.workspaces
        : record(manifest.workspaces)?.packages;
      const patterns: unknown[] = Array.isArray(list) ? list : ['packages/*', 'apps/*', 'libs/*'];
      for (const pattern of patterns) {
        if (typeof pattern !== 'string') continue;
        const home = joinPath(above, pattern.replace(/(?<!\*)\*+$/, last));
        if (home !== null && this.#manifest(home)?.name === name) return home;
      }
    }
    return null;
  }

  /** A path of a manifest: the file itself, or the source that output was built from. */
  #built(home: string, target: string): string | null {
    const direct = this.#file(joinPath(home, target));
    if (direct !== null) return direct;
    const source = target
      .replace(/^(\.\/)?(?:dist|lib|build|out)(?:\/(?:esm|cjs))?\//, 'src/')
      .replace(/\.d\.([cm]?ts)$/, '.$1');
    return source === target ? null : this.#file(joinPath(home, source));
  }

  #exists(path: string): boolean {
    return this.#present.get(path) ?? this.#text(path) !== null;
  }

  #text(path: string): string | null {
    if (this.#present.get(path) === false) return null;
    const text = this.#read(path);
    this.#present.set(path, text !== null);
    return text;
  }

  #manifest(directory: string): Manifest | null {
    const known = this.#manifests.get(directory);
    if (known !== undefined) return known;
    let manifest: Manifest | null = null;
    const text = this.#text(inside(directory, 'package.json'));
    if (text !== null) {
      try {
        manifest = record(JSON.parse(text)) as Manifest | null;
      } catch {
        manifest = null;
      }
    }
    this.#manifests.set(directory, manifest);
    return manifest;
  }

  #aliasesOf(directory: string): Aliases | null {
    const known = this.#aliases.get(directory);
    if (known !== undefined) return known;
    const aliases =
      readAliases((path) => this.#text(path), inside(directory, 'tsconfig.json')) ??
      readAliases((path) => this.#text(path), inside(directory, 'jsconfig.json'));
    this.#aliases.set(directory, aliases);
    return aliases;
  }
}

function inside(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** The target of a key or of a pattern with one star. */
function mapped(table: Record<string, unknown>, key: string): string | null {
  const exact = condition(table[key], 0);
  if (exact !== null) return exact;
  for (const [pattern, value] of Object.entries(table)) {
    const star = pattern.indexOf('*');
    if (star < 0 || !key.startsWith(pattern.slice(0, star)) || !key.endsWith(pattern.slice(star + 1)))
      continue;
    const target = condition(value, 0);
    if (target !== null)
      return target.replace('*', key.slice(star, key.length - (pattern.length - star - 1)));
  }
  return null;
}

function entryOf(exports: unknown, subpath: string): string | null {
  if (typeof exports === 'string') return subpath === '.' ? exports : null;
  const table = record(exports);
  if (table === null) return null;
  const hasPaths = Object.keys(table).some((key) => key.startsWith('.'));
  return hasPaths ? mapped(table, subpath) : subpath === '.' ? condition(table, 0) : null;
}

function condition(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value;
  if (depth > 5) return null;
  if (Array.isArray(value)) return condition(value[0], depth + 1);
  const table = record(value);
  if (table === null) return null;
  for (const name of CONDITIONS) {
    const found = condition(table[name], depth + 1);
    if (found !== null) return found;
  }
  return null;
}
