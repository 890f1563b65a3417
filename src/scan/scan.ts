import type { Catalogue, Entry } from '../catalogue/index.js';
import {
  compareFindings,
  type LeftOutFiles,
  NOTHING_LEFT_OUT,
  type Notice,
  type Report,
  type ReportFinding,
  type ReportSkipped,
  type ReportUndetermined,
  type Summary,
} from '../report/index.js';
import { Engines } from './analysis/engine.js';
import { nextTurn } from './budget/turn.js';
import type { ScanSettings } from './request/settings.js';
import { placesOf, type ScanTarget, shownPaths } from './request/target.js';
import type { Baseline } from './results/baseline.js';
import type { Material } from './results/material.js';
import type { RootResult } from './results/results.js';
import { type Stage, scanRoot } from './root.js';

export interface ScanRequest {
  readonly targets: readonly TargetPlan[];
  readonly now: string;
  /** Absolute: what the paths of the report are relative to. */
  readonly cwd: string;
  /** The text of the only file of the only target, which is then not read from disk. */
  readonly stdin?: Uint8Array;
  /** Files, absolute, that are never scanned: the reports this run writes. */
  readonly leaveOut?: readonly string[];
}

export interface TargetPlan {
  readonly target: ScanTarget;
  readonly settings: ScanSettings;
  readonly catalogue: Catalogue;
  /** Findings that are known already, shared by roots that name one file. */
  readonly baseline?: Baseline;
}

/** Files looked at so far, those of them to analyse and, once all are known, how many of these have been analysed. */
export type ShowProgress = (seen: number, candidates: number, analysed?: number) => void;

export interface ScanHooks {
  /** Called for each file with its findings, in the order of the report. */
  readonly findings?: (findings: readonly ReportFinding[]) => void;
  /** Called for each root as soon as all of it is known, in order. */
  readonly root?: (label: string | undefined, result: RootResult) => void;
  /** Called for each root while all that is known of it is at hand; the scan goes on when it has answered. */
  readonly material?: (material: Material) => Promise<void>;
  /** Called for each root at the begin of each stage. */
  readonly stage?: (stage: Stage, root: string) => void;
  /** Called several times a second while work goes on. */
  readonly progress?: ShowProgress;
}

/** How long the scan may work before signals and timers get their turn. */
const BREATH_MILLISECONDS = 50;

/** Milliseconds. The `performance` object would load modules that nothing else here needs. */
function clock(): number {
  return process.uptime() * 1000;
}

/** Scans every root in the order given and puts the results together. */
export async function runScan(request: ScanRequest, hooks: ScanHooks = {}): Promise<Report> {
  const engines = new Engines(request.targets.some(({ settings }) => !settings.prefilter));
  const several = request.targets.length > 1;
  const results: RootResult[] = [];
  let last = clock();
  const breathe = async (...counts: Parameters<ShowProgress>) => {
    const now = clock();
    if (now - last < BREATH_MILLISECONDS) return;
    hooks.progress?.(...counts);
    await nextTurn();
    last = clock();
  };
  for (const { target, settings, catalogue, baseline } of request.targets) {
    const label = several ? target.label : undefined;
    const result = await scanRoot({
      root: target.root,
      label,
      shown: shownPaths(target.root, request.cwd),
      files: target.files,
      settings,
      engine: engines.of(catalogue),
      catalogue,
      now: request.now,
      breathe,
      stage: (stage) => hooks.stage?.(stage, target.root),
      reported: hooks.findings,
      text: request.stdin ?? null,
      leaveOut: new Set(request.leaveOut),
      material: hooks.material,
      baseline,
    });
    hooks.root?.(label, result);
    results.push(result);
  }
  return together(request, results);
}

function together(request: ScanRequest, results: readonly RootResult[]): Report {
  const all = <T>(pick: (result: RootResult) => readonly T[]) => results.flatMap(pick);
  const roots = request.targets.map(({ target }) => target.root);
  return {
    now: request.now,
    places: placesOf(roots, request.cwd),
    summary: sum(results.map((result) => result.summary)),
    findings: all<ReportFinding>((result) => result.findings).sort(compareFindings),
    undetermined: all<ReportUndetermined>((result) => result.undetermined),
    skipped: all<ReportSkipped>((result) => result.skipped),
    notices: all<Notice>((result) => result.notices),
    leftOut: sumLeftOut(results.map((result) => result.leftOut)),
    entries: entriesOf(request),
  };
}

function entriesOf(request: ScanRequest): readonly Entry[] {
  const entries = new Map<string, Entry>();
  for (const { catalogue } of request.targets)
    for (const entry of catalogue.entries) entries.set(entry.id, entry);
  return [...entries.values()];
}

function sumLeftOut(parts: readonly LeftOutFiles[]): LeftOutFiles {
  return parts.reduce(
    (sum, part) => ({
      vendored: sum.vendored + part.vendored,
      vendoredFolders: sum.vendoredFolders + part.vendoredFolders,
      generated: sum.generated + part.generated,
      repositories: sum.repositories + part.repositories,
    }),
    NOTHING_LEFT_OUT,
  );
}

function sum(summaries: readonly Summary[]): Summary {
  const total = (pick: (summary: Summary) => number) =>
    summaries.reduce((sum, summary) => sum + pick(summary), 0);
  const byEntry = new Map<string, number>();
  for (const summary of summaries) {
    for (const [entry, count] of Object.entries(summary.byEntry))
      byEntry.set(entry, (byEntry.get(entry) ?? 0) + count);
  }
  return {
    files: {
      seen: total((summary) => summary.files.seen),
      read: total((summary) => summary.files.read),
      parsed: total((summary) => summary.files.parsed),
      skipped: total((summary) => summary.files.skipped),
    },
    findings: total((summary) => summary.findings),
    hints: total((summary) => summary.hints),
    byEntry: Object.fromEntries([...byEntry].sort(([a], [b]) => (a < b ? -1 : 1))),
    markers: total((summary) => summary.markers),
    marked: total((summary) => summary.marked),
    undetermined: total((summary) => summary.undetermined),
    suppressed: total((summary) => summary.suppressed),
    withheld: total((summary) => summary.withheld),
    known: total((summary) => summary.known),
  };
}
