/** Times whole processes against each other, in turns, so that what else the machine does hits all alike. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Contender {
  readonly name: string;
  readonly command: readonly string[];
}

interface Sample {
  readonly wall: number;
  readonly cpu: number;
}

export interface Row {
  readonly name: string;
  /** Medians over the rounds, in milliseconds. */
  readonly wall: number;
  readonly cpu: number;
  /** Medians of the ratios to the first contender within each round. */
  readonly wallRatio: number;
  readonly cpuRatio: number;
}

/**
 * Runs every contender once per round, in turns. `scratch` takes what they print: some programs stop at the
 * first match where their output is thrown away.
 */
export function compare(
  contenders: readonly Contender[],
  cwd: string,
  rounds: number,
  scratch: string,
): Row[] {
  const samples = contenders.map((): Sample[] => []);
  for (let round = -1; round < rounds; round++) {
    contenders.forEach((contender, index) => {
      const sample = timed(contender.command, cwd, join(scratch, 'output'));
      // The first round only warms the page cache.
      if (round >= 0) samples[index]?.push(sample);
    });
  }
  const base = samples[0] ?? [];
  return contenders.map(({ name }, index) => {
    const own = samples[index] ?? [];
    const ratio = (pick: (sample: Sample) => number) =>
      median(own.map((sample, round) => pick(sample) / pick(base[round] ?? sample)));
    return {
      name,
      wall: median(own.map((sample) => sample.wall)),
      cpu: median(own.map((sample) => sample.cpu)),
      wallRatio: ratio((sample) => sample.wall),
      cpuRatio: ratio((sample) => sample.cpu),
    };
  });
}

/** Without settings of Node, such as certificates that each process would read first: no two machines have the same. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_')),
);

/** The shell's own clock counts what the process and all its children took. */
function timed(command: readonly string[], cwd: string, output: string): Sample {
  const script = `TIMEFORMAT='%3R %3U %3S'; time "$@" >'${output}' 2>'${output}.errors'`;
  const run = spawnSync('bash', ['-c', script, 'bash', ...command], {
    cwd,
    env: environment,
    encoding: 'utf8',
  });
  const [wall, user, system] = run.stderr.trim().split(/\s+/).map(Number);
  if (wall === undefined || user === undefined || system === undefined || Number.isNaN(wall)) {
    throw new Error(`${command.join(' ')}: ${run.stderr}${readFileSync(`${output}.errors`, 'utf8')}`);
  }
  return { wall: wall * 1000, cpu: (user + system) * 1000 };
}

/** The greatest memory the process had, in megabytes. */
export function peakMemory(command: readonly string[], cwd: string): number {
  const report = `process.on('exit',()=>process.stderr.write('\\npeak='+process.resourceUsage().maxRSS))`;
  const hook = `data:text/javascript,${encodeURIComponent(report)}`;
  const [program, ...rest] = command;
  const run = spawnSync(program ?? 'node', ['--import', hook, ...rest], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const found = /peak=(\d+)/.exec(run.stderr);
  if (found === null) throw new Error(`${command.join(' ')} did not tell its memory: ${run.stderr}`);
  return Number(found[1]) / 1024;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
