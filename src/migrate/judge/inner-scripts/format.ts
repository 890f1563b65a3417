import type { Edit } from '../../../analysis/index.js';
import type { SourceFile } from '../../../read/index.js';

/** Where a script stands in a file. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A script as a shell reads it, of the same length, and how its parts are written in the file. */
export interface ShownScript {
  readonly text: string;
  readonly written: (text: string) => string;
}

/** How files of a language hold scripts. */
export interface ScriptFormat<Place extends Range> {
  /** The script around a place; null where there is none that can be edited. */
  readonly placeAt: (file: SourceFile, at: number) => Place | null;
  readonly shown: (script: string) => ShownScript;
  /** Whether new code may use jq: an image may have next to nothing. */
  readonly hasJq: (file: SourceFile, place: Place) => boolean;
  /** Lines that take the place of something which begins in a column; null where they have no place. */
  readonly inside: (text: string, column: number, script: string, place: Place) => string | null;
  /** Takes out all of it; null where something would be left that makes no sense. `reported`: where else something is. */
  readonly without: (text: string, place: Place, reported: readonly number[]) => Edit | null;
}

export const JQ = /\bjq\b/;
