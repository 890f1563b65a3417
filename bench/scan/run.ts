/**
 * The scan of whole trees against other programs, as whole processes in interleaved rounds:
 *
 *   npm run build && npx tsx bench/scan/run.ts [--rounds 9] [--trees <folder>] [--only <tree>]... [--write]
 *                                             [--cli <file>]
 *
 * writes `bench/scan.md` (of some trees only with `--write`). The trees are made on the first run and kept in the folder for the next.
 * ripgrep is needed; ast-grep is timed on the smaller trees if it is on the
 * search path.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { builtinCatalogue, triggers } from '../../src/catalogue/index.js';
import { type Contender, compare, peakMemory, type Row } from '../measure.js';
import { type TreePlan, tree } from './trees.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    trees: { type: 'string', default: join(tmpdir(), 'edge-sunset-bench') },
    only: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
    cli: { type: 'string', default: fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)) },
  },
});

const PLANS: readonly TreePlan[] = [
  { name: 'ten', files: 10, calling: 0, seed: 1 },
  { name: 'medium', files: 11_000, calling: 0.002, seed: 2 },
  { name: 'large', files: 70_000, calling: 0.002, seed: 3 },
  { name: 'large-none', files: 70_000, calling: 0, seed: 3 },
  { name: 'medium-full-folders', files: 11_000, calling: 0.002, seed: 2, fullFolders: true },
  { name: 'large-full-folders', files: 70_000, calling: 0.002, seed: 3, fullFolders: true },
  { name: 'large-2-percent', files: 70_000, calling: 0.02, seed: 4 },
];

/** As many texts as the study of this field searched for. */
const LITERALS = 42;

const home = values.trees;
mkdirSync(home, { recursive: true });
const { cli } = values;
const strong = triggers(builtinCatalogue()).filter((trigger) => trigger.tier === 'strong');
const literals = join(home, 'literals');
writeFileSync(
  literals,
  `${strong
    .slice(0, LITERALS)
    .map(({ text }) => text)
    .join('\n')}\n`,
);
const allLiterals = join(home, 'all-literals');
writeFileSync(allLiterals, `${strong.map(({ text }) => text).join('\n')}\n`);
const empty = join(home, 'empty.mjs');
writeFileSync(empty, '');
const rule = join(home, 'rule.yml');
writeFileSync(
  rule,
  ['TypeScript', 'JavaScript', 'Go', 'Python']
    .map(
      (language) =>
        `id: x-${language}\nlanguage: ${language}\nrule: { regex: 'firewall/rules|rate_limits', kind: ${stringKind(language)} }\n`,
    )
    .join('---\n'),
);

function stringKind(language: string): string {
  return language === 'Go'
    ? 'interpreted_string_literal'
    : language === 'Python'
      ? 'string'
      : 'template_string';
}

function installed(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

const node = process.execPath;

const ours: readonly Contender[] = [
  { name: '**edge-sunset scan**', command: [node, cli, 'scan', '.'] },
  { name: 'edge-sunset scan --tracked-only', command: [node, cli, 'scan', '--tracked-only', '.'] },
];
const ripgrep = ['rg', '--hidden', '-g', '!.git', '-l', '-F', '-f'];
/** It parses every file of a language, which takes minutes on the large trees. */
const FILES_FOR_PARSERS = 20_000;

const others = ({ files }: TreePlan): readonly Contender[] => [
  { name: `rg, ${LITERALS} texts`, command: [...ripgrep, literals, '.'] },
  ...ours,
  { name: `rg, all ${strong.length} texts of strong triggers`, command: [...ripgrep, allLiterals, '.'] },
  { name: `git grep, ${LITERALS} texts`, command: ['git', 'grep', '-l', '-F', '-f', literals] },
  { name: 'empty Node process', command: [node, empty] },
  ...(files <= FILES_FOR_PARSERS && installed('ast-grep')
    ? [{ name: 'ast-grep scan, 4 languages', command: ['ast-grep', 'scan', '-r', rule] }]
    : []),
];
const startUp: readonly Contender[] = [{ name: 'empty Node process', command: [node, empty] }, ...ours];

function table(rows: readonly Row[]): string {
  const base = rows[0]?.name ?? '';
  const lines = rows.map(
    (row) =>
      `| ${row.name} | ${row.wallRatio.toFixed(2)} | ${row.cpuRatio.toFixed(2)} | ${row.wall.toFixed(0)} | ${row.cpu.toFixed(0)} |`,
  );
  return [
    `| program | wall / ${base} | CPU / ${base} | wall ms | CPU ms |`,
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function counts(root: string): string {
  const run = spawnSync(node, [cli, 'scan', '--format', 'json', '--fail-on', 'never', '.'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const { summary } = JSON.parse(run.stdout) as {
    summary: { files: { seen: number; parsed: number }; findings: number };
  };
  const share = ((100 * summary.files.parsed) / summary.files.seen).toFixed(2);
  return `${summary.files.seen} files seen, ${summary.files.parsed} parsed (${share} %), ${summary.findings} findings`;
}

function section(plan: TreePlan): string {
  const root = tree(plan, home);
  const rows = compare(plan.files < 100 ? startUp : others(plan), root, Number(values.rounds), home);
  const memory = `${peakMemory([node, cli, 'scan', '.'], root).toFixed(0)} MB`;
  return `## ${plan.name}\n\n${counts(root)}; peak memory of the scan ${memory}.\n\n${table(rows)}\n`;
}

function version(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8' }).split('\n')[0]?.trim() ?? '';
}

const load = loadavg()[0]?.toFixed(1);
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, load ${load} at the start`;
const programs = [`node ${process.version}`, version('rg', '--version'), version('git', '--version')].join(
  ', ',
);
const page = [
  '# What a scan costs\n',
  `${new Date().toISOString().slice(0, 10)}; ${machine}; ${programs}.`,
  `Medians of ${values.rounds} rounds by \`npx tsx bench/scan/run.ts\`: whole processes in turns, output to a file, page cache`,
  'warm, no settings of Node in the environment. Ratios are taken within each round; milliseconds are for orientation only. The trees are made by script with',
  'fixed seeds: sizes of files as in public repositories, a tenth of the files ignored, some untracked. Of the tracked',
  'files 3 % are images, fonts and archives and 0.2 % lock files, snapshots and maps, the average of 24 public',
  'repositories with more than 2,000 files: a scan knows them by their names, `rg` opens them. Folders hold 1.4 files,',
  'as those of test fixtures do, which a program that walks pays for (in those 24 repositories 2.5 and more); in the',
  'trees called full-folders 5.7, with longer ignore files, as over 540 public repositories. `rg` searches the tracked',
  'and untracked files as the scan does, and neither parses nor resolves anything.\n',
  ...PLANS.filter((plan) => values.only === undefined || values.only.includes(plan.name)).map(section),
].join('\n');
if (values.only === undefined || values.write) writeFileSync(new URL('../scan.md', import.meta.url), page);
process.stdout.write(page);
