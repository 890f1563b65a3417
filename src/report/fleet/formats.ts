/** The report of many repositories for other programs, spreadsheets, issues and browsers. */
import { VERSION } from '../../version.js';
import { markdownText } from '../findings/markdown-text.js';
import { SCHEMA_VERSION } from '../findings/model.js';
import { csvCell } from '../formats/csv.js';
import { MARKDOWN_MARK } from '../formats/markdown.js';
import { jsonLine } from '../words/escape.js';
import type { Fleet, FleetFinding } from './model.js';
import { fleetHeadline, fleetRemarks, type Table, tablesOf } from './tables.js';

export function* fleetMarkdown(fleet: Fleet, most: number): Iterable<string> {
  yield `${MARKDOWN_MARK}\n## ${fleetHeadline(fleet)}\n\n`;
  for (const remark of fleetRemarks(fleet)) yield `* ${markdownText(remark)}\n`;
  for (const table of tablesOf(fleet, most)) yield* tableMarkdown(table);
}

function* tableMarkdown({ title, columns, rows, more }: Table): Iterable<string> {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  yield `\n### ${title}\n\n${line(columns.map(({ name }) => name))}`;
  yield line(columns.map(({ isNumber }) => (isNumber === true ? '---:' : '---')));
  for (const row of rows) yield line(row.map((cell) => markdownText(String(cell))));
  if (more > 0) yield `\n… and ${more} more\n`;
}

const COLUMNS = [
  'repository',
  'path',
  'line',
  'column',
  'entry',
  'severity',
  'level',
  'confidence',
  'state',
  'method',
  'endpoint',
  'endOfLife',
  'owners',
  'unit',
  'decisions',
  'isNew',
  'fingerprint',
] as const satisfies readonly (keyof FleetFinding)[];

/** One row a call, for spreadsheets. */
export function* fleetCsv({ findings }: Fleet): Iterable<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for (const finding of findings)
    yield `${COLUMNS.map((name) => csvCell(plainValue(finding[name]))).join(',')}\r\n`;
}

function plainValue(value: FleetFinding[keyof FleetFinding]): string | number | null {
  if (typeof value === 'boolean') return value ? 'new' : 'known';
  return value === null || typeof value === 'string' || typeof value === 'number' ? value : value.join(' ');
}

export function* fleetJson(fleet: Fleet): Iterable<string> {
  const { findings, ...rest } = fleet;
  const head = { schemaVersion: SCHEMA_VERSION, tool: { name: 'edge-sunset', version: VERSION }, ...rest };
  yield `${jsonLine(head).slice(0, -1)},\n"findings":[`;
  for (const [index, finding] of findings.entries()) yield `${index === 0 ? '' : ','}\n${jsonLine(finding)}`;
  yield findings.length === 0 ? ']}\n' : '\n]}\n';
}
