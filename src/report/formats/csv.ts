import type { Report, ReportFinding } from '../findings/model.js';
import { visible } from '../words/escape.js';
import type { WholeFormat } from './index.js';

const COLUMNS = [
  'path',
  'line',
  'column',
  'severity',
  'entry',
  'confidence',
  'state',
  'method',
  'endpoint',
  'endOfLife',
  'message',
  'replacement',
  'fingerprint',
] as const satisfies readonly (keyof ReportFinding)[];

export const CSV_HEADER = COLUMNS.join(',');

/** RFC 4180, one row a finding, for spreadsheets. */
export const csvFormat = {
  kind: 'whole',
  name: 'csv',
  summary: 'for spreadsheets: one row per finding, no cell is a formula',
  *render({ findings }: Report): Iterable<string> {
    yield `${CSV_HEADER}\r\n`;
    for (const finding of findings) yield `${COLUMNS.map((name) => csvCell(finding[name])).join(',')}\r\n`;
  },
} as const satisfies WholeFormat;

/** A spreadsheet takes a text that begins like a formula for one, unless an apostrophe stands before it. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = visible(value);
  const plain = /^\s*[=+\-@]/.test(text) ? `'${text}` : text;
  // A quote also keeps a line from beginning as a command to a build server.
  return /[",\r\n]|^\s*:/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
