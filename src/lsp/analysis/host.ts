import type { Codemod } from '../../migrate/index.js';
import type { TargetPlan } from '../../scan/index.js';

/** What one folder is scanned with. */
export interface FolderPlan extends TargetPlan {
  /** Absolute; null where none is named. */
  readonly baselineFile: string | null;
  /** Absolute. */
  readonly catalogueFiles: readonly string[];
}

/** What stands above this folder and is handed in. */
export interface Host {
  readonly codemods: readonly Codemod[];
  /** The UTC day to judge by. */
  readonly today: () => string;
  /** Reads the configuration of a folder; settings of the editor win over the file. Throws what the user did wrong. */
  readonly planOf: (folder: string, settings: unknown) => Promise<FolderPlan>;
}
