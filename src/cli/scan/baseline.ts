import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Report, visible } from '../../report/index.js';
import { Baseline, type BaselineFile, baselineText, isIncomplete, readBaseline } from '../../scan/index.js';
import { UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { linkFault, replaceFile } from '../base/output.js';
import { BASELINE_NAME } from './flags.js';
import type { RootSettings, ScanValues } from './settings.js';

/** Options that leave something out: a baseline speaks of all that the paths hold. */
const NARROWING = ['only', 'skip', 'since', 'staged', 'include', 'exclude', 'schedule'] as const;

/** The baselines that a scan leaves out, by file. */
export type Baselines = ReadonlyMap<string, Baseline>;

export function baselinesOf(plans: readonly RootSettings[], io: Pick<Io, 'cwd'>): Baselines {
  const baselines = new Map<string, Baseline>();
  for (const { baselineFile: file } of plans) {
    if (file === null || baselines.has(file)) continue;
    const found = read(file, io);
    if (found === null) {
      throw new UsageError(
        `the baseline ${shownOf(file, io)} does not exist. Create it with 'edge-sunset scan --update-baseline'.`,
      );
    }
    baselines.set(file, new Baseline(found));
  }
  return baselines;
}

/** Says what of a baseline is no longer found, where the scan has seen all that the baseline speaks of. */
export function tellOfGone(
  baselines: Baselines,
  { report, plans, values }: { report: Report; plans: readonly RootSettings[]; values: ScanValues },
  io: Io,
): void {
  if (given(values).length > 0 || report.skipped.some(isIncomplete)) return;
  for (const [file, baseline] of baselines) {
    const { gone } = baseline;
    if (gone.length === 0 || !sameRoots(baseline.file.roots, rootsOf(plans, file))) continue;
    const what = gone.length === 1 ? '1 finding' : `${gone.length} findings`;
    io.stderr(
      `edge-sunset scan: ${shownOf(file, io)} lists ${what} that the scan did not find; --prune-baseline removes them.\n`,
    );
  }
}

/** The one file that `--update-baseline` or `--prune-baseline` writes, after a look at what else was asked for. */
export interface BaselineWork {
  readonly file: string;
  readonly roots: readonly string[];
  readonly before: BaselineFile | null;
  readonly prune: boolean;
}

export function baselineWork(
  plans: readonly RootSettings[],
  values: ScanValues,
  io: Io,
): BaselineWork | null {
  const prune = values['prune-baseline'];
  if (!prune && !values['update-baseline']) return null;
  const flag = prune ? '--prune-baseline' : '--update-baseline';
  if (prune && values['update-baseline'])
    throw new UsageError('use either --update-baseline or --prune-baseline, not both.');
  const [narrowing] = given(values);
  if (narrowing !== undefined)
    throw new UsageError(`${flag} covers everything below the paths; remove --${narrowing}.`);
  if (values.format !== undefined || values.output.length > 0)
    throw new UsageError(
      `${flag} writes no report; remove ${values.format === undefined ? '--output' : '--format'}.`,
    );
  const named = new Set(plans.map(({ baselineFile }) => baselineFile ?? resolve(io.cwd, BASELINE_NAME)));
  const [file, another] = named;
  if (file === undefined || another !== undefined)
    throw new UsageError(
      `${flag}: the paths have several baselines; pass one path, or name the file with --baseline.`,
    );
  const fault = linkFault(file, io.cwd);
  if (fault !== null) throw new UsageError(`${flag}: ${fault}.`);
  const before = read(file, io);
  if (prune && before === null) throw new UsageError(`the baseline ${shownOf(file, io)} does not exist.`);
  const roots = rootsOf(plans, file);
  if (before !== null && !sameRoots(before.roots, roots)) {
    throw new UsageError(
      `the baseline ${shownOf(file, io)} was written for ${before.roots.map(visible).join(', ')}, not for ${roots.map(visible).join(', ')}. Use the same paths, or another file with --baseline.`,
    );
  }
  return { file, roots, before, prune };
}

/** Writes the baseline, and says what changed. False, with nothing written, where the scan was not complete. */
export function writeBaseline(work: BaselineWork, report: Report, io: Io): boolean {
  const shown = shownOf(work.file, io);
  const missed = report.skipped.filter(isIncomplete);
  if (missed.length > 0) {
    const places = missed.slice(0, 3).map(({ path, reason }) => `${visible(path)} (${reason})`);
    io.stderr(
      `edge-sunset scan: ${shown} was not written: ${missed.length} files could not be read or parsed, such as ${places.join(', ')}. Fix them or exclude them in the configuration.\n`,
    );
    return false;
  }
  const found = report.findings.filter(({ severity }) => severity !== 'hint');
  const rows = found.map(({ path, entry, fingerprint }) => ({
    path: slashed(relative(dirname(work.file), resolve(io.cwd, path))),
    entry,
    fingerprint,
  }));
  const kept = new Baseline({ roots: work.roots, findings: rows });
  const gone = (work.before?.findings ?? []).filter((row) => !kept.takes(row));
  const findings = work.prune ? without(work.before?.findings ?? [], gone) : rows;
  write(work, shown, baselineText({ roots: work.roots, findings }));
  const changed = work.prune ? `${gone.length} removed` : `${kept.gone.length} new, ${gone.length} removed`;
  io.stderr(`edge-sunset scan: ${shown} contains ${findings.length} findings (${changed}).\n`);
  return true;
}

function write({ file, prune }: BaselineWork, shown: string, pieces: Iterable<string>): void {
  const flag = prune ? '--prune-baseline' : '--update-baseline';
  try {
    replaceFile(file, pieces);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${flag}: ${shown} could not be written (${reason}).`);
  }
}

function without<T>(all: readonly T[], some: readonly T[]): readonly T[] {
  const gone = new Set(some);
  return all.filter((one) => !gone.has(one));
}

function read(file: string, io: Pick<Io, 'cwd'>): BaselineFile | null {
  const found = readBaseline(file);
  if (found.kind === 'read') return found.file;
  if (found.kind === 'missing') return null;
  throw new UsageError(
    `the baseline ${shownOf(file, io)} cannot be used: ${found.problem}. Name another file, or delete it and create it with --update-baseline.`,
  );
}

function given(values: ScanValues): readonly string[] {
  return NARROWING.filter((name) => {
    const value = values[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  });
}

function rootsOf(plans: readonly RootSettings[], file: string): readonly string[] {
  const folder = dirname(file);
  const places = plans.flatMap(({ target: { root, files } }) =>
    files === null ? [root] : files.map((name) => join(root, name)),
  );
  return [...new Set(places.map((place) => slashed(relative(folder, place)) || '.'))].sort();
}

function sameRoots(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((root, index) => root === b[index]);
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

function shownOf(file: string, io: Pick<Io, 'cwd'>): string {
  return visible(slashed(relative(io.cwd, file)) || file);
}
