import type { Finding } from '../../analysis/index.js';
import type { Program } from '../../read/index.js';
import type { ReportFinding } from '../../report/index.js';
import type { RootResult } from './results.js';

/** A finding with its row, which leaves out most of what is known of it. */
export interface Found {
  readonly finding: Finding;
  readonly row: ReportFinding;
  /** A migration marker stands above it. */
  readonly marked: boolean;
}

/** What a scan knows of one root besides its report, for whoever edits what was found. */
export interface Material {
  /** Absolute. */
  readonly root: string;
  readonly label: string | undefined;
  /** The path of a file of the root, relative to the current directory, as reports have it. */
  readonly shown: (path: string) => string;
  /** Seconds that the user grants. */
  readonly timeLimit: number | null;
  readonly program: Program;
  readonly result: RootResult;
  readonly found: readonly Found[];
  /** Whether the tree has the file, and nothing leaves it out: `.gitignore`, `exclude`, vendored folders. */
  isListed(path: string): boolean;
  /** Whether a scan would analyse the file if it read like this. */
  isCandidate(path: string, text: string): boolean;
  /** Paths of the scripts of a file's package. */
  scriptsNear(path: string): readonly string[];
  /** Analyses some files once more, as if the files named in `texts` read otherwise. */
  again(paths: readonly string[], texts: ReadonlyMap<string, string>): Promise<Again>;
}

export interface Again {
  readonly program: Program;
  readonly found: readonly Found[];
  /** Files that were read by a lower tier, or not at all, also for want of time. */
  readonly unparsable: readonly string[];
}
