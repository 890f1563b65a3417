import { spawnSync } from 'node:child_process';
import type { Hostile, Pattern } from './hostile-texts.js';

/** A pattern, and a text on which it takes too long. */
export interface SlowPattern extends Pattern {
  readonly text: string;
  readonly milliseconds: number;
}

/** What a pattern that is linear seldom takes for 20,000 characters, and never ten times. */
const MOST_MILLISECONDS = 60;
/** Patterns that one process judges. */
const TOGETHER = 50;
/** Of the processor, for all of them: they take a second or two, on a machine that is busy with other things as well. */
const MOST_SECONDS = 120;

/** A process of its own: its processor time is that of the patterns alone, and it can be ended. */
const PROGRAM = `const { readFileSync, writeSync } = require('node:fs');
const { jobs, most } = JSON.parse(readFileSync(0, 'utf8'));
const textOf = ([before, pump], end, length) => before + pump.repeat(Math.ceil(length / pump.length)) + end;
const once = (pattern, all, text) => {
  const start = process.cpuUsage();
  pattern.lastIndex = 0;
  pattern.exec(text);
  if (all !== null) text.replace(all, '');
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};
jobs.forEach(({ source, flags, texts }, at) => {
  writeSync(1, JSON.stringify({ at }) + '\\n');
  const pattern = new RegExp(source, flags.replace('g', ''));
  const all = flags.includes('g') ? new RegExp(source, flags) : null;
  const measure = (text) => Math.min(once(pattern, all, text), once(pattern, all, text), once(pattern, all, text));
  const timeOf = (one, end) => {
    let milliseconds = 0;
    for (const length of [24, 36, 100, 400, 2000, 20000]) {
      const text = textOf(one, end, length);
      // No linear pattern takes this long for a tenth of the length, not even the first time.
      if (length === 20000 && milliseconds < 0.4) return 0;
      milliseconds = once(pattern, all, text);
      if (milliseconds >= 0.4 && milliseconds < 10 * most) milliseconds = measure(text);
      // Nothing but exponential patterns takes this long for so few characters.
      if (length < 50 && milliseconds > 5) return Infinity;
      if (milliseconds > most) break;
    }
    // Four times the length takes a linear pattern four times the time, and a quadratic one sixteen times.
    const isSure = milliseconds <= most || milliseconds > 10 * most;
    return isSure || measure(textOf(one, end, 80000)) > 8 * milliseconds ? milliseconds : 0;
  };
  for (const one of texts) for (const end of ['\\0', '\\n\\0']) {
    const milliseconds = timeOf(one, end);
    if (milliseconds <= most) continue;
    writeSync(1, JSON.stringify({ at, milliseconds: Math.min(milliseconds, 1e9), text: one.join(' … ') }) + '\\n');
    return;
  }
});`;

type Job = Pattern & { readonly texts: readonly Hostile[] };

export function slowPatterns(jobs: readonly Job[]): readonly SlowPattern[] {
  const parts = Array.from({ length: Math.ceil(jobs.length / TOGETHER) }, (_, at) =>
    jobs.slice(at * TOGETHER, (at + 1) * TOGETHER),
  );
  return parts.flatMap(slowOf);
}

function slowOf(jobs: readonly Job[]): readonly SlowPattern[] {
  const limited = `ulimit -t ${MOST_SECONDS}; exec "$0" -e "$1"`;
  const child = spawnSync('sh', ['-c', limited, process.execPath, PROGRAM], {
    input: JSON.stringify({ jobs, most: MOST_MILLISECONDS }),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const lines = child.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { at: number } & Partial<SlowPattern>);
  const slow = lines.filter(({ milliseconds }) => milliseconds !== undefined);
  if (child.status !== 0)
    slow.push({ milliseconds: Number.POSITIVE_INFINITY, text: 'never ends', at: lines.at(-1)?.at ?? 0 });
  return slow.flatMap(({ at, text = '', milliseconds = 0 }) => {
    const job = jobs[at];
    return job === undefined ? [] : [{ ...job, text, milliseconds }];
  });
}
