/** What was planned and could not be written is not told as done. */
import type { PlannedSite, RootPlan } from '../plan.js';
import type { WriteFailure } from './index.js';

/** The plan as it was carried out. */
export function withoutFailures(plan: RootPlan, failures: readonly WriteFailure[]): RootPlan {
  if (failures.length === 0) return plan;
  const files = new Map(failures.flatMap((failure) => failure.files.map((path) => [path, failure] as const)));
  const clusters = new Map(
    failures.flatMap((failure) => failure.clusters.map((id) => [id, failure] as const)),
  );
  const asWritten = (site: PlannedSite): PlannedSite => {
    const byCluster = site.cluster === null ? undefined : clusters.get(site.cluster);
    const failure =
      site.outcome === 'migrated'
        ? byCluster
        : site.outcome === 'marked'
          ? files.get(site.found.finding.at.file)
          : undefined;
    if (failure === undefined) return site;
    return { ...site, outcome: 'not-written', because: `${failure.path} was not written: ${failure.detail}` };
  };
  return {
    ...plan,
    sites: plan.sites.map(asWritten),
    files: plan.files.filter(({ path }) => !files.has(path)),
  };
}
