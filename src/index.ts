/** The scanner as a library: the same pipeline, the same report as `edge-sunset scan --format json`. */
import { builtinCatalogue } from './catalogue/index.js';
import { isDay, type JsonFinding, type JsonReport, jsonReport } from './report/index.js';
import {
  DEFAULT_SETTINGS,
  runScan,
  type Settings,
  type Target,
  type TargetPlan,
  targetOfFile,
  targetsOf,
} from './scan/index.js';

export type { JsonFinding, JsonReport, JsonUndetermined } from './report/index.js';

export interface Options {
  /** The UTC day to judge by, `YYYY-MM-DD`; today by default. */
  readonly now?: string;
  readonly minConfidence?: 'exact' | 'likely' | 'possible';
  /** Ids of the only entries to report. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** List mentions in documentation, types and prose too. */
  readonly hints?: boolean;
  /** List the API calls whose path cannot be told. */
  readonly undetermined?: boolean;
}

export interface ScanOptions extends Options {
  /** Folders and files; the current folder by default. */
  readonly paths?: readonly string[];
  /** What relative paths are relative to; the current folder by default. */
  readonly cwd?: string;
  /** Globs of the only files to scan, relative to each root. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Whether `.gitignore` files count; true by default. */
  readonly gitignore?: boolean;
  /** Only files that git tracks. */
  readonly trackedOnly?: boolean;
  /** Also vendored and generated files. */
  readonly vendored?: boolean;
  /** Larger files, in bytes, are only searched. */
  readonly maxFileSize?: number;
}

export interface AnalyzeOptions extends Options {
  /** Name of the file the text is from: it tells the language, and where its imports lie. */
  readonly path: string;
  readonly cwd?: string;
}

/** Scans folders and files. A path that does not exist is an error; findings are not. */
export async function scan(options: ScanOptions = {}): Promise<JsonReport> {
  const cwd = options.cwd ?? process.cwd();
  const result = targetsOf(options.paths ?? ['.'], cwd);
  if (!result.ok) throw new Error(`the path ${JSON.stringify(result.missing)} does not exist`);
  return jsonReport(await runScan({ targets: plans(result.targets, options), now: dayOf(options), cwd }));
}

/** Analyses one text as if it were the file at `path`, which need not exist. */
export async function analyze(text: string, options: AnalyzeOptions): Promise<readonly JsonFinding[]> {
  const cwd = options.cwd ?? process.cwd();
  const target = targetOfFile(options.path, cwd);
  const report = await runScan({
    targets: plans([target], options),
    now: dayOf(options),
    cwd,
    stdin: new TextEncoder().encode(text),
  });
  return jsonReport(report).findings;
}

function plans(targets: readonly Target[], options: ScanOptions): readonly TargetPlan[] {
  const catalogue = builtinCatalogue();
  const settings = settingsOf(options);
  const known = new Set(catalogue.entries.map(({ id }) => id));
  for (const id of [...(options.only ?? []), ...(options.skip ?? [])])
    if (!known.has(id)) throw new Error(`the catalogue has no entry ${JSON.stringify(id)}`);
  return targets.map((target) => ({ target, settings, catalogue }));
}

function settingsOf(options: ScanOptions): Settings {
  const { walk } = DEFAULT_SETTINGS;
  return {
    ...DEFAULT_SETTINGS,
    minConfidence: options.minConfidence ?? DEFAULT_SETTINGS.minConfidence,
    only: options.only === undefined ? null : new Set(options.only),
    skip: new Set(options.skip),
    hints: options.hints === true,
    undetermined: options.undetermined === true,
    walk: {
      ...walk,
      include: options.include ?? walk.include,
      exclude: options.exclude ?? walk.exclude,
      gitignore: options.gitignore ?? walk.gitignore,
      trackedOnly: options.trackedOnly ?? walk.trackedOnly,
      vendored: options.vendored ?? walk.vendored,
      maxFileSize: options.maxFileSize ?? walk.maxFileSize,
    },
  };
}

function dayOf(options: Options): string {
  const now = options.now ?? new Date().toISOString().slice(0, 10);
  if (!isDay(now))
    throw new Error(`now is a day of the calendar such as 2026-01-31, not ${JSON.stringify(now)}`);
  return now;
}
