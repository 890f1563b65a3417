import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../../src/catalogue/index.js';
import { languageOf, type OwnCalls, type Program, type SourceFile } from '../../src/read/index.js';
import type { Types } from '../../src/read/javascript/index.js';
import { readRegularFile } from '../../src/scan/index.js';
import { realPathOf } from './place.js';

/**
 * What a file being edited imports, read from disk. A file is read and parsed once for each version of it, for
 * as long as the editor runs; one too large to be parsed within a few milliseconds is left to the scanner. A link that
 * leads out of the root is not followed.
 */

/** Two thirds of a millisecond per 10 kB is what reading, parsing and indexing take; this keeps below five. */
const LARGEST = 48 * 1024;
/** Characters kept; past that the oldest go. */
const MOST_KEPT = 32 * 1024 * 1024;

interface Version {
  readonly stamp: string;
  readonly file: SourceFile | null;
}

const versions = new Map<string, Version>();
let kept = 0;

function fileAt(root: string, path: string): SourceFile | null {
  const absolute = join(root, path);
  let stamp: string;
  let size: number;
  try {
    const stat = statSync(absolute, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile()) return null;
    size = stat.size;
    stamp = `${stat.mtimeMs}:${size}`;
  } catch {
    // What cannot be looked at is not known: no more and no less.
    return null;
  }
  const known = versions.get(absolute);
  if (known?.stamp === stamp && known.file?.path === path) return known.file;
  const file = size > LARGEST ? null : read(absolute, path, root);
  keep(absolute, { stamp, file });
  return file;
}

function read(absolute: string, path: string, root: string): SourceFile | null {
  const found = readRegularFile(absolute, LARGEST, { follow: true, inside: realPathOf(root) });
  if (found.kind !== 'read') return null;
  const text = found.bytes.toString('utf8');
  return { path, text, language: languageOf(path, text.slice(0, 200).split('\n', 1)[0]) };
}

function keep(absolute: string, version: Version): void {
  kept += (version.file?.text.length ?? 0) - (versions.get(absolute)?.file?.text.length ?? 0);
  versions.delete(absolute);
  versions.set(absolute, version);
  for (const [oldest, { file }] of versions) {
    if (kept <= MOST_KEPT || oldest === absolute) break;
    versions.delete(oldest);
    kept -= file?.text.length ?? 0;
  }
}

/** What is known beside the files. */
export interface Known {
  readonly profiles: readonly Profile[];
  readonly own: OwnCalls;
  readonly types: Types | undefined;
}

/** The file being linted and, on disk, the others of its project. Made anew for each run over the file. */
export class EditorProgram implements Program {
  readonly profiles: readonly Profile[];
  readonly own: OwnCalls;
  readonly types: Types | undefined;
  readonly #root: string;
  readonly #own: SourceFile;
  readonly #seen = new Map<string, SourceFile | null>();

  constructor(root: string, file: SourceFile, { profiles, own, types }: Known) {
    this.profiles = profiles;
    this.own = own;
    this.types = types;
    this.#root = root;
    this.#own = file;
  }

  file(path: string): SourceFile | null {
    if (path === this.#own.path) return this.#own;
    let file = this.#seen.get(path);
    if (file === undefined) {
      file = path.startsWith('../') ? null : fileAt(this.#root, path);
      this.#seen.set(path, file);
    }
    return file;
  }

  /** Who imports the file is known to nobody who sees one file at a time. */
  importers(): readonly string[] {
    return [];
  }
}
