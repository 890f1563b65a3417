import type { Undetermined, Usage } from './usage.js';

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
}

/** How the reader reaches other files of the program; everything it returns is cached by the owner. */
export interface Program {
  /** Text of a file of the same root, or null if it is absent, unreadable or too large. */
  file(path: string): SourceFile | null;
  /** Files that import the given one, as far as known; empty in an editor. */
  importers(path: string): readonly string[];
}

export interface Reading {
  readonly usages: readonly Usage[];
  readonly undetermined: readonly Undetermined[];
  /** Tier that read the file; a file its parser refuses falls to the next one. */
  readonly tier: 'ast' | 'text';
  /** Why a better tier could not read it. */
  readonly degraded?: string;
}

/** One per language family. */
export interface Reader {
  readonly id: string;
  readonly languages: readonly string[];
  read(file: SourceFile, roots: readonly Root[] | 'all', program: Program): Reading;
}
