/** Hands what codemods left to the user's coding agent, and puts what verifies into the plan. */
import { mkdtempSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  type AgentWork,
  decodeExactly,
  Git,
  type PlanInSteps,
  type PlannedSite,
  type PlanOptions,
  planInSteps,
  stateFolderOf,
  type Tree,
  treeOf,
} from '../../migrate/index.js';
import { maskSecrets, visible } from '../../report/index.js';
import { type Material, runScan, type ScanTarget } from '../../scan/index.js';
import { findOutside } from '../../scan/walk/index.js';
import {
  type AcceptedChange,
  type AgentFile,
  agentEnvironment,
  type Base,
  bytesOf,
  commitTree,
  copyListed,
  type Inspected,
  keptAnswers,
  openWorkshop,
  runUnits,
  type Stage,
  type UnitOutcome,
  withChanges,
  withoutChanges,
  writeFiles,
} from '../../verify/agent/index.js';
import { lendDependencies, type Unit, verificationText } from '../../verify/index.js';
import { UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { decisionsIn } from '../base/judge-flags.js';
import { foldersOutside } from '../base/search-path.js';
import { type AgentValues, limitsOf } from '../migrate/agent-flags.js';
import { planOf, type ScanValues } from '../scan/settings.js';
import { withBriefWasm } from '../start/v8-settings.js';
import { verifyPlanned } from './change.js';
import { type PlannedUnits, plannedUnits } from './planned-units.js';

/** A root as the codemods plan it. */
export interface PlannedRoot {
  readonly material: Material;
  readonly steps: PlanInSteps;
  readonly target: ScanTarget;
  /** How it was planned. */
  readonly options: PlanOptions;
}

export interface AgentRun {
  readonly command: 'migrate' | 'pr';
  readonly values: AgentValues;
  /** How the roots were scanned. */
  readonly scan: ScanValues;
  readonly now: string;
  readonly signal: AbortSignal;
  /** Whose state folder keeps what was paid for, if it is not that of the roots. */
  readonly state?: Tree;
}

/** The plans of some roots, with what the agent did about them. Throws `Interrupted`. */
export async function withAgent(
  roots: readonly PlannedRoot[],
  run: AgentRun,
  io: Io,
): Promise<readonly PlanInSteps[]> {
  const trees = new Map<string, PlannedRoot[]>();
  for (const root of roots) {
    const { root: top } = treeOf(root.material.root, io.env);
    trees.set(top, [...(trees.get(top) ?? []), root]);
  }
  const done = new Map<PlannedRoot, PlanInSteps>();
  for (const [top, own] of trees)
    for (const [root, steps] of await inTree(top, own, run, io)) done.set(root, steps);
  return roots.map((root) => done.get(root) ?? root.steps);
}

/** What codemods and people are asked about, and an agent can do. */
const HANDED_OVER: ReadonlySet<PlannedSite['outcome']> = new Set([
  'marked',
  'marked-before',
  'listed',
  'refused',
]);

interface OpenSite {
  readonly root: PlannedRoot;
  readonly site: PlannedSite;
  /** Relative to the tree. */
  readonly path: string;
}

async function inTree(
  top: string,
  roots: readonly PlannedRoot[],
  run: AgentRun,
  io: Io,
): Promise<ReadonlyMap<PlannedRoot, PlanInSteps>> {
  const open = roots.flatMap((root) =>
    root.steps.plan.sites
      .filter(({ outcome }) => outcome !== 'migrated')
      .map((site): OpenSite => ({ root, site, path: inTop(top, root, site.found.finding.at.file) })),
  );
  if (!open.some(({ site }) => isHandedOver(site))) return new Map();
  const workshop = openWorkshop();
  try {
    const stage = stageFor(top, roots, workshop.folder, run, io);
    const first = join(workshop.folder, 'first');
    copyListed(top, first, io.env);
    for (const root of roots) writeCodemods(first, top, root);
    await commitTree(stage.git, first);
    const base = { folder: first, inspected: await stage.inspect(first) };
    const sites = new SitesOfBases(open);
    const { outcomes, last } = await runUnits(base, (unit, of) => isLeft(unit, of, sites, stage), stage);
    const results = new Map<PlannedRoot, PlanInSteps>();
    for (const root of roots)
      results.set(root, await resultOf(root, { top, outcomes, last, sites, run, io }));
    return results;
  } finally {
    workshop.close();
  }
}

function inTop(top: string, { material }: PlannedRoot, path: string): string {
  return relative(top, join(material.root, path)).split(sep).join('/');
}

function isHandedOver({ outcome, found }: PlannedSite): boolean {
  return HANDED_OVER.has(outcome) && found.finding.context !== 'test';
}

function stageFor(
  top: string,
  roots: readonly PlannedRoot[],
  workshop: string,
  run: AgentRun,
  io: Io,
): Stage {
  const { values, now, signal } = run;
  const environment = { ...io.env, PATH: foldersOutside(top, io.env.PATH ?? '') };
  const program = findOutside('git', environment, top);
  if (program === undefined)
    throw new UsageError(
      '--agent needs git, and there is none on the search path outside of the repository.',
    );
  const decided = decisionsIn(values.decide);
  const inspect = (folder: string): Promise<PlannedUnits> => plannedUnits(folder, { now }, io);
  const folders = roots.map((root) => inTop(top, root, '.'));
  return {
    command: values.agent ?? '',
    ...limitsOf(values),
    require: values.require === 'verified' ? 'verified' : 'consistent',
    decided,
    agentEnvironment: agentEnvironment(environment, values['agent-env']),
    environment: io.env,
    signal,
    // Neither settings nor hooks of the user have a say in a copy.
    git: new Git(
      program,
      workshop,
      { ...environment, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      signal,
    ),
    kept: keptAnswers(keptFolder(run.state ?? treeOf(top, io.env))),
    isAsked: (path) => folders.some((folder) => folder === '' || path.startsWith(`${folder}/`)),
    inspect,
    judge: (before, after, unit) => judge({ top, before, after, unit, decided, run }, io),
    progress: ({ id, entries, files }, text) =>
      io.stderr(
        `edge-sunset ${run.command}: ${id} ${entries.join(', ')} (${visible(files.join(', '))}): ${visible(maskSecrets(text))}\n`,
      ),
    placeFor: ({ id }) => mkdtempSync(join(workshop, `${id}-`)),
  };
}

/** Nothing is kept for a user who has no folder for state. */
function keptFolder(tree: Tree): string | null {
  return tree.state === null ? null : join(stateFolderOf(tree), 'agent');
}

interface Judging {
  readonly top: string;
  readonly before: Base;
  readonly after: string;
  readonly unit: Unit;
  readonly decided: ReadonlyMap<string, string>;
  readonly run: AgentRun;
}

async function judge({ top, before, after, unit, decided, run }: Judging, io: Io) {
  const planned = before.inspected as PlannedUnits;
  const isUnique = planned.units.filter(({ id }) => id === unit.id).length === 1;
  const { values, now } = run;
  if (values.run.length > 0) lendDependencies(top, after);
  const { result, shown } = await verifyPlanned(
    {
      before: before.folder,
      after,
      // Equal lines in several files have equal ids: then all that was touched is judged.
      unit: isUnique ? { kind: 'id', id: unit.id } : null,
      commands: values.run,
      decided,
      allowed: new Set(values['allow-difference']),
      now,
    },
    planned,
    io,
  );
  const own = result.units.find((one) => one.unit.files.join() === unit.files.join());
  const worst = result.units.find(({ verdict }) => verdict === 'refuted' || verdict === 'not proven') ?? own;
  if (worst === undefined) throw new Error(`the unit ${unit.id} was not judged`);
  return { unit: worst, text: verificationText({ units: [worst], untouched: 0 }, shown) };
}

/** What the codemods write, without the comments for what they do not. */
function writeCodemods(folder: string, top: string, root: PlannedRoot): void {
  const { plan, filesWith } = root.steps;
  const done = plan.sites.flatMap(({ outcome, cluster }) => (outcome === 'migrated' ? (cluster ?? []) : []));
  const files = filesWith(new Set(done), new Set()).map(({ path, before, after }) => {
    const bytes = before === null ? null : bytesOf(folder, inTop(top, root, path));
    const encoded = bytes === null ? null : decodeExactly(bytes);
    return {
      path: inTop(top, root, path),
      before: bytes,
      after: encoded === null ? Buffer.from(after) : encoded.encode(after),
    };
  });
  writeFiles(folder, files);
}

function isLeft(unit: Unit, base: Base, sites: SitesOfBases, { isAsked }: Stage): boolean {
  const known = sites.of(base);
  const own = unit.sites.flatMap((site) => known.get(site) ?? []);
  return own.some(({ site }) => isHandedOver(site)) && unit.files.every(isAsked);
}

/** Which sites of a base are which sites of the first plan. */
class SitesOfBases {
  readonly #open: readonly OpenSite[];
  readonly #known = new Map<Inspected, ReadonlyMap<PlannedSite, OpenSite>>();

  constructor(open: readonly OpenSite[]) {
    this.#open = open;
  }

  of({ inspected }: Pick<Base, 'inspected'>): ReadonlyMap<PlannedSite, OpenSite> {
    const known = this.#known.get(inspected);
    if (known !== undefined) return known;
    const found = new Map<PlannedSite, OpenSite>();
    const keyed = inspected.plan.sites.map((site) => ({ site, path: site.found.finding.at.file }));
    for (const [one, other] of matched(keyed, this.#open)) found.set(one.site, other);
    this.#known.set(inspected, found);
    return found;
  }
}

interface Placed {
  readonly site: PlannedSite;
  readonly path: string;
}

/** The same sites in two trees: by their fingerprints, and where a line has changed, by their order in the file. */
function matched<One extends Placed, Other extends Placed>(
  ones: readonly One[],
  others: readonly Other[],
): ReadonlyMap<One, Other> {
  const pairs = new Map<One, Other>();
  const lists = new Map<string, Other[]>();
  for (const other of others) lists.set(placeOf(other), [...(lists.get(placeOf(other)) ?? []), other]);
  const rest = new Map<string, One[]>();
  for (const one of ones) {
    const list = lists.get(placeOf(one)) ?? [];
    const index = list.findIndex(({ site }) => fingerprintOf(site) === fingerprintOf(one.site));
    const [same] = index < 0 ? [] : list.splice(index, 1);
    if (same !== undefined) pairs.set(one, same);
    else rest.set(placeOf(one), [...(rest.get(placeOf(one)) ?? []), one]);
  }
  for (const [place, list] of rest) {
    const left = lists.get(place) ?? [];
    if (left.length !== list.length) continue;
    for (const [index, one] of list.entries()) {
      const other = left[index];
      if (other !== undefined) pairs.set(one, other);
    }
  }
  return pairs;
}

function placeOf({ site, path }: Placed): string {
  return JSON.stringify([site.found.finding.entry, path]);
}

function fingerprintOf({ found }: PlannedSite): string {
  return found.row.fingerprint;
}

interface Results {
  readonly top: string;
  readonly outcomes: readonly UnitOutcome[];
  readonly last: Base;
  readonly sites: SitesOfBases;
  readonly run: AgentRun;
  readonly io: Io;
}

async function resultOf(root: PlannedRoot, results: Results): Promise<PlanInSteps> {
  const { outcomes, sites, last } = results;
  const own = (one: UnitOutcome) =>
    one.unit.sites
      .flatMap((site) => sites.of(one.base).get(site) ?? [])
      .flatMap((open) => (open.root === root ? [open.site] : []));
  const rejected = new Map<PlannedSite, string>();
  const accepted: AcceptedChange[] = [];
  for (const one of outcomes) {
    const members = own(one);
    if (one.kind === 'rejected') for (const site of members) rejected.set(site, one.reason);
    else {
      const files = filesIn(root, one.files, results);
      if (members.length > 0 || files.length > 0)
        accepted.push({ sites: new Set(members), files, work: workOf(one, results.run) });
    }
  }
  if (accepted.length === 0) return withoutChanges(root.steps, rejected);
  const replanned = await plannedAgain(root, last, results);
  const open = root.steps.plan.sites
    .filter(({ outcome }) => outcome !== 'migrated')
    .map((site) => ({ site, path: site.found.finding.at.file }));
  const again = replanned.plan.sites.map((site) => ({ site, path: site.found.finding.at.file }));
  const lastSiteOf = new Map([...matched(open, again)].map(([one, other]) => [one.site, other.site]));
  return withChanges(root.steps, { accepted, rejected, last: replanned, lastSiteOf });
}

function filesIn(root: PlannedRoot, files: readonly AgentFile[], { top }: Results): AcceptedChange['files'] {
  const folder = inTop(top, root, '.');
  const inside = folder === '' ? '' : `${folder}/`;
  return files.flatMap(({ path, before, after }) =>
    path.startsWith(inside)
      ? [
          {
            path: path.slice(inside.length),
            before: before === null ? null : textOf(before),
            after: textOf(after),
          },
        ]
      : [],
  );
}

function textOf(bytes: Buffer): string {
  return decodeExactly(bytes)?.text ?? bytes.toString('utf8');
}

function workOf(
  { unit, rounds, verdict, differences }: UnitOutcome & { readonly kind: 'accepted' },
  { values }: AgentRun,
): AgentWork {
  const command = maskSecrets(values.agent ?? '');
  return { command, unit: unit.id, rounds, verdict, runs: values.run.map(maskSecrets), differences };
}

/** The plan of the last base: which comments stand where after all. */
async function plannedAgain(root: PlannedRoot, last: Base, { top, run, io }: Results): Promise<PlanInSteps> {
  const target = { ...root.target, root: join(last.folder, inTop(top, root, '.')) };
  // The copy has no history that they could mean.
  const values = { ...run.scan, since: undefined, staged: false, 'tracked-only': false };
  const settings = await planOf(target, values, io);
  const made: PlanInSteps[] = [];
  const material = async (one: Material): Promise<void> => {
    const planning = () =>
      planInSteps(one, { ...root.options, catalogue: settings.catalogue, types: 'off', choose: undefined });
    made.push(await withBriefWasm(planning));
  };
  await runScan({ targets: [settings], now: run.now, cwd: io.cwd }, { material });
  const [steps] = made;
  if (steps === undefined) throw new Error('the scan handed over nothing');
  return steps;
}
