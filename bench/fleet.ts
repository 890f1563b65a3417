/**
 * What many repositories cost: `npm run build && npm run bench:fleet [--write] [--sizes 10,100,1000]` makes repositories of
 * 200 files, works through them with `--roots`, and times that against one process for each of them. With `--write` it
 * writes `bench/fleet.md`. A run that is killed again and again has to end with the same stream.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { tree } from './scan/trees.js';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10,100,1000' },
    trees: { type: 'string', default: join(tmpdir(), 'edge-sunset-bench') },
    write: { type: 'boolean', default: false },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli/main.js', import.meta.url)) },
  },
});
const FILES = 200;
const KINDS = 10;
const KILLS = 10;

const sizes = values.sizes.split(',').map(Number);
const { cli } = values;
const home = mkdtempSync(join(tmpdir(), 'edge-sunset-fleet-'));
try {
  const rows = sizes.map(measured);
  const killed = killedAgainAndAgain(Math.max(...sizes));
  const text = pageOf(rows, killed);
  console.log(text);
  if (values.write) writeFileSync(new URL('./fleet.md', import.meta.url), text);
} finally {
  rmSync(home, { recursive: true, force: true });
}

interface Measured {
  readonly size: number;
  readonly files: number;
  readonly calls: number;
  /** Milliseconds of the processor. */
  readonly scan: number;
  readonly brief: number;
  readonly report: number;
  readonly single: number;
  readonly memory: { readonly scan: number; readonly brief: number; readonly report: number };
  readonly bytes: { readonly scan: number; readonly brief: number; readonly page: number };
}

/** Ten different trees, each linked as often as it takes; one in five calls the API. */
function fleet(size: number): string {
  const folder = join(home, String(size));
  mkdirSync(folder);
  const trees = Array.from({ length: KINDS }, (_, seed) =>
    tree(
      { name: `fleet-${seed}`, files: FILES, calling: seed % 5 === 0 ? 0.05 : 0, seed, fullFolders: true },
      values.trees,
    ),
  );
  const names: string[] = [];
  for (let at = 0; at < size; at++) {
    const name = `r${String(at).padStart(4, '0')}`;
    execFileSync('cp', ['-al', trees[at % KINDS] ?? '', join(folder, name)]);
    names.push(name);
  }
  writeFileSync(join(folder, 'list'), `${names.join('\n')}\n`);
  return folder;
}

function measured(size: number): Measured {
  const folder = fleet(size);
  // Reads all files once, so that the first run does not pay for the disk.
  spawnSync('grep', ['-rq', 'no file has these words', '.'], { cwd: folder });
  const single = singles(folder);
  const scan = costOf(['scan', '--roots', 'list', '--into', 'scan.ndjson'], folder);
  const brief = costOf(['brief', '--roots', 'list', '--into', 'brief.ndjson'], folder);
  const report = costOf(['report', 'scan.ndjson', 'brief.ndjson', '-f', 'html'], folder);
  const sizeOf = (name: string) => statSync(join(folder, name)).size;
  const text = readFileSync(join(folder, 'scan.ndjson'), 'utf8');
  const result = {
    size,
    files: sum(text, /"seen":(\d+)/g),
    calls: sum(text, /"findings":(\d+)/g),
    scan: scan.cpu,
    brief: brief.cpu,
    report: report.cpu,
    single,
    memory: { scan: scan.memory, brief: brief.memory, report: report.memory },
    bytes: { scan: sizeOf('scan.ndjson'), brief: sizeOf('brief.ndjson'), page: report.printed },
  };
  if (size !== Math.max(...sizes)) rmSync(folder, { recursive: true, force: true });
  return result;
}

interface Cost {
  /** Milliseconds of the processor, and megabytes at most. */
  readonly cpu: number;
  readonly memory: number;
  readonly printed: number;
}

/** The process tells what it took when it ends. */
function costOf(argv: readonly string[], cwd: string): Cost {
  const hook =
    "process.on('exit',()=>{const{userCPUTime:u,systemCPUTime:s,maxRSS:m}=process.resourceUsage();require('node:fs').writeSync(2,`\\ncost=${(u+s)/1000},${m/1024}`)})";
  const file = join(home, 'hook.cjs');
  writeFileSync(file, hook);
  const run = spawnSync(process.execPath, ['--require', file, cli, ...argv], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const [, cpu, memory] = /cost=([\d.]+),([\d.]+)/.exec(run.stderr) ?? [];
  if (cpu === undefined) throw new Error(`${argv.join(' ')}: ${run.stderr}`);
  return { cpu: Number(cpu), memory: Number(memory), printed: Buffer.byteLength(run.stdout) };
}

/** One process for each repository. */
function singles(folder: string): number {
  const names = readFileSync(join(folder, 'list'), 'utf8').split('\n').filter(Boolean);
  return names.reduce((total, name) => total + costOf(['scan', name, '-f', 'ndjson'], folder).cpu, 0);
}

function sum(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);
}

interface Killed {
  readonly size: number;
  readonly kills: number;
  readonly isSame: boolean;
}

/** Ends a run without warning, at moments spread over its time, and runs it again until it is through. */
function killedAgainAndAgain(size: number): Killed {
  const folder = join(home, String(size));
  const argv = ['scan', '--roots', 'list', '--into', 'killed.ndjson'];
  const whole = rowsIn(join(folder, 'scan.ndjson'));
  const started = performance.now();
  spawnSync(process.execPath, [cli, 'scan', '--roots', 'list', '-f', 'ndjson'], { cwd: folder });
  const duration = performance.now() - started;
  let kills = 0;
  for (; kills < KILLS; kills++) {
    const script = 'setTimeout(() => child.kill("SIGKILL"), Number(process.argv[1]))';
    const program = `const { spawn } = require('node:child_process'); const child = spawn(process.execPath, process.argv.slice(2), { stdio: 'ignore' }); child.on('exit', (code) => process.exit(code === null ? 9 : 0)); ${script}`;
    const after = 200 + (duration / KILLS) * Math.random();
    const run = spawnSync(process.execPath, ['-e', program, String(after), cli, ...argv], { cwd: folder });
    if (run.status !== 9) break;
  }
  spawnSync(process.execPath, [cli, ...argv], { cwd: folder });
  return { size, kills, isSame: rowsIn(join(folder, 'killed.ndjson')) === whole };
}

function rowsIn(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => !line.startsWith('{"type":"start"')).join('\n');
}

function pageOf(rows: readonly Measured[], killed: Killed): string {
  const ms = (total: number, size: number) => (total / size).toFixed(1);
  const mb = (bytes: number) => (bytes / 1e6).toFixed(2);
  const table = rows.map(
    ({ size, files, calls, scan, single, brief, report, memory, bytes }) =>
      `| ${size} | ${files} | ${calls} | ${ms(scan, size)} | ${ms(single, size)} | ${Math.round((files / scan) * 1000)} | ${ms(brief, size)} | ${ms(report, size)} | ${memory.scan.toFixed(0)}, ${memory.brief.toFixed(0)}, ${memory.report.toFixed(0)} | ${mb(bytes.scan)}, ${mb(bytes.brief)}, ${mb(bytes.page)} |`,
  );
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `# What many repositories cost

${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0]?.model.trim()}, load ${load} at the end; node ${process.version}. Made by
\`npm run bench:fleet -- --write\`: repositories of ${FILES} files as in \`bench/scan.md\`, ten different ones, linked; one in five calls
the API. Times are those of the processor, in milliseconds for each repository, with the files in the page cache.

| repositories | files | calls | \`scan --roots\` | a process each | files a second | \`brief --roots\` | \`report\` as HTML | peak memory (scan, brief, report), MB | size (scan, briefs, page), MB |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${table.join('\n')}

Killed ${killed.kills} times without warning and run again, the stream of ${killed.size} repositories is ${killed.isSame ? 'the same as that of one run' : '**not** that of one run'}.
`;
}
