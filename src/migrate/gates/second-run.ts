/** Runs a migration once more over its own result, in memory, and says what would not stay as it is. */
import type { Program } from '../../read/index.js';
import { type Found, type Material, nextTurn } from '../../scan/index.js';
import type { Composition } from '../compose/index.js';
import type { Judge } from '../judge/index.js';
import { LEVEL_RANK, type Verdict } from '../model.js';
import type { Cluster } from '../plan.js';
import { isWork } from '../sites.js';
import { onlyGetsMarkers } from './added-comments.js';
import { parseFault as faultOf } from './parse.js';
import { type Expectation, type Rerun, RerunComparison } from './rerun.js';

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
  /** Asked before each part; a run that was cut short tells nothing of the rest. */
  readonly isSpent: () => boolean;
}

interface SecondRunResult {
  readonly rerun: Rerun;
  /** The first file that is none of its language any more. */
  readonly parseFault: { readonly path: string; readonly detail: string } | null;
}

export async function secondRun(run: SecondRun): Promise<SecondRunResult> {
  const { material, found, composition, unseen } = run;
  const { files } = composition;
  const changed = new Set([...files.keys()].filter((path) => !unseen.has(path)));
  const texts = new Map([...files.values()].map(({ path, after }) => [path, after]));
  const expectations = expectationsOf(run);
  const expectationOf = (one: Found) => expectations.get(one) ?? (one.marked ? 'marked' : 'open');
  const comparison = new RerunComparison(found, expectationOf, files);
  const verdicts = new Map(
    run.clusters.flatMap(({ members }) => members.map((one) => [one.found, one.verdict])),
  );
  let parseFault: SecondRunResult['parseFault'] = null;
  // New modules are no part of a scan.
  let alsoParsed: Iterable<string> = unseen;
  const judges = new WeakMap<Program, Judge>();
  const sizeOf = (path: string) => files.get(path)?.after.length ?? 0;
  for (const paths of parts(await listsToRun(run, changed, expectationOf), sizeOf)) {
    if (run.isSpent()) break;
    const again = await material.again(paths, texts);
    const open = comparison.add(paths, { ...again, found: again.found.filter(isWork) });
    const judge = judges.get(again.program) ?? run.judgeOver(again.program);
    judges.set(again.program, judge);
    comparison.addFaults(newEdits(run, verdicts, open, judge));
    for (const path of [...paths, ...alsoParsed]) {
      const file = files.get(path);
      const detail: string | null = file === undefined ? null : faultOf(file, again.program);
      if (detail !== null) parseFault ??= { path, detail };
    }
    alsoParsed = [];
  }
  return { rerun: comparison.rerun(), parseFault };
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

/**
 * Files that change, and those whose calls reach into them, in lists: what is reported in a file of one depends on no
 * file of another.
 */
function connectedFiles(
  found: readonly Found[],
  changed: ReadonlySet<string>,
): readonly (readonly string[])[] {
  const lists = new Map([...changed].map((path) => [path, [path]]));
  for (const { finding } of found) {
    const places = new Set([
      finding.at.file,
      ...finding.usages.flatMap(({ site, sender }) => [site.file, sender?.at.file ?? site.file]),
    ]);
    if (![...places].some((path) => changed.has(path))) continue;
    const joined = [...new Set([...places].map((path) => lists.get(path) ?? [path]))];
    const [largest = [], ...others] = joined.sort((a, b) => b.length - a.length);
    for (const list of others) for (const path of list) largest.push(path);
    for (const path of [...others.flat(), ...places]) lists.set(path, largest);
  }
  return [...new Set(lists.values())].map((list) => list.sort());
}

/** Files that change in more than comments, with those they are connected with. */
async function listsToRun(
  { found, material: { program }, composition: { files }, isSpent }: SecondRun,
  changed: ReadonlySet<string>,
  expectationOf: (one: Found) => Expectation,
): Promise<readonly (readonly string[])[]> {
  const foundIn = new Map<string, Found[]>([...changed].map((path) => [path, []]));
  for (const one of found) foundIn.get(one.finding.at.file)?.push(one);
  const languageOf = (path: string) => program.file(path)?.language ?? '';
  const isSame = (path: string) => {
    const file = files.get(path);
    if (file === undefined) return true;
    const here = foundIn.get(path) ?? [];
    const rows = here.map(({ row }) => row);
    return (
      here.every((one) => expectationOf(one) === 'marked') && onlyGetsMarkers(file, languageOf(path), rows)
    );
  };
  const lists: (readonly string[])[] = [];
  for (const list of connectedFiles(found, changed)) {
    await nextTurn();
    if (isSpent()) break;
    if (!list.every(isSame)) lists.push(list);
  }
  return lists;
}

/** Characters of files that are looked at together: each look has costs of its own. */
const PART_CHARACTERS = 64 * 1024;

/** Lists put together, so that each part but the last has some size. */
function* parts(
  lists: readonly (readonly string[])[],
  sizeOf: (path: string) => number,
): Iterable<readonly string[]> {
  let [part, characters]: [string[], number] = [[], 0];
  for (const list of lists) {
    for (const path of list) {
      part.push(path);
      characters += sizeOf(path);
    }
    if (characters < PART_CHARACTERS) continue;
    yield part;
    [part, characters] = [[], 0];
  }
  if (part.length > 0) yield part;
}

/** What a second run would do to findings that the first one has left open. */
function newEdits(
  { level }: SecondRun,
  before: ReadonlyMap<Found, Verdict>,
  open: ReadonlyMap<Found, Found>,
  judge: Judge,
): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const [was, now] of open) {
    const [old, verdict] = [before.get(was), judge.judge(now)?.verdict];
    if (verdict === undefined || verdict.strategy === 'marker' || old === undefined) continue;
    const wasEasier = old.strategy !== 'marker' && LEVEL_RANK[old.level] <= LEVEL_RANK[verdict.level];
    if (LEVEL_RANK[verdict.level] <= LEVEL_RANK[level] && !wasEasier)
      faults.set(now.finding.at.file, `a second run would change line ${now.row.line} once more`);
  }
  return faults;
}
