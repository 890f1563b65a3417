/**
 * What 100,000 findings cost in each format: `npm run bench:formats [findings]` writes a tree of calls that are dead, scans
 * it with the built command once for each format and prints the time, the size of the report and the peak of memory.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FORMATS } from '../../src/report/index.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PER_FILE = 100;
const CALL = (index: number) =>
  `await fetch(\`https://api.cloudflare.com/client/v4/zones/\${zone}/rate_limits/\${id}\`, { method: 'DELETE', n: ${index} });\n`;

const wanted = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(path.join(tmpdir(), 'edge-sunset-formats-'));
try {
  const tree = path.join(folder, 'tree');
  for (let file = 0; file * PER_FILE < wanted; file++) {
    const parent = path.join(tree, `package${file % 20}`);
    mkdirSync(parent, { recursive: true });
    const calls = Array.from({ length: Math.min(PER_FILE, wanted - file * PER_FILE) }, (_, at) => CALL(at));
    writeFileSync(path.join(parent, `call${file}.ts`), calls.join(''));
  }
  console.log('format         seconds  report MB  memory MB');
  for (const { name } of FORMATS) {
    const report = path.join(folder, `report.${name}.txt`);
    const started = performance.now();
    // What goes to standard output is ten lines, in this format.
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        path.join(ROOT, 'dist/cli/main.js'),
        'scan',
        '.',
        '--stats',
        '-f',
        'github',
        '--no-config',
        '-o',
        `${name}=${report}`,
      ],
      { cwd: tree, encoding: 'utf8' },
    );
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const memory = /, (\d+) MB$/m.exec(stderr)?.[1] ?? '?';
    const size = (statSync(report).size / 1e6).toFixed(1);
    console.log(`${name.padEnd(14)} ${seconds.padStart(7)} ${size.padStart(10)} ${memory.padStart(10)}`);
    if (status !== 1) throw new Error(`${name}: exit code ${status}: ${stderr}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
