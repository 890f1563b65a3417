/** The scripts of a checkout, read from our own parser's tree and from those of ESLint's parsers. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Analyzer, createAnalyzer, RootFinder } from '../../src/analysis/index.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { adoptTree } from '../../src/read/javascript/index.js';
import type { Program, SourceFile } from '../../src/read/reader.js';
import { isScript, TREE_PARSERS } from '../../test/parity/parsers.js';

export interface ParityResult {
  /** Files compared, by parser. */
  readonly compared: Readonly<Record<string, number>>;
  readonly differences: readonly { readonly path: string; readonly parser: string; readonly what: string }[];
}

/** Larger files are bundles that no one lints. */
const LARGEST = 1024 * 1024;

export async function parityOf(root: string): Promise<ParityResult> {
  const catalogue = builtinCatalogue();
  const analyzer = await createAnalyzer({ catalogue });
  await analyzer.load(['javascript', 'typescript']);
  const finder = new RootFinder(catalogue);
  const compared: Record<string, number> = Object.fromEntries(TREE_PARSERS.map(({ name }) => [name, 0]));
  const differences: { path: string; parser: string; what: string }[] = [];
  for (const path of scriptsBelow(root)) {
    const file = sourceAt(root, path, analyzer);
    if (file === null || !finder.find(file.text).some(({ strong }) => strong)) continue;
    const own = readingOf(analyzer, file, programAt(root, analyzer));
    for (const { name, parse } of TREE_PARSERS) {
      const tree = parse(path, file.text);
      if (tree === null) continue;
      const program = programAt(root, analyzer);
      if (!adoptTree(program, path, file.text, tree)) continue;
      compared[name] = (compared[name] ?? 0) + 1;
      const other = readingOf(analyzer, file, program);
      if (other !== own) differences.push({ path, parser: name, what: `${own}\n    ${other}` });
    }
  }
  return { compared, differences };
}

function scriptsBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => isScript(path) && !path.includes('node_modules/'))
    .sort();
}

function sourceAt(root: string, path: string, analyzer: Analyzer): SourceFile | null {
  const file = join(root, path);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size > LARGEST) return null;
  const text = readFileSync(file, 'utf8');
  return { path, text, language: analyzer.languageOf(path, text) };
}

/** The program as an editor sees it: what a file imports, and nothing of who imports it. */
function programAt(root: string, analyzer: Analyzer): Program {
  const known = new Map<string, SourceFile | null>();
  return {
    profiles: builtinCatalogue().profiles,
    importers: () => [],
    file(path) {
      const before = known.get(path);
      if (before !== undefined) return before;
      const file = path.startsWith('../') ? null : sourceAt(root, path, analyzer);
      known.set(path, file);
      return file;
    },
  };
}

function readingOf(analyzer: Analyzer, file: SourceFile, program: Program): string {
  const { findings, undetermined, problems } = analyzer.analyze(file, program);
  const rows = findings.map(({ entry, at, method, confidence, severity, context }) =>
    [entry, at.file, at.start, at.end, method ?? '-', confidence, severity, context].join(' '),
  );
  const open = undetermined.map(({ site }) => `undetermined ${site.file} ${site.start}`);
  return [...rows, ...open, ...problems.map(({ message }) => message)].sort().join('; ');
}
