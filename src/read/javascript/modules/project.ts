import type { Profile } from '../../../catalogue/index.js';
import type { Program, SourceFile } from '../../reader.js';
import { isProfilePackage } from '../clients/packages.js';
import { lazyMember } from '../evaluate/domain/lazy.js';
import type { Member, Term } from '../evaluate/domain/term.js';
import { parseFile } from '../parse/index.js';
import { Module } from '../syntax/module.js';
import { ExportIndex, type ExportPlace } from './export-index.js';
import { ImportedBy, MAX_IMPORTERS, type Question } from './imported-by.js';
import { Resolver } from './resolver.js';

/** A file that holds data rather than code. */
export interface DataModule {
  readonly data: Term;
}

interface ParsedModules {
  readonly modules: readonly Module[];
  readonly refused: string | null;
}

interface Kept {
  readonly modules: readonly Module[];
  readonly text: string;
  /** What it was parsed from, unless somebody else has parsed it. */
  readonly file: object | null;
  /** Whether another file has led to it. */
  isFollowed: boolean;
}

const parsedFiles = new WeakMap<object, ParsedModules>();

/** A program that hands out the same file again, as an editor does from one run to the next, has it parsed once. */
function parsedOnce(file: { readonly path: string; readonly text: string }): ParsedModules {
  let parsed = parsedFiles.get(file);
  if (parsed === undefined) {
    const { scripts, refused } = parseFile(file.path, file.text);
    parsed = { modules: scripts.map(({ text, program }) => new Module(file.path, text, program)), refused };
    parsedFiles.set(file, parsed);
  }
  return parsed;
}

/** Characters of source whose trees are kept. A tree takes some twenty times the room of its text. */
const KEPT_CHARACTERS = 5_000_000;
const FEW_CHARACTERS = 500_000;

/** Nothing leads to a file that does not hold this. */
const EXPORTS = /\bexports?\b/;

/** Programs of hand-written files may be long too, but have lines. */
const BUNDLE_CHARACTERS = 250_000;
const BUNDLE_LINE = 200;

/** Whether a file is what a bundler wrote: no place to look for what a client or a constant is, and dear to parse. */
function isBundle(text: string): boolean {
  if (text.length < BUNDLE_CHARACTERS) return false;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines * BUNDLE_LINE < text.length;
}

/** The files of a program as modules, each parsed once, and the way from an import to its file. */
export class Project {
  readonly program: Program;
  readonly profiles: readonly Profile[];
  /** What others have worked out of this program, see `Note`; forgotten when one of its files is replaced. */
  readonly notes: unknown[] = [];
  /** The longest unused first. */
  readonly #modules = new Map<string, Kept>();
  #kept = 0;
  /** The file that is read at the moment. */
  #read: string | null = null;
  #generation = {};
  /** Steps taken since the last `forget`. */
  stepsKnown = 0;
  /** Of the files that were parsed; null where nothing was refused. */
  readonly #refusals = new Map<string, string | null>();
  readonly #data = new Map<string, DataModule | null>();
  readonly #bundles = new Map<string, boolean>();
  readonly #importedBy: ImportedBy;
  readonly #resolver: Resolver;
  readonly #exports: ExportIndex;

  constructor(program: Program) {
    this.program = program;
    this.profiles = program.profiles;
    this.#resolver = new Resolver(
      (path) => program.file(path)?.text ?? null,
      program.packages,
      (folder, stem) => program.mayHold?.(folder, stem) ?? true,
    );
    this.#importedBy = new ImportedBy(program, (from, source) => this.resolve(from, source));
    this.#exports = new ExportIndex({
      resolve: (from, source) => this.resolve(from, source),
      text: (path) =>
        path.endsWith('.json') || this.#isBundle(path) ? null : (program.file(path)?.text ?? null),
      held: (path) => this.#modules.get(path)?.modules[0] ?? null,
      parse: (path) => this.followed(path)[0] ?? null,
    });
  }

  /** Where a module's export may be declared, the likeliest place first. */
  exportPlaces(path: string, name: string): readonly ExportPlace[] {
    return this.#exports.find(path, name);
  }

  /**
   * Path of the file an import means, or null if it is none of this program's. The repository of an SDK itself holds the
   * package it is known by: its name means the same there.
   */
  resolve(from: string, source: string): string | null {
    return isProfilePackage(this.profiles, source) ? null : this.#resolver.resolve(from, source);
  }

  /** The nearest `package.json` above a file that says something of a package's version. */
  versionOf(from: string, name: string): string | null {
    return this.#resolver.versionOf(from, name);
  }

  /** Whether the package a file belongs to depends on another. */
  dependsOn(from: string, name: string): boolean {
    return this.#resolver.versionOf(from, name) !== null;
  }

  /** The scripts of a file; most have one. */
  modules(path: string, text?: string): readonly Module[] {
    const known = this.#modules.get(path);
    if (known !== undefined && (text === undefined || known.text === text)) {
      this.#modules.delete(path);
      this.#modules.set(path, known);
      return known.modules;
    }
    const file = text === undefined ? this.program.file(path) : { path, text };
    if (file === null) return [];
    const { modules, refused } = parsedOnce(file);
    this.#refusals.set(path, refused);
    this.#keep(path, { modules, text: file.text, file, isFollowed: false });
    return modules;
  }

  /**
   * The scripts of a file that is read for its own sake. The one before goes if no other file imports it, as far as
   * somebody has asked: what lives no longer than the reading of one file costs the collector next to nothing.
   */
  reading({ path, text }: SourceFile): readonly Module[] {
    if (this.#read !== null && this.#read !== path && this.#importedBy.isKnownUnimported(this.#read))
      this.#leave(this.#read);
    this.#read = path;
    return this.modules(path, text);
  }

  /** The same of a file that was asked for by its path, once many are held: of a few, one may be asked for again. */
  leave(path: string): void {
    if (this.#kept <= FEW_CHARACTERS) return;
    const text = this.#modules.get(path)?.text ?? '';
    if (this.#importedBy.isKnownUnimported(path) || !EXPORTS.test(text)) this.#leave(path);
  }

  #leave(path: string): void {
    const kept = this.#modules.get(path);
    if (kept !== undefined && kept.file !== null && !kept.isFollowed) this.#letGo(path, kept);
  }

  #letGo(path: string, kept: Kept): void {
    this.#modules.delete(path);
    this.#kept -= kept.text.length;
    // What has grown old by chance would hold what is young until everything is collected.
    for (const module of kept.modules) module.notes.length = 0;
    if (kept.file !== null) parsedFiles.delete(kept.file);
  }

  /** Every module whose tree is held. */
  *held(): Iterable<Module> {
    for (const { modules } of this.#modules.values()) yield* modules;
  }

  #keep(path: string, kept: Kept): void {
    const before = this.#modules.get(path);
    if (before !== undefined) {
      this.#renew();
      this.#exports.clear();
      this.notes.length = 0;
    }
    this.#kept += kept.text.length - (before?.text.length ?? 0);
    this.#modules.set(path, kept);
    if (this.#kept <= KEPT_CHARACTERS) return;
    // Many at once: what is known of the program is forgotten with them.
    this.#renew();
    for (const [oldest, old] of this.#modules) {
      if (this.#kept <= KEPT_CHARACTERS / 2 || oldest === path) return;
      this.#letGo(oldest, old);
    }
  }

  /** Stands for the trees that are held: another object once some of them are replaced or let go. */
  get generation(): object {
    return this.#generation;
  }

  /** Between two files: lets go of all that was worked out of the trees, so that it takes no memory. */
  forget(): void {
    this.#renew();
    this.stepsKnown = 0;
    for (const module of this.held()) module.notes.length = 0;
  }

  /** What was worked out before is not asked any more. Whoever is at work goes on with it. */
  #renew(): void {
    this.#generation = {};
  }

  /** Modules of the files that import a module and that a question concerns, as far as the program knows them. */
  importersOf(module: Module, question: Question, most = MAX_IMPORTERS): readonly Module[] {
    const paths = this.#importedBy.of(module.path, question);
    return paths.slice(0, most).flatMap((path) => this.followed(path));
  }

  /** The scripts of a file that another one leads to; none of a bundle. */
  followed(path: string): readonly Module[] {
    if (this.#isBundle(path)) return [];
    const modules = this.modules(path);
    const kept = this.#modules.get(path);
    if (kept !== undefined) kept.isFollowed = true;
    return modules;
  }

  #isBundle(path: string): boolean {
    let bundle = this.#bundles.get(path);
    if (bundle === undefined) {
      bundle = isBundle(this.program.file(path)?.text ?? '');
      this.#bundles.set(path, bundle);
    }
    return bundle;
  }

  /** The files that a file is tied to by imports, one list for all of them; null if they are too many. */
  tied(path: string): readonly SourceFile[] | null {
    return this.#importedBy.tied(path);
  }

  /** Why a file, or a part of it, could not be parsed; what was parsed once is not parsed again for this. */
  refusal(path: string): string | null {
    if (!this.#refusals.has(path)) this.modules(path);
    return this.#refusals.get(path) ?? null;
  }

  /** Takes a tree that someone else has parsed. */
  adopt(module: Module): void {
    this.#keep(module.path, { modules: [module], text: module.text, file: null, isFollowed: false });
  }

  /** The module an import of a file gets. */
  module(path: string): Module | DataModule | null {
    if (path.endsWith('.json')) return this.#dataOf(path);
    return this.followed(path)[0] ?? null;
  }

  #dataOf(path: string): DataModule | null {
    const known = this.#data.get(path);
    if (known !== undefined) return known;
    let data: DataModule | null = null;
    try {
      data = { data: termOfJson(JSON.parse(this.program.file(path)?.text ?? ''), 0) };
    } catch {
      data = null;
    }
    this.#data.set(path, data);
    return data;
  }
}

const MAX_JSON_DEPTH = 30;

function termOfJson(value: unknown, depth: number): Term {
  if (depth > MAX_JSON_DEPTH) return { kind: 'unknown', why: 'nested too deep', origin: null };
  if (typeof value === 'string') {
    return {
      kind: 'text',
      pieces: value === '' ? [] : [{ kind: 'text', text: value, origin: null }],
      origin: null,
    };
  }
  if (Array.isArray(value)) {
    return {
      kind: 'array',
      items: value.map((item) => termOfJson(item, depth + 1)),
      open: false,
      origin: null,
    };
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([key, item]): Member => lazyMember(key, null, null, () => termOfJson(item, depth + 1)),
    );
    return { kind: 'object', members, open: false, origin: null };
  }
  return typeof value === 'number' || typeof value === 'boolean'
    ? { kind: 'scalar', value, origin: null }
    : { kind: 'scalar', value: null, origin: null };
}

const projects = new WeakMap<Program, Project>();

/** The project of a program: one for all files that are read of it. */
export function projectOf(program: Program): Project {
  let project = projects.get(program);
  if (project === undefined) {
    project = new Project(program);
    projects.set(program, project);
  }
  return project;
}
