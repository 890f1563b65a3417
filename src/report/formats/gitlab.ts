import { VERSION } from '../../version.js';
import { messageWithState } from '../findings/message.js';
import type { Report, ReportFinding } from '../findings/model.js';
import { repositoryPaths } from '../findings/repository-path.js';
import { sha256 } from '../words/digest.js';
import { jsonLine, visible } from '../words/escape.js';
import { ruleName } from '../words/rule-name.js';
import type { WholeFormat } from './index.js';

const QUALITY = { error: 'major', warning: 'minor', hint: 'info' } as const;
const SEVERITY = { error: 'High', warning: 'Medium', hint: 'Info' } as const;
/** Of the schema that is obeyed. */
const SAST_VERSION = '15.1.4';
const LONGEST_NAME = 255;
const LONGEST_SOLUTION = 7000;

/** The widget of a merge request: a list of what it makes better or worse. */
export const codeQualityFormat = {
  kind: 'whole',
  name: 'codequality',
  summary: 'code quality report of GitLab',
  render: ({ findings, places }: Report) => listOf('[', findings, places, qualityRow, ']\n'),
} as const satisfies WholeFormat;

/** The list of vulnerabilities. A report has no times, so the scan is said to last the whole of its day. */
export const gitlabSastFormat = {
  kind: 'whole',
  name: 'gitlab-sast',
  summary: 'SAST report of GitLab',
  *render({ findings, places, now }: Report): Iterable<string> {
    const tool = {
      id: 'edge-sunset',
      name: 'edge-sunset',
      version: VERSION,
      vendor: { name: 'edge-sunset' },
    };
    const scan = {
      analyzer: tool,
      scanner: tool,
      type: 'sast',
      start_time: `${now}T00:00:00`,
      end_time: `${now}T23:59:59`,
      status: 'success',
    };
    const head = `{"version":"${SAST_VERSION}","scan":${jsonLine(scan)},\n"vulnerabilities":[`;
    yield* listOf(head, findings, places, sastRow, ']}\n');
  },
} as const satisfies WholeFormat;

type Row = (finding: ReportFinding, path: string, id: string) => object;

function* listOf(
  head: string,
  findings: readonly ReportFinding[],
  places: Report['places'],
  row: Row,
  end: string,
): Iterable<string> {
  const pathOf = repositoryPaths(places);
  yield head;
  for (const [index, finding] of findings.entries()) {
    const { path } = pathOf(finding.path);
    // Fingerprints are unique within a file.
    const id = sha256(JSON.stringify([path, finding.entry, finding.fingerprint]));
    yield `${index === 0 ? '' : ','}\n${jsonLine(row(finding, path, id))}`;
  }
  yield end;
}

const qualityRow: Row = (finding, path, id) => ({
  engine_name: 'edge-sunset',
  description: visible(messageWithState(finding)),
  check_name: ruleName(finding.entry),
  fingerprint: id,
  severity: QUALITY[finding.severity],
  location: { path, lines: { begin: finding.line, end: finding.endLine } },
});

const sastRow: Row = (finding, path, id) => ({
  id,
  name: visible(finding.subject).slice(0, LONGEST_NAME),
  description: visible(messageWithState(finding)),
  severity: SEVERITY[finding.severity],
  solution: visible(finding.replacement).slice(0, LONGEST_SOLUTION),
  identifiers: [
    {
      type: 'edge_sunset_rule',
      name: ruleName(finding.entry),
      value: ruleName(finding.entry),
      ...(finding.documentation === null ? {} : { url: finding.documentation }),
    },
  ],
  location: { file: path, start_line: finding.line, end_line: finding.endLine },
});
