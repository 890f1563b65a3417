/** Runs a migration once more over its own result, in memory, and says what would not stay as it is. */
import type { Program } from '../../read/reader.js';
import type { Found, Material } from '../../scan/index.js';
import type { Composition } from '../compose/index.js';
import type { Judge } from '../judge/index.js';
import { LEVEL_RANK } from '../model.js';
import type { Cluster } from '../plan.js';
import { isWork } from '../sites.js';
import { compareRuns, type Expectation, type Rerun } from './rerun.js';

export interface SecondRun {
  readonly material: Material;
  readonly found: readonly Found[];
  readonly clusters: readonly Cluster[];
  readonly isWanted: (cluster: Cluster) => boolean;
  readonly composition: Composition;
  /** Files that change and that no scan looks at. */
  readonly unseen: ReadonlySet<string>;
  readonly judgeOver: (program: Program) => Judge;
  readonly level: 'safe' | 'review';
}

export async function secondRun(
  run: SecondRun,
): Promise<{ readonly program: Program; readonly rerun: Rerun }> {
  const { material, found, composition, unseen } = run;
  const { files } = composition;
  const changed = new Set([...files.keys()].filter((path) => !unseen.has(path)));
  const paths = pathsToSee(found, changed);
  const texts = new Map([...files.values()].map(({ path, after }) => [path, after]));
  const again = await material.again([...paths].sort(), texts);
  const seen = { ...again, found: again.found.filter(isWork) };
  const expectations = expectationsOf(run);
  const expectationOf = (one: Found) => expectations.get(one) ?? (one.marked ? 'marked' : 'open');
  const rerun = compareRuns(found, expectationOf, files, paths, seen);
  const faults = new Map([...rerun.faults, ...newEdits(run, rerun, again.program)]);
  return { program: again.program, rerun: { ...rerun, faults } };
}

function expectationsOf({ clusters, isWanted, composition }: SecondRun): ReadonlyMap<Found, Expectation> {
  const expectations = new Map<Found, Expectation>();
  for (const cluster of clusters)
    for (const judged of cluster.members) {
      const { strategy } = judged.verdict;
      const isGone = strategy !== 'marker' && strategy !== 'deprecate' && isWanted(cluster);
      const isMarked = composition.marked.has(judged);
      expectations.set(judged.found, isGone ? 'gone' : isMarked ? 'marked' : 'open');
    }
  return expectations;
}

/** Files that change, and those whose calls reach into them. */
function pathsToSee(found: readonly Found[], changed: ReadonlySet<string>): Set<string> {
  const paths = new Set(changed);
  for (const { finding } of found) {
    const places = finding.usages.flatMap(({ site, sender }) => [site.file, sender?.at.file ?? site.file]);
    if (![finding.at.file, ...places].some((path) => changed.has(path))) continue;
    for (const path of [finding.at.file, ...places]) paths.add(path);
  }
  return paths;
}

/** What a second run would do to findings that the first one has left open. */
function newEdits(
  { clusters, judgeOver, level }: SecondRun,
  { open }: Rerun,
  program: Program,
): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  const judge = judgeOver(program);
  const before = new Map(clusters.flatMap(({ members }) => members.map((one) => [one.found, one])));
  for (const [was, now] of open) {
    const [old, verdict] = [before.get(was)?.verdict, judge.judge(now)?.verdict];
    if (verdict === undefined || verdict.strategy === 'marker' || old === undefined) continue;
    const wasEasier = old.strategy !== 'marker' && LEVEL_RANK[old.level] <= LEVEL_RANK[verdict.level];
    if (LEVEL_RANK[verdict.level] <= LEVEL_RANK[level] && !wasEasier)
      faults.set(now.finding.at.file, `a second run would change line ${now.row.line} once more`);
  }
  return faults;
}
