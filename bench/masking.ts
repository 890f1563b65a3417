/**
 * How much of a preview is hidden as a likely secret where it leaves the machine: `bench/masking.md`.
 *
 *     npm run bench:masking -- [--mirrors DIR [--repository owner/name …]] [--list]
 *
 * Each tree is previewed twice by `migrate`, as for a terminal and as for a file. The lines of the diffs are compared
 * character by character: what differs is masked. The trees are the cases of all codemods and, with `--mirrors`, the
 * newest commits of repositories. `--list` prints the lines with something masked.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut, findMirror } from '../scripts/corpus/checkout.js';
import { loadCases } from '../scripts/prove/cases.js';
import { withTree } from '../scripts/prove/trees.js';
import { run } from '../src/cli/run/run.js';

const TODAY = '2026-11-21';
const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    repository: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
  },
});

interface Measured {
  readonly trees: number;
  readonly lines: number;
  readonly characters: number;
  readonly masked: number;
  readonly maskedLines: readonly string[];
}

async function preview(cwd: string, isTerminal: boolean): Promise<readonly string[]> {
  let stdout = '';
  await run(['migrate', '--now', TODAY, '--no-types', '--no-config', '--allow-incomplete', '.'], {
    stdout: (text) => {
      stdout += text;
    },
    stderr: () => {},
    stdin: async () => new Uint8Array(),
    cwd,
    env: { NO_COLOR: '1' },
    isTerminal: { stdout: isTerminal, stderr: false },
    today: () => TODAY,
    interruption: () => new AbortController().signal,
    readingOnly: (work) => work(),
  });
  return linesOfDiffs(stdout);
}

/** Lines below `@@ … @@`, which have two blanks and a sign, up to the blank line behind a file. */
function linesOfDiffs(report: string): readonly string[] {
  const lines: string[] = [];
  let isInside = false;
  for (const line of report.split('\n')) {
    if (/^ {2}@@ .* @@$/.test(line)) isInside = true;
    else if (isInside && /^ {2}[ +-]|^$/.test(line)) lines.push(line.slice(3));
    else isInside = false;
  }
  return lines;
}

async function measure(cwd: string): Promise<Measured> {
  const [asIs, shown] = [await preview(cwd, true), await preview(cwd, false)];
  if (asIs.length !== shown.length) throw new Error(`${cwd}: the two previews have other lines`);
  const maskedLines: string[] = [];
  let [characters, masked] = [0, 0];
  for (const [index, line] of asIs.entries()) {
    const other = shown[index] ?? '';
    characters += line.length;
    if (line === other) continue;
    masked += [...line].filter((character, at) => character !== [...other][at]).length;
    maskedLines.push(`${line}\n${other}`);
  }
  return { trees: 1, lines: asIs.length, characters, masked, maskedLines };
}

function sum(all: readonly Measured[]): Measured {
  const total = (name: 'trees' | 'lines' | 'characters' | 'masked') =>
    all.reduce((result, one) => result + one[name], 0);
  return {
    trees: total('trees'),
    lines: total('lines'),
    characters: total('characters'),
    masked: total('masked'),
    maskedLines: all.flatMap(({ maskedLines }) => maskedLines),
  };
}

async function ofCases(): Promise<Measured> {
  const all: Measured[] = [];
  for (const { input } of loadCases()) all.push(await withTree(input, measure));
  return sum(all);
}

async function ofRepositories(mirrors: string): Promise<Measured> {
  const all: Measured[] = [];
  const work = mkdtempSync(join(tmpdir(), 'edge-sunset-masking-'));
  for (const name of values.repository) {
    const mirror = findMirror(mirrors, name);
    const root = join(work, name.replace('/', '+'));
    mkdirSync(root);
    if (mirror === null || !checkOut(mirror, 'HEAD', root)) process.stderr.write(`${name} is not there\n`);
    else all.push(await measure(root));
    rmSync(root, { recursive: true, force: true });
  }
  rmSync(work, { recursive: true, force: true });
  return sum(all);
}

const rows: (readonly [name: string, measured: Measured])[] = [['cases of the codemods', await ofCases()]];
if (values.mirrors !== undefined) rows.push(['repositories', await ofRepositories(values.mirrors)]);
if (values.list)
  for (const [, { maskedLines }] of rows) process.stdout.write(`${[...new Set(maskedLines)].join('\n')}\n`);

const share = ({ masked, characters }: Measured) => `${((100 * masked) / characters).toFixed(3)} %`;
const number = (value: number) => value.toLocaleString('en');
const text = `# Masked characters in previews

What looks like a secret is masked in a preview that is not printed on a terminal. Written by
\`npm run bench:masking\`; \`test/report/quoted-source.test.ts\` checks that credentials stay hidden.

| diffs of | trees | lines | characters | masked | share |
|---|---|---|---|---|---|
${rows.map(([name, one]) => `| ${name} | ${number(one.trees)} | ${number(one.lines)} | ${number(one.characters)} | ${number(one.masked)} | ${share(one)} |`).join('\n')}
`;
writeFileSync(join(import.meta.dirname, 'masking.md'), text);
process.stdout.write(text);
