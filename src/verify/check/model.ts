/** What a verification says. */
import type { Origin } from '../../value/index.js';

export type Check = 'honest' | 'meaning' | 'valid' | 'whole' | 'runs';

/** Something that shows that a change is wrong. */
export interface Refutation {
  readonly check: Check;
  /** One sentence: what differs. */
  readonly what: string;
  /** What it was and what it is, each on a line, where that helps. */
  readonly before?: string;
  readonly after?: string;
  /** The state of the API, or the request, that shows it. */
  readonly shownBy?: string;
  readonly at: Origin | null;
}

/** Something that could not be followed without running the program. */
export interface Gap {
  readonly check: Check;
  readonly what: string;
  readonly at: Origin | null;
  /** Runs that cover the unit settle it. */
  readonly byRuns: boolean;
}

/** Something of the old code that the new one lacks, or has otherwise. */
export interface Loss {
  readonly what: string;
  /** The text or the condition, where it is one. */
  readonly of?: string;
  /** Both are known, and differ. */
  readonly isSure?: boolean;
}

/** Something that is not as before, and cannot or need not be. */
export interface NamedDifference {
  readonly name: string;
  readonly what: string;
}

export interface Findings {
  readonly refutations: Refutation[];
  readonly gaps: Gap[];
  readonly differences: NamedDifference[];
}

export function noFindings(): Findings {
  return { refutations: [], gaps: [], differences: [] };
}

export type VerdictName = 'verified' | 'consistent' | 'refuted' | 'not proven';
