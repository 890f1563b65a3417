/** Measures cases one after the other inside this process, each with its own peak of memory. */
import { writeFileSync } from 'node:fs';
import type { Io } from '../../src/cli/base/command.js';
import { run } from '../../src/cli/run/run.js';
import { judged, type Outcome } from './bounds.js';
import { batteryCases } from './cases.js';
import { peakOf } from './process.js';

const names = process.argv.slice(2);
const cases = new Map((await batteryCases()).map((one) => [one.name, one]));

for (const name of names) {
  const one = cases.get(name);
  if (one === undefined) throw new Error(`there is no case ${name}`);
  tell({ begun: name });
  tell({ row: await judged(one, measured) });
}
process.disconnect();

function tell(message: unknown): void {
  process.send?.(message);
}

async function measured(argv: readonly string[], cwd: string): Promise<Outcome> {
  globalThis.gc?.();
  // From here on the kernel counts the peak anew.
  writeFileSync('/proc/self/clear_refs', '5');
  let stderr = '';
  const io: Io = {
    stdout: () => undefined,
    stderr: (text) => {
      stderr += text;
    },
    stdin: async () => new Uint8Array(),
    cwd,
    env: {},
    isTerminal: { stdout: false, stderr: false },
    readingOnly: (work) => work(),
    interruption: () => new AbortController().signal,
    today: () => new Date().toISOString().slice(0, 10),
  };
  const [started, before] = [performance.now(), process.cpuUsage()];
  const code = String(await run(argv, io));
  const { user, system } = process.cpuUsage(before);
  return {
    seconds: (performance.now() - started) / 1000,
    cpu: (user + system) / 1e6,
    megabytes: peakOf('self'),
    code,
    stderr,
  };
}
