import { type MigrationPlan, tallyOf, type WriteFailure } from '../../migrate/index.js';
import type { Report } from '../../report/index.js';
import { isIncomplete } from '../../scan/index.js';
import { EXIT, worst } from '../base/exit-code.js';
import type { RootSettings } from '../scan/settings.js';

/** A gate only decides where nothing passed it: what was written beside a refused cluster counts as any other run. */
export function exitCode(
  plan: MigrationPlan,
  report: Report,
  plans: readonly RootSettings[],
  failures: readonly WriteFailure[],
  isWritten: boolean,
): number {
  const codes: number[] = [];
  const tally = tallyOf(plan);
  const skipped = [...report.skipped, ...plan.roots.flatMap((root) => root.skipped)];
  if (skipped.some(({ reason }) => reason === 'internal')) codes.push(EXIT.usage);
  const refused = plan.roots.some(({ gates }) => gates.some(({ outcome }) => outcome === 'failed'));
  if ((refused && tally.byOutcome.migrated === 0) || failures.length > 0) codes.push(EXIT.gate);
  const isStrict = plans.some(({ allowIncomplete }) => !allowIncomplete);
  const isCut = plan.roots.some((root) =>
    root.skipped.some(({ reason }) => reason === 'timeout' || reason === 'memory'),
  );
  if (isStrict && (isCut || report.skipped.some(isIncomplete))) codes.push(EXIT.incomplete);
  const solved = plan.roots.flatMap(({ sites }) => sites.filter(({ agent, found }) => agent && found.marked));
  const isOpen =
    tally.open > 0 || report.summary.markers > solved.length || (!isWritten && tally.byOutcome.migrated > 0);
  if (isOpen) codes.push(EXIT.findings);
  return worst(codes);
}
