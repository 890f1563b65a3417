import { readFileSync } from 'node:fs';
import { below, type Cursor } from './files.js';
import { SCRIPT, type Script } from './nearness.js';

/**
 * Files that may import a given one. A reader asks when a function of a candidate builds a call from its
 * parameters, so that the calls of that function matter. The answer may name too many files, for the reader
 * resolves the imports itself; it names those whose bytes contain the module's name as an import would end.
 */

/** A package with more scripts than this is not searched for importers. */
const MOST_FILES = 20_000;
const MOST_BYTES = 1024 * 1024;

export class Importers {
  readonly #lists: readonly (() => Cursor)[];
  readonly #packageOf: (path: string) => string;
  readonly #known = new Map<string, readonly string[]>();
  readonly #scripts = new Map<string, readonly Script[]>();
  readonly #byPath = new Map<string, ReadonlyMap<string, Script>>();

  constructor(lists: readonly (() => Cursor)[], packageOf: (path: string) => string) {
    this.#lists = lists;
    this.#packageOf = packageOf;
  }

  of(path: string): readonly string[] {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const scripts = this.scriptsOf(this.#packageOf(path));
    const found = scripts.length > MOST_FILES ? [] : importersAmong(scripts, path);
    this.#known.set(path, found);
    return found;
  }

  /** The scripts of a package, whether they matter or not. */
  scriptsOf(name: string): readonly Script[] {
    const known = this.#scripts.get(name) ?? this.#scriptsIn(name);
    this.#scripts.set(name, known);
    return known;
  }

  scriptAt(name: string, path: string): Script | undefined {
    let known = this.#byPath.get(name);
    if (known === undefined) {
      known = new Map(this.scriptsOf(name).map((script) => [script.path, script]));
      this.#byPath.set(name, known);
    }
    return known.get(path);
  }

  /** Of all other paths no text is made: few packages are asked about, and a tree may have a million files. */
  #scriptsIn(name: string): readonly Script[] {
    const folder = Buffer.from(name === '' ? '' : `${name}/`);
    const scripts: Script[] = [];
    for (const cursorOf of this.#lists) {
      for (const cursor of below(cursorOf(), folder)) {
        const path = cursor.relativePath();
        if (SCRIPT.test(path) && this.#packageOf(path) === name) {
          scripts.push({ path, systemPath: Buffer.from(cursor.path()) });
        }
      }
    }
    return scripts;
  }
}

function importersAmong(scripts: readonly Script[], path: string): readonly string[] {
  const endings = endingsOf(path);
  return scripts
    .filter((script) => script.path !== path && mentions(script.systemPath, endings))
    .map((script) => script.path);
}

/** How an import of the file ends: `/client'`, `/client.js"`; of an `index` file also the name of its folder. */
function endingsOf(path: string): readonly Buffer[] {
  const parts = path.replace(SCRIPT, '').split('/');
  const name = parts.at(-1) ?? '';
  const names = name === 'index' ? [name, parts.at(-2) ?? '.'] : [name];
  return names
    .map((candidate) => Buffer.from(`/${candidate}`))
    .concat(name === 'index' ? [Buffer.from("'.'"), Buffer.from('"."')] : []);
}

const QUOTES: ReadonlySet<number> = new Set([...'"\'`.'].map((character) => character.charCodeAt(0)));

function mentions(file: Buffer, endings: readonly Buffer[]): boolean {
  const bytes = bytesOf(file);
  return endings.some((ending) => {
    for (let at = bytes.indexOf(ending); at >= 0; at = bytes.indexOf(ending, at + 1)) {
      const last = ending.at(-1) ?? 0;
      if (QUOTES.has(last) || QUOTES.has(bytes[at + ending.length] ?? 0)) return true;
    }
    return false;
  });
}

function bytesOf(file: Buffer): Buffer {
  try {
    const bytes = readFileSync(file);
    return bytes.length > MOST_BYTES ? Buffer.alloc(0) : bytes;
  } catch {
    // A file that went away imports nothing.
    return Buffer.alloc(0);
  }
}
