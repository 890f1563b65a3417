import { messageWithState } from '../findings/message.js';
import type { Report, ReportFinding } from '../findings/model.js';
import { byteColumn } from '../findings/utf8-column.js';
import { jsonLine } from '../words/escape.js';
import type { WholeFormat } from './index.js';

const SEVERITY = { error: 'ERROR', warning: 'WARNING', hint: 'INFO' } as const;

/** The Reviewdog Diagnostic Format: columns count the bytes of UTF-8. */
export const rdjsonFormat = {
  kind: 'whole',
  name: 'rdjson',
  summary: 'for reviewdog',
  *render({ findings }: Report): Iterable<string> {
    yield '{"source":{"name":"edge-sunset"},"diagnostics":[';
    for (const [index, finding] of findings.entries()) {
      yield `${index === 0 ? '' : ','}\n${jsonLine(diagnostic(finding))}`;
    }
    yield ']}\n';
  },
} as const satisfies WholeFormat;

function diagnostic(finding: ReportFinding) {
  const start = position(finding, finding.line, finding.column);
  const end = position(finding, finding.endLine, finding.endColumn);
  return {
    message: messageWithState(finding),
    location: { path: finding.path, range: { start, end } },
    severity: SEVERITY[finding.severity],
    code: {
      value: finding.entry,
      ...(finding.documentation === null ? {} : { url: finding.documentation }),
    },
    ...suggestions(finding),
  };
}

/** A place that is in no line of the excerpt is named by its line alone. */
function position(finding: ReportFinding, line: number, column: number) {
  const bytes = byteColumn(finding.excerpt, line, column);
  return bytes === null ? { line } : { line, column: bytes };
}

function suggestions(finding: ReportFinding) {
  const edits = (finding.fix?.edits ?? []).map((edit) => ({
    start: { line: edit.line, column: byteColumn(finding.excerpt, edit.line, edit.column) },
    end: { line: edit.endLine, column: byteColumn(finding.excerpt, edit.endLine, edit.endColumn) },
    text: edit.text,
  }));
  // An edit whose place cannot be told exactly would change something else.
  const known = edits.every(({ start, end }) => start.column !== null && end.column !== null);
  if (edits.length === 0 || !known) return {};
  return { suggestions: edits.map(({ start, end, text }) => ({ range: { start, end }, text })) };
}
