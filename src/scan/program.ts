import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import type { Profile } from '../catalogue/index.js';
import type { OwnCalls, Program, SourceFile } from '../read/reader.js';
import { decode } from './decode.js';

export interface ProgramOptions {
  /** Absolute path of the root. */
  readonly root: string;
  readonly profiles: readonly Profile[];
  readonly own: OwnCalls | undefined;
  readonly maxFileSize: number;
  readonly languageOf: (path: string, text: string) => string;
  readonly importers: (path: string) => readonly string[];
  /** What is read in place of files of the tree, by path (latin1). */
  readonly contents: ReadonlyMap<string, Buffer>;
}

/** Listings of folders kept for the next question. */
const FOLDERS = 256;

/** Texts kept for the next question, by size; past that the oldest go. */
const CACHE_CHARACTERS = 32 * 1024 * 1024;

/**
 * The files of one root, read when a reader asks for one. Nothing outside the root is ever opened: not by `..`,
 * not through a symbolic link.
 */
export class RootProgram implements Program {
  readonly profiles: readonly Profile[];
  readonly own: OwnCalls | undefined;
  readonly #options: ProgramOptions;
  readonly #realRoot: string;
  readonly #cache = new Map<string, SourceFile | null>();
  readonly #folders = new Map<string, readonly string[]>();
  readonly #systemPaths = new Map<string, Buffer>();
  #cached = 0;

  constructor(options: ProgramOptions) {
    this.#options = options;
    this.profiles = options.profiles;
    this.own = options.own;
    this.#realRoot = realPath(options.root) ?? options.root;
  }

  file(path: string): SourceFile | null {
    const known = this.#cache.get(path);
    if (known !== undefined) return known;
    const file = this.#read(path);
    this.keep(path, file);
    return file;
  }

  importers(path: string): readonly string[] {
    return this.#options.importers(path);
  }

  /** Says how the system names a file whose name is no UTF-8. */
  rename(path: string, systemPath: Buffer): void {
    this.#systemPaths.set(path, systemPath);
  }

  siblings(path: string): readonly string[] {
    const folder = posix.dirname(path);
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const found = this.#list(folder);
    if (this.#folders.size >= FOLDERS) this.#folders.clear();
    this.#folders.set(folder, found);
    return found;
  }

  /** Files of a folder of the root, in the order of their names. */
  #list(folder: string): readonly string[] {
    if (folder.startsWith('..') || posix.isAbsolute(folder)) return [];
    const absolute = join(this.#options.root, folder);
    const real = realPath(absolute);
    if (real !== this.#realRoot && !isInside(this.#realRoot, real)) return [];
    try {
      const entries = readdirSync(absolute, { withFileTypes: true }).filter((entry) => entry.isFile());
      return entries.map((entry) => posix.join(folder, entry.name)).sort();
    } catch {
      return [];
    }
  }

  /** Hands in a text that was read already. */
  keep(path: string, file: SourceFile | null): void {
    this.#cache.set(path, file);
    this.#cached += file?.text.length ?? 0;
    for (const [oldest, old] of this.#cache) {
      if (this.#cached <= CACHE_CHARACTERS || oldest === path) break;
      this.#cache.delete(oldest);
      this.#cached -= old?.text.length ?? 0;
    }
  }

  #read(path: string): SourceFile | null {
    if (path !== posix.normalize(path) || path.startsWith('../') || posix.isAbsolute(path)) return null;
    const given = this.#given(path);
    if (given !== undefined) return this.#decoded(path, given);
    const absolute = this.#systemPaths.get(path) ?? join(this.#options.root, path);
    try {
      const stat = lstatSync(absolute);
      if (!stat.isFile() || stat.size > this.#options.maxFileSize) return null;
      if (typeof absolute === 'string' && !isInside(this.#realRoot, realPath(absolute))) return null;
      return this.#decoded(path, readFileSync(absolute));
    } catch {
      // Absent or unreadable support files only mean that less is known.
      return null;
    }
  }

  #given(path: string): Buffer | undefined {
    const { contents } = this.#options;
    return contents.size === 0 ? undefined : contents.get(Buffer.from(path).toString('latin1'));
  }

  #decoded(path: string, bytes: Buffer): SourceFile | null {
    const decoded = decode(bytes);
    if (decoded.kind === 'binary') return null;
    return { path, text: decoded.text, language: this.#options.languageOf(path, decoded.text) };
  }
}

function isInside(root: string, path: string | null): boolean {
  return path?.startsWith(root.endsWith(sep) ? root : root + sep) === true;
}

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
