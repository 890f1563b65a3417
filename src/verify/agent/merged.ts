/** A plan that holds what codemods and agents wrote, and markers for the rest, so that all is shown and written alike. */
import {
  type AgentWork,
  editsBetween,
  type FilesWith,
  type PlanInSteps,
  type PlannedFile,
  type PlannedSite,
  type RootPlan,
} from '../../migrate/index.js';

export interface AcceptedChange {
  /** Sites of the plan of the codemods that it takes care of. */
  readonly sites: ReadonlySet<PlannedSite>;
  /** Relative to the root of the plan. `before`: as it is without this change, null for a new file. */
  readonly files: readonly {
    readonly path: string;
    readonly before: string | null;
    readonly after: string;
  }[];
  readonly work: AgentWork;
}

export interface AgentResults {
  /** In the order in which they build upon each other. */
  readonly accepted: readonly AcceptedChange[];
  /** Why an agent did not come to a change that verifies. */
  readonly rejected: ReadonlyMap<PlannedSite, string>;
  /** The plan of the tree as codemods and agents left it: its markers are the ones that count. */
  readonly last: PlanInSteps;
  /** What stands in the last plan for a site of the first. */
  readonly lastSiteOf: ReadonlyMap<PlannedSite, PlannedSite>;
}

export function withoutChanges(steps: PlanInSteps, rejected: AgentResults['rejected']): PlanInSteps {
  const sites = steps.plan.sites.map((site) => withReason(site, rejected));
  return { ...steps, plan: { ...steps.plan, sites } };
}

export function withChanges(steps: PlanInSteps, results: AgentResults): PlanInSteps {
  const { accepted, rejected, lastSiteOf } = results;
  const first = 1 + Math.max(0, ...steps.plan.sites.map(({ cluster }) => cluster ?? 0));
  const changes = accepted.map((change, index) => ({ ...change, cluster: first + index }));
  const marks = first + accepted.length;
  const sites = steps.plan.sites.map((site): PlannedSite => {
    if (site.outcome === 'migrated') return site;
    const change = changes.find((one) => one.sites.has(site));
    if (change !== undefined) return written(site, change.cluster, change.work);
    const last = lastSiteOf.get(site);
    const cluster = last === undefined || last.cluster === null ? null : marks + last.cluster;
    const outcome = last === undefined || last.outcome === 'migrated' ? site.outcome : last.outcome;
    return withReason({ ...site, cluster, outcome }, rejected);
  });
  const filesWith = composed(steps, changes, results.last, marks);
  const done = sites.flatMap(({ outcome, cluster }) => (outcome === 'migrated' ? (cluster ?? []) : []));
  const marked = sites.flatMap(({ outcome, cluster }) => (outcome === 'marked' ? (cluster ?? []) : []));
  const plan: RootPlan = { ...steps.plan, sites, files: filesWith(new Set(done), new Set(marked)) };
  return { plan, filesWith };
}

function written(site: PlannedSite, cluster: number, work: AgentWork): PlannedSite {
  return {
    ...site,
    codemod: null,
    strategy: 'in-place',
    level: 'review',
    reason: `a coding agent rewrote it (unit ${work.unit}); edge-sunset verify: ${work.verdict}`,
    steps: null,
    edits: [],
    differences: work.differences,
    cluster,
    outcome: 'migrated',
    because: null,
    agent: work,
  };
}

function withReason(site: PlannedSite, rejected: AgentResults['rejected']): PlannedSite {
  const reason = rejected.get(site);
  return reason === undefined ? site : { ...site, because: `agent: ${reason}` };
}

interface NumberedChange extends AcceptedChange {
  readonly cluster: number;
}

function composed(
  steps: PlanInSteps,
  changes: readonly NumberedChange[],
  last: PlanInSteps,
  marks: number,
): FilesWith {
  return (ids, marked) => {
    const files = new Map(steps.filesWith(ids, new Set()).map((file) => [file.path, file]));
    const put = (path: string, before: string | null, after: string, clusters: readonly number[]) => {
      const known = files.get(path);
      const old = known === undefined ? before : known.before;
      const edits = old === null ? [] : editsBetween(old, after);
      const all = [...new Set([...(known?.clusters ?? []), ...clusters])];
      files.set(path, { path, before: old, after, edits, clusters: all });
    };
    for (const { cluster, files: own } of changes)
      if (ids.has(cluster)) for (const { path, before, after } of own) put(path, before, after, [cluster]);
    const inLast = new Set([...marked].map((id) => id - marks));
    for (const { path, before, after } of last.filesWith(new Set(), inLast)) put(path, before, after, []);
    return [...files.values()].filter(isChanged).sort((a, b) => (a.path < b.path ? -1 : 1));
  };
}

function isChanged({ before, after }: PlannedFile): boolean {
  return before !== after;
}
