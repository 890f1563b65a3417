import type { Confidence, Edit, FindingKind, Severity } from '../../analysis/index.js';
import type { Automation, Day, Entry } from '../../catalogue/index.js';

/** What every format is given: the sorted, masked result of a scan. Schema version 1 of the JSON report. */

export const SCHEMA_VERSION = 1;

/** Lines and columns count from 1; columns in UTF-16 units; the end is exclusive. */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface RelatedPlace extends Range {
  readonly path: string;
  readonly message: string;
}

export interface ReportFinding extends Range {
  readonly entry: string;
  readonly rule: string;
  readonly kind: FindingKind;
  /** `marked`: a migration marker stands above it (`edge-sunset-todo`). */
  readonly state: 'open' | 'marked';
  /** Given only when several roots were scanned: the root as the user wrote it. */
  readonly root?: string | undefined;
  /** Relative to the current directory, with `/`. */
  readonly path: string;
  readonly offset: readonly [number, number];
  readonly language: string;
  readonly method: string | null;
  readonly endpoint: string | null;
  readonly confidence: Confidence;
  readonly severity: Severity;
  readonly context: 'code' | 'test' | 'types' | 'docs';
  readonly evidence: readonly string[];
  readonly related: readonly RelatedPlace[];
  /** Null, as `daysPast`, where no end was announced. */
  readonly endOfLife: Day | null;
  /** Negative while the end of life lies ahead. */
  readonly daysPast: number | null;
  readonly vendor?: { readonly date?: Day; readonly state?: string } | undefined;
  readonly message: string;
  readonly replacement: string;
  readonly codemod: string | null;
  /** The page of the entry; null for entries of the user's own. */
  readonly documentation: string | null;
  readonly automation: Automation;
  readonly fix?: ReportFix | undefined;
  readonly fingerprint: string;
  /** What is dead, without dates; for formats that say the rest once. Not part of the JSON report. */
  readonly subject: string;
  /** The lines around the place, masked; for formats that show code. Not part of the JSON report. */
  readonly excerpt: Excerpt;
}

export interface ReportFix {
  readonly level: 'safe' | 'review';
  readonly edits: readonly ReportEdit[];
}

export interface ReportEdit extends Range {
  readonly offset: readonly [number, number];
  readonly text: Edit['text'];
}

export interface Excerpt {
  readonly firstLine: number;
  readonly lines: readonly ExcerptLine[];
}

export interface ExcerptLine {
  readonly text: string;
  /** Columns left out at the beginning of a very long line. */
  readonly dropped: number;
}

export interface ReportUndetermined extends Range {
  readonly root?: string;
  readonly path: string;
  readonly why: string;
}

export const SKIP_REASONS = [
  'unreadable',
  'too-large',
  'binary',
  'unparsable',
  'timeout',
  'memory',
  'internal',
  'not-a-file',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface ReportSkipped {
  readonly root?: string;
  readonly path: string;
  readonly reason: SkipReason;
  /** The tier that read the file all the same. */
  readonly tier?: 'ast' | 'text';
  readonly detail?: string;
}

/** What the reader of a report should know: a comment of ours that does not do what it seems to, git that refused. */
export interface Notice {
  readonly root?: string;
  /** Empty for the root itself. */
  readonly path: string;
  /** Absent where it concerns no line. */
  readonly line?: number;
  readonly message: string;
}

export interface Summary {
  readonly files: {
    readonly seen: number;
    readonly read: number;
    readonly parsed: number;
    readonly skipped: number;
  };
  readonly findings: number;
  readonly hints: number;
  readonly byEntry: Readonly<Record<string, number>>;
  readonly markers: number;
  /** Findings, among those counted above, that a migration marker stands for. */
  readonly marked: number;
  readonly undetermined: number;
  readonly suppressed: number;
  /** Findings that are not listed, for they are less sure than was asked for. */
  readonly withheld: number;
  /** Findings that are not listed, for the baseline has them. */
  readonly known: number;
}

/** What was left alone on purpose; for people, not part of the JSON report. */
export interface LeftOutFiles {
  readonly vendored: number;
  /** Vendored and generated folders that were not entered. */
  readonly vendoredFolders: number;
  readonly generated: number;
  /** Submodules and nested repositories. */
  readonly repositories: number;
}

export const NOTHING_LEFT_OUT: LeftOutFiles = {
  vendored: 0,
  vendoredFolders: 0,
  generated: 0,
  repositories: 0,
};

/** Where the paths of a report lead. Absolute, so not part of any report. */
export interface Places {
  /** What every path of the report is relative to. */
  readonly cwd: string;
  /** The folders that SARIF names paths from: the repositories of the roots, each once. */
  readonly repositories: readonly string[];
}

export interface Report {
  readonly places: Places;
  readonly now: Day;
  readonly summary: Summary;
  readonly findings: readonly ReportFinding[];
  readonly undetermined: readonly ReportUndetermined[];
  readonly skipped: readonly ReportSkipped[];
  readonly notices: readonly Notice[];
  readonly leftOut: LeftOutFiles;
  /** Every entry of the catalogue in use, hit or not. */
  readonly entries: readonly Entry[];
}
