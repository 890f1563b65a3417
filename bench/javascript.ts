/**
 * CPU time of the JavaScript reader against that of the bare parser on the same files: whole processes, the
 * support files that the reader opens counted on both sides, rounds interleaved, medians of the ratios.
 *
 *     npm run bench:javascript [-- --root DIR [--rounds N] [--write]]
 *
 * Without a root a project is generated. Every JavaScript and TypeScript file of a root that has a strong
 * trigger is read. `--write` puts the result into bench/javascript.md.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { RootFinder } from '../src/analysis/roots.js';
import { builtinCatalogue } from '../src/catalogue/index.js';
import { OPTIMISING_LATE } from '../src/cli/optimising.js';
import { Resolver } from '../src/read/javascript/modules/resolver.js';
import { sourceFiles } from './javascript/sources.js';

const { values: options } = parseArgs({
  options: { root: { type: 'string' }, rounds: { type: 'string' }, write: { type: 'boolean' } },
});
const LIMIT = 2.5;
const GENERATED_MODULES = 120;
const rounds = Number(options.rounds ?? 7);

const work = mkdtempSync(join(tmpdir(), 'bench-javascript-'));
/** Where the two ways of keeping compiled code put it, on whatever system. */
const COMPILED = Object.fromEntries(
  ['HOME', 'LOCALAPPDATA', 'XDG_CACHE_HOME', 'NODE_COMPILE_CACHE'].map((name) => [
    name,
    join(work, 'compiled'),
  ]),
);
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

interface Measured {
  readonly microseconds: number;
}

function run(script: string, args: readonly string[]): Measured {
  // Both run as the command line runs a scan; what is compiled is kept for the length of this benchmark.
  const command = [OPTIMISING_LATE, join(bundles, 'start.cjs'), script, ...args];
  const env = { ...process.env, ...COMPILED };
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`);
  return JSON.parse(stdout) as Measured;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
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
  const arguments_ = [list, root, importers, opened];
  run('reader.cjs', arguments_);
  const parsed = readFileSync(opened, 'utf8')
    .split('\n')
    .filter((path) => path !== '');
  run('bare.cjs', [opened]);
  const bytes = parsed.reduce((sum, path) => sum + readFileSync(path).length, 0);
  const pairs = Array.from({ length: rounds }, () => {
    const bare = run('bare.cjs', [opened]).microseconds;
    const reader = run('reader.cjs', arguments_).microseconds;
    return { bare, reader, ratio: reader / bare };
  });
  const ratio = median(pairs.map((pair) => pair.ratio));
  const row = [
    options.root === undefined ? `generated project` : 'given root',
    candidates.length,
    parsed.length - candidates.length,
    `${(bytes / 1e6).toFixed(2)} MB`,
    `${(median(pairs.map((pair) => pair.bare)) / 1000).toFixed(0)} ms`,
    `${(median(pairs.map((pair) => pair.reader)) / 1000).toFixed(0)} ms`,
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
