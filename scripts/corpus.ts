/**
 * Measures the built command against hand-made labels of real repositories and writes `bench/corpus.md`.
 *
 *     npm run corpus -- --mirrors DIR --labels FILE [--split NAME] [--only owner/name] [--output FILE] [--cli FILE] [--parity]
 *
 * DIR holds one git repository per label entry; one that is absent, or whose scan fails, is listed and left
 * out. `--parity` also compares, in every script with a trigger, what our own parser's tree gives with what the
 * trees of ESLint's parsers give. Neither labels nor repositories are part of this project.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut, findMirror } from './corpus/checkout.js';
import { type LabelledRepository, readLabels } from './corpus/labels.js';
import { corpusPage, type Measured, withNotes } from './corpus/page.js';
import { parityOf } from './corpus/parity.js';
import { type RepositoryScore, type ScanReport, scoreRepository } from './corpus/score.js';

const USAGE =
  'usage: npm run corpus -- --mirrors DIR --labels FILE [--split NAME] [--only owner/name] [--output FILE] [--cli FILE] [--parity]';
const CLI = join(import.meta.dirname, '../dist/cli/main.js');
/** The labels speak of the published schedule; quiet findings are asked for to say why a label was missed. */
const SCAN = ['--format', 'json', '--allow-incomplete', '--no-config', '--schedule', 'spec'];
const QUIET = ['--min-confidence', 'possible', '--hints', '--undetermined'];
const TIME_LIMIT = 20 * 60_000;
const MANIFEST: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
const VERSION = String(Reflect.get(Object(MANIFEST), 'version'));

function scan(cli: string, root: string): ScanReport {
  const run = spawnSync(process.execPath, [resolve(cli), 'scan', '.', ...SCAN, ...QUIET], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    timeout: TIME_LIMIT,
  });
  try {
    return JSON.parse(run.stdout) as ScanReport;
  } catch {
    throw new Error(`the scan gave no report (exit ${run.status}): ${run.stderr.slice(0, 400)}`);
  }
}

interface Sources {
  readonly mirrors: string;
  readonly labels: string;
  readonly split: string;
  readonly cli: string;
  readonly only: string | undefined;
  readonly parity: boolean;
}

/** The score of one repository, or why there is none. */
function scoreOf(labels: LabelledRepository, sources: Sources, root: string): RepositoryScore | string {
  const mirror = findMirror(sources.mirrors, labels.repo);
  if (mirror === null) return 'no repository';
  if (!checkOut(mirror, labels.commit, root)) return 'no such commit';
  try {
    return scoreRepository(labels, scan(sources.cli, root));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function measure(sources: Sources): Promise<Measured> {
  const measured = {
    split: sources.split,
    version: VERSION,
    repositories: 0,
    absent: [] as string[],
    outcomes: [] as Measured['outcomes'][number][],
    negatives: 0,
    negativesHit: [] as Measured['alarms'][number][],
    alarms: [] as Measured['alarms'][number][],
    parity: sources.parity ? { compared: {} as Record<string, number>, differences: [] as string[] } : null,
  };
  const temporary = mkdtempSync(join(tmpdir(), 'edge-sunset-corpus-'));
  try {
    for (const labels of readLabels(sources.labels)) {
      const { repo, commit } = labels;
      if (sources.only !== undefined && repo !== sources.only) continue;
      const root = join(temporary, 'work');
      mkdirSync(root);
      const started = Date.now();
      const score = scoreOf(labels, sources, root);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      if (typeof score === 'string') {
        measured.absent.push(`${repo} at ${commit.slice(0, 10)}: ${score}`);
        console.error(`${repo}: ${score}`);
      } else {
        measured.repositories++;
        measured.negatives += score.negatives;
        measured.outcomes.push(...score.outcomes.map((one) => ({ ...one, repo })));
        measured.negativesHit.push(...score.negativesHit.map((one) => ({ ...one, repo })));
        measured.alarms.push(...score.alarms.map((one) => ({ ...one, repo })));
        const found = score.outcomes.filter((one) => one.found).length;
        const wrong = score.negativesHit.length + score.alarms.length;
        console.error(`${repo}: ${found} of ${score.outcomes.length}, ${wrong} wrong (${seconds} s)`);
      }
      if (measured.parity !== null) await addParity(measured.parity, repo, root);
      rmSync(root, { recursive: true, force: true });
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return measured;
}

async function addParity(
  sum: { compared: Record<string, number>; differences: string[] },
  repo: string,
  root: string,
) {
  const { compared, differences } = await parityOf(root);
  for (const [parser, files] of Object.entries(compared))
    sum.compared[parser] = (sum.compared[parser] ?? 0) + files;
  for (const { path, parser, what } of differences) {
    sum.differences.push(`${repo} \`${path}\` (${parser})`);
    console.error(`${repo}: ${path} differs from ${parser}:\n    ${what}`);
  }
}

const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    labels: { type: 'string' },
    split: { type: 'string' },
    only: { type: 'string' },
    output: { type: 'string' },
    cli: { type: 'string' },
    parity: { type: 'boolean' },
  },
});
if (values.mirrors === undefined || values.labels === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const split = values.split ?? basename(values.labels, '.json');
  const output = values.output ?? join(import.meta.dirname, '../bench/corpus.md');
  const { mirrors, labels, only, cli = CLI, parity = false } = values;
  const measured = await measure({ mirrors, labels, split, cli, only, parity });
  const before = existsSync(output) ? readFileSync(output, 'utf8') : '';
  const page = withNotes(corpusPage(measured), before);
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, page);
  console.log(page);
}
