/** Commands as functions: each runs its command and returns what that prints as JSON. */
import { UsageError } from '../cli/base/arguments.js';
import type { Command } from '../cli/base/command.js';
import { runQuietly } from '../cli/base/quiet-run.js';
import type { ExplainedEntries, ExplainedEntry } from '../cli/catalogue/explain.js';
import type { ExplainedPlace } from '../cli/catalogue/explain-place.js';
import type { JsonPlan, Strategy } from '../migrate/index.js';
import type { Brief, JsonVerification } from '../verify/index.js';
import {
  type Accepted,
  CLIENTS,
  ENTRIES,
  type EntryOptions,
  FILE_FLAGS,
  FILES,
  type FileOptions,
  type Given,
  listFlag,
  mapFlag,
  type Options,
  PATHS,
  positional,
  RULES,
  readOptions,
  switchFlag,
  textFlag,
} from './options.js';

export interface MigrateOptions extends FileOptions {
  /** The highest level of change; `safe` by default. */
  readonly level?: 'safe' | 'review';
  /** Limits an entry to a strategy. */
  readonly strategies?: Readonly<Record<string, Strategy>>;
  /** Whether calls that need manual work get a comment; true by default. */
  readonly markers?: boolean;
  /** Whether types are checked, which executes the TypeScript of the tree; by default only with `write`. */
  readonly types?: boolean;
  /** Whether the files are changed; false by default. `npx edge-sunset undo` takes it back. */
  readonly write?: boolean;
  /** Whether files with uncommitted changes may be changed, too. */
  readonly allowDirty?: boolean;
  /** Whether rules that are made of rate limits exempt known crawlers, as the old API did; true by default. */
  readonly crawlerCondition?: boolean;
}

export interface BriefOptions extends EntryOptions {
  /** A folder, a file, `file:line` or the id of a unit; the current folder by default. */
  readonly at?: string;
}

export interface VerifyOptions extends Omit<Options, 'catalogues'> {
  /** The tree before the change: a commit or a folder; `HEAD` by default. */
  readonly before?: string;
  /** The folder after the change; the work tree by default. */
  readonly after?: string;
  /** Only this unit. */
  readonly unit?: string;
  /** Commands that run the program, before and after, against the emulated API. */
  readonly run?: readonly string[];
  /** Decisions that a person made: the value by the name, as a brief lists them. */
  readonly decide?: Readonly<Record<string, string>>;
  /** Names of differences that are accepted. */
  readonly allowDifferences?: readonly string[];
}

const MIGRATE: Accepted = {
  name: 'migrate()',
  config: [...ENTRIES, ...FILES, ...CLIENTS, ...RULES],
  flags: {
    paths: PATHS,
    level: textFlag('level'),
    strategies: mapFlag('strategy'),
    markers: switchFlag({ off: 'no-markers' }),
    types: switchFlag({ on: 'types', off: 'no-types' }),
    write: switchFlag({ on: 'write' }),
    allowDirty: switchFlag({ on: 'allow-dirty' }),
    catalogues: listFlag('catalogue'),
    ...FILE_FLAGS,
  },
};

const EXPLAIN: Accepted = {
  name: 'explain()',
  config: CLIENTS,
  flags: { catalogues: listFlag('catalogue') },
};

const BRIEF: Accepted = {
  name: 'brief()',
  config: [...ENTRIES, ...CLIENTS, ...RULES],
  flags: {
    at: positional('a path, file:line or an id', (value) => typeof value === 'string'),
    catalogues: listFlag('catalogue'),
  },
};

const VERIFY: Accepted = {
  name: 'verify()',
  config: CLIENTS,
  flags: {
    before: textFlag('before'),
    after: textFlag('after'),
    unit: textFlag('unit'),
    run: listFlag('run'),
    decide: mapFlag('decide'),
    allowDifferences: listFlag('allow-difference'),
  },
};

/** Plans how calls of retired APIs are rewritten. Files are only changed with `write`. */
export async function migrate(options: MigrateOptions = {}): Promise<JsonPlan> {
  const given = readOptions(options, MIGRATE);
  const { migrateCommand } = await import('../cli/migrate/migrate.js');
  return (await answerOf(migrateCommand, options.paths ?? ['.'], given)) as JsonPlan;
}

/** What a name leads to: an entry; several entries for an error, a path or a method; findings for `file:line`. */
export type Explanation = ExplainedEntry | ExplainedEntries | ExplainedPlace;

/** Explains an entry, an error code or message, a path, an SDK method, a resource, a field, or `file:line`. */
export async function explain(what: string, options: Options = {}): Promise<Explanation> {
  if (typeof what !== 'string') throw new UsageError('explain() takes what to explain as a text.');
  const given = readOptions(options, EXPLAIN);
  const { explain: command } = await import('../cli/catalogue/explain.js');
  return (await answerOf(command, [what], given)) as Explanation;
}

/** All that is needed to migrate calls by hand: one brief for each unit, in full length. */
export async function brief(options: BriefOptions = {}): Promise<readonly Brief[]> {
  const given = readOptions(options, BRIEF);
  const { briefCommand } = await import('../cli/verify/brief.js');
  const argv = ['--full', ...given.argv];
  const answer = await answerOf(briefCommand, [options.at ?? '.'], { ...given, argv });
  return (Array.isArray(answer) ? answer : [answer]) as readonly Brief[];
}

/** Judges a migration, whoever wrote it. Programs are only run with `run`. */
export async function verify(options: VerifyOptions = {}): Promise<JsonVerification> {
  const given = readOptions(options, VERIFY);
  const { verifyCommand } = await import('../cli/verify/verify.js');
  return (await answerOf(verifyCommand, [], given)) as JsonVerification;
}

async function answerOf(
  command: Command,
  positionals: readonly string[],
  { cwd, now, config, argv }: Given,
): Promise<unknown> {
  const io = {
    cwd,
    config,
    env: process.env,
    isTerminal: { stdout: false, stderr: false },
    stdout: () => {},
    stderr: () => {},
    stdin: async () => new Uint8Array(),
    today: () => now,
    // Whoever uses the library ends its process as before.
    interruption: () => new AbortController().signal,
    readingOnly: <T>(work: () => Promise<T>) => work(),
  };
  const line = [...argv, '--format=json', '--', ...positionals];
  const { stdout, stderr } = await runQuietly(command, line, io);
  if (stdout === '') throw new UsageError(stderr.trim());
  return JSON.parse(stdout);
}
