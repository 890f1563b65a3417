import { readRegularFile } from '../walk/index.js';
import { type FilesByPackage, type PackageScript, SCRIPT } from './package-files.js';

/**
 * Files that may import a given one. A reader asks when a function of a candidate builds a call from its
 * parameters, so that the calls of that function matter. The answer may name too many files, for the reader
 * resolves the imports itself; it names those whose bytes contain the module's name as an import would end.
 */

/** A package with more scripts than this is not searched for importers. */
const MOST_FILES = 20_000;
const MOST_BYTES = 1024 * 1024;

export class Importers {
  readonly #files: FilesByPackage;
  readonly #packageOf: (path: string) => string;
  readonly #known = new Map<string, readonly string[]>();
  readonly #mentions = new Map<string, Mentions>();

  constructor(files: FilesByPackage, packageOf: (path: string) => string) {
    this.#files = files;
    this.#packageOf = packageOf;
  }

  of(path: string): readonly string[] {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const name = this.#packageOf(path);
    const found =
      this.#files.of(name).scripts.size > MOST_FILES ? [] : importersIn(this.#mentionsIn(name), path);
    this.#known.set(path, found);
    return found;
  }

  #mentionsIn(name: string): Mentions {
    let mentions = this.#mentions.get(name);
    if (mentions === undefined) {
      mentions = mentionsOf(this.#files.of(name).scripts.values());
      this.#mentions.set(name, mentions);
    }
    return mentions;
  }
}

/** By the name of a module the scripts that hold it as an import would end, in the order of the package. */
type Mentions = ReadonlyMap<string, readonly string[]>;

/** `/client'`, `/client.js"`, and `'.'` or `'..'` for the index of a folder. */
const ENDING = /(?:\/([^/'"`\s]+)|['"`](\.\.?))(?=['"`])/g;

function mentionsOf(scripts: Iterable<PackageScript>): Mentions {
  const mentions = new Map<string, string[]>();
  for (const { path, systemPath } of scripts) {
    const names = new Set<string>();
    for (const [, ending, folder] of bytesOf(systemPath).toString('latin1').matchAll(ENDING)) {
      const name = ending ?? folder ?? '';
      names.add(name);
      for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1))
        names.add(name.slice(0, dot));
    }
    for (const name of names) {
      const paths = mentions.get(name);
      // A piece of a text keeps the whole text in memory; a copy of it does not.
      if (paths === undefined) mentions.set(Buffer.from(name, 'latin1').toString('latin1'), [path]);
      else paths.push(path);
    }
  }
  return mentions;
}

/** Imports of an `index` file end with the name of its folder, too, or with dots alone. */
function importersIn(mentions: Mentions, path: string): readonly string[] {
  const parts = Buffer.from(path.replace(SCRIPT, '')).toString('latin1').split('/');
  const name = parts.at(-1) ?? '';
  const names = name === 'index' ? [name, parts.at(-2) ?? '.', '.', '..'] : [name];
  const found = names.flatMap((candidate) => mentions.get(candidate) ?? []);
  return [...new Set(found)].filter((other) => other !== path);
}

/** A file that went away, or is no file any more, imports nothing. */
function bytesOf(file: Buffer): Buffer {
  const found = readRegularFile(file, MOST_BYTES);
  return found.kind === 'read' ? found.bytes : Buffer.alloc(0);
}
