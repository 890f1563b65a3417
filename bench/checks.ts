/**
 * Scans of repositories that are right, or have nothing to do with the service, as a page: `bench/checks.md`.
 *
 *     npm run bench:checks -- --mirrors DIR [--rulesets owner/name …] [--plain-aws owner/name …]
 *
 * DIR holds one git repository per name. A table whose repositories are not named stays as it is on the page. Each
 * report has to be judged by hand: `bench/checks-judged.json` has, by `owner/name` and fingerprint, a verdict that begins with
 * `right` or `wrong` and says why. Exit code 1 if a report is wrong, or not judged, or a repository is not at hand.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut, findMirror } from '../scripts/corpus/checkout.js';

const CLI = join(import.meta.dirname, '../dist/cli/main.js');
const PAGE = join(import.meta.dirname, 'checks.md');
const JUDGED = join(import.meta.dirname, 'checks-judged.json');

interface Table {
  readonly title: string;
  readonly about: string;
  /** Entries whose reports count begin with it. */
  readonly entries: string;
}

const TABLES = {
  rulesets: {
    title: 'Repositories that use rulesets',
    about: 'Reports of the checks of rulesets (`ruleset-*`).',
    entries: 'ruleset-',
  },
  'plain-aws': {
    title: 'Repositories that use object storage of AWS',
    about: 'Reports of the checks of object storage (`r2-*`), possible ones and hints included.',
    entries: 'r2-',
  },
} as const satisfies Readonly<Record<string, Table>>;
type TableName = keyof typeof TABLES;

interface Found {
  readonly path: string;
  readonly line: number;
  readonly entry: string;
  readonly fingerprint: string;
  readonly message: string;
}

const { values: options } = parseArgs({
  options: {
    mirrors: { type: 'string', default: '.' },
    rulesets: { type: 'string', multiple: true },
    'plain-aws': { type: 'string', multiple: true },
  },
  allowPositionals: false,
});

const judged = JSON.parse(readFileSync(JUDGED, 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;
const faults: string[] = [];
const work = mkdtempSync(join(tmpdir(), 'bench-checks-'));

interface Scan {
  readonly summary: { readonly files: { readonly seen: number } };
  readonly findings: readonly Found[];
}

/** The row of a repository, and a line for each report. */
function rowsOf(
  name: string,
  { entries }: Table,
): { readonly row: string; readonly reports: readonly string[] } {
  const mirror = findMirror(options.mirrors, name);
  const root = join(work, 'root');
  mkdirSync(root);
  if (mirror === null || !checkOut(mirror, 'HEAD', root)) {
    faults.push(`${name}: not at hand`);
    return { row: `| ${name} | not at hand | | | | |`, reports: [] };
  }
  const args = ['scan', '.', '--no-config', '--format', 'json', '--allow-incomplete', '--hints'];
  const quiet = ['--min-confidence', 'possible'];
  const run = spawnSync(process.execPath, [CLI, ...args, ...quiet], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  rmSync(root, { recursive: true, force: true });
  const scan = JSON.parse(run.stdout) as Scan;
  const reports = scan.findings
    .filter(({ entry }) => entry.startsWith(entries))
    .map((one) => ({
      one,
      verdict: judged[name]?.[one.fingerprint] ?? 'not judged',
    }));
  for (const { one, verdict } of reports) {
    if (!verdict.startsWith('right'))
      faults.push(`${name}: ${one.fingerprint} ${one.path}:${one.line} ${one.entry}: ${verdict}`);
  }
  const count = (word: string) => reports.filter(({ verdict }) => verdict.startsWith(word)).length;
  const commit = execFileSync('git', ['--git-dir', mirror, 'rev-parse', '--short=10', 'HEAD'], {
    encoding: 'utf8',
  });
  const cells = [
    name,
    commit.trim(),
    scan.summary.files.seen,
    reports.length,
    count('right'),
    count('wrong'),
  ];
  return {
    row: `| ${cells.join(' | ')} |`,
    reports: reports.map(
      ({ one, verdict }) =>
        `- ${name}, \`${one.path}:${one.line}\`, ${one.entry}: ${one.message} *${verdict}*`,
    ),
  };
}

function section(table: Table, names: readonly string[]): string {
  const rows = names.map((name) => rowsOf(name, table));
  const reports = rows.flatMap((one) => one.reports);
  return `## ${table.title}

${table.about}

| repository | commit | files | reports | right | wrong |
|---|---|---|---|---|---|
${rows.map(({ row }) => row).join('\n')}
${reports.length === 0 ? '' : `\n${reports.join('\n')}\n`}`;
}

/** The section as the page has it. */
function kept(before: string, { title }: Table): string {
  const [, text = ''] = before.split(`## ${title}\n`);
  const body = text.split('\n## ')[0] ?? '';
  return body === '' ? '' : `## ${title}\n${body.trimEnd()}\n`;
}

try {
  const before = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  const sections = (Object.keys(TABLES) as TableName[]).map((name) => {
    const table = TABLES[name];
    const names = options[name];
    return names === undefined ? kept(before, table) : section(table, names);
  });
  const page = `# Checks of real repositories

Each of these repositories is right in what the checks look at, so that each report is a mistake of the repository or of a
check; which one is judged by hand. Made by \`npm run bench:checks\` from mirrors of the repositories.

${sections.filter((text) => text !== '').join('\n')}`;
  writeFileSync(PAGE, page);
  console.log(page);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  rmSync(work, { recursive: true, force: true });
}
