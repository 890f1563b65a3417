/**
 * Copies of both trees in which commands are run. Programs write into their folders: each run begins with the files of
 * its tree, or with those that an earlier run left.
 */
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { lendDependencies } from './trees.js';

const LENT: ReadonlySet<string> = new Set(['.git', 'node_modules', '.venv']);
/** What programs keep for their next start, and nobody reads. */
const CACHES: ReadonlySet<string> = new Set(['__pycache__', '.pytest_cache', '.cache']);
const MOST_BYTES = 16 * 1024 * 1024;

/** Files that a run has written, and those that it has removed (null), by their paths. */
export type LeftFiles = ReadonlyMap<string, Buffer | null>;

export const NO_FILES: LeftFiles = new Map();

/** One tree in which one command runs at a time. */
export class RunTree {
  readonly #known: ReadonlyMap<string, string>;
  #left: LeftFiles = NO_FILES;

  constructor(
    readonly folder: string,
    private readonly source: string,
  ) {
    this.#known = stampsOf(folder);
  }

  /** Brings the tree to where a run begins. */
  begin(files: LeftFiles): void {
    for (const path of this.#left.keys()) if (!files.has(path)) this.#restore(path);
    for (const [path, bytes] of files) this.#write(path, bytes);
    this.#left = new Map([...files]);
  }

  /** What the run has written, with what it began with. */
  end(): LeftFiles {
    const stamps = stampsOf(this.folder);
    const left = new Map<string, Buffer | null>();
    let size = 0;
    for (const [path, stamp] of stamps) {
      if (this.#known.get(path) === stamp) continue;
      const bytes = readFileSync(join(this.folder, path));
      size += bytes.length;
      if (size <= MOST_BYTES) left.set(path, bytes);
    }
    for (const path of this.#known.keys()) if (!stamps.has(path)) left.set(path, null);
    this.#left = left;
    return left;
  }

  #restore(path: string): void {
    const to = join(this.folder, path);
    if (!this.#known.has(path)) rmSync(to, { force: true });
    else this.#write(path, readFileSync(join(this.source, path)));
  }

  #write(path: string, bytes: Buffer | null): void {
    const to = join(this.folder, path);
    if (bytes === null) rmSync(to, { force: true });
    else {
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, bytes);
    }
  }
}

/** Size and time of change of all regular files. */
function stampsOf(folder: string): ReadonlyMap<string, string> {
  const stamps = new Map<string, string>();
  const walk = (under: string) => {
    for (const entry of readdirSync(join(folder, under), { withFileTypes: true })) {
      if (LENT.has(entry.name) || CACHES.has(entry.name)) continue;
      const path = under === '' ? entry.name : `${under}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) {
        const { size, mtimeMs } = lstatSync(join(folder, path));
        stamps.set(path, `${size} ${mtimeMs}`);
      }
    }
  };
  walk('');
  return stamps;
}

export interface RunTrees {
  readonly before: RunTree;
  readonly after: RunTree;
  readonly close: () => void;
}

/** Dependencies that are installed are lent to both. */
export function copiesOf(before: string, after: string): RunTrees {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-verify-')));
  const copy = (from: string, name: string) => {
    const to = join(folder, name);
    cpSync(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => path === from || !LENT.has(basename(path)),
    });
    lendDependencies(after, to);
    return new RunTree(to, from);
  };
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    return { before: copy(before, 'before'), after: copy(after, 'after'), close };
  } catch (error) {
    close();
    throw error;
  }
}
