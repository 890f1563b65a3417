import type { ReportSkipped, SkipReason } from '../../report/index.js';

/** Reasons that leave it open whether something was missed. */
const OPEN: ReadonlySet<SkipReason> = new Set([
  'unreadable',
  'too-large',
  'binary',
  'timeout',
  'memory',
  'internal',
]);

/** A file that a lower tier explained is listed, but nothing of it was missed. */
export function isIncomplete(row: ReportSkipped): boolean {
  return OPEN.has(row.reason) || (row.reason === 'unparsable' && row.tier === undefined);
}
