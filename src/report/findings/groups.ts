import type { Entry } from '../../catalogue/index.js';
import type { Report, ReportFinding } from './model.js';

/** The findings of one entry: one thing to do. */
export interface EntryGroup {
  readonly entry: Entry;
  /** In the order of the report; at least one. */
  readonly findings: readonly ReportFinding[];
  readonly first: ReportFinding;
}

/**
 * The findings by what to do about them, the most urgent first: what fails before what is ignored, what has ended
 * before what ends, the next end first, and then where there is most to do.
 */
export function groupsByEntry({ findings, entries }: Report): readonly EntryGroup[] {
  const byEntry = new Map<string, ReportFinding[]>();
  for (const finding of findings) {
    const known = byEntry.get(finding.entry);
    if (known === undefined) byEntry.set(finding.entry, [finding]);
    else known.push(finding);
  }
  return entries
    .flatMap((entry) => {
      const own = byEntry.get(entry.id) ?? [];
      const [first] = own;
      return first === undefined ? [] : [{ group: { entry, findings: own, first }, urgency: urgencyOf(own) }];
    })
    .sort(({ urgency: a, group: one }, { urgency: b, group: other }) => {
      const differing = a.findIndex((rank, index) => rank !== b[index]);
      return differing < 0
        ? one.entry.id < other.entry.id
          ? -1
          : 1
        : (a[differing] ?? 0) - (b[differing] ?? 0);
    })
    .map(({ group }) => group);
}

const SEVERITY = { error: 0, warning: 1, hint: 2 } as const;

/** Compared from the first number to the last; lower is more urgent. */
function urgencyOf(findings: readonly ReportFinding[]): readonly number[] {
  let severity: number = SEVERITY.hint;
  for (const finding of findings) severity = Math.min(severity, SEVERITY[finding.severity]);
  const daysPast = findings[0]?.daysPast ?? null;
  const ahead = daysPast === null ? Number.MAX_SAFE_INTEGER : Math.max(0, -daysPast);
  return [severity, ahead, -findings.length];
}
