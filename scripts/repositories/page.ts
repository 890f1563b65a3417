/** The tables of what was made of real repositories. A run of some replaces their rows and leaves the others. */
import type { JudgedRepository } from './judge.js';
import type { Tested } from './own-tests.js';

type Row = readonly string[];

const NUMBERS = ['Files', 'Findings', 'Migrated', 'Marked', 'Listed', 'Written', 'Parsed'];

export function tableOf(judged: readonly JudgedRepository[], before: string): string {
  const rows = merged(
    rowsIn(before),
    judged.map((one) => [titleOf(one), ...numbersOf(one).map(String), holds(one)]),
  );
  const sums = NUMBERS.map((_, index) => rows.reduce((sum, row) => sum + Number(row[index + 1]), 0));
  const good = rows.filter((row) => row.at(-1) === 'yes').length;
  return [
    `| Repository | ${NUMBERS.join(' | ')} | Holds |`,
    `|---|${'--:|'.repeat(NUMBERS.length)}---|`,
    ...rows.map(lineOf),
    `| **${rows.length} commits** | ${sums.join(' | ')} | ${good} of ${rows.length} |`,
  ].join('\n');
}

export function testTableOf(tested: readonly Tested[], before: string): string {
  const made = tested.map((one) => [
    titleOf(one),
    `\`${one.test}\``,
    String(one.migrated),
    said(one.before),
    said(one.after),
    holds(one),
  ]);
  return [
    '| Repository | Command | Sites migrated | Before | After | Holds |',
    '|---|---|--:|---|---|---|',
    ...merged(rowsIn(before), made).map(lineOf),
  ].join('\n');
}

/** Cells of the rows of a table, but for its head and its sums. */
function rowsIn(table: string): Row[] {
  return table
    .split('\n')
    .filter((line) => /^\| [^*|]*[\w.-]+\/[\w.-]+ at [0-9a-f]+ \|/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));
}

function merged(old: readonly Row[], made: readonly Row[]): readonly Row[] {
  const titles = new Map(made.map((row) => [row[0], row]));
  const kept = old.map((row) => titles.get(row[0]) ?? row);
  return [...kept, ...made.filter((row) => !old.some((other) => other[0] === row[0]))];
}

function lineOf(row: Row): string {
  return `| ${row.join(' | ')} |`;
}

function titleOf({ repo, commit }: JudgedRepository | Tested): string {
  return `${repo} at ${commit.slice(0, 7)}`;
}

function numbersOf({
  files,
  findings,
  migrated,
  marked,
  listed,
  written,
  parsed,
}: JudgedRepository): number[] {
  return [files, findings, migrated, marked, listed, written, parsed];
}

function holds({ faults }: JudgedRepository | Tested): string {
  return faults.length === 0
    ? 'yes'
    : faults.map((fault) => fault.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join('; ');
}

function said({ status, passed, failed }: Tested['before']): string {
  if (status === null) return 'did not run';
  const failing = failed === null || failed === 0 ? '' : `, ${failed} failed`;
  return `exit ${status}${passed === null ? '' : `, ${passed} passed`}${failing}`;
}
