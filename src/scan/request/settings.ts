import type { Confidence } from '../../analysis/index.js';
import type { OwnCalls } from '../../read/index.js';

/** What a user may choose about one root, from flags and the config file alike. */
export interface ScanSettings {
  readonly minConfidence: Confidence;
  /** Ids of entries; null means all. */
  readonly only: ReadonlySet<string> | null;
  readonly skip: ReadonlySet<string>;
  readonly hints: boolean;
  readonly undetermined: boolean;
  readonly prefilter: boolean;
  /** Seconds on the processor for the analysis as a whole; null for what is right for the size of the tree. */
  readonly timeLimit: number | null;
  /** What the user says of calls that no reader can see into. */
  readonly own?: OwnCalls;
  readonly walk: WalkSettings;
}

export interface WalkSettings {
  readonly gitignore: boolean;
  readonly trackedOnly: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Also what is vendored or generated. */
  readonly vendored: boolean;
  readonly maxFileSize: number;
  readonly since: string | null;
  readonly staged: boolean;
}

export const DEFAULT_SETTINGS: ScanSettings = {
  minConfidence: 'likely',
  only: null,
  skip: new Set(),
  hints: false,
  undetermined: false,
  prefilter: true,
  timeLimit: null,
  walk: {
    gitignore: true,
    trackedOnly: false,
    include: [],
    exclude: [],
    vendored: false,
    maxFileSize: 8 * 1024 * 1024,
    since: null,
    staged: false,
  },
};

/** What is asked for of one root. */
export interface RootRequest {
  /** Null means all files. */
  readonly files: readonly string[] | null;
  readonly settings: ScanSettings;
}

/** Whether only some files of the root are asked for. */
export function isPart({ files, settings }: RootRequest): boolean {
  const { since, staged, include } = settings.walk;
  return files !== null || since !== null || staged || include.length > 0;
}
