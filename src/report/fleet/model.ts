/** What is known of many repositories at once, from whatever reports there are of them. */
import type { Confidence, Severity } from '../../analysis/index.js';
import type { Day } from '../../catalogue/index.js';

export const FLEET_LEVELS = ['safe', 'review', 'manual'] as const;
export type FleetLevel = (typeof FLEET_LEVELS)[number];
export type Levels = Readonly<Record<FleetLevel, number>>;

export interface FleetFinding {
  readonly repository: string;
  /** Relative to the folder that was scanned. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly entry: string;
  readonly severity: Exclude<Severity, 'hint'>;
  /** Null where no scan tells it. */
  readonly confidence: Confidence | null;
  readonly state: 'open' | 'marked';
  readonly method: string | null;
  readonly endpoint: string | null;
  readonly endOfLife: Day | null;
  readonly owners: readonly string[];
  /** Who changes it: `migrate`, `migrate` and a reviewer, or a person. */
  readonly level: FleetLevel;
  /** The unit that it has to be migrated with, where a stream of `brief` tells it. */
  readonly unit: string | null;
  /** Names of decisions that a person has to take first. */
  readonly decisions: readonly string[];
  readonly fingerprint: string;
  /** Not in the earlier run; null where there is none to compare with. */
  readonly isNew: boolean | null;
}

export interface FleetRequest {
  readonly branch: string;
  readonly status: string;
  readonly url: string | null;
}

interface Totals {
  readonly calls: number;
  readonly levels: Levels;
}

export interface FleetRepository extends Totals {
  readonly name: string;
  readonly commit: string | null;
  readonly owners: readonly string[];
  readonly entries: readonly string[];
  readonly files: number;
  /** Calls whose path could not be determined. */
  readonly undetermined: number;
  /** Files that could not be read as a whole. */
  readonly skipped: number;
  /** Null where no stream of `brief` tells them. */
  readonly units: number | null;
  readonly blockedUnits: number;
  readonly decisions: readonly string[];
  readonly requests: readonly FleetRequest[];
  /** Why it could not be worked on. */
  readonly error: string | null;
  readonly trend: Trend | null;
}

export interface Trend {
  readonly added: number;
  readonly gone: number;
}

export interface FleetGroup extends Totals {
  readonly name: string;
  readonly repositories: number;
}

export interface FleetEntry extends FleetGroup {
  readonly endOfLife: Day | null;
}

export interface FleetDecision {
  readonly name: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly units: number;
  readonly repositories: number;
}

export interface Fleet extends Totals {
  /** The day of the latest run. */
  readonly now: Day;
  /** Most calls first. */
  readonly repositories: readonly FleetRepository[];
  /** In the order of the repositories, then of their reports. */
  readonly findings: readonly FleetFinding[];
  readonly entries: readonly FleetEntry[];
  /** Nobody has the empty name. */
  readonly owners: readonly FleetGroup[];
  readonly decisions: readonly FleetDecision[];
  readonly units: number | null;
  readonly blockedUnits: number;
  readonly trend: (Trend & { readonly since: Day }) | null;
  /** What the reader must know: what was cut off, or is there twice. */
  readonly notes: readonly string[];
}
