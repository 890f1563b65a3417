import type { EdgeSunsetRule } from '../../rules/index.js';

/** All rules, newest end of life first; those of no entry last. */
export function ruleTable(rules: Readonly<Record<string, EdgeSunsetRule>>): string {
  const rows = Object.entries(rules)
    .sort(([a, ruleA], [b, ruleB]) => endOf(ruleB).localeCompare(endOf(ruleA)) || a.localeCompare(b))
    .map(([name, { meta }]) => [
      `[${name}](${name}.md)`,
      meta.docs.endOfLife ?? '',
      meta.docs.recommended ? 'yes' : '',
      meta.fixable === undefined ? '' : 'yes',
      meta.hasSuggestions === true ? 'yes' : '',
      meta.docs.codemod === undefined ? '' : 'yes',
    ]);
  const table = [['Rule', 'End of life', 'Recommended', 'Fixes', 'Suggests', 'Codemod'], ...rows];
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = table;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

function endOf({ meta }: EdgeSunsetRule): string {
  return meta.docs.endOfLife ?? '';
}
