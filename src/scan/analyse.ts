import type { Analyzer } from '../analysis/index.js';
import { neighboursIn } from '../analysis/neighbours.js';
import type { SourceFile } from '../read/reader.js';
import type { Evidence } from '../read/usage.js';
import type { Candidate } from './collect.js';
import { decode } from './decode.js';
import { RootProgram } from './program.js';
import { Results, type RootResult, type Seen } from './results.js';
import type { RootScan } from './root.js';
import type { Surroundings } from './surroundings.js';

/** Files analysed between two breaths. */
const STRIDE = 8;

/** Second pass over a root: the candidates in order, each through its reader and the match. */
export async function analyse(
  scan: RootScan,
  candidates: readonly Candidate[],
  surroundings: Surroundings | null,
  seen: Seen,
): Promise<RootResult> {
  // Without a candidate the analyzer is never loaded.
  const analyzer = candidates.length === 0 ? null : await scan.engine.analyzer();
  const program = programOf(scan, analyzer, surroundings);
  for (const { path, systemPath } of candidates) {
    if (systemPath !== undefined) program.rename(path, systemPath);
    if (scan.text !== null && analyzer !== null) program.keep(path, given(path, scan.text, analyzer));
  }
  scan.engine.setNeighbours((path) => surroundings?.neighboursOf(path, witnessIn(scan, program)) ?? []);
  const results = new Results(scan, program);
  for (const row of seen.skipped) results.skip(row);
  for (const [index, { path }] of candidates.entries()) {
    if (index % STRIDE === 0) await scan.breathe(seen.seen, candidates.length);
    const file = program.file(path);
    if (file === null || analyzer === null) {
      results.skip({ path, reason: 'binary', detail: 'a trigger stands in it' });
      continue;
    }
    await analyzer.load([file.language]);
    results.add(path, analyzer.analyze(file, program));
  }
  return results.finish(seen);
}

function witnessIn(scan: RootScan, program: RootProgram) {
  return (path: string): readonly Evidence[] => {
    const file = program.file(path);
    if (file === null) return [];
    return neighboursIn(file.text, scan.catalogue.profiles).map((evidence) =>
      evidence.kind === 'neighbour' ? { ...evidence, name: `${evidence.name} in ${path}` } : evidence,
    );
  };
}

function programOf(
  scan: RootScan,
  analyzer: Analyzer | null,
  surroundings: Surroundings | null,
): RootProgram {
  return new RootProgram({
    root: scan.root,
    profiles: scan.catalogue.profiles,
    maxFileSize: scan.settings.walk.maxFileSize,
    languageOf: (path, text) => analyzer?.languageOf(path, text) ?? '',
    importers: (path) => surroundings?.importersOf(path) ?? [],
  });
}

/** The text from standard input, in the place of the file. */
function given(path: string, bytes: Uint8Array, analyzer: Analyzer): SourceFile | null {
  const decoded = decode(bytes);
  if (decoded.kind === 'binary') return null;
  return { path, text: decoded.text, language: analyzer.languageOf(path, decoded.text) };
}
