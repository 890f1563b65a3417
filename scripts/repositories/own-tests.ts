/** The tests of a repository, before it is migrated and after. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { commitAll, reportOf, run } from './command.js';
import { MIGRATE, type MigrateReport } from './judge.js';

/** How its tests are run. */
export interface TestPlan {
  /** Of the package whose tests are run, from the root. */
  readonly folder: string;
  readonly install: readonly string[];
  readonly test: readonly string[];
}

export interface Tested {
  readonly repo: string;
  readonly commit: string;
  readonly test: string;
  readonly migrated: number;
  readonly before: Outcome;
  readonly after: Outcome;
  readonly faults: readonly string[];
}

interface Outcome {
  readonly status: number | null;
  readonly passed: number | null;
  readonly failed: number | null;
}

const INSTALL_LIMIT = 5 * 60_000;
const TEST_LIMIT = 5 * 60_000;
/** How the runners say it: Jest and Vitest, node:test and TAP, Mocha and AVA. */
const PASSED = [
  /Tests:.*?(\d+) passed/,
  /Tests\s+.*?(\d+) passed/,
  /^[#ℹ] pass (\d+)/m,
  /(\d+) passing/,
  /(\d+) tests? passed/,
];
const FAILED = [
  /Tests:.*?(\d+) failed/,
  /Tests\s+.*?(\d+) failed/,
  /^[#ℹ] fail (\d+)/m,
  /(\d+) failing/,
  /(\d+) tests? failed/,
];

export function testTwice(repo: string, commit: string, root: string, plan: TestPlan, cli: string): Tested {
  const cwd = join(root, plan.folder);
  commitAll(root);
  const installed = run(plan.install, cwd, INSTALL_LIMIT);
  const before = installed.status === 0 ? tests(plan, cwd) : NOTHING;
  const report = reportOf<MigrateReport>(cli, [...MIGRATE, '--allow-dirty'], root);
  const after = installed.status === 0 ? tests(plan, cwd) : NOTHING;
  rmSync(join(cwd, 'node_modules'), { recursive: true, force: true });
  const fewer = before.passed !== null && (after.passed ?? 0) < before.passed;
  return {
    repo,
    commit,
    test: plan.test.join(' '),
    migrated: report.sites.filter(({ outcome }) => outcome === 'migrated').length,
    before,
    after,
    faults: [
      ...(installed.status === 0 ? [] : ['its packages cannot be installed here']),
      ...(before.status === 0 && after.status !== 0 ? ['its tests fail after the migration'] : []),
      ...(fewer ? [`${after.passed} instead of ${before.passed} tests pass after the migration`] : []),
    ],
  };
}

const NOTHING: Outcome = { status: null, passed: null, failed: null };

function tests({ test }: TestPlan, cwd: string): Outcome {
  const { status, stdout, stderr } = run(test, cwd, TEST_LIMIT);
  return { status, ...countsIn(`${stdout}\n${stderr}`) };
}

/** Null where the runner does not say it in a way that is known. */
export function countsIn(output: string): Pick<Outcome, 'passed' | 'failed'> {
  const said = stripVTControlCharacters(output);
  const first = (forms: readonly RegExp[]) => {
    const found = forms.map((form) => form.exec(said)?.[1]).find((number) => number !== undefined);
    return found === undefined ? null : Number(found);
  };
  return { passed: first(PASSED), failed: first(FAILED) };
}
