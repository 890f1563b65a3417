import type { Config } from '../../scan/config/index.js';
import type { Flags } from './arguments.js';

/** Everything a command may touch of the outside world; tests hand in their own. */
export interface Io {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly stdin: () => Promise<Uint8Array>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: { readonly stdout: boolean; readonly stderr: boolean };
  /** Asks a person at the terminal; null when there is no answer to come. Absent where nobody can be asked. */
  readonly ask?: (question: string) => Promise<string | null>;
  /** Opens a file in the editor of the environment and waits; false where none is named. */
  readonly edit?: (path: string) => boolean;
  /** Stands for the configuration file, which is then not looked for; paths in it are relative to `cwd`. */
  readonly config?: Config;
  /** The present UTC day, `YYYY-MM-DD`. */
  readonly today: () => string;
  /**
   * Aborts when the user or the system asks the process to end. Whoever asks for it ends by itself; without
   * it an interrupt ends the process at once.
   */
  readonly interruption: () => AbortSignal;
  /** Does work that leaves nothing behind: meanwhile an interrupt ends the process even while it is too busy to hear. */
  readonly readingOnly: <T>(work: () => Promise<T>) => Promise<T>;
}

/** One command: one file, one row of the table in `commands.ts`. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Its options; for completions. */
  readonly flags: Flags;
  /** The whole text of `--help`. */
  readonly help: string;
  /** How it works on each folder of a list (`--roots`). */
  readonly perRoot?: PerRoot;
  run(argv: readonly string[], io: Io): Promise<number>;
}

export interface PerRoot {
  /** What comes behind the options of the user for one folder; it makes the command print JSON. */
  readonly argv: (root: string) => readonly string[];
  /** Whether the command runs in the folder itself. */
  readonly isInside?: boolean;
  /** Whether paths of its rows begin at the current folder instead of the one of the list. */
  readonly hasPathsOfCwd?: boolean;
  /** What it printed, as lines of a stream. */
  readonly rows: (stdout: string) => RootRows;
}

export interface RootRows {
  readonly rows: readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[];
  readonly summary?: unknown;
}
