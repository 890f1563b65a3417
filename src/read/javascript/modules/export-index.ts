import { recordExports } from '../parse/exports.js';
import type { Module } from '../syntax/module.js';
import { exportsOf } from './exports.js';

/** What a module exports, told without its tree, so that it can be kept for every module of a program. */
export interface ExportSummary {
  /** Where each name comes from: another module, or null for the module itself. */
  readonly names: ReadonlyMap<string, ReExport | null>;
  /** Sources of `export * from`. */
  readonly stars: readonly string[];
  /** CommonJS assigns the whole: which names that has is not known here. */
  readonly isOpen: boolean;
}

/** Another module's export; null as name for the module as a whole. */
export interface ReExport {
  readonly source: string;
  readonly name: string | null;
}

/** A place where an exported name may be declared. */
export type ExportPlace =
  | { readonly kind: 'declared'; readonly path: string; readonly name: string }
  | { readonly kind: 'module'; readonly path: string }
  | { readonly kind: 'package'; readonly source: string; readonly name: string | null }
  /** The module that should have the name does not declare it. */
  | { readonly kind: 'missing'; readonly path: string; readonly name: string };

/** Re-exports from module to module that are followed; programs that people write have a handful. */
const MAX_RE_EXPORTS = 500;

interface Files {
  /** Path of the file an import means. */
  resolve(from: string, source: string): string | null;
  /** Null for what is no script, or none that an import is followed to. */
  text(path: string): string | null;
  /** The tree of a file, where somebody has it already. */
  held(path: string): Module | null;
  parse(path: string): Module | null;
}

/** Finds exports through barrels: every module is asked once for a name, however many paths lead to it. */
export class ExportIndex {
  readonly #files: Files;
  readonly #summaries = new Map<string, ExportSummary | null>();
  readonly #places = new Map<string, Map<string, readonly ExportPlace[]>>();

  constructor(files: Files) {
    this.#files = files;
  }

  /** Places where a module's export may be declared, the likeliest first. */
  find(path: string, name: string): readonly ExportPlace[] {
    let places = this.#places.get(path);
    if (places === undefined) {
      places = new Map();
      this.#places.set(path, places);
    }
    let found = places.get(name);
    if (found === undefined) {
      found = new Search(this, this.#files).run(path, name);
      places.set(name, found);
    }
    return found;
  }

  summaryOf(path: string): ExportSummary | null {
    let summary = this.#summaries.get(path);
    if (summary === undefined) {
      summary = this.#summarize(path);
      this.#summaries.set(path, summary);
    }
    return summary;
  }

  /** Forgets all, because a file was replaced. */
  clear(): void {
    this.#summaries.clear();
    this.#places.clear();
  }

  #summarize(path: string): ExportSummary | null {
    const held = this.#files.held(path);
    if (held !== null) return summaryOfTree(held);
    const text = this.#files.text(path);
    if (text === null) return null;
    const recorded = recordExports(path, text);
    if (recorded !== null) return recorded;
    const module = this.#files.parse(path);
    return module === null ? null : summaryOfTree(module);
  }
}

function summaryOfTree(module: Module): ExportSummary {
  const { names, stars, whole } = exportsOf(module);
  const summary = new Map<string, ReExport | null>();
  for (const [name, entry] of names)
    summary.set(name, entry.kind === 'from' ? { source: entry.source, name: entry.name } : null);
  return { names: summary, stars, isOpen: whole !== null };
}

class Search {
  readonly #index: ExportIndex;
  readonly #files: Files;
  readonly #seen = new Set<string>();
  readonly #places: ExportPlace[] = [];

  constructor(index: ExportIndex, files: Files) {
    this.#index = index;
    this.#files = files;
  }

  run(path: string, name: string): readonly ExportPlace[] {
    this.#visit(path, name, 0, false);
    return this.#places;
  }

  /** True once the module that declares the name is found. */
  #visit(path: string, name: string, depth: number, byStar: boolean): boolean {
    const key = `${path}\0${name}`;
    if (depth > MAX_RE_EXPORTS || this.#seen.has(key)) return false;
    this.#seen.add(key);
    const summary = this.#index.summaryOf(path);
    if (summary === null) return false;
    const entry = summary.names.get(name);
    if (entry === null) return this.#add({ kind: 'declared', path, name });
    if (entry !== undefined) return this.#reExported(path, entry, depth);
    if (summary.isOpen) {
      this.#add({ kind: 'declared', path, name });
      return false;
    }
    for (const source of summary.stars) {
      const target = this.#files.resolve(path, source);
      if (target !== null && this.#visit(target, name, depth + 1, true)) return true;
    }
    if (!byStar) this.#add({ kind: 'missing', path, name });
    return false;
  }

  #reExported(path: string, { source, name }: ReExport, depth: number): boolean {
    const target = this.#files.resolve(path, source);
    if (target === null || this.#index.summaryOf(target) === null)
      return this.#add({ kind: 'package', source, name });
    if (name === null) return this.#add({ kind: 'module', path: target });
    this.#visit(target, name, depth + 1, false);
    return true;
  }

  #add(place: ExportPlace): true {
    this.#places.push(place);
    return true;
  }
}
