/** What a plan adds up to. */
import type { Level } from '../model.js';
import type { MigrationPlan, Outcome, PlannedSite } from '../plan.js';

export interface Tally {
  readonly sites: number;
  readonly byOutcome: Readonly<Record<Outcome, number>>;
  /** Sites that an edit takes care of, by the level of the edit. */
  readonly byLevel: { readonly safe: number; readonly review: number; readonly manual: number };
  readonly files: number;
  readonly newFiles: number;
  /** What stays for a person once the plan is carried out. */
  readonly open: number;
}

export function tallyOf(plan: MigrationPlan): Tally {
  const sites = sitesOf(plan);
  const byOutcome: Record<Outcome, number> = {
    migrated: 0,
    marked: 0,
    listed: 0,
    settled: plan.roots.reduce((sum, root) => sum + root.settled.length, 0),
    'needs-evidence': 0,
    'above-level': 0,
    declined: 0,
    refused: 0,
    'not-written': 0,
    'marked-before': 0,
  };
  const byLevel = { safe: 0, review: 0, manual: 0 };
  for (const { outcome, level } of sites) {
    byOutcome[outcome]++;
    byLevel[level]++;
  }
  const files = plan.roots.flatMap((root) => root.files);
  return {
    sites: sites.length,
    byOutcome,
    byLevel,
    files: files.length,
    newFiles: files.filter(({ before }) => before === null).length,
    open: sites.length - byOutcome.migrated,
  };
}

export function sitesOf(plan: MigrationPlan): readonly PlannedSite[] {
  return plan.roots.flatMap((root) => root.sites);
}

/** What a person does once what is migrated is in place, each item once. */
export function followUpOf({ roots }: MigrationPlan): readonly string[] {
  const items = roots.flatMap(({ checklists, sites }) => {
    const done = new Set(sites.filter(({ outcome }) => outcome === 'migrated').map(({ codemod }) => codemod));
    return checklists.filter(({ codemod }) => done.has(codemod)).flatMap((list) => list.items);
  });
  return [...new Set(items)];
}

/** Sites by their level, and by entry within each level, the most frequent first. */
export function entriesByLevel(
  sites: readonly PlannedSite[],
): ReadonlyMap<Level, readonly (readonly [entry: string, count: number])[]> {
  const levels = new Map<Level, Map<string, number>>(LEVELS.map((level) => [level, new Map()]));
  for (const { level, found } of sites) {
    const counts = levels.get(level);
    counts?.set(found.row.entry, (counts.get(found.row.entry) ?? 0) + 1);
  }
  return new Map(
    [...levels].map(([level, counts]) => [
      level,
      [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)),
    ]),
  );
}

const LEVELS: readonly Level[] = ['safe', 'review', 'manual'];

/** What the edits of a site rest on, where that is assumed and not proven. */
export function assumptionOf({ evidence, strategy }: PlannedSite): string | null {
  return evidence.grade === 'assumed' && strategy !== 'marker' ? evidence.says : null;
}

/** Assumptions of what is migrated, each once, in the order of the sites. */
export function assumptionsOf(sites: readonly PlannedSite[]): readonly string[] {
  const done = sites.filter(({ outcome }) => outcome === 'migrated');
  return [...new Set(done.flatMap((site) => assumptionOf(site) ?? []))];
}
