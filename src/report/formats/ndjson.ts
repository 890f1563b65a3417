import {
  type ReportFinding,
  type ReportSkipped,
  type ReportUndetermined,
  SCHEMA_VERSION,
  type Summary,
} from '../findings/model.js';
import { jsonLine } from '../words/escape.js';
import type { StreamFormat } from './index.js';
import { jsonFinding, jsonUndetermined, TOOL } from './json.js';

/** One JSON object a line. Each root ends with a `done` line; a stream without it is incomplete. */
export const ndjsonFormat = {
  kind: 'stream',
  name: 'ndjson',
  summary: 'one JSON object per line, while the scan is running; a `done` line ends each root',
  start: (now: string) => row({ type: 'start', schemaVersion: SCHEMA_VERSION, tool: TOOL, now }),
  finding: (finding: ReportFinding, owners?: readonly string[]) =>
    row({ type: 'finding', ...jsonFinding(finding, owners) }),
  undetermined: (undetermined: ReportUndetermined) =>
    row({ type: 'undetermined', ...jsonUndetermined(undetermined) }),
  skipped: (skipped: ReportSkipped) => row({ type: 'skipped', ...skipped }),
  done: (root: string | undefined, summary: Summary) =>
    row({ type: 'done', ...(root === undefined ? {} : { root }), summary }),
} as const satisfies StreamFormat;

function row(value: object): string {
  return `${jsonLine(value)}\n`;
}
