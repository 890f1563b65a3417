/** The scanner as a library: the same pipeline, the same report as `edge-sunset scan --format json`. */
import { resolve } from 'node:path';
import { located } from './catalogue/schema/index.js';
import { parseArguments, UsageError } from './cli/base/arguments.js';
import { baselinesOf } from './cli/scan/baseline.js';
import { SCAN_FLAGS } from './cli/scan/flags.js';
import { planWith, type RootSettings, type ScanValues } from './cli/scan/settings.js';
import { isDay, type JsonFinding, type JsonReport, jsonReport } from './report/index.js';
import { type Config, configShape } from './scan/config/index.js';
import {
  RootError,
  runScan,
  type ScanRequest,
  type ScanTarget,
  targetOfFile,
  targetsOf,
} from './scan/index.js';

export { UsageError } from './cli/base/arguments.js';
export type {
  JsonFinding,
  JsonFinding as Finding,
  JsonReport,
  JsonReport as Report,
  JsonUndetermined,
  JsonUndetermined as Undetermined,
} from './report/index.js';

/**
 * What a configuration may hold, under the same names; a config file is not read. What decides about an exit code is
 * missing, for a report has none.
 */
export interface Options {
  /** The UTC day to judge by, `YYYY-MM-DD`; today by default. */
  readonly now?: string;
  /** What relative paths are relative to; the current folder by default. */
  readonly cwd?: string;
  readonly minConfidence?: 'exact' | 'likely' | 'possible';
  /** Ids of the only entries to report. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Names of the only schedules whose entries count: `spec`, `vendor-2026`. */
  readonly schedules?: readonly string[];
  /** List mentions in documentation, types and prose too. */
  readonly hints?: boolean;
  /** List the API calls whose path could not be determined. */
  readonly undetermined?: boolean;
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

export interface ScanOptions extends Options {
  /** Folders and files; the current folder by default. */
  readonly paths?: readonly string[];
  /** A file that `--update-baseline` wrote: its findings are left out. */
  readonly baseline?: string;
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

export interface AnalyzeOptions extends Options {
  /** Name of the file the text is from: it tells the language, and where its imports lie. */
  readonly path: string;
}

/**
 * Scans folders and files. Throws a `UsageError` for an option that is wrong and a path that does not exist; findings
 * are no error.
 */
export async function scan(options: ScanOptions = {}): Promise<JsonReport> {
  const { paths = ['.'], ...rest } = object(options, 'scan');
  const cwd = cwdOf(rest);
  if (!Array.isArray(paths) || paths.some((path) => typeof path !== 'string'))
    throw new UsageError('paths is a list of folders and files.');
  const result = targetsOf(paths, cwd);
  if (!result.ok) throw new UsageError(`${result.problem}.`);
  return reportOf(result.targets, rest, {});
}

/** Analyses one text as if it were the file at `path`, which need not exist. */
export async function analyze(text: string, options: AnalyzeOptions): Promise<readonly JsonFinding[]> {
  if (typeof text !== 'string') throw new UsageError('analyze takes the text of a file.');
  const { path, ...rest } = object(options, 'analyze');
  if (typeof path !== 'string' || path === '')
    throw new UsageError(
      'analyze needs the path of the text, which tells the language: { path: "src/a.ts" }.',
    );
  const stdin = new TextEncoder().encode(text);
  return (await reportOf([targetOfFile(path, cwdOf(rest))], rest, { stdin })).findings;
}

async function reportOf(
  targets: readonly ScanTarget[],
  options: ScanOptions,
  given: Pick<ScanRequest, 'stdin'>,
): Promise<JsonReport> {
  const cwd = cwdOf(options);
  const now = dayOf(options);
  const { values, config } = settingsOf(options);
  const io = { cwd };
  const plans: RootSettings[] = [];
  for (const target of targets) plans.push(await planWith(target, values, { config, folder: cwd }, io));
  const baselines = baselinesOf(plans, io);
  const requested = plans.map((plan) => {
    const baseline = plan.baselineFile === null ? undefined : baselines.get(plan.baselineFile);
    return baseline === undefined ? plan : { ...plan, baseline };
  });
  try {
    return jsonReport(
      await runScan({
        targets: requested,
        now,
        cwd,
        ...given,
        leaveOut: [...plans.flatMap(({ catalogueFiles }) => catalogueFiles), ...baselines.keys()],
      }),
    );
  } catch (error) {
    if (error instanceof RootError) throw new UsageError(error.message);
    throw error;
  }
}

/** What is an option of the library alone; the rest is read as a configuration is. */
function settingsOf(options: ScanOptions): { readonly values: ScanValues; readonly config: Config } {
  const {
    now: _now,
    cwd: _cwd,
    since,
    staged,
    timeLimit,
    maxFileSize,
    catalogues,
    baseline,
    ...rest
  } = options;
  const size = typeof maxFileSize === 'number' ? String(maxFileSize) : maxFileSize;
  const problems: string[] = [];
  const value = { ...rest, catalogues, baseline, maxFileSize: size };
  const config = configShape.read(located(value), '', {
    add: (_at, key, message, remedy) =>
      problems.push(`${key === '' ? 'options' : key}: ${message}; ${remedy}.`),
  });
  for (const key of ['failOn', 'allowIncomplete', '$schema'])
    if (key in rest) problems.push(`${key}: a report has no exit code; leave it out.`);
  if (since !== undefined && typeof since !== 'string') problems.push('since: the name of a git commit.');
  if (staged !== undefined && typeof staged !== 'boolean') problems.push('staged: true or false.');
  if (problems.length > 0 || config === undefined) throw new UsageError(problems.join('\n'));
  const values: ScanValues = {
    ...parseArguments([], SCAN_FLAGS).values,
    catalogue: [...(catalogues ?? [])],
    baseline,
    since,
    staged: staged === true,
    'time-limit': timeLimit === undefined ? undefined : String(timeLimit),
  };
  // Files that a caller names may lie anywhere; those that a config names may not.
  const { catalogues: _catalogues, baseline: _baseline, ...own } = config;
  return { values, config: own };
}

function object<T extends object>(options: T, name: string): T {
  if (typeof options !== 'object' || options === null)
    throw new UsageError(`${name} takes its options as an object.`);
  return options;
}

function cwdOf({ cwd }: Options): string {
  if (cwd !== undefined && typeof cwd !== 'string') throw new UsageError('cwd is the path of a folder.');
  return cwd === undefined ? process.cwd() : resolve(cwd);
}

function dayOf({ now = new Date().toISOString().slice(0, 10) }: Options): string {
  if (typeof now !== 'string' || !isDay(now))
    throw new UsageError(`now must be a date such as 2026-01-31, not ${JSON.stringify(now)}.`);
  return now;
}
