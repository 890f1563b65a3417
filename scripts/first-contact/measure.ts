/** What a migration made of one repository, as the figures of a row. */
import type { Contact } from './page.js';

export interface MigrateReport {
  readonly sites: readonly {
    readonly path: string;
    readonly outcome: string;
    readonly codemod: string | null;
    readonly endpoint: string | null;
    readonly reason: string;
    readonly because?: string;
    readonly evidence?: { readonly grade: string };
  }[];
}

const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
const INFRASTRUCTURE = /\.(?:tf|tofu|tf\.json)$/;
const MOST_REASONS = 6;

export function measured(repo: string, commit: string, date: string, { sites }: MigrateReport): Contact {
  const kinds = new Map<string, { sites: number; rewritten: number }>();
  const evidence = new Map<string, number>();
  const reasons = new Map<string, number>();
  for (const site of sites) {
    const isRewritten = site.outcome === 'migrated';
    const kind = kindOf(site.path, site.codemod ?? '');
    const sum = kinds.get(kind) ?? { sites: 0, rewritten: 0 };
    kinds.set(kind, { sites: sum.sites + 1, rewritten: sum.rewritten + (isRewritten ? 1 : 0) });
    // Before there were grades, a site was proven or not.
    const grade = site.evidence?.grade ?? (site.outcome === 'needs-evidence' ? 'none' : 'proven');
    evidence.set(grade, (evidence.get(grade) ?? 0) + 1);
    if (isRewritten) continue;
    const reason = shortened(site.because ?? site.reason);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const sorted = [...reasons]
    .map(([reason, count]) => ({ reason, sites: count }))
    .sort((a, b) => b.sites - a.sites);
  const rest = sorted.slice(MOST_REASONS).reduce((sum, one) => sum + one.sites, 0);
  return {
    date,
    repo,
    commit,
    sites: sites.length,
    rewritten: sites.filter(({ outcome }) => outcome === 'migrated').length,
    markers: sites.filter(({ outcome }) => outcome === 'marked').length,
    kinds,
    evidence,
    reasons: [
      ...sorted.slice(0, MOST_REASONS),
      ...(rest === 0 ? [] : [{ reason: 'other reasons', sites: rest }]),
    ],
  };
}

function kindOf(path: string, codemod: string): string {
  if (INFRASTRUCTURE.test(path) || /^(?:pulumi|terraform)-/.test(codemod)) return 'infrastructure';
  return SCRIPT.test(path) ? 'scripts' : 'other';
}

/** Names and addresses of a repository are not part of a reason. */
function shortened(reason: string): string {
  const [first = ''] = reason.split(/[:;](?= )/);
  return (first.length < 12 ? reason : first).slice(0, 90).trim();
}
