import type { ReportFinding } from '../../report/index.js';

/** When findings make the exit code 1. */
export type FailOn =
  | { readonly when: 'any' }
  | { readonly when: 'never' }
  /** Dead already, or within so many days. */
  | { readonly when: 'ended'; readonly within: number };

/** Reads `any`, `ended`, `30d` or `never`; null for anything else. */
export function parseFailOn(text: string): FailOn | null {
  if (text === 'any' || text === 'never') return { when: text };
  if (text === 'ended') return { when: 'ended', within: 0 };
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  return days === undefined ? null : { when: 'ended', within: Number(days) };
}

/** Hints never fail a run; what has no end date fails only `any`. */
export function fails(finding: Pick<ReportFinding, 'severity' | 'daysPast'>, failOn: FailOn): boolean {
  if (finding.severity === 'hint') return false;
  switch (failOn.when) {
    case 'any':
      return true;
    case 'never':
      return false;
    case 'ended':
      return finding.daysPast !== null && finding.daysPast >= -failOn.within;
  }
}
