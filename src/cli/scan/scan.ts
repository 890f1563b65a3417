import {
  formatNamed,
  type Notice,
  plainLines,
  type RenderContext,
  type Report,
  repositoryPaths,
  type StreamFormat,
  visible,
} from '../../report/index.js';
import {
  codeOwners,
  isIncomplete,
  type OwnersOf,
  placesOf,
  RootError,
  runScan,
  type ScanHooks,
  type ScanRequest,
  type ScanTarget,
  type TargetPlan,
  targetOfFile,
  targetsOf,
} from '../../scan/index.js';
import { type Arguments, flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT, worst } from '../base/exit-code.js';
import { parseOutput, writeAtomically } from '../base/output.js';
import { progressLine } from '../base/progress.js';
import { columnsOf, wantsColours } from '../base/terminal.js';
import { linesOfStream } from '../roots/lines.js';
import { rootsListed } from '../roots/list.js';
import { asksForRoots, overRoots } from '../roots/over-roots.js';
import { optimiseStage } from '../start/stages.js';
import { type Baselines, baselinesOf, baselineWork, tellOfGone, writeBaseline } from './baseline.js';
import { fails } from './fail-on.js';
import { SCAN_FLAGS } from './flags.js';
import { commandsAfterScan } from './follow-up.js';
import { leaveForGithub } from './github-files.js';
import { dayOf, planOf, type RootSettings } from './settings.js';

type ScanArguments = Arguments<typeof SCAN_FLAGS>;

export const scanCommand: Command = {
  name: 'scan',
  summary: 'report calls of retired APIs, with their replacements',
  flags: SCAN_FLAGS,
  help: `Report calls of retired APIs: since when they are retired and what replaces them.

Usage: edge-sunset scan [options] [paths]
       edge-sunset scan [options] - --stdin-filename FILE < FILE

Without paths the current folder is scanned. A path may be a folder or a file.

${flagHelp(SCAN_FLAGS)}

Exit codes:
  0  nothing to report
  1  findings at or above --fail-on, or open migration markers
  2  usage or configuration error, or an internal error
  3  incomplete: a file could not be read or parsed (--allow-incomplete)

To suppress a finding, write above it:
  // edge-sunset-ignore-next-line <entry> -- <reason>
`,
  run: scan,
  perRoot: {
    argv: (root) => ['--format=ndjson', '--', root],
    hasPathsOfCwd: true,
    rows: (stdout) => {
      const rows = linesOfStream(stdout);
      const summary = rows.find(({ type }) => type === 'done')?.summary;
      return { rows: rows.filter(({ type }) => type !== 'start' && type !== 'done'), summary };
    },
  },
};

/** Whether the folders of a list are scanned one by one; reports of one piece need all of them at once. */
function standAlone(values: ScanArguments['values']): boolean {
  if (!asksForRoots(values)) return false;
  const isPlain = values.output.length === 0 && values.baseline === undefined;
  const isAlone = isPlain && !values['update-baseline'] && !values['prune-baseline'];
  if (values.into !== undefined && !isAlone)
    throw new UsageError('--into writes a stream: leave out --output and the options of baselines.');
  return values.into !== undefined || (values.format === 'ndjson' && isAlone);
}

async function scan(argv: readonly string[], io: Io): Promise<number> {
  const parsed = parseArguments(argv, SCAN_FLAGS);
  const { values } = parsed;
  if (standAlone(values)) return overRoots(scanCommand, parsed, io);
  const now = dayOf(values, io);
  const outputs = values.output.map((written) => parseOutput(written, io.cwd));
  const format = formatNamed(values.format ?? 'text');
  if (format === null) throw new UsageError(`unknown format ${JSON.stringify(values.format)}.`);
  const stdin = parsed.positionals.includes('-') ? await stdinText(parsed, io) : undefined;
  const plans: RootSettings[] = [];
  for (const target of await targets(parsed, io)) plans.push(await planOf(target, values, io));

  const work = baselineWork(plans, values, io);
  const baselines: Baselines = work === null ? baselinesOf(plans, io) : new Map();
  const started = process.uptime();
  const progress = progressLine(io);
  const stream = format.kind === 'stream' && work === null ? format : null;
  if (stream !== null) io.stdout(stream.start(now));
  const request: ScanRequest = {
    targets: plans.map((plan) => withBaseline(plan, baselines)),
    now,
    cwd: io.cwd,
    ...(stdin === undefined ? {} : { stdin }),
    leaveOut: [
      ...plans.flatMap(({ catalogueFiles }) => catalogueFiles),
      ...outputs.map((output) => output.file),
      ...baselines.keys(),
      ...(work === null ? [] : [work.file]),
    ],
  };
  const owners = ownersOf(
    placesOf(
      plans.map(({ target }) => target.root),
      io.cwd,
    ),
  );
  const markers = new Map<string | undefined, number>();
  const hooks: ScanHooks = {
    progress: progress.update,
    stage: optimiseStage,
    findings: (findings) => {
      if (stream !== null)
        for (const finding of findings) io.stdout(stream.finding(finding, owners(finding.path)));
    },
    root: (label, result) => {
      markers.set(label, result.summary.markers);
      if (stream === null) return;
      for (const row of result.undetermined) io.stdout(stream.undetermined(row));
      for (const row of result.skipped) io.stdout(stream.skipped(row));
      io.stdout(stream.done(label, result.summary));
    },
  };
  const report = await io.readingOnly(() => scanOrExplain(request, hooks));
  progress.done();
  if (work !== null) return writeBaseline(work, report, io) ? EXIT.clean : EXIT.incomplete;
  const context = {
    ...contextOf(io),
    ...commandsAfterScan(parsed, io),
    ...shapeOf(values),
    ownersOf: owners,
  };
  for (const output of outputs) {
    const { format } = output;
    const plain = { ...context, colours: false };
    writeAtomically(
      output,
      format.kind === 'whole' ? format.render(report, plain) : streamed(format, report, owners),
    );
  }
  if (format.kind === 'whole') for (const piece of format.render(report, context)) io.stdout(piece);
  if (format.name === 'github') leaveForGithub(report, io.env, context);
  tellOfGone(baselines, { report, plans, values }, io);
  for (const notice of report.notices) {
    io.stderr(plainLines(`${placeOf(notice)}: ${visible(notice.message)}\n`));
  }
  if (report.summary.files.seen === 0) io.stderr('edge-sunset scan: there was nothing to scan.\n');
  if (values.stats) io.stderr(statsText(report, (process.uptime() - started) * 1000));
  return exitCode(report, plans, markers);
}

function withBaseline(plan: RootSettings, baselines: Baselines): TargetPlan {
  const baseline = plan.baselineFile === null ? undefined : baselines.get(plan.baselineFile);
  return baseline === undefined ? plan : { ...plan, baseline };
}

function placeOf({ root, path, line }: Notice): string {
  const place = path === '' ? (root ?? 'edge-sunset scan') : path;
  return visible(line === undefined ? place : `${place}:${line}`);
}

/** A root that cannot be used is the user's to mend. */
export async function scanOrExplain(...parameters: Parameters<typeof runScan>): Promise<Report> {
  try {
    return await runScan(...parameters);
  } catch (error) {
    if (error instanceof RootError) throw new UsageError(error.message);
    throw error;
  }
}

async function targets(parsed: ScanArguments, io: Io): Promise<readonly ScanTarget[]> {
  const { values, positionals } = parsed;
  if (positionals.includes('-')) return [targetOfFile(values['stdin-filename'] ?? 'stdin', io.cwd)];
  const paths =
    values.roots === undefined ? positionals : [...positionals, ...(await rootsListed(values.roots, io))];
  return values.roots === undefined ? targetsNamed(paths, io) : existing(paths, io);
}

/** What the paths of a command line name: the current folder where there are none. */
export function targetsNamed(paths: readonly string[], io: Io): readonly ScanTarget[] {
  return existing(paths.length === 0 ? ['.'] : paths, io);
}

function existing(paths: readonly string[], io: Io): readonly ScanTarget[] {
  const result = targetsOf(paths, io.cwd);
  if (!result.ok) throw new UsageError(`${result.problem}.`);
  return result.targets;
}

async function stdinText(parsed: ScanArguments, io: Io): Promise<Uint8Array> {
  if (parsed.positionals.length > 1)
    throw new UsageError("'-' (standard input) cannot be combined with other paths.");
  if (parsed.values.roots !== undefined)
    throw new UsageError("'-' and --roots cannot both read standard input.");
  if (parsed.values['stdin-filename'] === undefined) {
    throw new UsageError("'-' needs --stdin-filename for the language: --stdin-filename src/deploy.ts");
  }
  return io.stdin();
}

/** The owners of a file, as its repository names them; read when a report first asks. */
function ownersOf(places: Report['places']): (path: string) => readonly string[] {
  const pathOf = repositoryPaths(places);
  const known = new Map<number, OwnersOf>();
  return (shown) => {
    const { path, repository } = pathOf(shown);
    const folder = repository === null ? undefined : places.repositories[repository];
    if (repository === null || folder === undefined) return [];
    const owners = known.get(repository) ?? codeOwners(folder);
    known.set(repository, owners);
    return owners(path);
  };
}

/** How the text report is put together. */
function shapeOf(values: ScanArguments['values']): Pick<RenderContext, 'groupBy' | 'summaryOnly'> {
  return { groupBy: values['group-by'] === 'file' ? 'file' : 'entry', summaryOnly: values.summary };
}

function contextOf(io: Io): RenderContext {
  return {
    colours: wantsColours(io),
    width: columnsOf('stdout', io),
    notice: (text) => io.stderr(`edge-sunset scan: ${text}\n`),
  };
}

/** A stream format for a file: one root after the other, as on standard output. */
function* streamed(
  format: StreamFormat,
  report: Report,
  owners: (path: string) => readonly string[],
): Iterable<string> {
  yield format.start(report.now);
  for (const finding of report.findings) yield format.finding(finding, owners(finding.path));
  for (const row of report.undetermined) yield format.undetermined(row);
  for (const row of report.skipped) yield format.skipped(row);
  yield format.done(undefined, report.summary);
}

function statsText(report: Report, milliseconds: number): string {
  const { files } = report.summary;
  const memory = process.resourceUsage().maxRSS / 1024;
  return `${files.seen} files seen, ${files.read} read, ${files.parsed} analysed, ${files.skipped} skipped; ${Math.round(milliseconds)} ms, ${Math.round(memory)} MB\n`;
}

/** Each root is judged by its own settings; `markers`: how many are open, by the label of the root. */
function exitCode(
  report: Report,
  plans: readonly RootSettings[],
  markers: ReadonlyMap<string | undefined, number>,
): number {
  const [first] = plans;
  if (first === undefined) return EXIT.clean;
  const codes: number[] = [];
  if (report.skipped.some((row) => row.reason === 'internal')) codes.push(EXIT.usage);
  for (const plan of plans) {
    const mine = <T extends { readonly root?: string | undefined }>(row: T) =>
      plans.length === 1 || row.root === plan.target.label;
    if (!plan.allowIncomplete && report.skipped.filter(mine).some(isIncomplete)) codes.push(EXIT.incomplete);
    if (report.findings.filter(mine).some((finding) => fails(finding, plan.failOn)))
      codes.push(EXIT.findings);
    const open = markers.get(plans.length === 1 ? undefined : plan.target.label) ?? 0;
    if (plan.failOn.when !== 'never' && open > 0) codes.push(EXIT.findings);
  }
  return worst(codes);
}
