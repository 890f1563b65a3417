import { signsOf } from '../analysis/index.js';
import { type Catalogue, wordGroups } from '../catalogue/index.js';
import { compareUtf8, type LeftOutFiles, type ReportFinding, type ReportSkipped } from '../report/index.js';
import { analyse } from './analysis/analyse.js';
import type { ScanEngine } from './analysis/engine.js';
import { type CollectedFiles, collect, collectWeak, NO_WEAK } from './candidates/collect.js';
import { type Listing, listingOf } from './candidates/files.js';
import { FileContext } from './candidates/surroundings.js';
import { isPart, type ScanSettings } from './request/settings.js';
import type { Baseline } from './results/baseline.js';
import type { Material } from './results/material.js';
import { NOTHING_SEEN, type RootResult } from './results/results.js';

/** First every file is looked at, then some are analysed. */
export type Stage = 'files' | 'candidates';

export interface RootScan {
  /** Absolute. */
  readonly root: string;
  /** Set when several roots are scanned: how each row names its root. */
  readonly label: string | undefined;
  /** The path of a file of the root, relative to the current directory. */
  readonly shown: (path: string) => string;
  /** Files asked for; null means all. */
  readonly files: readonly string[] | null;
  readonly settings: ScanSettings;
  readonly engine: ScanEngine;
  readonly catalogue: Catalogue;
  readonly now: string;
  /** The text of the only file, when it comes from standard input. */
  readonly text: Uint8Array | null;
  readonly leaveOut: ReadonlySet<string>;
  /** Findings that are known already. */
  readonly baseline?: Baseline | undefined;
  readonly breathe: (seen: number, candidates: number, analysed?: number) => Promise<void>;
  readonly stage: (stage: Stage) => void;
  /** Told of the findings of each file, in the order of the report. */
  readonly reported?: ((findings: readonly ReportFinding[]) => void) | undefined;
  /** Is handed what was found in the root as long as all of it is at hand. */
  readonly material?: ((material: Material) => Promise<void>) | undefined;
}

/** Scans one root: list, prefilter, analyse the candidates, sift, sort. */
export async function scanRoot(scan: RootScan): Promise<RootResult> {
  const { settings, engine } = scan;
  if (scan.text !== null) {
    const candidates = (scan.files ?? []).map((path) => ({ path }));
    return analyse(scan, candidates, await surroundingsOf(scan, null), { ...NOTHING_SEEN, seen: 1, read: 1 });
  }
  scan.stage('files');
  const listing = listed(scan.root, scan.files, settings);
  const options = {
    listing,
    prefilter: engine.prefilter,
    maxFileSize: settings.walk.maxFileSize,
    everything: !settings.prefilter,
    // A file that is named is scanned, whoever wrote it.
    generated: settings.walk.vendored || scan.files !== null,
    leaveOut: scan.leaveOut,
    timeLimit: settings.timeLimit,
    breathe: scan.breathe,
  };
  const collected = await collect(options);
  const { strong } = collected;
  const around = isPart(scan) ? null : await surroundingsOf(scan, collected);
  const second =
    around !== null && collected.shown.length === 0
      ? NO_WEAK
      : await collectWeak(
          options,
          collected,
          (path) => around === null || around.usesApi(path),
          around?.packagesWithApi(),
        );
  const seen = {
    seen: collected.seen,
    read: collected.read,
    skipped: [...collected.skipped, ...second.skipped, ...problemRows(listing)],
    notices: listing.problems.filter(({ incomplete }) => !incomplete),
    contents: listing.contents,
    leftOut: leftOutOf(listing, collected.generated + second.generated),
  };
  scan.stage('candidates');
  if (strong.length + second.weak.length === 0) return analyse(scan, [], around, seen);
  const surroundings = around ?? (await surroundingsOf(scan, collected));
  const weak = second.weak.filter((candidate) => surroundings.weakCounts(candidate));
  const candidates = [...strong, ...weak].sort((a, b) => compareUtf8(a.path, b.path));
  return analyse(scan, candidates, surroundings, seen);
}

function listed(root: string, files: readonly string[] | null, settings: ScanSettings): Listing {
  const result = listingOf(root, files, settings);
  if (!result.ok) throw new RootError(result.failure);
  return result.listing;
}

/**
 * What lies around the files of a scan. When only some files are asked for, whether their package uses the API
 * is found out from the others, which are listed for that and not reported.
 */
async function surroundingsOf(scan: RootScan, collected: CollectedFiles | null): Promise<FileContext> {
  const { settings, engine } = scan;
  const { maxFileSize } = settings.walk;
  const shown = [...(collected?.shown ?? [])].sort(compareUtf8);
  const groups = () => wordGroups(scan.catalogue);
  const signs = () => signsOf(scan.catalogue);
  const common = { root: scan.root, shown, maxFileSize, groups, signs };
  if (!isPart(scan) && collected !== null) {
    return new FileContext({ ...common, lists: collected.lists, prefilter: null });
  }
  const whole = { ...settings, walk: { ...settings.walk, since: null, staged: false, include: [] } };
  const { lists } = listed(scan.root, null, whole);
  return new FileContext({ ...common, lists, prefilter: engine.prefilter });
}

/** The root or a choice about it cannot be used; the message says what to do. */
export class RootError extends Error {}

function problemRows(listing: Listing): ReportSkipped[] {
  return listing.problems
    .filter((problem) => problem.incomplete)
    .map(({ path, message }) => ({ path: path === '' ? '.' : path, reason: 'unreadable', detail: message }));
}

function leftOutOf({ leftOut }: Listing, generatedHeaders: number): LeftOutFiles {
  return {
    vendored: leftOut?.vendored.files ?? 0,
    vendoredFolders: (leftOut?.vendored.folders ?? 0) + (leftOut?.generated.folders ?? 0),
    generated: (leftOut?.generated.files ?? 0) + generatedHeaders,
    repositories: leftOut?.repository.folders ?? 0,
  };
}
