import type { Catalogue } from '../catalogue/index.js';
import { compareUtf8, type LeftOutFiles, NOTHING_LEFT_OUT, type ReportSkipped } from '../report/index.js';
import { type Collected, collect } from './collect.js';
import { decode } from './decode.js';
import type { Engine } from './engine.js';
import { type Cursor, type Listing, listingOf } from './files.js';
import { RootProgram } from './program.js';
import { Results, type RootResult, type Seen } from './results.js';
import type { Settings } from './settings.js';
import { Surroundings } from './surroundings.js';

export interface RootScan {
  /** Absolute. */
  readonly root: string;
  /** Set when several roots are scanned: how each row names its root. */
  readonly label: string | undefined;
  /** Files asked for; null means all. */
  readonly files: readonly string[] | null;
  readonly settings: Settings;
  readonly engine: Engine;
  readonly catalogue: Catalogue;
  readonly now: string;
  /** The text of the only file, when it comes from standard input. */
  readonly text: Uint8Array | null;
  readonly leaveOut: ReadonlySet<string>;
  readonly breathe: (seen: number, candidates: number) => Promise<void>;
}

/** Files analysed between two breaths. */
const STRIDE = 8;

/** Scans one root: list, prefilter, analyse the candidates, sift, sort. */
export async function scanRoot(scan: RootScan): Promise<RootResult> {
  const { settings, engine } = scan;
  const { maxFileSize } = settings.walk;
  let surroundings: Surroundings | null = null;
  const program = new RootProgram({
    root: scan.root,
    profiles: scan.catalogue.profiles,
    maxFileSize,
    languageOf: (path, text) => engine.analyzer.languageOf(path, text),
    importers: (path) => surroundings?.importersOf(path) ?? [],
  });
  if (scan.text !== null) {
    surroundings = await surroundingsOf(scan, null);
    return analyseFiles(scan, given(scan, scan.text, program), program, surroundings, ONE_FILE);
  }
  const listing = listed(scan.root, scan.files, settings);
  const collected = await collect({
    listing,
    prefilter: engine.prefilter,
    maxFileSize,
    everything: !settings.prefilter,
    // A file that is named is scanned, whoever wrote it.
    generated: settings.walk.vendored || scan.files !== null,
    leaveOut: scan.leaveOut,
    breathe: scan.breathe,
  });
  const seen = {
    seen: collected.seen,
    read: collected.read,
    skipped: [...collected.skipped, ...problemRows(listing)],
    leftOut: leftOutOf(listing, collected.generated),
  };
  const around = await surroundingsOf(scan, collected);
  surroundings = around;
  const weak = collected.weak.filter(({ path }) => around.witnessOf(path) !== null);
  const candidates = [...collected.strong, ...weak].sort((a, b) => compareUtf8(a.path, b.path));
  for (const { path, systemPath } of candidates) {
    if (systemPath !== undefined) program.rename(path, systemPath);
  }
  return analyseFiles(
    scan,
    candidates.map(({ path }) => path),
    program,
    around,
    seen,
  );
}

function listed(root: string, files: readonly string[] | null, settings: Settings): Listing {
  const result = listingOf(root, files, settings);
  if (!result.ok) throw new RootError(result.failure);
  return result.listing;
}

/**
 * What lies around the files of a scan. When only some files are asked for, whether their package uses the API
 * is found out from the others, which are listed for that and not reported.
 */
async function surroundingsOf(scan: RootScan, collected: Collected | null): Promise<Surroundings> {
  const { settings, engine } = scan;
  const { since, staged, include, maxFileSize } = settings.walk;
  const isPart = scan.files !== null || since !== null || staged || include.length > 0;
  const shown = collected?.shown ?? [];
  const isAll = !isPart && collected !== null;
  // Without a candidate nobody asks what lies around it.
  if (isAll || (collected !== null && collected.strong.length + collected.weak.length === 0)) {
    return new Surroundings({ lists: collected.lists, shown, prefilter: null, maxFileSize });
  }
  const whole = { ...settings, walk: { ...settings.walk, since: null, staged: false, include: [] } };
  const lists: (() => Cursor)[] = [];
  for await (const cursorOf of listed(scan.root, null, whole).cursors()) lists.push(cursorOf);
  return new Surroundings({ lists, shown, prefilter: engine.prefilter, maxFileSize });
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

const ONE_FILE: Seen = { skipped: [], seen: 1, read: 1, leftOut: NOTHING_LEFT_OUT };

/** Puts the text from standard input where the file would be. */
function given(scan: RootScan, bytes: Uint8Array, program: RootProgram): readonly string[] {
  const paths = scan.files ?? [];
  const decoded = decode(bytes);
  for (const path of paths) {
    const text = decoded.kind === 'text' ? decoded.text : null;
    program.keep(
      path,
      text === null ? null : { path, text, language: scan.engine.analyzer.languageOf(path, text) },
    );
  }
  return paths;
}

async function analyseFiles(
  scan: RootScan,
  paths: readonly string[],
  program: RootProgram,
  surroundings: Surroundings,
  seen: Seen,
): Promise<RootResult> {
  const { engine } = scan;
  engine.setNeighbours((path) => {
    const name = surroundings.witnessOf(path);
    return name === null ? [] : [{ kind: 'neighbour', name }];
  });
  const results = new Results(scan, program);
  for (const row of seen.skipped) results.skip(row);
  for (const [index, path] of paths.entries()) {
    if (index % STRIDE === 0) await scan.breathe(seen.seen, paths.length);
    const file = program.file(path);
    if (file !== null) await engine.analyzer.load([file.language]);
    results.add(path, file);
  }
  return results.finish(seen);
}
