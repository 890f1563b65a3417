/**
 * What `verify` costs without `--run`, against a scan of the same tree: whole processes, in turns.
 *
 *     npm run build && npm run bench:verify-cost -- [--rounds 10]
 *
 * writes `bench/verify-cost.md`. The programs are those of `test/verify/answers`, with their first right answer; the
 * larger trees hold one of them among files that have nothing to do with it.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { answerCases } from '../test/verify/answers.js';
import { compare } from './measure.js';

const PROGRAMS = ['js-commands', 'js-login-limits-undici', 'py-ban', 'sh-zone-toggle', 'tf-rate-limits'];
/** Scripts beside one program, a tenth of which use the API. */
const BESIDE = [200, 2000];

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'edge-sunset-verify-cost-'));

function write(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function treesOf(name: string, beside: number): { readonly before: string; readonly after: string } {
  const one = answerCases().find((row) => row.name === name);
  const right = one?.answers.find(({ isRight }) => isRight);
  if (one === undefined || right === undefined) throw new Error(`there are no answers of ${name}`);
  const [before, after] = ['before', 'after'].map((side) => join(work, `${name}-${beside}`, side)) as [
    string,
    string,
  ];
  const others = new Map(
    Array.from({ length: beside }, (_, index): [string, string] => [
      `src/part-${index % 20}/module-${index}.js`,
      index % 10 === 0
        ? `import { api } from '../api.js';\nexport const read${index} = (zone) => api('GET', \`/zones/\${zone}/dns_records?page=${index}\`);\n`
        : `export function sum${index}(list) {\n  return list.reduce((sum, one) => sum + one * ${index}, 0);\n}\n`,
    ]),
  );
  write(before, new Map([...others, ...one.before]));
  write(after, new Map([...others, ...right.files]));
  return { before, after };
}

/** The example, and what `migrate` makes of it. */
function example(): { readonly before: string; readonly after: string } {
  const [before, after] = ['before', 'after'].map((side) => join(work, 'example', side)) as [string, string];
  for (const folder of [before, after]) cpSync('examples/legacy-app', folder, { recursive: true });
  // It ends with 1 where calls are left to a person.
  spawnSync(process.execPath, [cli, 'migrate', '--write', '--level', 'review', '--allow-dirty', after], {
    stdio: 'ignore',
  });
  return { before, after };
}

const load = loadavg()[0] ?? 0;
const trees = [
  ...PROGRAMS.map((name) => ({ name, ...treesOf(name, 0) })),
  ...BESIDE.map((count) => ({ name: `js-commands among ${count} files`, ...treesOf('js-commands', count) })),
  { name: 'examples/legacy-app', ...example() },
];
const rows = trees.map(({ name, before, after }) => {
  const [scan, verify] = compare(
    [
      { name: 'scan', command: [process.execPath, cli, 'scan', '.'] },
      { name: 'verify', command: [process.execPath, cli, 'verify', '--before', before, '--after', after] },
    ],
    before,
    Number(values.rounds),
    work,
  );
  const seconds = (cpu: number | undefined) => `${((cpu ?? 0) / 1000).toFixed(2)} s`;
  return `| ${name} | ${seconds(scan?.cpu)} | ${seconds(verify?.cpu)} | ${(verify?.cpuRatio ?? 0).toFixed(2)} |`;
});
rmSync(work, { recursive: true, force: true });

const text = `# Cost of \`verify\`

Processor time of whole processes, in turns: medians, and the median of the ratios within each round. Written by
\`npm run bench:verify-cost\`: ${values.rounds} rounds, ${process.version}, load ${load.toFixed(1)} before the first one.

| tree | scan | verify, without \`--run\` | verify / scan |
|---|---|---|---|
${rows.join('\n')}
`;
writeFileSync(join(import.meta.dirname, 'verify-cost.md'), text);
process.stdout.write(text);
