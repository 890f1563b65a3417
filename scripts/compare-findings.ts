/**
 * Scans trees with two builds and compares what they find, by file, line and entry, with everything that a scan can report.
 * Writes `bench/findings.md`.
 *
 *     npm run compare:findings -- --before DIST --after DIST --mirrors DIR [--only owner/name …] [--print]
 *     npm run compare:findings -- --before DIST --after DIST FOLDER…
 *
 * DIST is the folder that a build writes. DIR holds one git repository per name; all of them are compared. The reason of a
 * difference is read from `bench/real/differences.json`. With folders, or with `--print`, nothing is written. With `--kept DIR`
 * what a build found in a tree is kept there, and not asked again.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut, findMirror } from './corpus/checkout.js';

const SCAN = [
  '--format',
  'json',
  '--allow-incomplete',
  '--no-config',
  '--min-confidence',
  'possible',
  '--hints',
];
const PAGE = join(import.meta.dirname, '../bench/findings.md');
const REASONS = join(import.meta.dirname, '../bench/real/differences.json');

interface Row {
  readonly path: string;
  readonly line: number;
  readonly entry: string;
}

interface Compared {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly lost: readonly string[];
  readonly gained: readonly string[];
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    after: { type: 'string' },
    mirrors: { type: 'string' },
    kept: { type: 'string' },
    only: { type: 'string', multiple: true },
    print: { type: 'boolean' },
  },
});

/** Where what a build found in a tree is kept. */
function keptPlace(dist: string, name: string): string | null {
  const { kept } = options;
  return kept === undefined
    ? null
    : join(kept, `${basename(resolve(dist, '..'))}-${name.replaceAll('/', '+')}.json`);
}

function isKept(dist: string, name: string): boolean {
  const place = keptPlace(dist, name);
  return place !== null && existsSync(place);
}

function findingsOf(dist: string, name: string, root: string): ReadonlySet<string> {
  const place = keptPlace(dist, name);
  if (place !== null && existsSync(place))
    return new Set(JSON.parse(readFileSync(place, 'utf8')) as string[]);
  const found = scanned(dist, root);
  if (place !== null) writeFileSync(place, JSON.stringify([...found]));
  return found;
}

function scanned(dist: string, root: string): ReadonlySet<string> {
  const cli = join(resolve(dist), 'cli/main.js');
  const run = spawnSync(process.execPath, [cli, 'scan', '.', ...SCAN], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const report = JSON.parse(run.stdout) as { readonly findings: readonly Row[] };
  return new Set(report.findings.map(({ path, line, entry }) => `${path}:${line} ${entry}`));
}

function compared(name: string, root: string, before: string, after: string): Compared {
  const [old, now] = [findingsOf(before, name, root), findingsOf(after, name, root)];
  return {
    name,
    before: old.size,
    after: now.size,
    lost: [...old].filter((row) => !now.has(row)),
    gained: [...now].filter((row) => !old.has(row)),
  };
}

/** Checked out one after the other: all together take gigabytes. */
function comparedMirrors(mirrors: string, before: string, after: string): Compared[] {
  const names = readdirSync(mirrors)
    .filter((name) => name.includes('+'))
    .map((name) => name.replace('+', '/'));
  const work = mkdtempSync(join(tmpdir(), 'compare-findings-'));
  const rows: Compared[] = [];
  try {
    for (const name of options.only ?? names) {
      const mirror = findMirror(mirrors, name);
      const root = join(work, 'tree');
      mkdirSync(root);
      const isKnown = isKept(before, name) && isKept(after, name);
      if (mirror === null || (!isKnown && !checkOut(mirror, 'HEAD', root))) console.error(`${name}: no tree`);
      else rows.push(compared(name, root, before, after));
      rmSync(root, { recursive: true, force: true });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return rows;
}

/** The longest beginning of `owner/name path:line entry` that a reason is given for. */
function reasonOf(name: string, row: string, reasons: Readonly<Record<string, string>>): string {
  const full = `${name} ${row}`;
  const known = Object.keys(reasons).filter((key) => full.startsWith(key));
  const [longest] = known.sort((one, other) => other.length - one.length);
  return longest === undefined ? '**not looked into**' : (reasons[longest] ?? '');
}

function page(rows: readonly Compared[]): string {
  const reasons = JSON.parse(readFileSync(REASONS, 'utf8')) as Record<string, string>;
  const sum = (pick: (row: Compared) => number): number => rows.reduce((all, row) => all + pick(row), 0);
  const differences = rows.flatMap(({ name, lost, gained }) => [
    ...lost.map((row) => ({ name, row, change: 'not any more' })),
    ...gained.map((row) => ({ name, row, change: 'new' })),
  ]);
  const groups = new Map<string, number>();
  for (const { name, row, change } of differences) {
    const key = `| ${name} | ${change} | ${reasonOf(name, row, reasons)} |`;
    groups.set(key, (groups.get(key) ?? 0) + 1);
  }
  const withFindings = rows.filter(({ before, after }) => before + after > 0).length;
  return `# Findings before and after the scan was made faster

${new Date().toISOString().slice(0, 10)}, by \`npm run compare:findings\`: the version before that work and today's scan the same ${rows.length} public
repositories, and all that they find is compared by file, line and entry, also what is only possible. ${withFindings} repositories have findings.

| | |
|---|---|
| findings before | ${sum(({ before }) => before)} |
| findings today | ${sum(({ after }) => after)} |
| not any more | ${sum(({ lost }) => lost.length)} |
| new | ${sum(({ gained }) => gained.length)} |

${groups.size === 0 ? 'There is no difference.' : `| repository | | number | why |\n|---|---|---|---|\n${[...groups].map(([key, count]) => withCount(key, count)).join('\n')}`}
`;
}

function withCount(key: string, count: number): string {
  const cells = key.split(' | ');
  return [...cells.slice(0, 2), String(count), ...cells.slice(2)].join(' | ');
}

const { before, after, mirrors } = options;
if (before === undefined || after === undefined || (mirrors === undefined && positionals.length === 0)) {
  console.error('usage: npm run compare:findings -- --before DIST --after DIST (--mirrors DIR | FOLDER…)');
  process.exit(2);
}
const rows =
  mirrors === undefined
    ? positionals.map((folder) => compared(folder, resolve(folder), before, after))
    : comparedMirrors(mirrors, before, after);
for (const { name, lost, gained } of rows) {
  for (const row of lost) console.log(`- ${name} ${row}`);
  for (const row of gained) console.log(`+ ${name} ${row}`);
}
if (mirrors !== undefined && options.print !== true && options.only === undefined)
  writeFileSync(PAGE, page(rows));
console.log(`${rows.length} trees, ${rows.reduce((all, { after: found }) => all + found, 0)} findings`);
