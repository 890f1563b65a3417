/**
 * Which change goes into which branch. A product area of a package is one branch; areas whose changes meet in a file
 * share one, so that two branches of a run never touch the same file and merge in either order.
 */
import { createHash } from 'node:crypto';
import type { PlannedFile, PlannedSite } from '../plan.js';
import type { PlanInSteps } from '../plan-options.js';

export interface Area {
  readonly name: string;
  /** Folder of its package, `''` for the top. */
  readonly folder: string;
}

export interface BranchPlan {
  /** Name of the branch, with the prefix. */
  readonly branch: string;
  readonly areas: readonly Area[];
  /** Everything that was found in these areas, carried out or not. */
  readonly sites: readonly PlannedSite[];
  readonly files: readonly PlannedFile[];
  /** Ids of the clusters that are carried out, by codemod or unit of an agent, in the order of the commits. */
  readonly steps: readonly { readonly codemod: string; readonly clusters: ReadonlySet<number> }[];
}

export interface Split {
  readonly branches: readonly BranchPlan[];
  /** Sites of areas in which nothing can be rewritten. */
  readonly rest: readonly PlannedSite[];
}

export interface SplitOptions {
  readonly prefix: string;
  readonly areaOf: (entry: string) => string;
  readonly folderOf: (path: string) => string;
}

export function splitPlan({ plan: { sites, files }, filesWith }: PlanInSteps, options: SplitOptions): Split {
  const keyOf = (site: PlannedSite) =>
    JSON.stringify([options.areaOf(site.found.row.entry), options.folderOf(fileOf(site))]);
  // Comments alone are no change that somebody waits for: an area without a rewrite has no branch.
  const changing = new Set(sites.filter(({ outcome }) => outcome === 'migrated').map(keyOf));
  const groups = new Groups();
  const keysOfCluster = new Map<number, string>();
  for (const site of sites) {
    const key = keyOf(site);
    if (!changing.has(key)) continue;
    groups.add(key);
    if (site.cluster !== null) {
      const known = keysOfCluster.get(site.cluster);
      if (known === undefined) keysOfCluster.set(site.cluster, key);
      else groups.join(known, key);
    }
  }
  const keysOfFile = new Map<string, string>();
  const meet = (path: string, key: string) => {
    const known = keysOfFile.get(path);
    if (known === undefined) keysOfFile.set(path, key);
    else groups.join(known, key);
  };
  for (const { path, clusters } of files)
    for (const id of clusters) {
      const key = keysOfCluster.get(id);
      if (key !== undefined) meet(path, key);
    }
  for (const site of sites)
    if (site.outcome === 'marked' && changing.has(keyOf(site))) meet(fileOf(site), keyOf(site));
  const branches: BranchPlan[] = [];
  for (const keys of groups.all()) {
    const own = sites.filter((site) => keys.has(keyOf(site)));
    const steps = stepsOf(own);
    const areas = [...keys].sort().map((key): Area => {
      const [name, folder]: [string, string] = JSON.parse(key);
      return { name, folder };
    });
    branches.push({
      branch: `${options.prefix}${branchName(areas)}`,
      areas,
      sites: own,
      files: filesWith(new Set(steps.flatMap(({ clusters }) => [...clusters])), marksOf(own)),
      steps,
    });
  }
  return {
    branches: branches.sort((a, b) => (a.branch < b.branch ? -1 : 1)),
    rest: sites.filter((site) => !changing.has(keyOf(site))),
  };
}

/** The file of the root in which a site stands. */
export function fileOf({ found }: PlannedSite): string {
  return found.finding.at.file;
}

function marksOf(sites: readonly PlannedSite[]): ReadonlySet<number> {
  return new Set(
    sites.flatMap(({ outcome, cluster }) => (outcome === 'marked' && cluster !== null ? [cluster] : [])),
  );
}

/** What is carried out, by codemod; without one, by entry. Changes of agents build upon all before them: they come last. */
function stepsOf(sites: readonly PlannedSite[]): BranchPlan['steps'] {
  const steps = new Map<string, Set<number>>();
  const byAgents = new Map<number, string>();
  const taken = new Set<number>();
  for (const { outcome, codemod, cluster, found, agent } of sites) {
    if (outcome !== 'migrated' || cluster === null || taken.has(cluster)) continue;
    taken.add(cluster);
    if (agent !== undefined) {
      byAgents.set(cluster, agent.unit);
      continue;
    }
    const name = codemod ?? found.row.entry;
    const clusters = steps.get(name) ?? new Set();
    clusters.add(cluster);
    steps.set(name, clusters);
  }
  const sorted = [...steps].sort(([a], [b]) => (a < b ? -1 : 1));
  const units = [...byAgents].sort(([a], [b]) => a - b);
  return [
    ...sorted.map(([codemod, clusters]) => ({ codemod, clusters })),
    ...units.map(([cluster, unit]) => ({ codemod: unit, clusters: new Set([cluster]) })),
  ];
}

const LONGEST_SLUG = 60;

/** The same areas have the same name in every run, and other areas another one. */
export function branchName(areas: readonly Area[]): string {
  const names = [...new Set(areas.map(({ name }) => name))].sort();
  const folders = [...new Set(areas.map(({ folder }) => folder))];
  const isLong = names.join('-').length > LONGEST_SLUG;
  const short = isLong ? [...names.slice(0, 2), `${names.length - 2}-more`] : names;
  const head = slug(short.join('-'));
  const [folder = ''] = folders;
  const isPlain = short === names && names.every((name) => slug(name) === name);
  if (folders.length === 1 && isPlain && folder === '') return head;
  // No folder of this form has a dot, and a branch may not end in `.lock`.
  if (folders.length === 1 && isPlain && /^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*(?<!\/lock)$/.test(folder))
    return `${head}--${folder.replaceAll('/', '.')}`;
  const where = folders.length > 1 ? `${folders.length}-packages` : folder === '' ? '' : slug(folder);
  return [head, where, digest(JSON.stringify(areas))].filter((part) => part !== '').join('--');
}

function slug(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return plain.slice(0, LONGEST_SLUG) || 'api';
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Disjoint sets of names. */
class Groups {
  readonly #groups = new Map<string, Set<string>>();

  add(key: string): void {
    if (!this.#groups.has(key)) this.#groups.set(key, new Set([key]));
  }

  join(a: string, b: string): void {
    const [first, second] = [this.#groups.get(a), this.#groups.get(b)];
    if (first === undefined || second === undefined || first === second) return;
    for (const key of second) {
      first.add(key);
      this.#groups.set(key, first);
    }
  }

  all(): readonly ReadonlySet<string>[] {
    return [...new Set(this.#groups.values())];
  }
}
