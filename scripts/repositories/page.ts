/** The tables of what was made of real repositories. */
import type { Judged } from './judge.js';
import type { Tested } from './own-tests.js';

export function tableOf(judged: readonly Judged[]): string {
  const rows = judged.map((one) => [`${one.repo} at ${one.commit.slice(0, 7)}`, ...numbersOf(one), ok(one)]);
  const sums = judged
    .map(numbersOf)
    .reduce((sum, numbers) => sum.map((number, index) => number + (numbers[index] ?? 0)), Array(7).fill(0));
  const good = judged.filter(({ faults }) => faults.length === 0).length;
  return [
    '| Repository | Files | Findings | Migrated | Marked | Listed | Written | Parsed | Holds |',
    '|---|--:|--:|--:|--:|--:|--:|--:|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    `| **${judged.length} commits** | ${sums.join(' | ')} | ${good} of ${judged.length} |`,
  ].join('\n');
}

function numbersOf({ files, findings, migrated, marked, listed, written, parsed }: Judged): number[] {
  return [files, findings, migrated, marked, listed, written, parsed];
}

function ok({ faults }: Judged | Tested): string {
  return faults.length === 0 ? 'yes' : faults.map((fault) => fault.replaceAll('|', '\\|')).join('; ');
}

export function testTableOf(tested: readonly Tested[]): string {
  const rows = tested.map((one) => [
    `${one.repo} at ${one.commit.slice(0, 7)}`,
    `\`${one.test}\``,
    one.migrated,
    said(one.before),
    said(one.after),
    ok(one),
  ]);
  return [
    '| Repository | Command | Sites migrated | Before | After | Holds |',
    '|---|---|--:|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

function said({ status, passed, failed }: Tested['before']): string {
  if (status === null) return 'did not run';
  const counts =
    passed === null ? '' : `, ${passed} passed${failed === null || failed === 0 ? '' : `, ${failed} failed`}`;
  return `exit ${status}${counts}`;
}
