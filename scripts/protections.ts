/**
 * `npm run protections`: takes each protection of `test/security/protections.json` out of a copy of the sources, one at a
 * time, and looks whether its test fails. `-- WORD` chooses those whose line has the word.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

interface Protection {
  readonly protection: string;
  readonly file: string;
  /** Stands once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly test: string;
  /** A part of the name of the test, if the others of the file need not be run. */
  readonly case?: string;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** A program without its protection may wait for ever, which is noticed, too. */
const PATIENCE_MILLISECONDS = 10 * 60_000;

const [word = ''] = process.argv.slice(2);
const all: readonly Protection[] = JSON.parse(
  readFileSync(join(ROOT, 'test/security/protections.json'), 'utf8'),
);
const copy = mkdtempSync(join(tmpdir(), 'edge-sunset-protections-'));
let unnoticed = 0;
try {
  copySources();
  for (const one of all.filter((each) => JSON.stringify(each).includes(word))) {
    const noticedBy = failing(one) === null ? takenOut(one) : null;
    if (noticedBy === null) unnoticed++;
    process.stdout.write(`${noticedBy === null ? 'NOT noticed' : 'noticed'}  ${one.protection}\n`);
    process.stdout.write(`    ${noticedBy ?? `${one.test} says the same with and without it`}\n`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = unnoticed === 0 ? 0 : 1;

function copySources(): void {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 }).split('\0');
  for (const path of paths.filter((one) => one !== '' && existsSync(join(ROOT, one))))
    cpSync(join(ROOT, path), join(copy, path), { verbatimSymlinks: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
}

function takenOut(one: Protection): string | null {
  const file = join(copy, one.file);
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(one.find, () => one.replace),
  );
  try {
    return failing(one);
  } finally {
    writeFileSync(file, text);
  }
}

/** The name of the first test that fails; null if all pass. */
function failing({ test, case: name }: Protection): string | null {
  const results = join(copy, 'results.json');
  rmSync(results, { force: true });
  const args = ['run', test, '--reporter=json', `--outputFile=${results}`];
  const { status } = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      ...args,
      ...(name === undefined ? [] : ['--testNamePattern', name]),
    ],
    { cwd: copy, stdio: 'ignore', timeout: PATIENCE_MILLISECONDS, killSignal: 'SIGKILL' },
  );
  if (status === null) return `${test} does not end`;
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as Results;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  if (!tests.some((each) => each.status === 'passed' || each.status === 'failed'))
    throw new Error(`${test} has no test ${name ?? ''} that ran`);
  return tests.find((each) => each.status === 'failed')?.fullName ?? null;
}

interface Results {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}
