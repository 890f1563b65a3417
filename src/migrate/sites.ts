/** From findings to sites: the file, the script and the nodes around each place. */
import type { Script } from '../analysis/edits/index.js';
import { followedUsages } from '../analysis/index.js';
import type { Entry } from '../catalogue/index.js';
import { loadGrammars, parseText, type SyntaxTree } from '../grammar/index.js';
import type { Node } from '../read/javascript/syntax/estree.js';
import { pathTo } from '../read/javascript/syntax/nodes.js';
import type { Program, Reader, SourceFile } from '../read/reader.js';
import { loadReader } from '../read/registry.js';
import type { Found } from '../scan/index.js';
import type { Site } from './model.js';

/** The files of a program with their trees. */
export class Sources {
  readonly program: Program;
  readonly #readers: ReadonlyMap<string, Reader | null>;
  readonly #trees = new WeakMap<SourceFile, SyntaxTree | null>();

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

  file(path: string): SourceFile | null {
    return this.program.file(path);
  }

  /** The scripts of a file; none where no parser reads it. */
  scripts(path: string): readonly Script[] {
    const file = this.program.file(path);
    if (file === null) return [];
    return this.#readers.get(file.language)?.trees?.(path, this.program) ?? [];
  }

  /** The tree of a file whose language is no script and has a grammar. */
  tree(path: string): SyntaxTree | null {
    const file = this.program.file(path);
    if (file === null) return null;
    const known = this.#trees.get(file);
    if (known !== undefined) return known;
    const tree = parseText(file.language, file.text);
    this.#trees.set(file, tree);
    return tree;
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

export function siteOf(found: Found, entry: Entry, sources: Sources): Site | null {
  const { finding, row } = found;
  const file = sources.file(finding.at.file);
  if (file === null) return null;
  const { start, end } = finding.at;
  const scripts = sources.scripts(file.path);
  const paths = scripts.map((script) => ({ script, nodes: nodesAround(script, start, end) }));
  const inside = paths.find(({ nodes }) => nodes.length > 1) ?? null;
  return {
    entry,
    finding: { ...finding, usages: followedUsages(finding.usages, finding.at) },
    fingerprint: row.fingerprint,
    file,
    script: inside?.script ?? null,
    nodes: inside?.nodes ?? [],
  };
}

/**
 * In the attributes and the text of a component. What is written there goes by other rules than a script: quotes,
 * entities, no statements; codemods know nothing of them.
 */
export function isInTemplate({ nodes }: Site): boolean {
  return nodes.some(({ type }) => type === 'ComponentTemplate');
}

/** Hints are no work, but for old names in code that have new ones: their edit is all there is to do. */
export function isWork({ row, finding }: Found): boolean {
  if (row.severity !== 'hint') return true;
  const isCode = finding.context === 'code' || finding.context === 'test';
  return isCode && finding.by !== 'type' && finding.fix?.level === 'safe';
}
