import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import type { Profile } from '../../catalogue/index.js';
import type { OwnCalls, Program, SourceFile } from '../../read/index.js';
import { readRegularFile, realPath } from '../walk/index.js';
import { decode } from './decode.js';

export interface ProgramOptions {
  /** Absolute path of the root. */
  readonly root: string;
  readonly profiles: readonly Profile[];
  readonly own: OwnCalls | undefined;
  readonly maxFileSize: number;
  readonly languageOf: (path: string, text: string) => string;
  readonly importers: (path: string) => readonly string[];
  readonly showing: (path: string) => readonly string[];
  /** What is read in place of files of the tree, by path (latin1). */
  readonly contents: ReadonlyMap<string, Buffer>;
}

/** Names of files kept for the next question; past that all are listed anew. */
const NAMES = 200_000;

/** A root with more files of a kind, or more folders, is not listed as a whole. */
const MOST_LISTED = 20_000;
/** Folders with code of others. */
const INSTALLED = /^(?:\.git|node_modules|\.?venv|site-packages|__pycache__)$/;

interface Folder {
  /** Names of the plain files, sorted. */
  readonly files: ReadonlySet<string>;
  /** Names of the folders that may be entered. */
  readonly folders: ReadonlySet<string>;
  /** What the names of both begin with, up to the first dot. */
  readonly stems: ReadonlySet<string>;
  /** Paths of the plain files, made once somebody asks: each file of a folder asks for all. */
  paths?: readonly string[];
}

const NO_FOLDER: Folder = { files: new Set(), folders: new Set(), stems: new Set() };

/** Texts kept for the next question, by size; past that the oldest go. Those of a monorepo of 18,000 files fit. */
const CACHE_CHARACTERS = 128 * 1024 * 1024;

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
  readonly #folders = new Map<string, Folder>();
  readonly #endings = new Map<string, readonly string[] | null>();
  readonly #systemPaths = new Map<string, Buffer>();
  readonly #unread = new Map<string, string>();
  #cached = 0;
  #given = false;
  #names = 0;

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
    this.#keep(path, file);
    return file;
  }

  /** Why a file could not be read; `undefined` where it is no text. */
  whyUnread(path: string): string | undefined {
    return this.#unread.get(path);
  }

  importers(path: string): readonly string[] {
    return this.#options.importers(path);
  }

  showing(path: string): readonly string[] {
    return this.#options.showing(path);
  }

  /** Says how the system names a file whose name is no UTF-8. */
  rename(path: string, systemPath: Buffer): void {
    this.#systemPaths.set(path, systemPath);
  }

  siblings(path: string): readonly string[] {
    const [folder] = split(path);
    const inside = this.#folder(folder);
    inside.paths ??= Array.from(inside.files, (name) => posix.join(folder, name));
    return inside.paths;
  }

  /** Kept, for each call of a language is asked for its callers. */
  filesEndingWith(ending: string): readonly string[] | null {
    const known = this.#endings.get(ending);
    if (known !== undefined) return known;
    const found = this.#allEndingWith(ending);
    this.#endings.set(ending, found);
    return found;
  }

  #allEndingWith(ending: string): readonly string[] | null {
    const found: string[] = [];
    const folders = [''];
    // Links may lead around in a circle, so the folders are counted.
    for (let index = 0; index < folders.length; index++) {
      const folder = folders[index] ?? '';
      const inside = this.#folder(folder);
      for (const name of inside.files) if (name.endsWith(ending)) found.push(posix.join(folder, name));
      for (const name of inside.folders) if (!INSTALLED.test(name)) folders.push(posix.join(folder, name));
      if (found.length > MOST_LISTED || folders.length > MOST_LISTED) return null;
    }
    return found;
  }

  folders(folder: string): readonly string[] {
    return Array.from(this.#folder(folder).folders, (name) => posix.join(folder, name));
  }

  mayHold(folder: string, stem: string): boolean {
    // What is not read from the tree may stand anywhere.
    if (this.#given || this.#options.contents.size > 0) return true;
    return this.#folder(folder).stems.has(stem);
  }

  /**
   * What stands in a folder of the root. Readers ask for many files that are not there, an import may mean any of
   * two dozen: one listing answers for all of them, and a folder that its parent does not hold is not asked for.
   */
  #folder(folder: string): Folder {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const found = this.#list(folder);
    this.#names += found.files.size + found.folders.size;
    if (this.#names > NAMES) {
      this.#folders.clear();
      this.#names = found.files.size + found.folders.size;
    }
    this.#folders.set(folder, found);
    return found;
  }

  /** Only what a listing inside the root names is listed in turn, so no path leads out of it. */
  #list(folder: string): Folder {
    const [above, name] = split(folder);
    if (folder !== '' && !this.#folder(above).folders.has(name)) return NO_FOLDER;
    const files = new Set<string>();
    const folders = new Set<string>();
    const absolute = join(this.#options.root, folder);
    try {
      const entries = readdirSync(absolute, { withFileTypes: true });
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if (entry.isFile()) files.add(entry.name);
        else if (entry.isDirectory() || this.#linksToFolder(entry, absolute)) folders.add(entry.name);
      }
    } catch {
      // What cannot be listed only means that less is known.
    }
    const stems = new Set(Array.from(files).concat(Array.from(folders)).map(stemOf));
    return { files, folders, stems };
  }

  /** Whether an entry is a link to a folder of the same root, as packages of a workspace are linked. */
  #linksToFolder(entry: Dirent, folder: string): boolean {
    if (!entry.isSymbolicLink()) return false;
    const target = realPath(join(folder, entry.name));
    return target !== null && isInside(this.#realRoot, target) && statSync(target).isDirectory();
  }

  /** Hands in a text that comes from elsewhere. */
  give(path: string, file: SourceFile | null): void {
    this.#given = true;
    this.#keep(path, file);
  }

  #keep(path: string, file: SourceFile | null): void {
    this.#cache.set(path, file);
    this.#cached += file?.text.length ?? 0;
    for (const [oldest, old] of this.#cache) {
      if (this.#cached <= CACHE_CHARACTERS || oldest === path) break;
      this.#cache.delete(oldest);
      this.#cached -= old?.text.length ?? 0;
    }
  }

  #read(path: string): SourceFile | null {
    if (path.startsWith('/')) return null;
    const given = this.#contentOf(path);
    if (given !== undefined) return this.#decoded(path, given);
    const systemPath = this.#systemPaths.get(path);
    const [folder, name] = split(path);
    if (systemPath === undefined && !this.#folder(folder).files.has(name)) return null;
    const absolute = systemPath ?? join(this.#options.root, path);
    const found = readRegularFile(absolute, this.#options.maxFileSize, { inside: this.#realRoot });
    if (found.kind === 'read') return this.#decoded(path, found.bytes);
    // Absent or unreadable support files only mean that less is known.
    this.#unread.set(path, found.kind === 'refused' ? found.why : 'it was removed during the scan');
    return null;
  }

  #contentOf(path: string): Buffer | undefined {
    const { contents } = this.#options;
    return contents.size === 0 ? undefined : contents.get(Buffer.from(path).toString('latin1'));
  }

  #decoded(path: string, bytes: Buffer): SourceFile | null {
    const decoded = decode(bytes);
    if (decoded.kind === 'binary') return null;
    return { path, text: decoded.text, language: this.#options.languageOf(path, decoded.text) };
  }
}

function stemOf(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}

/** The folder of a path and its name in there. */
function split(path: string): readonly [string, string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
}

function isInside(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}
