/**
 * What the two threads of the server say to each other. One speaks with the editor and never computes; the other
 * reads and analyses, and knows nothing of the protocol but its positions. Paths are absolute.
 */
import { NotificationType, RequestType } from 'vscode-jsonrpc';
import type { Encoding, Position, Range } from './positions.js';

/** A folder that the user has opened, with the settings of the editor for it. */
export interface OpenedFolder {
  readonly folder: string;
  readonly settings: unknown;
}

export interface Opened {
  readonly folders: readonly OpenedFolder[];
  readonly encoding: Encoding;
}

/** The text of a document in the editor; null once it is closed. */
export interface DocumentText {
  readonly path: string;
  readonly text: string | null;
  readonly version: number | null;
}

export interface Place {
  readonly path: string;
  readonly range: Range;
}

export interface Problem {
  readonly range: Range;
  readonly severity: 'error' | 'warning' | 'hint';
  /** The entry, or `expression`. */
  readonly code: string;
  readonly documentation: string | null;
  readonly message: string;
  /** It is about a retired part of the API. */
  readonly isRetired: boolean;
  readonly related: readonly (Place & { readonly message: string })[];
}

/** All that is to be said of one file. */
export interface FileReport {
  readonly path: string;
  readonly version: number | null;
  readonly problems: readonly Problem[];
}

export interface FileChange {
  readonly path: string;
  /** Null for a file that is new. */
  readonly edits: readonly { readonly range: Range; readonly text: string }[];
  readonly isNew: boolean;
}

/** Something that the user may do at a place. */
export interface Offer {
  readonly title: string;
  readonly kind: 'rewrite' | 'suppress' | 'fix-all';
  readonly changes: readonly FileChange[];
  /** What a person has to look at before it is applied; null where nothing is. */
  readonly review: string | null;
}

export interface Offers {
  readonly offers: readonly Offer[];
  /** Lines, from 0, of findings for which there is a brief. */
  readonly briefs: readonly number[];
  /** Whether a rule expression stands at the place. */
  readonly isExpression: boolean;
}

export interface Lens {
  readonly line: number;
  readonly title: string;
}

/** A finding as a row of a list. */
export interface FoundRow extends Place {
  readonly entry: string;
  readonly endOfLife: string | null;
  readonly message: string;
}

export interface ScanProgress {
  readonly folder: string;
  /** Null when the scan is over. */
  readonly message: string | null;
}

export const OPEN = new RequestType<Opened, null, void>('open');
export const HOVER = new RequestType<
  { readonly path: string; readonly position: Position },
  { readonly range: Range; readonly markdown: string } | null,
  void
>('hover');
export const REPORTS = new RequestType<{ readonly path: string | null }, readonly FileReport[], void>(
  'reports',
);
export const OFFERS = new RequestType<Place, Offers, void>('offers');
export const PREVIEW = new RequestType<null, readonly Offer[], void>('preview');
export const LENSES = new RequestType<{ readonly path: string }, readonly Lens[], void>('lenses');
export const BRIEF = new RequestType<{ readonly path: string; readonly line: number }, string | null, void>(
  'brief',
);
export const EXPRESSION = new RequestType<
  { readonly path: string; readonly position: Position },
  string | null,
  void
>('expression');
export const FINDINGS = new RequestType<null, readonly FoundRow[], void>('findings');
/** Reads everything anew; answered when that is done. */
export const SCAN = new RequestType<null, null, void>('scan');

export const TEXT = new NotificationType<DocumentText>('text');
export const DISK = new NotificationType<{ readonly paths: readonly string[] }>('disk');
export const CANCEL = new NotificationType<{ readonly folder: string }>('cancel');
/** From the analysis to the editor. */
export const REPORT = new NotificationType<readonly FileReport[]>('report');
export const PROGRESS = new NotificationType<ScanProgress>('progress');
export const FAILURE = new NotificationType<{ readonly message: string }>('failure');
