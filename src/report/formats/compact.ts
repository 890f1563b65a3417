import type { ReportFinding, ReportSkipped, ReportUndetermined } from '../findings/model.js';
import { plainLines, visible } from '../words/escape.js';
import type { StreamFormat } from './index.js';

/** `path:line:column: entry message`: what editors, `grep` and quickfix lists read. */
export const compactFormat = {
  kind: 'stream',
  name: 'compact',
  summary: 'one line per finding, `path:line:column: entry message`, while the scan is running',
  start: () => '',
  finding: ({ path, line, column, entry, state, message }: ReportFinding) =>
    row(`${path}:${line}:${column}: ${entry}${state === 'marked' ? ' (marked)' : ''} ${message}`),
  undetermined: ({ path, line, column, why }: ReportUndetermined) =>
    row(`${path}:${line}:${column}: undetermined ${why}`),
  skipped: ({ path, reason, detail }: ReportSkipped) =>
    row(`${path}:1:1: skipped ${reason}${detail === undefined ? '' : ` (${detail})`}`),
  done: () => '',
} as const satisfies StreamFormat;

function row(text: string): string {
  return plainLines(`${visible(text)}\n`);
}
