/** Measures a case as a process of its own. */
import { spawn } from 'node:child_process';
import { boundsOf, END_SECONDS, judged, type Outcome, type Row } from './bounds.js';
import type { BatteryCase } from './cases.js';
import { cpuOf, peakOf } from './process.js';

/** How much longer a case may take where other programs use the processor. */
const BUSY = 5;

export function measuredAlone(one: BatteryCase, cli: string): Promise<Row> {
  const most = Math.max(END_SECONDS, 3 * boundsOf(one).seconds);
  return judged(one, (argv, cwd) => run([cli, ...argv], cwd, most));
}

/** Peak memory is what the kernel has counted by the last look, a few milliseconds before the end. */
function run(argv: readonly string[], cwd: string, most: number): Promise<Outcome> {
  const started = performance.now();
  const child = spawn(process.execPath, argv, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
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
    if (cpu > most || performance.now() - started > most * BUSY * 1000) {
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
