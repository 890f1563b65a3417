/**
 * CPU and memory of whole scans of real repositories against a process that only parses all their scripts, of many side by
 * side, and of a generated monorepo at three sizes. Writes bench/real.md.
 *
 *     npm run bench:real -- --mirrors DIR [--repository owner/name …] [--rounds N] [--sizes 4500,9000,18000]
 *
 * DIR holds one git repository per name; what it lacks keeps its last figures (bench/real/latest.json), and so do monorepos
 * with `--sizes 0`. With `--rounds 0` the trees are only measured side by side, which takes 20 of them. The scan is the
 * built command. What a repository costs that is named for the first time is kept in bench/real/first.json for good.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { checkOut, findMirror } from '../scripts/corpus/checkout.js';
import { compare, peakMemory } from './measure.js';
import {
  type Figures,
  firstFigures,
  KNOWN,
  keepFigures,
  keepFirstFigures,
  latestFigures,
  type Measured,
  OVER,
} from './real/repositories.js';
import { filesIn, measureSideBySide, scriptsIn, sideSection } from './real/side-by-side.js';
import { writeMonorepo } from './scan/monorepo.js';
import { knownShapes } from './scan/shape.js';

const LIMITS = {
  ratio: 3,
  start: 300,
  memory: 400,
  /** Where a tenth or less of the packages uses the API. */
  monorepoRatio: 2,
  monorepoCpu: 60_000,
  monorepoMemory: 1000,
  doubling: 2,
  migrate: 1.5,
};

const { values: options } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    repository: { type: 'string', multiple: true },
    rounds: { type: 'string' },
    sizes: { type: 'string' },
  },
});
const rounds = Number(options.rounds ?? 3);
const sizes = (options.sizes ?? '4500,9000,18000')
  .split(',')
  .map(Number)
  .filter((size) => size > 0);
const CLI = join(import.meta.dirname, '../dist/cli/main.js');
const work = mkdtempSync(join(tmpdir(), 'bench-real-'));
// The parser stays outside of the bundle, which has to lie where it can be found.
const bundles = mkdtempSync(join(import.meta.dirname, '../node_modules/.bench-real-'));

function measure(name: string, root: string): Measured {
  const files = filesIn(root);
  const scripts = scriptsIn(root);
  const bytes = scripts.reduce((sum, path) => sum + statSync(path).size, 0);
  const list = join(work, 'scripts');
  writeFileSync(list, scripts.join('\n'));
  const scan = [process.execPath, CLI, 'scan', '.', '--no-config', '--format', 'json'];
  const [bare, whole, migrated] = compare(
    [
      { name: 'bare parser', command: [process.execPath, join(bundles, 'bare.cjs'), list, 'none'] },
      { name: 'scan', command: scan },
      { name: 'migrate', command: scan.map((word) => (word === 'scan' ? 'migrate' : word)) },
    ],
    root,
    rounds,
    work,
  );
  return {
    name,
    files: files.length,
    scripts: scripts.length,
    size: Math.round(bytes / 1e5) / 10,
    bare: bare?.cpu ?? Number.NaN,
    scan: whole?.cpu ?? Number.NaN,
    memory: peakMemory(scan, root),
    migrated: migrated?.cpu ?? Number.NaN,
  };
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2);
const verdict = (kept: boolean): string => (kept ? 'kept' : '**missed**');

/** 400 MB, and for more than 1,000 scripts in proportion. */
const memoryLimit = ({ scripts }: Measured): number => LIMITS.memory * Math.max(1, scripts / 1000);

function isKept({ bare, scan }: Measured): boolean {
  return scan <= LIMITS.ratio * bare + LIMITS.start;
}

function repositoryRow(measured: Measured): string {
  const { name, scripts, bare, scan, memory } = measured;
  const limit = LIMITS.ratio * bare + LIMITS.start;
  const cells = [name, scripts, seconds(bare), seconds(scan), seconds(limit), verdict(isKept(measured))];
  return `| ${[...cells, memory.toFixed(0), verdict(memory <= memoryLimit(measured))].join(' | ')} |`;
}

/** The figures of the first contact, and those of today where the repository is at hand. */
function metRow(first: Measured, today: Measured | undefined): string {
  const cells = [first.name, first.files, first.scripts, first.size.toFixed(1)];
  return `| ${[...cells, ...figuresOf(first), ...(today === undefined ? ['', '', '', '', ''] : figuresOf(today))].join(' | ')} |`;
}

function figuresOf(measured: Measured): readonly string[] {
  const { bare, scan, memory } = measured;
  return [
    seconds(bare),
    seconds(scan),
    (scan / bare).toFixed(1),
    memory.toFixed(0),
    verdict(isKept(measured) && memory <= memoryLimit(measured)),
  ];
}

function monorepoRow(measured: Measured, before: Measured | undefined): string {
  const { name, scripts, size, bare, scan, memory } = measured;
  const growth = before === undefined ? '' : (scan / before.scan).toFixed(2);
  const kept =
    scan <= LIMITS.monorepoCpu &&
    scan <= LIMITS.monorepoRatio * bare &&
    memory <= LIMITS.monorepoMemory &&
    (before === undefined || scan / before.scan <= LIMITS.doubling);
  return `| ${[name, scripts, size.toFixed(0), seconds(bare), seconds(scan), growth, memory.toFixed(0), verdict(kept)].join(' | ')} |`;
}

/** Public monorepos of which few packages use the API. */
function monorepoSection(repositories: readonly Measured[]): string {
  const rows = knownShapes().flatMap(({ name, usesApi }) => {
    const measured = repositories.find((one) => one.name === name);
    if (measured === undefined || usesApi > 0.1) return [];
    const { files, scripts, bare, scan } = measured;
    const kept = scan <= LIMITS.monorepoRatio * bare;
    const share = `${(100 * usesApi).toFixed(0)} %`;
    return [
      `| ${[name, files, scripts, share, seconds(bare), seconds(scan), (scan / bare).toFixed(2), verdict(kept)].join(' | ')} |`,
    ];
  });
  return `## Monorepos of which a tenth or less uses the API

Of the monorepos above those where at most one package of ten holds a sign of the API (\`bench/scan/shapes.json\`). Limit: ${LIMITS.monorepoRatio} times
the bare parse of all their scripts.

| repository | files | scripts | packages with a sign | bare | scan | ratio | |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

/** Why the trees over a limit are. */
function overSection(repositories: readonly Measured[]): string {
  const over = repositories.filter((one) => !isKept(one) || one.memory > memoryLimit(one));
  if (over.length === 0) return '';
  return `Over a limit today:

${over.map(({ name }) => `* ${name}: ${OVER[name] ?? 'not looked into.'}`).join('\n')}
`;
}

/** What a migration costs beside a scan, of the trees of which both were measured in turns. */
function migrationSection(repositories: readonly Measured[]): string {
  const rows = repositories.flatMap(({ name, scan, migrated }) =>
    migrated === undefined
      ? []
      : [
          `| ${[name, seconds(scan), seconds(migrated), (migrated / scan).toFixed(2), verdict(migrated <= LIMITS.migrate * scan)].join(' | ')} |`,
        ],
  );
  if (rows.length === 0) return '';
  return `## Migrations

\`migrate\`, which writes nothing without \`--write\`, in turns with the scan of the same tree. Limit: ${LIMITS.migrate} times the scan.

| repository | scan | migrate | ratio | |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function metSection(repositories: readonly Measured[]): string {
  const first = firstFigures();
  const today = new Map(repositories.map((measured) => [measured.name, measured]));
  const kept = first.filter(({ name }) => {
    const measured = today.get(name);
    return measured !== undefined && isKept(measured);
  }).length;
  return `## First contact

Public repositories that nobody had chosen for this, measured once before any change was made because of them (2026-11-30,
one round on a busy machine), and later, where that was measured. The same limits. ${first.filter(isKept).length} of ${first.length} kept that of the
processor at first, ${kept} of ${first.filter(({ name }) => today.has(name)).length} that were measured again do now.

| repository | files | scripts | MB | bare | scan | ratio | peak MB | | bare later | scan | ratio | peak MB | |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
${first.map((row) => metRow(row, today.get(row.name))).join('\n')}
`;
}

function page({ repositories, side, monorepos }: Figures): string {
  const [processor] = cpus();
  return `# What a scan of a real repository costs

Written ${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${processor?.model.trim() ?? 'unknown'}, load ${(loadavg()[0] ?? 0).toFixed(1)} at the end; node ${process.version}.
Medians of ${rounds} rounds by \`npm run bench:real\`: CPU seconds of whole processes, in turns, so that a busy machine
touches both sides; figures stay until their tree is measured again. *Bare* parses every script of the tree with oxc-parser and does nothing else.

## Repositories that the scanner was made with

They use the API. Limits: ${LIMITS.ratio} times the bare parse and ${LIMITS.start / 1000} s; ${LIMITS.memory} MB for 1,000 scripts.

| repository | scripts | bare | scan | limit | | peak MB | |
|---|---|---|---|---|---|---|---|
${repositories
  .filter(({ name }) => KNOWN.includes(name))
  .map(repositoryRow)
  .join('\n')}

${metSection(repositories)}
${overSection(repositories)}
${monorepoSection(repositories)}
${side === null ? '' : sideSection(side)}
${migrationSection(repositories)}
## A generated monorepo

Like ${knownShapes().length} public ones (\`bench/scan/shape.ts\` counts them, \`bench/scan/monorepo.ts\` makes one of the medians): sizes of files, scripts of
a package and of a folder, imports, barrels, generated declarations, files with everyday words of the API, packages that use it.
Limits at 18,000 files: ${LIMITS.monorepoCpu / 1000} s and ${LIMITS.monorepoMemory} MB; ${LIMITS.monorepoRatio} times the bare parse; twice the files at most ${LIMITS.doubling} times the CPU.

| files | scripts | MB | bare | scan | growth | peak MB | |
|---|---|---|---|---|---|---|---|
${monorepos.map((row, index) => monorepoRow(row, monorepos[index - 1])).join('\n')}
`;
}

async function measureAll(): Promise<Figures> {
  await build({
    entryPoints: [join(import.meta.dirname, 'javascript/bare.ts')],
    outfile: join(bundles, 'bare.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['oxc-parser'],
    logLevel: 'error',
  });
  const repositories: Measured[] = [];
  const names = [...KNOWN, ...firstFigures().map(({ name }) => name)];
  const trees: string[] = [];
  for (const name of options.repository ?? names) {
    const mirror = options.mirrors === undefined ? null : findMirror(options.mirrors, name);
    const root = join(work, name.replace('/', '+'));
    mkdirSync(root);
    if (mirror === null || !checkOut(mirror, 'HEAD', root)) continue;
    if (rounds > 0) repositories.push(measure(name, root));
    else filesIn(root);
    trees.push(root);
  }
  keepFirstFigures(repositories);
  const side = trees.length < 20 ? null : measureSideBySide(trees, CLI, join(bundles, 'bare.cjs'));
  for (const root of trees) rmSync(root, { recursive: true, force: true });
  const monorepos = sizes.map((size) => {
    const root = join(work, 'monorepo');
    const written = writeMonorepo(root, size);
    const measured = measure(String(written), root);
    rmSync(root, { recursive: true, force: true });
    return measured;
  });
  return { repositories, side, monorepos };
}

try {
  const figures = await measureAll();
  keepFigures(figures);
  const text = page(latestFigures());
  writeFileSync(join(import.meta.dirname, 'real.md'), text);
  console.log(text);
} finally {
  rmSync(work, { recursive: true, force: true });
  rmSync(bundles, { recursive: true, force: true });
}
