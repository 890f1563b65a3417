/**
 * How fast the language server answers, and how much memory it takes: `npm run bench:lsp`, after `npm run build`. Times are
 * ratios to a bare parse of the same text on the same machine. Writes `bench/lsp.md`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from '../scripts/build/bundle.js';
import { CAPABILITIES, Client } from '../test/lsp/client.js';

const FILES = 5_000;
/** Every so many files have a call of a retired API. */
const EVERY = 25;
const LINES = 1_000;
const PRESSES = 30;
const HOST = 'https://api.cloudflare.com/client/v4';

function textOf(lines: number, calls: boolean): string {
  const rows = ["import { log } from './log.js';", "const zone = process.env.ZONE ?? '';"];
  while (rows.length < lines - 4) {
    const index = rows.length;
    rows.push(
      `export async function step${index}(input) {`,
      `  const total = input.reduce((sum, one) => sum + one.count, ${index});`,
      "  log('step', { total, at: new Date().toISOString() });",
      '  return total > 10 ? input.filter(({ count }) => count > 1) : input;',
      '}',
    );
  }
  if (calls) rows.push(`await fetch(\`${HOST}/zones/\${zone}/firewall/rules\`, { headers: {} });`);
  return `${rows.join('\n')}\n`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Milliseconds. */
function parseTime(text: string): number {
  const times = Array.from({ length: PRESSES }, () => {
    const start = performance.now();
    // The tree is only made when it is asked for.
    void parseSync('a.js', text).program.body.length;
    return performance.now() - start;
  });
  return median(times);
}

/** The most memory of a process so far, in megabytes. */
function mostMemory(pid: number): number {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-bench-'));
try {
  mkdirSync(join(folder, 'src'));
  for (let index = 0; index < FILES; index++)
    writeFileSync(join(folder, `src/${index}.js`), textOf(60, index % EVERY === 0));
  const file = join(folder, 'src/large.js');
  const text = textOf(LINES, true);
  writeFileSync(file, text);
  const client = await Client.start({
    main: join(ROOT, 'dist/cli/main.js'),
    folders: [folder],
    capabilities: CAPABILITIES,
  });
  // The protocol is asked again and again while the scan goes on: how long it leaves a question alone.
  let isScanning = true;
  const waits: number[] = [];
  const asking = (async () => {
    while (isScanning) {
      const start = performance.now();
      await client.connection.sendRequest('no/such/method').catch(() => undefined);
      waits.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const began = performance.now();
  await client.problems(file);
  const scan = performance.now() - began;
  isScanning = false;
  await asking;
  await client.open(file, text);
  const presses: number[] = [];
  for (let press = 0; press < PRESSES; press++) {
    const isGone = press % 2 === 0;
    const start = performance.now();
    await client.replace(
      file,
      isGone ? 'firewall/rules' : 'fire/rules',
      isGone ? 'fire/rules' : 'firewall/rules',
    );
    await client.problems(file, (all) => (all.length === 0) === isGone);
    presses.push(performance.now() - start);
  }
  const memory = mostMemory(client.process.pid ?? 0);
  await client.stop();
  const parse = parseTime(text);
  const press = median(presses);
  const page = `# The language server

Measured by \`npm run bench:lsp\` on a workspace of ${FILES} files of 60 lines, of which every ${EVERY}th has a call of a retired
API, and one file of ${LINES} lines that is edited. Times include the pipe and the message of the problems.

| | here | bare parse of the file | ratio |
| --- | --- | --- | --- |
| a key press in ${LINES} lines, median of ${PRESSES} | ${press.toFixed(1)} ms | ${parse.toFixed(1)} ms | ${(press / parse).toFixed(1)} |
| the slowest of them | ${Math.max(...presses).toFixed(1)} ms | ${parse.toFixed(1)} ms | ${(Math.max(...presses) / parse).toFixed(1)} |
| the first scan, until its problems are shown | ${scan.toFixed(0)} ms | | |
| the longest wait for an answer of the protocol meanwhile | ${Math.max(...waits).toFixed(1)} ms | | |

Memory at most: ${memory.toFixed(0)} MB.
`;
  writeFileSync(join(ROOT, 'bench/lsp.md'), page);
  process.stdout.write(page);
} finally {
  rmSync(folder, { recursive: true });
}
