/**
 * Measures the built command against hand-made labels of real repositories and writes `bench/corpus.md`.
 *
 *     npm run corpus -- --mirrors DIR --labels FILE [--split NAME] [--only owner/name] [--output FILE]
 *
 * DIR holds one git repository per label entry; one that is absent is listed and left out. Neither labels nor
 * repositories are part of this project.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut, findMirror } from './corpus/checkout.js';
import { readLabels } from './corpus/labels.js';
import { corpusPage, type Measured } from './corpus/page.js';
import { type ScanReport, scoreRepository } from './corpus/score.js';

const USAGE =
  'usage: npm run corpus -- --mirrors DIR --labels FILE [--split NAME] [--only owner/name] [--output FILE]';
const CLI = join(import.meta.dirname, '../dist/cli/main.js');
/** The labels speak of the published schedule; quiet findings are asked for to say why a label was missed. */
const SCAN = ['--format', 'json', '--allow-incomplete', '--no-config', '--schedule', 'spec'];
const QUIET = ['--min-confidence', 'possible', '--hints', '--undetermined'];
const TIME_LIMIT = 300_000;

function scan(root: string): ScanReport {
  const run = spawnSync(process.execPath, [CLI, 'scan', root, ...SCAN, ...QUIET], {
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

function measure(mirrors: string, labelFile: string, split: string, only: string | undefined): Measured {
  const measured = {
    split,
    version: String(
      Reflect.get(
        Object(JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))),
        'version',
      ),
    ),
    repositories: 0,
    absent: [] as string[],
    outcomes: [] as Measured['outcomes'][number][],
    negatives: 0,
    negativesHit: [] as Measured['alarms'][number][],
    alarms: [] as Measured['alarms'][number][],
  };
  const temporary = mkdtempSync(join(tmpdir(), 'edge-sunset-corpus-'));
  try {
    for (const labels of readLabels(labelFile)) {
      const { repo } = labels;
      if (only !== undefined && repo !== only) continue;
      const root = join(temporary, 'work');
      mkdirSync(root);
      const mirror = findMirror(mirrors, repo);
      if (mirror === null || !checkOut(mirror, labels.commit, root)) {
        measured.absent.push(
          `${repo} at ${labels.commit.slice(0, 10)}: ${mirror === null ? 'no repository' : 'no such commit'}`,
        );
      } else {
        const score = scoreRepository(labels, scan(root));
        measured.repositories++;
        measured.negatives += score.negatives;
        measured.outcomes.push(...score.outcomes.map((one) => ({ ...one, repo })));
        measured.negativesHit.push(...score.negativesHit.map((one) => ({ ...one, repo })));
        measured.alarms.push(...score.alarms.map((one) => ({ ...one, repo })));
        const found = score.outcomes.filter((one) => one.found).length;
        console.error(
          `${repo}: ${found} of ${score.outcomes.length}, ${score.negativesHit.length + score.alarms.length} wrong`,
        );
      }
      rmSync(root, { recursive: true, force: true });
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return measured;
}

const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    labels: { type: 'string' },
    split: { type: 'string' },
    only: { type: 'string' },
    output: { type: 'string' },
  },
});
if (values.mirrors === undefined || values.labels === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const split = values.split ?? basename(values.labels, '.json');
  const output = values.output ?? join(import.meta.dirname, '../bench/corpus.md');
  const page = corpusPage(measure(values.mirrors, values.labels, split, values.only));
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, page);
  console.log(page);
}
