/**
 * Plans the migration of one root: judge every site, tie them, compose the edits, and put the result through the
 * gates. What a gate refuses is taken out and the rest composed anew, until all of it passes.
 */
import type { Entry } from '../catalogue/index.js';
import { type Found, type Material, nextTurn, type Spent, stageBudget } from '../scan/index.js';
import { asMarkers, clustersOf } from './cluster.js';
import { settle } from './compose/conflicts.js';
import type { HelperFile } from './compose/helpers.js';
import { importerAt, planHelpers } from './compose/helpers.js';
import { type Composition, compose, type Marked } from './compose/index.js';
import { commentPlace, ID_LENGTH } from './compose/marker-edit.js';
import { untouchable } from './compose/untouchable.js';
import { type Fault, failsAlone, faultOfTexts, toBlameForTypes } from './gates/blame.js';
import { KnownLists } from './gates/known-lists.js';
import { gateResults, type RejectedCluster } from './gates/results.js';
import { secondRun } from './gates/second-run.js';
import { checkTypes, type TypeVerdict, typesNotRun } from './gates/types.js';
import { stepsAt } from './judge/default.js';
import { retiredResources } from './judge/evidence.js';
import { HOLD_SCRIPTS, Judge } from './judge/index.js';
import { todoOf, usualTodo } from './judge/todo.js';
import { LEVEL_RANK } from './model.js';
import { MigratedPackages } from './packages.js';
import type { Cluster, GateResult, JudgedSite, PlannedFile, RootPlan, SkippedFile } from './plan.js';
import type { PlanInSteps, PlanOptions } from './plan-options.js';
import { plannedFiles, rootPlanOf } from './root-plan.js';
import { isWork, Sources } from './sites.js';

export async function planRoot(material: Material, options: PlanOptions): Promise<RootPlan> {
  return (await planInSteps(material, options)).plan;
}

/**
 * The plan without texts: which sites belong together, and what becomes of them unless a gate refuses it. No gate
 * changes which sites belong together.
 */
export async function planSites(material: Material, options: PlanOptions): Promise<RootPlan> {
  return new Planner(material, options, await sourcesOf(material)).sites();
}

/** A plan that is carried out in several commits. */
export async function planInSteps(material: Material, options: PlanOptions): Promise<PlanInSteps> {
  const planner = new Planner(material, options, await sourcesOf(material));
  const plan = await planner.plan();
  return { plan, filesWith: (clusters, marked) => planner.filesWith(clusters, marked) };
}

function sourcesOf({ program, found }: Material): Promise<Sources> {
  const languages = found.map(({ finding }) => program.file(finding.at.file)?.language ?? '');
  const hasScripts = languages.some((language) => HOLD_SCRIPTS.has(language));
  return Sources.of(program, hasScripts ? [...languages, 'shell'] : languages);
}

const NOT_PLANNED: Readonly<Record<NonNullable<Spent>, string>> = {
  timeout: 'not planned: the whole migration took too long (--time-limit)',
  memory: 'not planned: the whole migration took too much memory; migrate parts of the tree',
};

/** A fingerprint that still changes after so many rounds never settles: its file gets no comment. */
const MOST_CHANGES = 8;

const NOTHING_COMPOSED: Composition = { files: new Map(), marked: new Set() };

/** To look at the clock takes as long as to judge a simple site. */
const LOOK_EVERY = 16;

class Planner {
  readonly #material: Material;
  readonly #options: PlanOptions;
  readonly #sources: Sources;
  readonly #packages: MigratedPackages;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #retired: ReadonlySet<string>;
  readonly #found: readonly Found[];
  /** Says that nothing more can be planned, and why. */
  readonly #spent: () => Spent;
  #clusters: readonly Cluster[] = [];
  #helpers: readonly HelperFile[] = [];
  readonly #skipped = new Map<string, SkippedFile>();
  readonly #declined = new Set<number>();
  /** Clusters that a gate refused, with what it said. */
  readonly #refused = new Map<number, RejectedCluster>();
  /** Files in which no comment may be written. */
  readonly #silent = new Map<string, string>();
  /** What came of the second runs so far. */
  readonly #known = new KnownLists();
  /** Fingerprints as they are after the edits, where these change them, and how often they did. */
  readonly #fingerprints = new Map<Found, { readonly last: string; readonly changes: number }>();

  constructor(material: Material, options: PlanOptions, sources: Sources) {
    this.#material = material;
    this.#options = options;
    this.#sources = sources;
    this.#packages = new MigratedPackages(material.program);
    this.#entries = new Map(options.catalogue.entries.map((entry) => [entry.id, entry]));
    this.#retired = retiredResources(options.catalogue);
    this.#found = material.found.filter(isWork);
    const files = new Set(this.#found.map(({ finding }) => finding.at.file)).size;
    this.#spent = stageBudget(material.timeLimit, files);
  }

  async plan(): Promise<RootPlan> {
    const judge = await this.#tie(true);
    await this.#choose();
    const { composition, gates } = await this.#throughGates();
    const marked = this.#found.filter((one) => one.marked);
    const stepsOf = (one: Found) => (this.#spent() === null ? stepsIn(judge.judge(one)) : '');
    return this.#planOf(composition, gates, new Map(marked.map((one) => [one, stepsOf(one)])));
  }

  async sites(): Promise<RootPlan> {
    await this.#tie(false);
    return this.#planOf(NOTHING_COMPOSED, [], new Map());
  }

  /** Judges the sites, and puts them into clusters that go together. */
  async #tie(isComposed: boolean): Promise<Judge> {
    const judge = this.#judge(this.#sources);
    const judged = await this.#judged(judge, isComposed);
    for (const [path, detail] of judge.problems)
      this.#skipped.set(path, { path, reason: 'internal', detail });
    this.#clusters = clustersOf(judge.withTests(judged), this.#packages, this.#sources);
    this.#settle();
    return judge;
  }

  #planOf(
    composition: Composition,
    gates: readonly GateResult[],
    steps: ReadonlyMap<Found, string>,
  ): RootPlan {
    return rootPlanOf({
      material: this.#material,
      packageOf: (path) => this.#packages.folderOf(path),
      found: this.#found,
      clusters: this.#clusters,
      fates: {
        isWanted: (cluster) => this.#isWanted(cluster),
        declined: this.#declined,
        refused: this.#refused,
        silent: this.#silent,
      },
      steps,
      composition,
      gates,
      skipped: [...this.#skipped.values()],
    });
  }

  async #judged(judge: Judge, isComposed: boolean): Promise<readonly JudgedSite[]> {
    let spent = this.#spent();
    let last: string | null = null;
    const judged: JudgedSite[] = [];
    for (const [index, found] of this.#found.entries()) {
      if (found.marked) continue;
      const { file } = found.finding.at;
      if (last !== null && last !== file) this.#sources.leave(last);
      last = file;
      if (index % LOOK_EVERY === 0) {
        await nextTurn();
        spent = this.#spent();
      }
      const one = spent === null ? judge.judge(found) : judge.unjudged(found, NOT_PLANNED[spent]);
      if (one === null) continue;
      if (spent !== null) this.#leaveAlone(one.site.file.path, spent);
      // While the tree of the file is at hand.
      if (isComposed) {
        if (spent === null && one.verdict.strategy === 'marker') {
          commentPlace(one.site);
          usualTodo(one.site);
        }
        for (const use of one.helper) importerAt(use.file, this.#sources, this.#packages);
      }
      judged.push(one);
    }
    return judged;
  }

  filesWith(ids: ReadonlySet<number>, marked: ReadonlySet<number>): readonly PlannedFile[] {
    return plannedFiles(
      this.#compose(
        this.#wanted().filter(({ id }) => ids.has(id)),
        this.#clusters.filter(({ id }) => marked.has(id)),
      ),
    );
  }

  #judge(sources: Sources): Judge {
    const entry = (id: string): Entry => {
      const known = this.#entries.get(id);
      if (known === undefined) throw new Error(`a finding names the unknown entry ${id}`);
      return known;
    };
    return new Judge(
      {
        codemods: this.#options.codemods,
        entry,
        retired: this.#retired,
        strategies: this.#options.strategies,
        found: this.#found,
      },
      sources,
    );
  }

  /** Clusters that are to be written. */
  #wanted(): readonly Cluster[] {
    return this.#clusters.filter((cluster) => this.#isWanted(cluster));
  }

  #isWanted({ id, level }: Cluster): boolean {
    return (
      LEVEL_RANK[level] <= LEVEL_RANK[this.#options.level] &&
      !this.#declined.has(id) &&
      !this.#refused.has(id)
    );
  }

  /** Turns clusters that cannot be written into work for a person, until the others go together. */
  #settle(): void {
    for (;;) {
      const helpers = planHelpers(
        this.#clusters.filter(
          ({ id, level }) => level !== 'manual' && !this.#declined.has(id) && !this.#refused.has(id),
        ),
        this.#sources,
        this.#packages,
      );
      const untouched = untouchable(this.#clusters, this.#sources);
      const clashing = settle(this.#wanted(), this.#sources).lost;
      const lost = new Map([...clashing, ...helpers.refused, ...untouched.refused]);
      for (const [path, why] of untouched.silent) this.#silent.set(path, why);
      for (const row of untouched.skipped) this.#skipped.set(row.path, row);
      this.#helpers = helpers.files;
      if (lost.size === 0) return;
      const markedIf = (cluster: Cluster, why?: string) =>
        why === undefined ? cluster : asMarkers(cluster, why);
      this.#clusters = this.#clusters.map((cluster) => markedIf(cluster, lost.get(cluster.id)));
    }
  }

  async #choose(): Promise<void> {
    const { choose } = this.#options;
    if (choose === undefined) return;
    const choices = this.#clusters.flatMap((cluster) => {
      const { files } = this.#compose(this.#isWanted(cluster) ? [cluster] : [], [cluster]);
      return files.size === 0 ? [] : [{ cluster, files: [...files.values()] }];
    });
    const chosen = await choose(choices);
    for (const { cluster } of choices) if (!chosen.clusters.has(cluster.id)) this.#declined.add(cluster.id);
    for (const path of chosen.edited) this.#silent.set(path, `you have just edited ${path}`);
  }

  #compose(
    clusters: readonly Cluster[] = this.#wanted(),
    marked: readonly Cluster[] = this.#clusters,
  ): Composition {
    const marks = this.#marks(marked);
    const standing = this.#found
      .filter(({ marked }) => marked)
      .map(({ row }) => row.fingerprint.slice(0, ID_LENGTH));
    const inUse = new Set([...standing, ...marks.flatMap(({ marker }) => marker.ids)]);
    const open = this.#open(clusters);
    return compose(clusters, marks, this.#helpers, this.#sources, this.#packages, inUse, open);
  }

  /** Offsets of what some clusters leave as it is, by file. */
  #open(clusters: readonly Cluster[]): ReadonlyMap<string, readonly number[]> {
    const done = new Set(
      clusters.flatMap(({ members }) =>
        members.flatMap(({ found, verdict }) => (verdict.strategy === 'marker' ? [] : [found])),
      ),
    );
    const open = new Map<string, number[]>();
    for (const found of this.#found) {
      if (done.has(found)) continue;
      const { file, start } = found.finding.at;
      const offsets = open.get(file);
      if (offsets === undefined) open.set(file, [start]);
      else offsets.push(start);
    }
    return open;
  }

  /** What is to be marked of some clusters. */
  #marks(clusters: readonly Cluster[]): readonly Marked[] {
    if (!this.#options.markers) return [];
    const migrated = this.#migratedEntries();
    return clusters.flatMap(({ id, members }) =>
      members.flatMap((judged) => {
        if (this.#declined.has(id)) return [];
        const { verdict, found, site } = judged;
        // A person was asked about the edit, not about a comment in its place.
        const isRefused = this.#refused.has(id) && this.#options.choose === undefined;
        const isSilent =
          (verdict.strategy === 'marker' &&
            (verdict.unproven ?? verdict.settled ?? verdict.within) === true) ||
          // A comment is an edit, too, and a test answers for itself.
          (judged.evidence.grade === 'assumed' &&
            (this.#options.level === 'safe' || site.finding.context === 'test'));
        const isOpen = verdict.strategy === 'marker' ? !isSilent : isRefused;
        if (!isOpen || this.#silent.has(site.file.path)) return [];
        // A test whose code stays as it is has nothing to follow.
        const isTest = found.finding.context === 'test';
        if (isTest && !migrated.has(this.#entryIn(site.file.path, site.entry.id))) return [];
        const fingerprint = this.#fingerprints.get(found)?.last ?? found.row.fingerprint;
        const marker = {
          entry: site.entry.id,
          ids: [fingerprint.slice(0, ID_LENGTH)],
          todo: todoOf(site, verdict.strategy === 'marker' ? verdict.todo : undefined),
          above: verdict.strategy === 'marker' ? verdict.above : undefined,
        };
        return [{ judged, marker }];
      }),
    );
  }

  /** Entries of which code is rewritten, each with its package. */
  #migratedEntries(): ReadonlySet<string> {
    return new Set(
      this.#wanted().flatMap(({ members }) =>
        members.flatMap(({ site, found, verdict }) =>
          verdict.strategy === 'marker' || found.finding.context === 'test'
            ? []
            : [this.#entryIn(site.file.path, site.entry.id)],
        ),
      ),
    );
  }

  #entryIn(path: string, entry: string): string {
    return `${entry} ${this.#packages.folderOf(path)}`;
  }

  #leaveAlone(path: string, spent: NonNullable<Spent>): void {
    const detail = NOT_PLANNED[spent];
    this.#silent.set(path, detail);
    this.#skipped.set(path, { path, reason: spent, detail });
  }

  /** What was not checked is not written. */
  #giveUp(spent: NonNullable<Spent>): void {
    for (const { finding } of this.#found) this.#leaveAlone(finding.at.file, spent);
    this.#clusters = this.#clusters.map((cluster) => asMarkers(cluster, NOT_PLANNED[spent]));
    // A second run that was cut short says nothing of what it was run for.
    this.#refused.clear();
  }

  async #throughGates(): Promise<{
    readonly composition: Composition;
    readonly gates: readonly GateResult[];
  }> {
    for (;;) {
      const spent = this.#spent();
      if (spent !== null) this.#giveUp(spent);
      const composition = this.#compose();
      const fault =
        faultOfTexts(composition, this.#sources.program) ?? (await this.#resultFault(composition));
      if (fault === 'again') continue;
      const types = fault === null ? this.#types(composition) : null;
      const [newError] = types?.outcome === 'failed' ? types.faults : [];
      if (fault !== null) this.#refuse(composition, fault);
      else if (newError !== undefined) this.#refuse(composition, { gate: 'types', ...newError });
      else return { composition, gates: gateResults(composition, types, this.#refused) };
    }
  }

  #types({ files }: Composition): TypeVerdict | null {
    if (this.#options.types === 'off') return null;
    const texts = new Map([...files.values()].map(({ path, after }) => [path, after]));
    const { root } = this.#material;
    return this.#options.types === 'run' ? checkTypes(root, texts) : typesNotRun(root, texts);
  }

  /** `again` asks for the comments to be written anew, with the fingerprints that findings have by now. */
  async #resultFault(composition: Composition): Promise<Fault | 'again' | null> {
    if (composition.files.size === 0) return null;
    const wanted = new Set(this.#wanted());
    const outcomes = await secondRun({
      material: this.#material,
      found: this.#found,
      clusters: this.#clusters,
      isWanted: (cluster) => wanted.has(cluster),
      composition,
      // New modules hold no calls of retired APIs.
      unseen: new Set(this.#helpers.map(({ path }) => path)),
      judgeOver: (changed) => this.#judge(this.#sources.over(changed)),
      level: this.#options.level,
      known: this.#known,
      isSpent: () => this.#spent() !== null,
    });
    if (this.#spent() !== null) return 'again';
    for (const [path, detail] of outcomes.flatMap(({ parse }) => [...parse]))
      return { gate: 'parse', path, detail };
    const unmarked = outcomes.flatMap((one) => [...one.unmarked]);
    let changed = false;
    for (const [found, fingerprint] of unmarked) {
      const { last, changes } = this.#fingerprints.get(found) ?? { last: '', changes: 0 };
      if (last === fingerprint || changes === MOST_CHANGES) continue;
      this.#fingerprints.set(found, { last: fingerprint, changes: changes + 1 });
      changed = true;
    }
    if (changed) return 'again';
    for (const [found] of unmarked)
      return { gate: 'rerun', path: found.finding.at.file, detail: 'its marker could not be found again' };
    for (const [path, detail] of outcomes.flatMap(({ faults }) => [...faults]))
      return { gate: 'rerun', path, detail };
    return null;
  }

  /** Of several clusters that meet in a file, those that fail by themselves are to blame; else all of them. */
  #refuse(composition: Composition, { gate, path, detail }: Fault): void {
    const involved = [...(composition.files.get(path)?.clusters ?? [])];
    const only = (ids: readonly number[]) =>
      this.#compose(this.#clusters.filter(({ id }) => ids.includes(id)));
    const blamed =
      gate === 'types'
        ? toBlameForTypes(involved, path, this.#material.root, only)
        : involved.filter((id) => failsAlone(only([id]), path, this.#sources.program));
    const losers = blamed.length > 0 ? blamed : involved;
    if (losers.length === 0 && !this.#silent.has(path)) {
      this.#silent.set(path, `${path}: ${detail}`);
      return;
    }
    const all = losers.length > 0 ? losers : this.#wanted().map(({ id }) => id);
    if (all.length === 0)
      throw new Error(`the gate '${gate}' rejects ${path}, which is not changed: ${detail}`);
    for (const id of all) this.#refused.set(id, { gate, detail: `${path}: ${detail}` });
    // New modules hold nothing that only refused calls needed.
    this.#settle();
  }
}

function stepsIn(judged: JudgedSite | null): string {
  if (judged === null) return '';
  return judged.verdict.strategy === 'marker' ? judged.verdict.steps : stepsAt(judged.site, judged.codemod);
}
