/** The tree of a case, what its scan may take, and what its reports must hold. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BatteryCase } from './cases.js';
import { DEAD_URL } from './dead-url.js';

export const SECONDS = 10;
export const MEGABYTES = 512;
/** A case that works this long is ended, and so is one that takes three times its bound. */
export const END_SECONDS = 60;
const GOOD = 'good/good.sh';

export interface Outcome {
  readonly seconds: number;
  /** Time on the processor: tells what a case takes on a machine that does other things too. */
  readonly cpu: number;
  readonly megabytes: number;
  readonly code: string;
  readonly stderr: string;
}

export interface Row extends Outcome {
  readonly name: string;
  readonly faults: readonly string[];
}

/** Scans the tree of a case by `run`, which is given the arguments and the folder of the tree. */
export async function judged(
  one: BatteryCase,
  run: (argv: readonly string[], cwd: string) => Promise<Outcome>,
): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-battery-'));
  try {
    const put = (path: string, content: string) => {
      mkdirSync(dirname(join(folder, 'tree', path)), { recursive: true });
      writeFileSync(join(folder, 'tree', path), content);
    };
    put(GOOD, `curl -X POST ${DEAD_URL}\n`);
    for (const [path, content] of Object.entries(one.beside ?? {})) put(path, content);
    for (const [path, content] of one.tree?.() ?? []) put(path, content);
    put(one.file, one.content());
    const outputs = ['json', 'ndjson', 'sarif', 'text'].flatMap((format) => [
      '--output',
      `${format}=${join(folder, format)}`,
    ]);
    const argv = one.command ?? ['scan', ...outputs, ...(one.options ?? [])];
    const outcome = await run(argv, join(folder, 'tree'));
    const faults = [...processFaults(outcome, boundsOf(one))];
    const reports = one.command === undefined ? [...outputFaults(outcome, folder)] : [];
    return { ...outcome, name: one.name, faults: [...faults, ...reports] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How much of a bound was used, by time or memory; more than 1 is too much. */
export function shareOfBounds({ seconds, cpu, megabytes }: Outcome): number {
  return Math.max(Math.min(seconds, cpu) / SECONDS, megabytes / MEGABYTES);
}

/** A file above 8 MB, the limit by default, has the bounds of a large tree. */
export function boundsOf({ options, tree }: BatteryCase): {
  readonly seconds: number;
  readonly megabytes: number;
} {
  const isLarge = tree !== undefined || options?.includes('--max-file-size') === true;
  return isLarge ? { seconds: 60, megabytes: 1536 } : { seconds: SECONDS, megabytes: MEGABYTES };
}

function* processFaults(
  { seconds, cpu, megabytes, code, stderr }: Outcome,
  most: ReturnType<typeof boundsOf>,
): Generator<string> {
  if (Math.min(seconds, cpu) > most.seconds)
    yield `took ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of them working`;
  if (megabytes > most.megabytes) yield `took ${Math.round(megabytes)} MB`;
  if (/^\s+at .*:\d+:\d+|\bFATAL ERROR\b/m.test(stderr)) yield `stack trace: ${stderr.slice(0, 300)}`;
  if (!['0', '1', '2', '3'].includes(code)) yield `exit code ${code}: ${stderr.slice(0, 300)}`;
  else if (code === '2' && stderr.trim() === '') yield 'exit code 2 without a message';
}

function* outputFaults({ code, stderr }: Outcome, folder: string): Generator<string> {
  // A configuration that cannot be read ends the scan with a message.
  if (code === '2' && /config|catalogue/i.test(stderr)) return;
  if (code === '2') yield `exit code 2: ${stderr.slice(0, 300)}`;
  if (!['0', '1', '3'].includes(code)) return;
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
