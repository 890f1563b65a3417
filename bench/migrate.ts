/**
 * What planning and editing cost beside the scan of the same tree, and beside a codemod runner that parses and
 * prints every file: whole processes in interleaved rounds.
 *
 *   npm run build && npm run bench:migrate -- [--rounds 9] [--folder <folder>] [--cli <file>]
 *
 * writes `bench/migrate.md`. The tree is made by script with a fixed seed: 1,300 TypeScript files with the sizes of
 * public repositories, of which 20 make one dead call each.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compare, type Row } from './measure.js';
import { fileName, seeded, statements } from './scan/texts.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    folder: { type: 'string', default: join(tmpdir(), 'edge-sunset-bench-migrate') },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli/main.js', import.meta.url)) },
  },
});

const FILES = 1300;
const HITS = 20;
const SEED = 8;
/** Median and spread of the sizes of files in public repositories, as the benchmark of the scan has them. */
const MEDIAN = 533;
const SIGMA = Math.log(6700 / MEDIAN) / 1.2816;
const LARGEST = 200_000;

const HOST = 'https://api.cloudflare.com/client/v4';
const CALLS: readonly ((name: string) => string)[] = [
  (name) =>
    `export async function ${name}(zone: string) {\n  const response = await fetch(\`${HOST}/zones/\${zone}/script_monitor/scripts\`);\n  return response.json();\n}\n`,
  (name) =>
    `export async function ${name}(zone: string) {\n  await fetch(\`${HOST}/zones/\${zone}/settings/minify\`, { method: 'PATCH', body: '{}' });\n}\n`,
  (name) =>
    `export async function ${name}(zone: string) {\n  const response = await fetch(\`${HOST}/zones/\${zone}/firewall/rules\`);\n  return response.json();\n}\n`,
  (name) =>
    `export async function ${name}(zone: string) {\n  return fetch(\`${HOST}/zones/\${zone}/analytics/dashboard\`);\n}\n`,
];

function makeTree(root: string): number {
  rmSync(root, { recursive: true, force: true });
  const random = seeded(SEED);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let bytes = 0;
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    bytes += content.length;
  };
  write('package.json', '{ "name": "example", "type": "module", "private": true }\n');
  for (let index = 0; index < FILES; index++) {
    const size = Math.min(LARGEST, Math.round(MEDIAN * Math.exp(SIGMA * normal())));
    const hit = index % (FILES / HITS) === 0 ? CALLS[(index / (FILES / HITS)) % CALLS.length] : undefined;
    const own = statements(random, 'ts', size);
    write(
      `src/part-${index % 40}/${fileName(random)}-${index}.ts`,
      hit === undefined ? own : `${own}\n${hit(`call${index}`)}`,
    );
  }
  return bytes;
}

const root = join(values.folder, 'tree');
const scratch = values.folder;
const bytes = makeTree(root);
const git = (...argv: readonly string[]) =>
  spawnSync('git', ['-C', root, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...argv]);
git('init', '-q');
git('add', '-A');
git('commit', '-qm', 'tree');

const bare = join(scratch, 'bare.cjs');
writeFileSync(
  bare,
  `module.exports = (file, { jscodeshift }) => jscodeshift(file.source).toSource();\nmodule.exports.parser = 'ts';\n`,
);
const empty = join(scratch, 'empty.mjs');
writeFileSync(empty, '');
const jscodeshift = fileURLToPath(new URL('../node_modules/jscodeshift/bin/jscodeshift.js', import.meta.url));
const cli = resolve(values.cli);
const node = process.execPath;

const rows = compare(
  [
    { name: 'edge-sunset scan', command: [node, cli, 'scan', '--now', '2026-11-21'] },
    {
      name: 'edge-sunset migrate --level review',
      command: [node, cli, 'migrate', '--level', 'review', '--now', '2026-11-21'],
    },
    { name: 'edge-sunset migrate', command: [node, cli, 'migrate', '--now', '2026-11-21'] },
    {
      name: 'jscodeshift, a transform that changes nothing',
      command: [node, jscodeshift, '--dry', '--extensions=ts', '-t', bare, 'src'],
    },
    {
      name: 'the same in one process',
      command: [node, jscodeshift, '--dry', '--run-in-band', '--extensions=ts', '-t', bare, 'src'],
    },
    { name: 'empty Node process', command: [node, empty] },
  ],
  root,
  Number(values.rounds),
  scratch,
);
const summary = spawnSync(node, [cli, 'migrate', '--level', 'review', '--format', 'json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});
const tally: { readonly summary: { readonly sites: number; readonly files: number } } = JSON.parse(
  summary.stdout,
);

const [scan, migrate] = rows;
const shifts = rows.filter(({ name }) => name.startsWith('jscodeshift') || name.startsWith('the same'));
writeFileSync(fileURLToPath(new URL('migrate.md', import.meta.url)), page());
process.stdout.write(page());

function page(): string {
  const cheapest = Math.min(...shifts.map(({ cpuRatio }) => cpuRatio));
  const timesLess = cheapest / (migrate?.cpuRatio ?? Number.NaN);
  return `# What a migration costs

${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0]?.model ?? ''}, ${Math.round(totalmem() / 2 ** 30)} GB, load ${loadavg()[0]?.toFixed(1)} at the end;
node ${process.version}. Medians of ${values.rounds} rounds by \`npm run bench:migrate\`: whole processes in turns, output to a
file, page cache warm. Ratios are taken within each round; milliseconds are for orientation only.

The tree has ${FILES} TypeScript files (${(bytes / 1e6).toFixed(1)} MB), of which ${HITS} make one dead call each: ${tally.summary.sites} sites are judged, ${tally.summary.files} files
would be written. \`migrate\` lists, searches, analyses, judges, composes, parses the result, analyses it once more and
prints the diff. jscodeshift parses and prints every file and changes none, which is the least that any transform does.

| program | wall / scan | CPU / scan | wall ms | CPU ms |
|---|---|---|---|---|
${rows.map(line).join('\n')}

Planning and editing take ${migrate?.wallRatio.toFixed(2)} times the wall time and ${migrate?.cpuRatio.toFixed(2)} times the CPU time of the scan (${scan?.name}).
A bare transform takes ${timesLess.toFixed(1)} times the CPU time of the migration, in its cheaper form.
`;
}

function line({ name, wall, cpu, wallRatio, cpuRatio }: Row): string {
  return `| ${name} | ${wallRatio.toFixed(2)} | ${cpuRatio.toFixed(2)} | ${Math.round(wall)} | ${Math.round(cpu)} |`;
}
