/**
 * CPU time of the JavaScript reader against that of the bare parser on the same files: whole processes, the
 * support files that the reader opens counted on both sides, rounds interleaved, medians of the ratios.
 *
 *     npm run bench:javascript [-- --root DIR [--rounds N] [--write]]
 *
 * Without a root a project is generated. Every JavaScript and TypeScript file of a root that has a strong
 * trigger is read. `--write` puts the result into bench/javascript.md.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { RootFinder } from '../src/analysis/roots.js';
import { builtinCatalogue } from '../src/catalogue/index.js';
import { v8Settings } from '../src/cli/start/v8-settings.js';
import { Resolver } from '../src/read/javascript/modules/resolver.js';
import { sourceFiles } from './javascript/sources.js';
import { compare } from './measure.js';

const { values: options } = parseArgs({
  options: { root: { type: 'string' }, rounds: { type: 'string' }, write: { type: 'boolean' } },
});
const LIMIT = 2.5;
const GENERATED_MODULES = 120;
const rounds = Number(options.rounds ?? 7);

const work = mkdtempSync(join(tmpdir(), 'bench-javascript-'));
// Both ways of keeping compiled code, on whatever system, keep it for the length of this benchmark.
for (const name of ['HOME', 'LOCALAPPDATA', 'XDG_CACHE_HOME', 'NODE_COMPILE_CACHE'])
  process.env[name] = join(work, 'compiled');
// The parser stays outside of the bundles, so they have to lie where it can be found.
const bundles = mkdtempSync(join(import.meta.dirname, '../node_modules/.bench-javascript-'));

function generate(): string {
  const root = join(work, 'project');
  for (const [path, text] of sourceFiles(GENERATED_MODULES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

function scriptsUnder(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'));
}

/** Files that import each file, by the text of their imports. */
function importersOf(root: string, scripts: readonly string[]): [string, string[]][] {
  const texts = new Map(
    scripts.map((path) => [relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
  );
  const resolver = new Resolver((path) => texts.get(path) ?? null, undefined);
  const importers = new Map<string, string[]>();
  for (const [path, text] of texts) {
    for (const [, source = ''] of text.matchAll(/(?:from|require\(|import\(|import)\s*['"]([^'"]+)['"]/g)) {
      const target = resolver.resolve(path, source);
      if (target !== null) importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  return [...importers];
}

/** Both run as the command line runs a scan. */
function command(script: string, ...args: readonly string[]): readonly string[] {
  return [process.execPath, ...v8Settings(), join(bundles, 'start.cjs'), script, ...args];
}

try {
  const root = options.root ?? generate();
  await build({
    entryPoints: ['start.ts', 'bare.ts', 'reader.ts'].map((name) =>
      join(import.meta.dirname, 'javascript', name),
    ),
    outdir: bundles,
    bundle: true,
    platform: 'node',
    // As the command line is built.
    format: 'cjs',
    minifySyntax: true,
    minifyWhitespace: true,
    define: { 'import.meta.url': '__filename', 'import.meta.dirname': '__dirname' },
    external: ['oxc-parser'],
    outExtension: { '.js': '.cjs' },
    logLevel: 'error',
  });
  const scripts = scriptsUnder(root);
  const finder = new RootFinder(builtinCatalogue());
  const candidates = scripts.filter((path) =>
    finder.find(readFileSync(path, 'utf8')).some(({ strong }) => strong),
  );
  const list = join(work, 'candidates');
  const opened = join(work, 'opened');
  const importers = join(work, 'importers');
  writeFileSync(list, candidates.join('\n'));
  writeFileSync(importers, JSON.stringify(importersOf(root, scripts)));
  const reader = command('reader.cjs', list, root, importers, opened);
  // Tells which files it opens, and leaves its compiled code behind.
  compare([{ name: 'reader', command: reader }], work, 1, work);
  const parsed = readFileSync(opened, 'utf8')
    .split('\n')
    .filter((path) => path !== '');
  const bytes = parsed.reduce((sum, path) => sum + readFileSync(path).length, 0);
  const contenders = [
    { name: 'bare parser', command: command('bare.cjs', opened) },
    { name: 'reader', command: reader },
  ];
  const rows = compare(contenders, work, rounds, work);
  const said = readFileSync(join(work, 'output'), 'utf8');
  if (!/^\d+ usages$/m.test(said))
    throw new Error(`the reader failed: ${readFileSync(join(work, 'output.errors'), 'utf8')}`);
  const ratio = rows[1]?.cpuRatio ?? Number.NaN;
  const row = [
    options.root === undefined ? `generated project` : 'given root',
    candidates.length,
    parsed.length - candidates.length,
    `${(bytes / 1e6).toFixed(2)} MB`,
    ...rows.map(({ cpu }) => `${cpu.toFixed(0)} ms`),
    ratio.toFixed(2),
  ].join(' | ');
  console.log(`candidates ${candidates.length}, support files ${parsed.length - candidates.length}, ${row}`);
  console.log(`ratio ${ratio.toFixed(2)} (at most ${LIMIT}), ${rounds} rounds`);
  if (options.write === true) {
    const path = join(import.meta.dirname, 'javascript.md');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/^\| generated project .*$/m, `| ${row} |`));
  }
  if (!(ratio <= LIMIT)) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
  rmSync(bundles, { recursive: true, force: true });
}
