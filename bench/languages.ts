/**
 * What `migrate` costs beside the scan in a tree without JavaScript: whole processes in interleaved rounds.
 *
 *   npm run build && npm run bench:languages -- --mirrors DIR [--rounds 9] [--folder <folder>] [--cli <file>]
 *
 * writes `bench/languages.md`. One tree has 200 files in other languages, each program in its own folder: the inputs of
 * test cases of the codemods, taken at even distances from the list of all such cases. The other is made of public
 * repositories. DIR holds one git repository per name; what it lacks is listed and left out.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkOut, findMirror } from '../scripts/corpus/checkout.js';
import { type Files, loadCases } from '../scripts/prove/cases.js';
import { writeFiles } from '../scripts/prove/trees.js';
import { compare, type Row } from './measure.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    mirrors: { type: 'string' },
    folder: { type: 'string', default: join(tmpdir(), 'edge-sunset-bench-languages') },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli/main.js', import.meta.url)) },
  },
});

const CANDIDATES = 200;
const LANGUAGES = new Map([
  ['.py', 'Python'],
  ['.sh', 'shell'],
  ['.go', 'Go'],
  ['.php', 'PHP'],
  ['.rb', 'Ruby'],
]);
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;

interface Program {
  readonly input: Files;
  readonly name: string;
  /** The languages of its files, one for each file. */
  readonly languages: readonly string[];
}

/** In the order of codemods and names. */
function programs(): readonly Program[] {
  return loadCases().flatMap(({ codemod, name, input }) => {
    const files = [...input.keys()];
    const languages = files.flatMap((file) => LANGUAGES.get(extname(file)) ?? []);
    if (languages.length === 0 || files.some((file) => SCRIPT.test(file))) return [];
    return [{ input, name: `${codemod}-${name}`, languages }];
  });
}

/** Programs at even distances that have so many files together. */
function sample(all: readonly Program[]): readonly Program[] {
  const files = all.reduce((sum, { languages }) => sum + languages.length, 0);
  if (files < CANDIDATES) throw new Error(`the cases have only ${files} files in these languages`);
  let [seen, taken] = [0, 0];
  return all.filter(({ languages }) => {
    seen += languages.length;
    const isDue = taken + languages.length <= Math.round((seen / files) * CANDIDATES);
    if (isDue) taken += languages.length;
    return isDue;
  });
}

function makeTree(root: string): ReadonlyMap<string, number> {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const counts = new Map<string, number>();
  for (const { input, name, languages } of sample(programs())) {
    writeFiles(join(root, name), input);
    for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return counts;
}

/** Of those that call the API in these languages, the ones with the most sites or the most files. */
const REPOSITORIES = [
  'StackExchange/dnscontrol',
  'cloudflare/Cloudflare-WordPress',
  'cloudflare/cf-terraforming',
  'cloudflare/cloudflare-php',
  'cloudflare/python-cloudflare',
  'cloudflare/python-cloudflare-cli4',
  'domorelivelonger/cloudflare-firewall-api',
  'faustbrian-archives/cloudflare',
  'fortinet-fortisoar/connector-cloudflare-waf',
  'jamesryanbell/cloudflare',
  'lablabs/cloudflare-exporter',
  'octodns/octodns-cloudflare',
  'replicatedhq/kubeflare',
  'vamsitejeswar/cloudflare-mcp-server',
  'zendesk/cloudflare_client',
];

/** Puts the repositories into one tree; gives the names of those that are not at hand. */
function makeRealTree(root: string): readonly string[] {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  return REPOSITORIES.filter((name) => {
    const mirror = values.mirrors === undefined ? null : findMirror(values.mirrors, name);
    return mirror === null || !checkOut(mirror, 'HEAD', join(root, name.replace('/', '-')));
  });
}

function commit(root: string): void {
  const git = (...argv: readonly string[]) =>
    spawnSync('git', ['-C', root, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...argv]);
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'tree');
}

const empty = join(values.folder, 'empty.mjs');
const command = [process.execPath, resolve(values.cli)];
const today = ['--now', '2026-11-21'];

function rowsOf(root: string): readonly Row[] {
  return compare(
    [
      { name: '`scan`', command: [...command, 'scan', ...today] },
      { name: '`migrate --level review`', command: [...command, 'migrate', '--level', 'review', ...today] },
      { name: '`migrate`', command: [...command, 'migrate', ...today] },
      { name: 'empty Node process', command: [process.execPath, empty] },
    ],
    root,
    Number(values.rounds),
    values.folder,
  );
}

/** The summary that a command gives of a tree. */
function summaryOf<Summary>(root: string, ...argv: readonly string[]): Summary {
  const run = spawnSync(process.execPath, [...command.slice(1), ...argv, '--format', 'json', ...today], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(run.stdout).summary;
}

interface Migrated {
  readonly sites: number;
  readonly files: number;
}

const migrated = (root: string) => summaryOf<Migrated>(root, 'migrate', '--level', 'review');

function table(root: string): string {
  return `| program | wall / scan | CPU / scan | wall ms | CPU ms |
|---|---|---|---|---|
${rowsOf(root).map(line).join('\n')}`;
}

function line({ name, wall, cpu, wallRatio, cpuRatio }: Row): string {
  return `| ${name} | ${wallRatio.toFixed(2)} | ${cpuRatio.toFixed(2)} | ${Math.round(wall)} | ${Math.round(cpu)} |`;
}

function realSection(): string {
  const root = join(values.folder, 'repositories');
  const absent = makeRealTree(root);
  const present = REPOSITORIES.filter((name) => !absent.includes(name));
  const missing = absent.length === 0 ? '' : `\nNot at hand: ${absent.join(', ')}.\n`;
  if (present.length === 0) return missing;
  commit(root);
  const { files } = summaryOf<{ readonly files: { readonly seen: number } }>(root, 'scan');
  const { sites, files: written } = migrated(root);
  return `
${present.length} repositories as one tree of ${files.seen} files: ${sites} sites are judged, ${written} files would be written.
They are ${present.join(', ')}.
${missing}
${table(root)}
`;
}

writeFileSync(empty, '');
const root = join(values.folder, 'tree');
const counts = makeTree(root);
commit(root);
const { sites, files } = migrated(root);
const sum = [...counts.values()].reduce((all, count) => all + count, 0);
const page = `# What a migration costs in other languages

${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0]?.model ?? ''}, ${Math.round(totalmem() / 2 ** 30)} GB, load ${loadavg()[0]?.toFixed(1)} at the start;
node ${process.version}. Medians of ${values.rounds} rounds by \`npm run bench:languages\`: whole processes in turns, output to a
file, page cache warm. Ratios are taken within each round; milliseconds are for orientation only.

## Public repositories
${realSection()}
## Programs of test cases

The tree has ${sum} files of programs without JavaScript: ${[...counts].map(([language, count]) => `${count} in ${language}`).join(', ')}.
They are the programs of test cases at even distances in the list of all such cases, sorted by codemod and name: nearly
each file has something to rewrite. ${sites} sites are judged, ${files} files would be written.

${table(root)}
`;
writeFileSync(fileURLToPath(new URL('languages.md', import.meta.url)), page);
process.stdout.write(page);
