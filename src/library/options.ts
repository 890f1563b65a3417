/** The options of the library: read as configurations and command lines are, so that both mean the same. */
import { resolve } from 'node:path';
import { nearest } from '../catalogue/index.js';
import { located } from '../catalogue/schema/index.js';
import { UsageError } from '../cli/base/arguments.js';
import { isDay } from '../report/index.js';
import { type Config, configShape } from '../scan/config/index.js';

/** What every function takes. A configuration file is not read. */
export interface Options {
  /** The UTC day to judge by, `YYYY-MM-DD`; today by default. */
  readonly now?: string;
  /** What relative paths are relative to; the current folder by default. */
  readonly cwd?: string;
  /** Catalogue files of your own. */
  readonly catalogues?: readonly string[];
  /** Your own clients of the API. */
  readonly clients?: readonly {
    readonly module: string;
    readonly export: string;
    readonly baseUrl?: string;
  }[];
  /** The method that a function of yours sends with. */
  readonly methods?: Readonly<Record<string, string>>;
}

/** Which entries count. */
export interface EntryOptions extends Options {
  readonly minConfidence?: 'exact' | 'likely' | 'possible';
  /** Ids of the only entries to report. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Names of the only schedules whose entries count: `spec`, `vendor-2026`. */
  readonly schedules?: readonly string[];
}

/** Which files are read. */
export interface FileOptions extends EntryOptions {
  /** Folders and files; the current folder by default. */
  readonly paths?: readonly string[];
  /** Globs of the only files to scan, relative to each root. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Whether `.gitignore` files count; true by default. */
  readonly gitignore?: boolean;
  /** Only files that git tracks. */
  readonly trackedOnly?: boolean;
  /** Only files changed since a git commit. */
  readonly since?: string;
  /** Only files staged for the next commit. */
  readonly staged?: boolean;
  /** Also vendored and generated files. */
  readonly vendored?: boolean;
  /** Larger files are only searched: bytes, or a size such as `8M`. */
  readonly maxFileSize?: number | string;
  /** Seconds of processor time of a root, after which files are read in part. */
  readonly timeLimit?: number;
}

type ConfigKey = Exclude<keyof Config, 'catalogues' | 'baseline' | 'failOn' | 'allowIncomplete' | '$schema'>;

/** How an option is written on the command line; a text says what was expected of one that is wrong. */
type AsFlags = (value: unknown) => readonly string[] | string;

/** What a function takes besides `now` and `cwd`. */
export interface Accepted {
  readonly name: string;
  /** Keys of a configuration. */
  readonly config: readonly ConfigKey[];
  /** Options that the command line has, too. */
  readonly flags: Readonly<Record<string, AsFlags>>;
}

export interface Given {
  readonly cwd: string;
  readonly now: string;
  readonly config: Config;
  /** For a command of the command line. */
  readonly argv: readonly string[];
}

export const CLIENTS = ['clients', 'methods'] as const satisfies readonly ConfigKey[];
export const ENTRIES = ['minConfidence', 'only', 'skip', 'schedules'] as const satisfies readonly ConfigKey[];
/** What rules are written. */
export const RULES = ['crawlerCondition'] as const satisfies readonly ConfigKey[];
export const FILES = [
  'include',
  'exclude',
  'gitignore',
  'trackedOnly',
  'vendored',
  'maxFileSize',
] as const satisfies readonly ConfigKey[];

/** What is no flag, but has its place behind them. */
export function positional(expected: string, fits: (value: unknown) => boolean): AsFlags {
  return (value) => (fits(value) ? [] : expected);
}

export function textFlag(flag: string): AsFlags {
  return (value) => (typeof value === 'string' ? [`--${flag}=${value}`] : 'a text');
}

/** A flag for each of the two that is not the default. */
export function switchFlag({ on, off }: { readonly on?: string; readonly off?: string }): AsFlags {
  return (value) => {
    if (typeof value !== 'boolean') return 'true or false';
    const name = value ? on : off;
    return name === undefined ? [] : [`--${name}`];
  };
}

export function listFlag(flag: string): AsFlags {
  return (value) => (isTexts(value) ? value.map((one) => `--${flag}=${one}`) : 'a list of texts');
}

export function mapFlag(flag: string): AsFlags {
  return (value) => {
    if (typeof value !== 'object' || value === null || !isTexts(Object.values(value)))
      return 'an object whose values are texts';
    return Object.entries(value).map(([name, one]) => `--${flag}=${name}=${one}`);
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

export const PATHS: AsFlags = positional('a list of folders and files', isTexts);

export const FILE_FLAGS: Accepted['flags'] = {
  since: textFlag('since'),
  staged: switchFlag({ on: 'staged' }),
  timeLimit: (value) => (typeof value === 'number' ? [`--time-limit=${value}`] : 'a number of seconds'),
};

/** Throws a `UsageError` that names everything that is wrong. */
export function readOptions(options: unknown, accepted: Accepted): Given {
  const { name, config: keys, flags } = accepted;
  if (typeof options !== 'object' || options === null)
    throw new UsageError(`${name} takes its options as an object.`);
  const { cwd, now, ...rest } = options as Readonly<Record<string, unknown>>;
  const problems: string[] = [];
  const argv: string[] = [];
  const written: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rest)) {
    const asFlags = Object.hasOwn(flags, key) ? flags[key] : undefined;
    if (value === undefined) continue;
    if (asFlags !== undefined) {
      const own = asFlags(value);
      if (typeof own === 'string') problems.push(`${key}: expected ${own}.`);
      else argv.push(...own);
    } else if (keys.some((one) => one === key)) {
      written[key] = key === 'maxFileSize' && typeof value === 'number' ? String(value) : value;
    } else problems.push(unknownOption(key, accepted));
  }
  const config = configShape.read(located(written), '', {
    add: (_at, key, message, remedy) => problems.push(`${key}: ${message}; ${remedy}.`),
  });
  if (problems.length > 0 || config === undefined) throw new UsageError(problems.join('\n'));
  return { cwd: folderOf(cwd), now: dayOf(now), config, argv };
}

const OF_EXIT_CODES = ['failOn', 'allowIncomplete'];

function unknownOption(key: string, { name, config, flags }: Accepted): string {
  if (OF_EXIT_CODES.includes(key)) return `${key}: a report has no exit code; leave it out.`;
  const known = [...Object.keys(flags), 'cwd', 'now', ...config];
  const meant = nearest(key, known);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return `${key}: unknown option.${hint} ${name} knows ${known.join(', ')}.`;
}

function folderOf(cwd: unknown): string {
  if (cwd !== undefined && typeof cwd !== 'string') throw new UsageError('cwd is the path of a folder.');
  return cwd === undefined ? process.cwd() : resolve(cwd);
}

function dayOf(now: unknown): string {
  const day = now ?? new Date().toISOString().slice(0, 10);
  if (typeof day !== 'string' || !isDay(day))
    throw new UsageError(`now must be a date such as 2026-01-31, not ${JSON.stringify(day)}.`);
  return day;
}
