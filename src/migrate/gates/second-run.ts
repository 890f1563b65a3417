/** Runs a migration once more over its own result, in memory, and says what would not stay as it is. */
import type { Program } from '../../read/index.js';
import { append } from '../../read/javascript/syntax/index.js';
import { type Found, type Material, nextTurn } from '../../scan/index.js';
import type { Composition } from '../compose/index.js';
import type { Judge } from '../judge/index.js';
import { LEVEL_RANK, type Verdict } from '../model.js';
import type { Cluster } from '../plan.js';
import { isWork } from '../sites.js';
import { onlyGetsMarkers } from './added-comments.js';
import { type KnownLists, type ListOutcome, NO_FAULTS } from './known-lists.js';
import { parseFault as faultOf, textFault } from './parse.js';
import { type Expectation, RerunComparison } from './rerun.js';

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
  /** What came of earlier rounds. */
  readonly known: KnownLists;
  /** Asked before each part; a run that was cut short tells nothing of the rest. */
  readonly isSpent: () => boolean;
}

/** Files that are looked at together; what is reported in one of them depends on no file of another list. */
type List = readonly string[];

/** What is wrong with the results, list by list. */
export async function secondRun(run: SecondRun): Promise<readonly ListOutcome[]> {
  const { material, found, composition, unseen, known } = run;
  const { files } = composition;
  const texts = new Map([...files.values()].map(({ path, after }) => [path, after]));
  const expectations = expectationsOf(run);
  const expectationOf = (one: Found) => expectations.get(one) ?? (one.marked ? 'marked' : 'open');
  const foundIn = byFile(found);
  const expectedIn = (list: List) =>
    list.flatMap((path) => (foundIn.get(path) ?? []).map(expectationOf)).join(' ');
  const textsOf = (list: List) => list.map((path) => texts.get(path) ?? null);
  const keep = (list: List, outcome: ListOutcome) => {
    if (!run.isSpent()) known.keep(list, textsOf(list), expectedIn(list), outcome);
    outcomes.push(outcome);
  };
  const outcomes: ListOutcome[] = [...unseen].flatMap((path) => {
    const file = files.get(path);
    const detail = file === undefined ? null : textFault(file, material.program);
    return detail === null ? [] : [{ ...NO_FAULTS, parse: new Map([[path, detail]]) }];
  });
  const toRun: List[] = [];
  const changed = new Set([...files.keys()].filter((path) => !unseen.has(path)));
  for (const list of connectedFiles(found, changed)) {
    await nextTurn();
    if (run.isSpent()) return outcomes;
    const before = known.find(list, textsOf(list), expectedIn(list));
    if (before !== undefined) outcomes.push(before);
    else if (list.every((path) => onlyGetsComments(path, run, foundIn, expectationOf))) keep(list, NO_FAULTS);
    else toRun.push(list);
  }
  const comparison = new RerunComparison(found, expectationOf, files);
  const verdicts = new Map(
    run.clusters.flatMap(({ members }) => members.map((one) => [one.found, one.verdict])),
  );
  const judges = new WeakMap<Program, Judge>();
  const sizeOf = (path: string) => files.get(path)?.after.length ?? 0;
  for (const lists of parts(toRun, sizeOf)) {
    if (run.isSpent()) break;
    const paths = lists.flat();
    const again = await material.again(paths, texts);
    const open = comparison.add(paths, { ...again, found: again.found.filter(isWork) });
    const judge = judges.get(again.program) ?? run.judgeOver(again.program);
    judges.set(again.program, judge);
    comparison.addFaults(newEdits(run, verdicts, open, judge));
    const { faults, unmarked } = comparison.taken();
    const parseOf = (path: string) => {
      const file = files.get(path);
      return file === undefined ? null : faultOf(file, again.program);
    };
    for (const list of lists) {
      const here = list.flatMap((path) => foundIn.get(path) ?? []);
      keep(list, {
        parse: given(list, parseOf),
        faults: given(list, (path) => faults.get(path)),
        unmarked: given(here, (one) => unmarked.get(one)),
      });
      for (const path of list) faults.delete(path);
    }
    // What is reported in a file of no list is said once: nothing tells which of them it came from.
    outcomes.push({ ...NO_FAULTS, faults });
  }
  return outcomes;
}

function byFile(found: readonly Found[]): ReadonlyMap<string, readonly Found[]> {
  const files = new Map<string, Found[]>();
  for (const one of found) append(files, one.finding.at.file, one);
  return files;
}

/** Of some keys those that something is known of, with that. */
function given<Key>(
  keys: readonly Key[],
  told: (key: Key) => string | null | undefined,
): ReadonlyMap<Key, string> {
  return new Map(
    keys.flatMap((key) => {
      const value = told(key);
      return value === null || value === undefined ? [] : [[key, value] as const];
    }),
  );
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
function connectedFiles(found: readonly Found[], changed: ReadonlySet<string>): readonly List[] {
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

/** Whether a file stays as it is, but for comments at what is left open. */
function onlyGetsComments(
  path: string,
  { material: { program }, composition: { files } }: SecondRun,
  foundIn: ReadonlyMap<string, readonly Found[]>,
  expectationOf: (one: Found) => Expectation,
): boolean {
  const file = files.get(path);
  if (file === undefined) return true;
  const here = foundIn.get(path) ?? [];
  const rows = here.map(({ row }) => row);
  const language = program.file(path)?.language ?? '';
  return here.every((one) => expectationOf(one) === 'marked') && onlyGetsMarkers(file, language, rows);
}

/** Characters of files that are looked at together: each look has costs of its own. */
const PART_CHARACTERS = 64 * 1024;

/** Lists put together, so that each part but the last has some size. */
function* parts(lists: readonly List[], sizeOf: (path: string) => number): Iterable<readonly List[]> {
  let [part, characters]: [List[], number] = [[], 0];
  for (const list of lists) {
    part.push(list);
    for (const path of list) characters += sizeOf(path);
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
