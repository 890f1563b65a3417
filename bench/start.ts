/**
 * What a start costs: whole processes, in turns with Node running an empty file, which is the measure.
 *
 *     npm run build && npm run bench:start -- [--rounds 100]
 *
 * writes `bench/start.md`. Measure on a machine that does nothing else.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compare } from './measure.js';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } });
const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'edge-sunset-start-'));
const [bare, folder] = [join(work, 'bare.cjs'), join(work, 'folder')];
const printing = join(work, 'printing.cjs');
writeFileSync(bare, '');
writeFileSync(printing, "process.stdout.write('0.1.0\\n');\n");
mkdirSync(folder);
writeFileSync(join(folder, 'a.txt'), 'nothing\n');

const node = process.execPath;
const load = loadavg()[0] ?? 0;
const rows = compare(
  [
    { name: 'Node, an empty file', command: [node, bare] },
    { name: 'Node, a file that prints a line', command: [node, printing] },
    { name: '`edge-sunset --version`', command: [node, cli, '--version'] },
    { name: '`edge-sunset scan` of a folder with one text', command: [node, cli, 'scan'] },
  ],
  folder,
  Number(values.rounds),
  work,
);
rmSync(work, { recursive: true, force: true });

const text = `# Start-up

Processor time of whole processes, in turns: medians, and medians of the ratios within each round. Written by
\`npm run bench:start\`: ${values.rounds} rounds, ${process.version}, ${cpus().length} cores, load ${load.toFixed(1)} before the first one.

| process | CPU | of an empty Node process |
|---|---|---|
${rows.map(({ name, cpu, cpuRatio }) => `| ${name} | ${(cpu / 1000).toFixed(3)} s | ${cpuRatio.toFixed(2)} |`).join('\n')}
`;
writeFileSync(join(import.meta.dirname, 'start.md'), text);
process.stdout.write(text);
