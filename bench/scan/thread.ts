/**
 * What a second thread costs before it has read its first file:
 *
 *   npx tsx bench/scan/thread.ts [rounds]
 *
 * Every thread compiles the search and its tables for itself. Whole processes in turns, as in `run.ts`.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { compare } from '../measure.js';

const SOURCE = `
import { isMainThread, Worker } from 'node:worker_threads';
import { builtinCatalogue } from './src/catalogue/index.js';
import { prefilterOf } from './src/scan/candidates/triggers.js';
prefilterOf(builtinCatalogue());
if (isMainThread && process.argv[2] === 'two') new Worker(new URL(import.meta.url));
`;

const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-thread-'));
try {
  const program = join(folder, 'thread.mjs');
  const resolveDir = fileURLToPath(new URL('../../', import.meta.url));
  await build({
    stdin: { contents: SOURCE, resolveDir, loader: 'js' },
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['yaml'],
    logLevel: 'error',
  });
  const contenders = ['one', 'two'].map((name) => ({
    name: `${name} thread${name === 'one' ? '' : 's'}`,
    command: [process.execPath, program, name],
  }));
  for (const row of compare(contenders, folder, Number(process.argv[2] ?? 9), folder)) {
    const { name, cpu, cpuRatio, wall, wallRatio } = row;
    process.stdout.write(
      `${name}: CPU ${cpu.toFixed(0)} ms (${cpuRatio.toFixed(2)}), wall ${wall.toFixed(0)} ms (${wallRatio.toFixed(2)})\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
