import { parseArguments, UsageError } from '../cli/base/arguments.js';
import { baselinesOf } from '../cli/scan/baseline.js';
import { SCAN_FLAGS } from '../cli/scan/flags.js';
import { planWith, type RootSettings } from '../cli/scan/settings.js';
import { type JsonFinding, type JsonReport, jsonReport } from '../report/index.js';
import {
  RootError,
  runScan,
  type ScanRequest,
  type ScanTarget,
  targetOfFile,
  targetsOf,
} from '../scan/index.js';
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
  PATHS,
  positional,
  readOptions,
  textFlag,
} from './options.js';

export interface ScanOptions extends FileOptions {
  /** A file that `--update-baseline` wrote: its findings are left out. */
  readonly baseline?: string;
  /** List mentions in documentation, types and prose too. */
  readonly hints?: boolean;
  /** List the API calls whose path could not be determined. */
  readonly undetermined?: boolean;
}

export interface AnalyzeOptions extends EntryOptions {
  /** Name of the file the text is from: it tells the language, and where its imports lie. */
  readonly path: string;
  /** Report mentions in documentation, types and prose too. */
  readonly hints?: boolean;
}

const SCAN: Accepted = {
  name: 'scan()',
  config: [...ENTRIES, 'hints', 'undetermined', ...FILES, ...CLIENTS],
  flags: {
    paths: PATHS,
    baseline: textFlag('baseline'),
    catalogues: listFlag('catalogue'),
    ...FILE_FLAGS,
  },
};

const PATH = 'the path of the text, which tells the language, such as "src/a.ts"';

const ANALYZE: Accepted = {
  name: 'analyze()',
  config: [...ENTRIES, 'hints', ...CLIENTS],
  flags: {
    path: positional(PATH, (value) => typeof value === 'string' && value !== ''),
    catalogues: listFlag('catalogue'),
  },
};

/**
 * Scans folders and files. Throws a `UsageError` for an option that is wrong and a path that does not exist; findings
 * are no error.
 */
export async function scan(options: ScanOptions = {}): Promise<JsonReport> {
  const given = readOptions(options, SCAN);
  const result = targetsOf(options.paths ?? ['.'], given.cwd);
  if (!result.ok) throw new UsageError(`${result.problem}.`);
  return reportOf(result.targets, given, {});
}

/** Analyzes one text as if it were the file at `path`, which need not exist. */
export async function analyze(text: string, options: AnalyzeOptions): Promise<readonly JsonFinding[]> {
  if (typeof text !== 'string') throw new UsageError('analyze() takes the text of a file.');
  const given = readOptions(options, ANALYZE);
  if (options.path === undefined) throw new UsageError(`path: expected ${PATH}.`);
  const stdin = new TextEncoder().encode(text);
  return (await reportOf([targetOfFile(options.path, given.cwd)], given, { stdin })).findings;
}

async function reportOf(
  targets: readonly ScanTarget[],
  { cwd, now, config, argv }: Given,
  more: Pick<ScanRequest, 'stdin'>,
): Promise<JsonReport> {
  const { values } = parseArguments(argv, SCAN_FLAGS);
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
        ...more,
        leaveOut: [...plans.flatMap(({ catalogueFiles }) => catalogueFiles), ...baselines.keys()],
      }),
    );
  } catch (error) {
    if (error instanceof RootError) throw new UsageError(error.message);
    throw error;
  }
}
