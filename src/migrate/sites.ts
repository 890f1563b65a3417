/** From findings to sites: the file, the script and the nodes around each place. */
import type { Script } from '../analysis/edits/index.js';
import { type Finding, followedUsages } from '../analysis/index.js';
import type { Entry } from '../catalogue/index.js';
import { loadGrammars, parseText, type SyntaxTree } from '../grammar/index.js';
import { loadReader, type Program, type Reader, type SourceFile } from '../read/index.js';
import { type Node, pathTo } from '../read/javascript/syntax/index.js';
import type { Found } from '../scan/index.js';
import type { Site } from './model.js';

/** Where something stands in the scripts of a file. */
interface Place {
  /** The scripts it was looked for in. */
  readonly scripts: readonly Script[];
  readonly script: Script | null;
  readonly nodes: readonly Node[];
}

/**
 * What is kept for the next question: what is edited is judged file by file, and composed afterwards. Trees take some
 * fifty times the memory of their text.
 */
const KEPT_TREE_CHARACTERS = 2 ** 19;
const KEPT_PLACES = 256;

/** The files of a program with their trees. */
export class Sources {
  readonly program: Program;
  readonly #readers: ReadonlyMap<string, Reader | null>;
  readonly #trees = new Map<SourceFile, SyntaxTree | null>();
  #treeCharacters = 0;
  readonly #places = new Map<string, Place>();
  /** Whether a parser reads a file, by its path. */
  readonly #isScript = new Map<string, boolean>();

  private constructor(program: Program, readers: ReadonlyMap<string, Reader | null>) {
    this.program = program;
    this.#readers = readers;
  }

  /** Readers are loaded beforehand, for nothing waits afterwards. */
  static async of(program: Program, languages: Iterable<string>): Promise<Sources> {
    const readers = new Map<string, Reader | null>();
    for (const language of new Set([...languages, 'javascript', 'typescript']))
      readers.set(language, await loadReader(language));
    await loadGrammars(languages);
    return new Sources(program, readers);
  }

  /** The same of readers that are loaded already. */
  static read(program: Program, readers: ReadonlyMap<string, Reader>): Sources {
    return new Sources(program, readers);
  }

  file(path: string): SourceFile | null {
    return this.program.file(path);
  }

  /** The scripts of a file; none where no parser reads it. */
  scripts(path: string): readonly Script[] {
    const file = this.program.file(path);
    if (file === null) return [];
    const scripts = this.#readers.get(file.language)?.trees?.(path, this.program) ?? [];
    this.#isScript.set(path, scripts.length > 0);
    return scripts;
  }

  /** Lets go of the trees of a file whose sites were all looked at. */
  leave(path: string): void {
    const language = this.program.file(path)?.language ?? '';
    this.#readers.get(language)?.leave?.(path, this.program);
  }

  /** The same as to ask for the scripts, without reading them anew. */
  hasScripts(path: string): boolean {
    return this.#isScript.get(path) ?? this.scripts(path).length > 0;
  }

  /** The tree of a file whose language is no script and has a grammar. */
  tree(path: string): SyntaxTree | null {
    const file = this.program.file(path);
    if (file === null) return null;
    const known = this.#trees.get(file);
    if (known !== undefined) return known;
    const tree = parseText(file.language, file.text);
    this.#trees.set(file, tree);
    this.#treeCharacters += file.text.length;
    for (const oldest of this.#trees.keys()) {
      if (this.#treeCharacters <= KEPT_TREE_CHARACTERS || oldest === file) break;
      this.#trees.delete(oldest);
      this.#treeCharacters -= oldest.text.length;
    }
    return tree;
  }

  /** The script and the nodes around a stretch of a file. */
  place(path: string, start: number, end: number): Place {
    const scripts = this.scripts(path);
    const key = `${start}:${end}:${path}`;
    const known = this.#places.get(key);
    if (known?.scripts === scripts) return known;
    const around = scripts.map((script) => ({ script, nodes: nodesAround(script, start, end) }));
    const inside = around.find(({ nodes }) => nodes.length > 1);
    const place = { scripts, script: inside?.script ?? null, nodes: inside?.nodes ?? [] };
    keep(this.#places, key, place, KEPT_PLACES);
    return place;
  }

  /** Of several scripts in one file, the one in which something stands at the offset. */
  scriptAt(path: string, offset: number): Script | null {
    const scripts = this.scripts(path);
    return scripts.find((script) => nodesAround(script, offset, offset).length > 1) ?? scripts[0] ?? null;
  }

  /** The same over other texts. */
  over(program: Program): Sources {
    return new Sources(program, this.#readers);
  }
}

/** Nodes around a stretch of a script, from the program down to the innermost that holds all of it. */
export function nodesAround({ program }: Script, start: number, end: number): readonly Node[] {
  return pathTo(program, start).filter(({ range }) => range[0] <= start && end <= range[1]);
}

export function siteOf({ finding, row }: Found, entry: Entry, sources: Sources): Site | null {
  return siteAt(finding, row.fingerprint, entry, sources);
}

export function siteAt(finding: Finding, fingerprint: string, entry: Entry, sources: Sources): Site | null {
  const file = sources.file(finding.at.file);
  return file === null ? null : new FoundSite(entry, finding, fingerprint, file, sources);
}

/** The trees of all files at once would fill the memory, so it asks for them each time. */
class FoundSite implements Site {
  readonly entry: Entry;
  readonly finding: Finding;
  readonly fingerprint: string;
  readonly file: SourceFile;
  readonly #sources: Sources;

  constructor(entry: Entry, finding: Finding, fingerprint: string, file: SourceFile, sources: Sources) {
    const usages = followedUsages(finding.usages, finding.at);
    this.entry = entry;
    this.finding = usages === finding.usages ? finding : { ...finding, usages };
    this.fingerprint = fingerprint;
    this.file = file;
    this.#sources = sources;
  }

  get script(): Script | null {
    return this.#place().script;
  }

  get nodes(): readonly Node[] {
    return this.#place().nodes;
  }

  #place(): Place {
    const { start, end } = this.finding.at;
    return this.#sources.place(this.file.path, start, end);
  }
}

/** Keeps a value in place of the oldest ones. */
function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}

/**
 * In the attributes and the text of a component. What is written there goes by other rules than a script: quotes,
 * entities, no statements; codemods know nothing of them.
 */
export function isInTemplate({ nodes }: Site): boolean {
  return nodes.some(({ type }) => type === 'ComponentTemplate');
}

/**
 * Hints are no work, but for old names in code that have new ones: their edit is all there is to do. Mistakes in
 * requests of the new API are for a person: nothing of them has ended.
 */
export function isWork({ row, finding }: Found): boolean {
  if (finding.advice !== undefined) return false;
  if (row.severity !== 'hint') return true;
  const isCode = finding.context === 'code' || finding.context === 'test';
  return isCode && finding.by !== 'type' && finding.fix?.level === 'safe';
}
