/** The plan of a root, once everything is decided: each site with what becomes of it, and why. */
import { compareUtf8 } from '../report/index.js';
import type { Found, Material } from '../scan/index.js';
import type { Composition } from './compose/index.js';
import type { RejectedCluster } from './gates/results.js';
import { PROVEN } from './judge/evidence.js';
import { unmatchedClients } from './judge/named-clients.js';
import type {
  Cluster,
  GateResult,
  JudgedSite,
  Outcome,
  PlannedFile,
  PlannedSite,
  RootPlan,
  SkippedFile,
} from './plan.js';
import { TestsOfCalls } from './tests-of-calls.js';

/** What was decided about clusters and files. */
export interface Fates {
  isWanted(cluster: Cluster): boolean;
  /** Ids of clusters that a person did not want. */
  readonly declined: ReadonlySet<number>;
  /** By the id of the cluster. */
  readonly refused: ReadonlyMap<number, RejectedCluster>;
  /** Files in which no comment may be written, with the reason. */
  readonly silent: ReadonlyMap<string, string>;
}

export interface Decided {
  readonly material: Material;
  readonly found: readonly Found[];
  readonly clusters: readonly Cluster[];
  readonly fates: Fates;
  /** What is to be done where a marker of an earlier run stands. */
  readonly steps: ReadonlyMap<Found, string>;
  readonly composition: Composition;
  readonly gates: readonly GateResult[];
  readonly skipped: readonly SkippedFile[];
  /** The folder of the package that a file belongs to. */
  packageOf(path: string): string;
}

export function rootPlanOf(decided: Decided): RootPlan {
  const { material, found, clusters, composition, gates, skipped } = decided;
  const { root, label, shown, result } = material;
  const tests = new TestsOfCalls(found, decided.packageOf, material);
  const order = new Map(found.map((one, index) => [one, index]));
  const sites = [
    ...clusters.flatMap((cluster) =>
      cluster.members.map((judged) => planned(cluster, judged, decided, tests)),
    ),
    ...found.filter(({ marked }) => marked).map((one) => markedBefore(one, decided.steps.get(one) ?? null)),
  ];
  const ordered = sites.sort((a, b) => (order.get(a.found) ?? 0) - (order.get(b.found) ?? 0));
  return {
    root,
    label,
    shown,
    result,
    sites: ordered.filter(({ outcome }) => outcome !== 'settled'),
    settled: ordered.filter(({ outcome }) => outcome === 'settled'),
    files: plannedFiles(composition),
    skipped: [...skipped].sort((a, b) => compareUtf8(a.path, b.path)),
    gates,
    checklists: checklistsOf(clusters, ordered),
    warnings: unmatchedClients(
      clusters.flatMap(({ members }) => members.map(({ site }) => site)),
      material.program,
    ),
  };
}

export function plannedFiles({ files }: Composition): readonly PlannedFile[] {
  return [...files.values()]
    .map(({ clusters, ...file }) => ({ ...file, clusters: [...clusters] }))
    .sort((a, b) => compareUtf8(a.path, b.path));
}

function planned(
  cluster: Cluster,
  judged: JudgedSite,
  { composition, fates }: Decided,
  tests: TestsOfCalls,
): PlannedSite {
  const { verdict, codemod, found, site } = judged;
  const outcome = outcomeOf(cluster, judged, composition.marked, fates);
  const refused = fates.refused.get(cluster.id)?.detail ?? null;
  const silent = fates.silent.get(site.file.path) ?? null;
  return {
    found,
    codemod: codemod?.id ?? null,
    strategy: verdict.strategy,
    level: verdict.strategy === 'marker' ? 'manual' : verdict.level,
    reason: verdict.reason,
    steps: verdict.strategy === 'marker' ? verdict.steps : null,
    edits: verdict.strategy === 'marker' ? [] : verdict.edits,
    differences: verdict.strategy === 'marker' ? [] : verdict.differences,
    evidence: judged.evidence,
    cluster: cluster.id,
    outcome,
    because: outcome === 'refused' ? refused : outcome === 'listed' ? silent : null,
    tests: outcome === 'migrated' || outcome === 'above-level' ? tests.of(found) : [],
  };
}

function outcomeOf(
  cluster: Cluster,
  judged: JudgedSite,
  marked: ReadonlySet<JudgedSite>,
  { refused, declined, isWanted }: Fates,
): Outcome {
  const { verdict } = judged;
  if (verdict.strategy === 'marker' && verdict.unproven === true) return 'needs-evidence';
  if (verdict.strategy === 'marker' && verdict.settled === true) return 'settled';
  if (declined.has(cluster.id)) return 'declined';
  if (verdict.strategy === 'marker') return marked.has(judged) ? 'marked' : 'listed';
  if (refused.has(cluster.id)) return 'refused';
  return isWanted(cluster) ? 'migrated' : 'above-level';
}

/** Of the codemods that change something here, or would at a higher level. */
function checklistsOf(clusters: readonly Cluster[], sites: readonly PlannedSite[]): RootPlan['checklists'] {
  const used = new Set(
    sites
      .filter(({ outcome }) => outcome === 'migrated' || outcome === 'above-level')
      .map(({ codemod }) => codemod),
  );
  const codemods = new Set(
    clusters.flatMap(({ members }) => members.flatMap(({ codemod }) => codemod ?? [])),
  );
  return [...codemods]
    .filter(({ id, checklist }) => used.has(id) && checklist.length > 0)
    .map(({ id, checklist }) => ({ codemod: id, items: checklist }));
}

function markedBefore(found: Found, steps: string | null): PlannedSite {
  return {
    found,
    codemod: null,
    strategy: 'marker',
    level: 'manual',
    reason: 'it has a marker',
    steps,
    edits: [],
    differences: [],
    evidence: PROVEN,
    cluster: null,
    outcome: 'marked-before',
    because: null,
    tests: [],
  };
}
