/**
 * Runs each hostile case as a process of its own and checks the bounds: time, memory, exit code, no stack trace,
 * valid output in every format, the good file beside it reported, each skipped file listed once with its reason.
 *
 *   npm run build && npm run battery -- [--group by-hand|languages|parsers|samples] [--only TEXT] [--jobs N] [--table bench/battery.md] [--rows rows.json] [--verbose]
 *
 * With --rows, what was measured is kept in that file, and a later run measures only the rest. Cases of one language are
 * scanned as one tree first: if that stays within the bounds of one case, each of them does.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type BatteryCase, batteryCases } from './cases.js';
import { DEAD_URL } from './dead-url.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    group: { type: 'string' },
    table: { type: 'string' },
    rows: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
    cli: { type: 'string', default: fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)) },
  },
});

const SECONDS = 10;
const MEGABYTES = 512;
/** A case that works this long is ended. */
const END_SECONDS = 60;
/** How much longer where other programs use the processor. */
const BUSY = 5;
const GOOD = 'good/good.sh';

interface Outcome {
  readonly seconds: number;
  /** Time on the processor: tells what a case takes on a machine that does other things too. */
  readonly cpu: number;
  readonly megabytes: number;
  readonly code: string;
  readonly stderr: string;
}

interface Row extends Outcome {
  readonly name: string;
  readonly faults: readonly string[];
  /** Measured of a tree with other cases: this one takes at most as much. */
  readonly isBound?: true;
}

/** Peak memory is what the kernel has counted by the last look, a few milliseconds before the end. */
function run(argv: readonly string[], cwd: string): Promise<Outcome> {
  const started = performance.now();
  const child = spawn(process.execPath, [values.cli, ...argv], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let megabytes = 0;
  let cpu = 0;
  let stderr = '';
  let ended = false;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < 100_000) stderr += text;
  });
  const look = setInterval(() => {
    megabytes = Math.max(megabytes, peakOf(child.pid));
    cpu = Math.max(cpu, cpuOf(child.pid));
    if (cpu > END_SECONDS || performance.now() - started > END_SECONDS * BUSY * 1000) {
      ended = true;
      child.kill('SIGKILL');
    }
  }, 10);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearInterval(look);
      const seconds = (performance.now() - started) / 1000;
      resolve({ seconds, cpu, megabytes, stderr, code: ended ? 'ended' : String(code ?? signal) });
    });
  });
}

function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Seconds in user and system mode; the kernel counts them in hundredths. */
function cpuOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return 0;
  }
}

async function judge(one: BatteryCase): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-battery-'));
  try {
    const put = (path: string, content: string) => {
      mkdirSync(dirname(join(folder, 'tree', path)), { recursive: true });
      writeFileSync(join(folder, 'tree', path), content);
    };
    put(GOOD, `curl -X POST ${DEAD_URL}\n`);
    for (const [path, content] of Object.entries(one.beside ?? {})) put(path, content);
    put(one.file, one.content());
    const outputs = ['json', 'ndjson', 'sarif', 'text'].flatMap((format) => [
      '--output',
      `${format}=${join(folder, format)}`,
    ]);
    const argv = ['scan', ...outputs, ...(one.options ?? [])];
    const outcome = await run(argv, join(folder, 'tree'));
    return { ...outcome, name: one.name, faults: [...faultsOf(outcome, folder)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function* faultsOf({ seconds, cpu, megabytes, code, stderr }: Outcome, folder: string): Generator<string> {
  if (Math.min(seconds, cpu) > SECONDS)
    yield `took ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of them working`;
  if (megabytes > MEGABYTES) yield `took ${Math.round(megabytes)} MB`;
  if (/^\s+at .*:\d+:\d+|\bFATAL ERROR\b/m.test(stderr)) yield `stack trace: ${stderr.slice(0, 300)}`;
  // A configuration that cannot be read ends the scan with a message.
  if (code === '2' && /config|catalogue/i.test(stderr)) return;
  if (!['0', '1', '3'].includes(code)) {
    yield `exit code ${code}: ${stderr.slice(0, 300)}`;
    return;
  }
  try {
    yield* reportFaults(folder);
  } catch (error) {
    yield `output is not valid: ${String(error)}`;
  }
}

interface Report {
  readonly findings: readonly { readonly path: string }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string; readonly detail?: string }[];
}

function* reportFaults(folder: string): Generator<string> {
  const textOf = (format: string) => readFileSync(join(folder, format), 'utf8');
  const report = JSON.parse(textOf('json')) as Report;
  if (report.findings.filter(({ path }) => path === GOOD).length !== 1) yield 'the good file is not reported';
  const skipped = report.skipped.map(({ path }) => path);
  if (new Set(skipped).size < skipped.length)
    yield `a file is skipped twice: ${JSON.stringify(report.skipped).slice(0, 200)}`;
  for (const { reason, detail } of report.skipped)
    if (reason === 'internal') yield `internal error: ${detail}`;
  for (const line of textOf('ndjson').trim().split('\n')) JSON.parse(line);
  JSON.parse(textOf('sarif'));
  if (!textOf('text').includes(GOOD)) yield 'the text report does not name the good file';
}

function tableOf(rows: readonly Row[]): string {
  const worst = (pick: (row: Row) => number) => Math.max(...rows.map(pick));
  const lines = rows.map(({ name, seconds, cpu, megabytes, code, isBound }) => {
    const most = isBound ? '≤ ' : '';
    return `| ${shown(name)} | ${most}${seconds.toFixed(1)} | ${most}${cpu.toFixed(1)} | ${most}${Math.round(megabytes)} | ${code} |`;
  });
  return `# Hostile files

Each case is scanned as a process of its own, beside a good file. Bounds: ${SECONDS} s (of processor time, where
the machine does other things) and ${MEGABYTES} MB, a documented exit code,
no stack trace, valid output in every format, the good file reported, each skipped file listed once with its reason.
Written by \`npm run battery -- --table bench/battery.md\` on ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB,
Node ${process.versions.node}.

${rows.length} cases, ${rows.filter(({ faults }) => faults.length > 0).length} out of bounds. Worst: ${worst((row) => Math.min(row.seconds, row.cpu)).toFixed(1)} s, ${Math.round(worst((row) => row.megabytes))} MB.
With ≤: measured of a tree with up to ${BUNDLE} such files, of which each takes at most as much.

| case | seconds | CPU seconds | MB | exit code |
| --- | ---: | ---: | ---: | ---: |
${lines.join('\n')}
`;
}

/** A name inside a table. */
function shown(name: string): string {
  const [language, rest] = [name.slice(0, name.indexOf('"')), name.slice(name.indexOf('"'))];
  const code = name.includes('"') ? `${language}${rest}` : name;
  return code.replace(/[\\|`<>*_[\]{}$&#~]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const known = new Map<string, Row>(
  (values.rows !== undefined && existsSync(values.rows)
    ? (JSON.parse(readFileSync(values.rows, 'utf8')) as Row[])
    : []
  ).map((row) => [row.name, row]),
);
const cases = (await batteryCases()).filter(
  ({ name, group }) => name.includes(values.only) && (values.group ?? group) === group,
);
/** Cases that are measured together, at most. */
const BUNDLE = 20;

function bundled(cases: readonly BatteryCase[]): readonly (readonly BatteryCase[])[] {
  const bundles: BatteryCase[][] = [];
  for (const one of cases) {
    const last = bundles.at(-1);
    const first = last?.[0];
    const fits =
      one.group === 'languages' && first?.group === 'languages' && languageOf(first) === languageOf(one);
    if (last !== undefined && fits && last.length < BUNDLE) last.push(one);
    else bundles.push([one]);
  }
  return bundles;
}

function languageOf({ name }: BatteryCase): string {
  return name.slice(0, name.indexOf(':'));
}

/** One tree with all the cases of a bundle; each in a package of its own. */
function together(bundle: readonly BatteryCase[]): BatteryCase {
  const [first] = bundle;
  if (first === undefined) throw new Error('an empty bundle');
  const files = bundle.map(({ file, content }, at) => [`${at}/${file}`, content()] as const);
  return {
    name: `${languageOf(first)}: ${bundle.length} constructs`,
    group: first.group,
    file: 'package.json',
    content: () => '{}',
    beside: Object.fromEntries(files),
  };
}

async function measured(bundle: readonly BatteryCase[]): Promise<readonly Row[]> {
  if (bundle.length > 1) {
    const row = await judge(together(bundle));
    if (row.faults.length === 0) return bundle.map(({ name }) => ({ ...row, name, isBound: true }));
  }
  const rows: Row[] = [];
  for (const one of bundle) rows.push(await judge(one));
  return rows;
}

function tell(row: Row): void {
  if (!values.verbose && row.faults.length === 0) return;
  const figures = `${row.seconds.toFixed(1)} s (${row.cpu.toFixed(1)} s CPU), ${Math.round(row.megabytes)} MB, exit ${row.code}`;
  process.stdout.write(`${row.faults.length > 0 ? 'FAIL' : 'ok  '}  ${row.name}: ${figures}\n`);
  for (const fault of row.faults) process.stdout.write(`      ${fault}\n`);
}

const waiting = [...bundled(cases.filter(({ name }) => !known.has(name)))];

async function work(): Promise<void> {
  for (let bundle = waiting.shift(); bundle !== undefined; bundle = waiting.shift()) {
    for (const row of await measured(bundle)) {
      known.set(row.name, row);
      tell(row);
    }
    // A run that is ended early leaves what it has measured.
    if (values.rows !== undefined) writeFileSync(values.rows, JSON.stringify([...known.values()]));
  }
}

await Promise.all(Array.from({ length: Number(values.jobs) }, work));
const rows = cases.flatMap(({ name }) => known.get(name) ?? []);
if (values.table !== undefined) writeFileSync(values.table, tableOf(rows));
const failed = rows.filter(({ faults }) => faults.length > 0).length;
process.stdout.write(`${rows.length} cases, ${failed} out of bounds\n`);
process.exitCode = failed === 0 ? 0 : 1;
