/**
 * CPU and memory of whole scans of real repositories against a process that only parses all their scripts, and of a
 * generated monorepo at three sizes. Writes bench/real.md.
 *
 *     npm run bench:real -- --mirrors DIR [--repository owner/name …] [--rounds N] [--sizes 4500,9000,18000]
 *
 * DIR holds one git repository per name; what it lacks is listed and left out. The scan is the built command.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { checkOut, findMirror } from '../scripts/corpus/checkout.js';
import { compare, peakMemory } from './measure.js';
import { writeMonorepo } from './scan/monorepo.js';

const REPOSITORIES = [
  'star64ccs/CardStrategy',
  'gradientedge/cdk-utils',
  'ERPReactNextDev/AdminPortal',
  'cloudflare/cloudflare-typescript',
  'cloudflare/workers-sdk',
];
const LIMITS = {
  ratio: 3,
  start: 300,
  memory: 400,
  monorepoCpu: 60_000,
  monorepoMemory: 1500,
  doubling: 2.2,
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
const sizes = (options.sizes ?? '4500,9000,18000').split(',').map(Number);
const CLI = join(import.meta.dirname, '../dist/cli/main.js');
const work = mkdtempSync(join(tmpdir(), 'bench-real-'));
// The parser stays outside of the bundle, which has to lie where it can be found.
const bundles = mkdtempSync(join(import.meta.dirname, '../node_modules/.bench-real-'));

interface Measured {
  readonly name: string;
  readonly scripts: number;
  readonly bare: number;
  readonly scan: number;
  /** Megabytes. */
  readonly memory: number;
}

function measure(name: string, root: string): Measured {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  git('init', '-q');
  git('add', '-A');
  const scripts = git('ls-files', '-z')
    .split('\0')
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
    .map((path) => join(root, path));
  const list = join(work, 'scripts');
  writeFileSync(list, scripts.join('\n'));
  const scan = [process.execPath, CLI, 'scan', '.', '--no-config', '--format', 'json'];
  const [bare, whole] = compare(
    [
      { name: 'bare parser', command: [process.execPath, join(bundles, 'bare.cjs'), list, 'none'] },
      { name: 'scan', command: scan },
    ],
    root,
    rounds,
    work,
  );
  return {
    name,
    scripts: scripts.length,
    bare: bare?.cpu ?? Number.NaN,
    scan: whole?.cpu ?? Number.NaN,
    memory: peakMemory(scan, root),
  };
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2);
const verdict = (kept: boolean): string => (kept ? 'kept' : '**missed**');

function repositoryRow({ name, scripts, bare, scan, memory }: Measured): string {
  const limit = LIMITS.ratio * bare + LIMITS.start;
  const cells = [name, scripts, seconds(bare), seconds(scan), seconds(limit), verdict(scan <= limit)];
  return `| ${[...cells, memory.toFixed(0), verdict(memory <= LIMITS.memory)].join(' | ')} |`;
}

function monorepoRow(measured: Measured, before: Measured | undefined): string {
  const { name, scripts, bare, scan, memory } = measured;
  const growth = before === undefined ? '' : (scan / before.scan).toFixed(2);
  const kept =
    scan <= LIMITS.monorepoCpu &&
    memory <= LIMITS.monorepoMemory &&
    (before === undefined || scan / before.scan <= LIMITS.doubling);
  return `| ${[name, scripts, seconds(bare), seconds(scan), growth, memory.toFixed(0), verdict(kept)].join(' | ')} |`;
}

function page(
  repositories: readonly Measured[],
  absent: readonly string[],
  monorepos: readonly Measured[],
): string {
  const [processor] = cpus();
  return `# What a scan of a real repository costs

${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${processor?.model.trim() ?? 'unknown'}, load ${(loadavg()[0] ?? 0).toFixed(1)} at the end; node ${process.version}.
Medians of ${rounds} rounds by \`npm run bench:real\`: CPU seconds of whole processes, in turns, so that a busy machine
touches both sides. *Bare* parses every script of the tree with oxc-parser and does nothing else.

## Repositories that use the API

Limits: ${LIMITS.ratio} times the bare parse and ${LIMITS.start / 1000} s; ${LIMITS.memory} MB.

| repository | scripts | bare | scan | limit | | peak MB | |
|---|---|---|---|---|---|---|---|
${repositories.map(repositoryRow).join('\n')}
${absent.length === 0 ? '' : `\nNot at hand: ${absent.join(', ')}.\n`}
## A generated monorepo

A registry of modules (5 of 18), barrels over barrels, cycles of imports between packages, 2 % of the files call the
API (\`bench/scan/monorepo.ts\`). Limits at 18,000 files: ${LIMITS.monorepoCpu / 1000} s and ${LIMITS.monorepoMemory} MB; twice the files at most
${LIMITS.doubling} times the CPU.

| files | scripts | bare | scan | growth | peak MB | |
|---|---|---|---|---|---|---|
${monorepos.map((row, index) => monorepoRow(row, monorepos[index - 1])).join('\n')}
`;
}

try {
  await build({
    entryPoints: [join(import.meta.dirname, 'javascript/bare.ts')],
    outfile: join(bundles, 'bare.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['oxc-parser'],
    logLevel: 'error',
  });
  const absent: string[] = [];
  const repositories: Measured[] = [];
  for (const name of options.repository ?? REPOSITORIES) {
    const mirror = options.mirrors === undefined ? null : findMirror(options.mirrors, name);
    const root = join(work, name.replace('/', '+'));
    mkdirSync(root);
    if (mirror === null || !checkOut(mirror, 'HEAD', root)) absent.push(name);
    else repositories.push(measure(name, root));
    rmSync(root, { recursive: true, force: true });
  }
  const monorepos = sizes.map((size) => {
    const root = join(work, 'monorepo');
    const written = writeMonorepo(root, size);
    const measured = measure(String(written), root);
    rmSync(root, { recursive: true, force: true });
    return measured;
  });
  const text = page(repositories, absent, monorepos);
  writeFileSync(join(import.meta.dirname, 'real.md'), text);
  console.log(text);
} finally {
  rmSync(work, { recursive: true, force: true });
  rmSync(bundles, { recursive: true, force: true });
}
