/** Runs a program through readers and match, the way a scan would, with its files in memory. */
import { posix } from 'node:path';
import { type Analyzer, createAnalyzer, type Finding } from '../../src/analysis/index.js';
import { builtinCatalogue, type Catalogue } from '../../src/catalogue/index.js';
import { adoptTree } from '../../src/read/javascript/index.js';
import type { Program, SourceFile } from '../../src/read/reader.js';
import type { Analysed } from './compare.js';
import type { ProgramCase } from './program-format.js';

/** The programs speak of the published schedule; the vendor's newer one has tests of its own. */
const CATALOGUE: Catalogue = {
  ...builtinCatalogue(),
  entries: builtinCatalogue().entries.filter((entry) => entry.schedule === 'spec'),
};

export interface Analysis extends Analysed {
  /** Bugs of the product that it noticed itself. */
  readonly problems: readonly string[];
}

/** Trees of scripts, by path, that somebody else's parser has made. */
export type Trees = ReadonlyMap<string, unknown>;

export type Analyse = (program: ProgramCase, trees?: Trees) => Promise<Analysis>;

/** `everything`: every text is a root, not only where a trigger stands. */
export async function createAnalysis(everything: boolean): Promise<Analyse> {
  const ofSpec = await createAnalyzer({ catalogue: CATALOGUE, everything });
  const ofAll = await createAnalyzer({ catalogue: builtinCatalogue(), everything });
  return async (program, trees) =>
    analyseWith(program.wholeCatalogue === true ? ofAll : ofSpec, program, trees ?? new Map());
}

async function analyseWith(analyzer: Analyzer, { files }: ProgramCase, trees: Trees): Promise<Analysis> {
  const sources = new Map<string, SourceFile>(
    files.map(({ path, text }) => [path, { path, text, language: analyzer.languageOf(path, text) }]),
  );
  const program: Program = {
    profiles: CATALOGUE.profiles,
    file: (path) => sources.get(path) ?? null,
    importers: (path) => [...sources.keys()].filter((other) => other !== path),
    siblings: (path) => [...sources.keys()].filter((other) => posix.dirname(other) === posix.dirname(path)),
  };
  await analyzer.load([...sources.values()].map(({ language }) => language));
  const problems: string[] = [];
  for (const [path, tree] of trees) {
    const text = sources.get(path)?.text ?? '';
    if (!adoptTree(program, path, text, tree)) problems.push(`the tree of ${path} was refused`);
  }
  const findings = new Map<string, Finding>();
  const undetermined = new Set<string>();
  for (const source of sources.values()) {
    const analysis = analyzer.analyze(source, program);
    for (const finding of analysis.findings) findings.set(keyOf(finding), finding);
    for (const { site } of analysis.undetermined) undetermined.add(`${site.file}:${site.start}:${site.end}`);
    problems.push(...analysis.problems.map(({ message }) => `problem in ${source.path}: ${message}`));
  }
  return { findings: [...findings.values()], undetermined: undetermined.size, problems };
}

/** A finding that touches two files is met in both. */
function keyOf({ entry, at, method, kind }: Finding): string {
  return [entry, at.file, at.start, at.end, method, kind].join('\0');
}
