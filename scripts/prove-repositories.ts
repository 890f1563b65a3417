/**
 * What `migrate` makes of real repositories, with nobody looking: writes a table into `scripts/prove/measured.md`.
 *
 *     npm run prove:repositories -- --mirrors DIR --labels FILE [--only owner/name] [--tests FILE] [--cli FILE]
 *
 * DIR holds one git repository per label entry. Each is checked out and migrated with `--write --level review`; then
 * every written file is parsed, every finding looked for in the report, and migrating again must change nothing and
 * `undo` must restore every byte. FILE of `--tests` names repositories whose own tests are run before and after:
 * `{"owner/name": {"folder": ".", "install": ["npm", "ci"], "test": ["npm", "test"]}}`. Neither labels nor
 * repositories are part of this project.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut, findMirror } from './corpus/checkout.js';
import { readLabels } from './corpus/labels.js';
import { MEASURED } from './prove/page.js';
import { type JudgedRepository, judge } from './repositories/judge.js';
import { type Tested, type TestPlan, testTwice } from './repositories/own-tests.js';
import { tableOf, testTableOf } from './repositories/page.js';

const USAGE =
  'usage: npm run prove:repositories -- --mirrors DIR --labels FILE [--only owner/name] [--tests FILE] [--cli FILE]';
const PARTS = { table: 'repositories', tests: 'tests of repositories' } as const;

const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    labels: { type: 'string' },
    only: { type: 'string' },
    tests: { type: 'string' },
    cli: { type: 'string', default: join(import.meta.dirname, '../dist/cli/main.js') },
  },
});

if (values.mirrors === undefined || values.labels === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  process.exitCode = prove(values.mirrors, values.labels) ? 0 : 1;
}

function prove(mirrors: string, labels: string): boolean {
  const plans: Readonly<Record<string, TestPlan>> =
    values.tests === undefined ? {} : JSON.parse(readFileSync(values.tests, 'utf8'));
  const judged: JudgedRepository[] = [];
  const tested: Tested[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-repositories-'));
  try {
    for (const { repo, commit } of readLabels(labels)) {
      const plan = plans[repo];
      if (values.only !== undefined && repo !== values.only) continue;
      if (values.tests !== undefined && plan === undefined) continue;
      const mirror = findMirror(mirrors, repo);
      const root = join(folder, 'work');
      mkdirSync(root);
      if (mirror === null || !checkOut(mirror, commit, root)) console.error(`${repo}: not there`);
      else if (plan !== undefined) tested.push(told(testTwice(repo, commit, root, plan, values.cli)));
      else judged.push(told(judge(repo, commit, root, values.cli)));
      rmSync(root, { recursive: true, force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (values.tests === undefined) rewritePart(PARTS.table, (table) => tableOf(judged, table));
  else rewritePart(PARTS.tests, (table) => testTableOf(tested, table));
  return [...judged, ...tested].every(({ faults }) => faults.length === 0);
}

function told<T extends JudgedRepository | Tested>(result: T): T {
  console.error(
    `${result.repo}: ${result.faults.length === 0 ? 'as it should be' : result.faults.join('; ')}`,
  );
  return result;
}

function rewritePart(name: string, make: (before: string) => string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const page = readFileSync(MEASURED, 'utf8');
  const [start, stop] = [page.indexOf(begin), page.indexOf(end)];
  if (start < 0 || stop < start) throw new Error(`${MEASURED} has no place for ${name}`);
  const at = start + begin.length;
  writeFileSync(MEASURED, `${page.slice(0, at)}\n\n${make(page.slice(at, stop))}\n\n${page.slice(stop)}`);
}
