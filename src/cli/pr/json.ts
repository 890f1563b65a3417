/** What `pr` did, for programs. */
import type { BranchResult, Prepared, Split } from '../../migrate/pull-request/index.js';
import { jsonLine, visible } from '../../report/index.js';

export interface JsonPr {
  readonly schemaVersion: 1;
  readonly branches: readonly JsonBranch[];
  /** Calls that need a person and are on no branch, by entry. */
  readonly rest: Readonly<Record<string, number>>;
}

export interface JsonBranch {
  readonly branch: string;
  /** `planned`: of a dry run. */
  readonly status: BranchResult['status'] | 'planned';
  /** Null for a branch with nothing left to do. */
  readonly title: string | null;
  readonly url: string | null;
  readonly detail: string | null;
  readonly entries: readonly string[];
  readonly calls: number;
  readonly files: number;
}

/** `results`: null for a dry run. */
export function jsonOfPr(
  prepared: readonly Prepared[],
  results: readonly BranchResult[] | null,
  split: Split,
): string {
  const planned = new Map(prepared.map((one) => [one.plan.branch, one]));
  const told = results ?? prepared.map(({ plan: { branch } }) => ({ branch, ...PLANNED }));
  const report: JsonPr = {
    schemaVersion: 1,
    branches: told.map(({ branch, status, url, detail }) => {
      const own = planned.get(branch);
      const sites = own?.plan.sites ?? [];
      return {
        branch,
        status,
        title: own?.title ?? null,
        url,
        detail: detail === null ? null : visible(detail),
        entries: [...new Set(sites.map(({ found }) => found.row.entry))].sort(),
        calls: sites.length,
        files: own?.plan.files.length ?? 0,
      };
    }),
    rest: restOf(split),
  };
  return `${jsonLine(report, 1)}\n`;
}

const PLANNED = { status: 'planned', url: null, detail: null } as const;

/** How many calls of each entry have no branch. */
export function restOf({ rest }: Split): Readonly<Record<string, number>> {
  const byEntry = new Map<string, number>();
  for (const { found } of rest) byEntry.set(found.row.entry, (byEntry.get(found.row.entry) ?? 0) + 1);
  return Object.fromEntries(byEntry);
}
