/** What a migration of one root comes to, as data: everything that is shown, asked, written and undone. */

import type { Edit } from '../analysis/index.js';
import type { Places } from '../report/index.js';
import type { Found, RootResult } from '../scan/index.js';
import type { Codemod, Difference, FileEdit, Level, Site, SiteEvidence, Strategy, Verdict } from './model.js';
import type { TestPlace } from './tests-of-calls.js';

/** A name of the new module that a site's edits use in a file. */
export interface HelperUse {
  readonly file: string;
  readonly name: string;
  readonly local: string;
}

/** A site with what its codemod, or the default, says of it. */
export interface JudgedSite {
  readonly site: Site;
  readonly found: Found;
  /** Null where no codemod had anything to say. */
  readonly codemod: Codemod | null;
  readonly verdict: Verdict;
  readonly evidence: SiteEvidence;
  readonly helper: readonly HelperUse[];
  /** What it asks of the new module. */
  readonly asks: readonly string[];
}

/** Sites that are migrated together or not at all. */
export interface Cluster {
  /** Counted from 1, in the order of the first site. */
  readonly id: number;
  readonly members: readonly JudgedSite[];
  /** The highest of its members. */
  readonly level: Level;
}

/** How a coding agent came to the change of a site. */
export interface AgentWork {
  /** The command, as the user gave it. */
  readonly command: string;
  /** Id of the unit. */
  readonly unit: string;
  readonly rounds: number;
  readonly verdict: 'verified' | 'consistent';
  /** Commands that ran the program before and after. */
  readonly runs: readonly string[];
  readonly differences: readonly Difference[];
}

/** What became of a site. */
export type Outcome =
  | 'migrated'
  /** A comment stands for it. */
  | 'marked'
  /** A person has to do it, and no comment could or should be written. */
  | 'listed'
  /** Nothing is left to do: it stays in a method of a library that is marked as deprecated. */
  | 'settled'
  /** Nothing shows that the request goes to the vendor, or something speaks against it: nothing is written. */
  | 'needs-evidence'
  /** Its level is above the one asked for. */
  | 'above-level'
  | 'declined'
  /** A gate refused its cluster. */
  | 'refused'
  /** The files of its cluster could not be written. */
  | 'not-written'
  /** A comment of an earlier run stands for it. */
  | 'marked-before';

export interface PlannedSite {
  readonly found: Found;
  readonly codemod: string | null;
  readonly strategy: Strategy;
  readonly level: Level;
  readonly reason: string;
  readonly steps: string | null;
  /** Its own ones; imports and helper files come with the cluster. */
  readonly edits: readonly FileEdit[];
  readonly differences: readonly Difference[];
  readonly evidence: SiteEvidence;
  readonly cluster: number | null;
  readonly outcome: Outcome;
  /** Why the outcome is none of the hoped-for ones. */
  readonly because: string | null;
  /** Tests that answer the call, and have to change with it. */
  readonly tests: readonly TestPlace[];
  /** Where no codemod wrote the change. */
  readonly agent?: AgentWork;
}

export interface PlannedFile {
  readonly path: string;
  /** Null for a file that is new. */
  readonly before: string | null;
  readonly after: string;
  /** Of the text before; none for a file that is new or exchanged whole. */
  readonly edits: readonly Edit[];
  readonly clusters: readonly number[];
}

/** A file that was left alone although something in it was to be done. */
export interface SkippedFile {
  readonly path: string;
  /**
   * `internal`: a codemod failed on it, which is a bug of ours. `timeout` and `memory`: the budget of the run was spent
   * before it was planned.
   */
  readonly reason:
    | 'unparsable'
    | 'generated'
    | 'test-data'
    | 'edited-helper'
    | 'name'
    | 'internal'
    | 'timeout'
    | 'memory';
  readonly detail: string;
}

export type GateName = 'parse' | 'overlap' | 'bytes' | 'rerun' | 'types';

export interface GateResult {
  readonly gate: GateName;
  readonly outcome: 'passed' | 'failed' | 'not-run';
  /** What failed where, or why it was not run. */
  readonly detail: string;
}

export interface Checklist {
  readonly codemod: string;
  readonly items: readonly string[];
}

export interface RootPlan {
  /** Absolute. */
  readonly root: string;
  readonly label: string | undefined;
  /** The path of a file of the root, relative to the current directory. */
  readonly shown: (path: string) => string;
  readonly result: RootResult;
  readonly sites: readonly PlannedSite[];
  /** Calls that stay as they are, and leave nothing to do. */
  readonly settled: readonly PlannedSite[];
  readonly files: readonly PlannedFile[];
  readonly skipped: readonly SkippedFile[];
  readonly gates: readonly GateResult[];
  readonly checklists: readonly Checklist[];
  /** What the user should know of the configuration. */
  readonly warnings: readonly string[];
}

export interface MigrationPlan {
  readonly now: string;
  readonly level: 'safe' | 'review';
  readonly places: Places;
  readonly roots: readonly RootPlan[];
}
