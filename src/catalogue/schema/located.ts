import type { Scalar } from '../model/types.js';

/** A place in a catalogue file; lines and columns count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A YAML document as plain data that remembers where every part stands. */
export type Located =
  | { readonly kind: 'scalar'; readonly value: Scalar; readonly at: Position }
  | { readonly kind: 'list'; readonly items: readonly Located[]; readonly at: Position }
  | { readonly kind: 'map'; readonly entries: readonly LocatedEntry[]; readonly at: Position };

export interface LocatedEntry {
  readonly key: string;
  readonly keyAt: Position;
  readonly value: Located;
}

/** One thing that is wrong with a catalogue file, for a person who wants it right. */
export interface CatalogueProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Where in the data: `entries[2].endpoints[0].methods`; empty for the document itself. */
  readonly key: string;
  readonly message: string;
  readonly remedy: string;
}

/** Collects problems while a file is read. */
export interface ProblemCollector {
  add(at: Position, key: string, message: string, remedy: string): void;
}
