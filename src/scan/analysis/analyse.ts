import { type Analyzer, neighboursIn } from '../../analysis/index.js';
import { TIER_BITS } from '../../analysis/prefilter/index.js';
import type { Evidence, SourceFile } from '../../read/index.js';
import { isOwnReport } from '../../report/index.js';
import { RunBudget, runLimits } from '../budget/run-budget.js';
import type { Candidate } from '../candidates/collect.js';
import { decode } from '../candidates/decode.js';
import { Overlay } from '../candidates/overlay.js';
import { RootProgram } from '../candidates/program.js';
import type { FileContext } from '../candidates/surroundings.js';
import type { Again } from '../results/material.js';
import { NOTHING_SEEN, Results, type RootResult, type Seen } from '../results/results.js';
import type { RootScan } from '../root.js';
import { BoundedAnalyses } from './bounded.js';

/** Files analysed between two breaths, and their characters. To watch over a batch costs as much as to read a small file. */
const STRIDE = 256;
const STRIDE_CHARACTERS = 64 * 1024;

const NOT_READ = {
  timeout: 'not read: the scan as a whole took too long (--time-limit)',
  memory: 'not read: the scan as a whole took too much memory',
};

/** Second pass over a root: the candidates in order, each through its reader and the match. */
export async function analyse(
  scan: RootScan,
  candidates: readonly Candidate[],
  surroundings: FileContext | null,
  seen: Seen,
): Promise<RootResult> {
  // Without a candidate the analyzer is never loaded.
  let analyzer = candidates.length === 0 ? null : await scan.engine.analyzer();
  const bounded = new BoundedAnalyses(scan.engine, () => {
    const program = programOf(scan, () => analyzer, surroundings, seen.contents);
    for (const { path, systemPath } of candidates) {
      if (systemPath !== undefined) program.rename(path, systemPath);
      if (scan.text !== null && analyzer !== null) program.give(path, given(path, scan.text, analyzer));
    }
    return program;
  });
  scan.engine.setNeighbours(
    (path) => surroundings?.neighboursOf(path, witnessIn(scan, bounded.program)) ?? [],
  );
  const budget = new RunBudget(runLimits(scan.settings.timeLimit, candidates.length), () => bounded.renew());
  const results = new Results(scan, () => bounded.program);
  for (const row of seen.skipped) results.skip(row);
  for (const { path, message } of seen.notices) results.note(path, message);
  for (let index = 0; index < candidates.length; ) {
    await scan.breathe(seen.seen, candidates.length, index);
    const files: SourceFile[] = [];
    const batch = batchAt(candidates, index, ({ path }) => bounded.program.file(path)?.text.length ?? 0);
    index += batch.length;
    for (const { path } of batch) {
      const file = bounded.program.file(path);
      if (file === null || analyzer === null) {
        const why = bounded.program.whyUnread(path);
        if (why !== undefined) results.skip({ path, reason: 'unreadable', detail: why });
        else if (isSource(path, analyzer))
          results.skip({ path, reason: 'binary', detail: 'contains an API keyword' });
      } else if (isOwnReport(file.text)) results.note(path, 'not scanned: this is a report of edge-sunset.');
      else files.push(file);
    }
    const allowed = budget.next();
    if (allowed.read === 'whole') {
      const analyses = await bounded.of(files);
      files.forEach(({ path }, at) => {
        const analysis = analyses[at];
        if (analysis !== undefined) results.add(path, analysis);
      });
      continue;
    }
    for (const file of files) {
      if (allowed.read === 'parts') results.add(file.path, await bounded.around(file, allowed.reason));
      else results.skip({ path: file.path, reason: allowed.reason, detail: NOT_READ[allowed.reason] });
    }
  }
  const result = results.finish(seen);
  if (scan.material !== undefined) {
    const { found } = results;
    const { program } = bounded;
    await scan.material({
      root: scan.root,
      label: scan.label,
      shown: scan.shown,
      timeLimit: scan.settings.timeLimit,
      program,
      result,
      found,
      isListed: (path) => surroundings?.isListed(path) ?? true,
      isCandidate: (path, text) => isCandidate(scan, surroundings, path, text),
      scriptsNear: (path) => surroundings?.scriptsNear(path) ?? [],
      again: async (paths, texts) => {
        analyzer ??= await scan.engine.analyzer();
        return analyseAgain(scan, program, paths, texts);
      },
    });
  }
  return result;
}

/** What `scanRoot` decides by the bytes of all files, for another text of one of them. */
function isCandidate(
  { engine, settings }: RootScan,
  surroundings: FileContext | null,
  path: string,
  text: string,
): boolean {
  if (!settings.prefilter) return true;
  const tiers = engine.prefilter.scanText(text);
  if ((tiers & TIER_BITS.strong) !== 0) return true;
  if ((tiers & TIER_BITS.weak) === 0) return false;
  return (tiers & TIER_BITS.context) !== 0 || surroundings?.weakCounts({ path }) === true;
}

/** The next items, as many as are read in one go. */
function batchAt<Item>(
  items: readonly Item[],
  start: number,
  sizeOf: (item: Item) => number,
): readonly Item[] {
  let [end, characters] = [start, 0];
  while (end < items.length && end - start < STRIDE && characters < STRIDE_CHARACTERS) {
    const item = items[end++];
    if (item !== undefined) characters += sizeOf(item);
  }
  return items.slice(start, end);
}

/** By its name: an archive, a database or a program may hold any word, and nobody reads it as text. */
function isSource(path: string, analyzer: Analyzer | null): boolean {
  return analyzer?.languageOf(path, '') !== 'text';
}

async function analyseAgain(
  scan: RootScan,
  program: RootProgram,
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
): Promise<Again> {
  const { bounded, budget } = secondReading(scan, program, texts, await scan.engine.analyzer());
  const results = new Results({ ...scan, reported: undefined }, () => bounded.program);
  const unparsable: string[] = [];
  for (let index = 0; index < paths.length; ) {
    if (budget.next().read !== 'whole') {
      for (const path of paths.slice(index)) unparsable.push(path);
      break;
    }
    const next = batchAt(paths, index, (path) => bounded.program.file(path)?.text.length ?? 0);
    index += next.length;
    const batch = next.flatMap((path) => bounded.program.file(path) ?? []);
    for (const [at, result] of (await bounded.of(batch)).entries()) {
      const path = batch[at]?.path ?? '';
      if (result.analysis.degraded !== undefined) unparsable.push(path);
      results.add(path, result);
    }
  }
  results.finish(NOTHING_SEEN);
  return { program: bounded.program, found: results.found, unparsable };
}

interface SecondReading {
  readonly bounded: BoundedAnalyses<Overlay>;
  readonly budget: RunBudget;
}

const secondReadings = new WeakMap<ReadonlyMap<string, string>, SecondReading>();

/** The same for each part of a run, so that nothing is learned twice. */
function secondReading(
  scan: RootScan,
  program: RootProgram,
  texts: ReadonlyMap<string, string>,
  analyzer: Analyzer,
): SecondReading {
  const known = secondReadings.get(texts);
  if (known !== undefined) return known;
  const files = new Map<string, SourceFile>();
  for (const [path, text] of texts)
    files.set(path, { path, text, language: analyzer.languageOf(path, text) });
  const bounded = new BoundedAnalyses(scan.engine, () => new Overlay(program, files));
  const budget = new RunBudget(runLimits(scan.settings.timeLimit, texts.size), () => bounded.renew());
  const reading = { bounded, budget };
  secondReadings.set(texts, reading);
  return reading;
}

/** What people read: a changelog that names the vendor does not say what the code calls. */
const DOCUMENT =
  /\.(?:md|mdx|markdown|rst|adoc|txt)$|(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|NEWS|README|LICEN[CS]E|NOTICE|AUTHORS)$/i;

function witnessIn(scan: RootScan, program: RootProgram) {
  return (path: string): readonly Evidence[] => {
    if (DOCUMENT.test(path)) return [];
    const file = program.file(path);
    if (file === null) return [];
    return neighboursIn(file.text, scan.catalogue.profiles).map((evidence) =>
      evidence.kind === 'neighbour'
        ? { ...evidence, name: `${evidence.name} in ${scan.shown(path)}` }
        : evidence,
    );
  };
}

function programOf(
  scan: RootScan,
  analyzer: () => Analyzer | null,
  surroundings: FileContext | null,
  contents: Seen['contents'],
): RootProgram {
  return new RootProgram({
    root: scan.root,
    profiles: scan.catalogue.profiles,
    own: scan.settings.own,
    maxFileSize: scan.settings.walk.maxFileSize,
    languageOf: (path, text) => analyzer()?.languageOf(path, text) ?? '',
    importers: (path) => surroundings?.importersOf(path) ?? [],
    showing: (path) => surroundings?.showing(path) ?? [],
    contents,
  });
}

/** The text from standard input, in the place of the file. */
function given(path: string, bytes: Uint8Array, analyzer: Analyzer): SourceFile | null {
  const decoded = decode(bytes);
  if (decoded.kind === 'binary') return null;
  return { path, text: decoded.text, language: analyzer.languageOf(path, decoded.text) };
}
