import type { Json } from '../core/json.js';
import { type Isolation, isolationText, type Rehearsal } from '../rehearse/index.js';
import type { EffectExample, RunDifference, SameMeaning } from './difference.js';
import type { Exemption } from './exemptions.js';
import type { RunComparison } from './runs.js';

export interface ComparisonReport {
  readonly command: readonly string[];
  readonly equal: boolean;
  readonly runs: Readonly<Record<'before' | 'after' | 'stale', RunSummary>>;
  readonly open: readonly RunDifference[];
  readonly exempted: readonly {
    readonly name: string;
    readonly reason: string;
    readonly differences: number;
  }[];
  readonly unused: readonly Exemption[];
  readonly doubts: readonly string[];
  /** Expressions that are written differently and decide the same for all sampled requests. */
  readonly sameMeanings: readonly SameMeaning[];
  /** Unified diffs of what the programs said. */
  readonly output: Readonly<Record<'stdout' | 'stderr', string>>;
  readonly isolation: Isolation;
}

export interface RunSummary {
  readonly now: string;
  readonly calls: number;
  readonly dead: number;
  readonly exitCode: number | null;
}

export function comparisonReport(comparison: RunComparison): ComparisonReport {
  const { equal, before, after, stale, open, exempted, unused, doubts, sameMeanings, output } = comparison;
  return {
    command: before.command,
    equal,
    runs: { before: summary(before), after: summary(after), stale: summary(stale) },
    open,
    exempted: exempted.map(({ exemption, differences }) => ({
      name: exemption.name,
      reason: exemption.reason,
      differences: differences.length,
    })),
    unused,
    doubts,
    sameMeanings,
    output,
    isolation: after.isolation,
  };
}

function summary(run: Rehearsal): RunSummary {
  const { now, calls, exitCode } = run;
  return { now, calls: calls.length, dead: calls.filter(({ dead }) => dead).length, exitCode };
}

export function comparisonText(report: ComparisonReport): string {
  const { runs, open, exempted, unused, doubts } = report;
  const lines = [
    `"${report.command.join(' ')}" before and after`,
    '',
    row('before', runs.before),
    row('after', runs.after),
    row('before, later day', runs.stale),
    '',
  ];
  for (const difference of open) {
    const { kind, change, where, before, after, effect } = difference;
    // A unified diff shows the lines in their surroundings.
    if (kind === 'stdout' || kind === 'stderr') continue;
    lines.push(`✗ ${kind}  ${where}${change === 'changed' ? '' : `  ${change}`}`);
    lines.push(`    before  ${shown(before)}`, `    after   ${shown(after)}`);
    if (effect !== undefined && kind !== 'effect') lines.push(...effectText(effect));
  }
  for (const stream of ['stdout', 'stderr'] as const) {
    const count = open.filter(({ kind }) => kind === stream).length;
    if (count === 0) continue;
    lines.push(`✗ ${stream}  ${count === 1 ? '1 difference' : `${count} differences`}`);
    lines.push(
      ...report.output[stream]
        .trimEnd()
        .split('\n')
        .map((line) => `    ${line}`),
    );
  }
  for (const { name, reason, differences } of exempted) {
    lines.push(
      `· exempt  ${name}: ${differences} ${differences === 1 ? 'difference' : 'differences'}. ${reason}`,
    );
  }
  if (report.sameMeanings.length > 0) {
    const counted =
      report.sameMeanings.length === 1 ? '1 expression is' : `${report.sameMeanings.length} expressions are`;
    lines.push(`· meaning ${counted} written differently; they decide the same for all sampled requests`);
  }
  for (const { name } of unused) lines.push(`! unused  the exemption "${name}" is not used; remove it`);
  for (const doubt of doubts) lines.push(`! doubt   ${doubt}`);
  if (lines.at(-1) !== '') lines.push('');
  lines.push(verdict(report), ...isolationText(report.isolation));
  return `${lines.join('\n')}\n`;
}

function verdict({ equal, open, doubts }: ComparisonReport): string {
  if (equal)
    return 'Equal: same state, same effects, same output, same exit code; and the old program fails today.';
  if (open.length === 0)
    return `Not proven: ${doubts.length === 1 ? 'see the doubt' : 'see the doubts'} above.`;
  return `Not equal: ${open.length} ${open.length === 1 ? 'difference' : 'differences'}.`;
}

function effectText({ where, before, after, requests }: EffectExample): string[] {
  const others = requests === 1 ? '' : `, and ${requests - 1} more sampled requests`;
  return [`    effect  ${where}${others}`, `            before ${shown(before)}, after ${shown(after)}`];
}

function row(name: string, { now, calls, dead, exitCode }: RunSummary): string {
  const counted = `${calls} ${calls === 1 ? 'call' : 'calls'}, ${dead} retired`;
  return `  ${name.padEnd(18)} ${now}  ${counted}, ended with ${exitCode ?? 'a signal'}`;
}

function shown(value: Json | undefined): string {
  return value === undefined ? '(missing)' : JSON.stringify(value);
}
