import type { Profile } from '../catalogue/index.js';
import type { Program as Tree } from './javascript/syntax/estree.js';
import type { Types } from './javascript/types.js';
import type { StorageUsage, Undetermined, Usage } from './usage.js';

export interface SourceFile {
  /** Path relative to the scanned root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly language: string;
}

/** A place where a trigger stands, in UTF-16 offsets of the file's text. */
export interface Root {
  readonly start: number;
  readonly end: number;
  /** It means the API by itself; left out where nobody has said. */
  readonly strong?: boolean;
  /** Only answers of the API hold it: no call is looked for that takes it. */
  readonly answered?: boolean;
}

/** How the reader reaches other files of the program; everything it returns is cached by the owner. */
export interface Program {
  /** How calls of the APIs look: hosts, base paths, packages. A reader is told nothing else of them. */
  readonly profiles: readonly Profile[];
  /** Text of a file of the same root, or null if it is absent, unreadable or too large. */
  file(path: string): SourceFile | null;
  /** Directory of each package of the same workspace, by name; left out where nobody has looked. */
  readonly packages?: ReadonlyMap<string, string> | undefined;
  /** Files that import the given one, as far as known; empty in an editor. */
  importers(path: string): readonly string[];
  /** Files of the same package that show the API; absent where nobody looks at other files. */
  showing?(path: string): readonly string[];
  /** Files of the same folder, for languages whose folders are packages; absent where nobody lists folders. */
  siblings?(path: string): readonly string[];
  /** Folders in a folder; absent where nobody lists folders. */
  folders?(folder: string): readonly string[];
  /** All files of the root whose names end so; null where there are too many to look at. */
  filesEndingWith?(ending: string): readonly string[] | null;
  /**
   * Whether a folder may hold a file or folder whose name begins with `stem` and a dot, or is it. An import that
   * leads nowhere may mean any of two dozen files; this answers for all of them. Absent where nobody lists folders.
   */
  mayHold?(folder: string, stem: string): boolean;
  /** What the user says of calls that no reader can see into. */
  readonly own?: OwnCalls | undefined;
  /** A type checker, where the host has one at hand. */
  readonly types?: Types | undefined;
}

/** Clients and functions of the user's own that send requests to the API. */
export interface OwnCalls {
  readonly clients: readonly OwnClient[];
  /** Method that a function sends with, by its name as it is called: `api.fetchJson`. */
  readonly methods: ReadonlyMap<string, string>;
}

/** What a module exports is a client of the API: a function that sends, or an object of such. */
export interface OwnClient {
  /** As imports write it. */
  readonly module: string;
  readonly export: string;
  /** The client is a member of what is exported, or a parameter of it, by its name. */
  readonly member?: string | undefined;
  readonly parameter?: string | undefined;
  /** What comes before the paths it is given. */
  readonly baseUrl: string;
}

/**
 * A usage may touch several files (a constant here, the call there): reading either of them returns it, so
 * whoever reads many files drops the repeats. A reading of tier `text` without usages says that this reader
 * gave the file up and the next one has to take it.
 */
export interface Reading {
  readonly usages: readonly Usage[];
  readonly undetermined: readonly Undetermined[];
  /** Tier that read the file; a file its parser refuses falls to the next one. */
  readonly tier: 'ast' | 'text';
  /** Why a better tier could not read it. */
  readonly degraded?: string;
}

/** A tree whose offsets are those of the file. */
export interface ScriptTree {
  readonly text: string;
  readonly program: Tree;
}

/** One per language family. */
export interface Reader {
  readonly id: string;
  readonly languages: readonly string[];
  read(file: SourceFile, roots: readonly Root[] | 'all', program: Program): Reading;
  /** Uses of the object storage service, asked for only where a text shows it. */
  storage?(file: SourceFile, program: Program): readonly StorageUsage[];
  /**
   * The files that a file is tied to by imports in either direction, itself included: what a usage of it is made
   * of stands in them. Null if they are too many, or nobody can tell.
   */
  tied?(path: string, program: Program): readonly SourceFile[] | null;
  /**
   * Whether usages may come of a file: each is made of something that stands in it, or in the files that it is read with.
   * Asked before everyday words are read; left out by readers that cannot tell.
   */
  mayTell?(file: SourceFile, program: Program): boolean;
  /** Whether a place is one of the program that runs: no comment, no path of a module of its own. */
  isRun?(text: string, start: number): boolean;
  /** Whether a word is one of a sentence, as in a message: no name, and no part of a path. */
  isInSentence?(text: string, start: number, end: number): boolean;
  /** Whether a word may be a name or a part of a path: what stands in messages and longer words is not, either. */
  mayBeUsed?(text: string, start: number, end: number): boolean;
  /** The syntax trees of a file that was read, for edits; only where there are any. */
  trees?(path: string, program: Program): readonly ScriptTree[];
  /** Says that nobody asks for the trees of a file soon. */
  leave?(path: string, program: Program): void;
}
