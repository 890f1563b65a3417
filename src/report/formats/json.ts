import { VERSION } from '../../version.js';
import {
  type Report,
  type ReportEdit,
  type ReportFinding,
  type ReportSkipped,
  type ReportUndetermined,
  SCHEMA_VERSION,
  type Summary,
} from '../findings/model.js';
import { jsonLine } from '../words/escape.js';
import type { RenderContext, WholeFormat } from './index.js';

/** The JSON report, schema version 1: the contract that other programs rely on. Keys come in this order. */

export const TOOL = { name: 'edge-sunset', version: VERSION } as const;

export interface JsonFinding extends Omit<ReportFinding, 'excerpt' | 'subject' | 'fix'> {
  readonly fix?: {
    readonly level: 'safe' | 'review';
    readonly edits: readonly Pick<ReportEdit, 'offset' | 'text'>[];
  };
  /** Who owns the file, where a CODEOWNERS file says it. */
  readonly owners?: readonly string[];
}

export interface JsonUndetermined {
  readonly root?: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly why: string;
}

export interface JsonReport {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly now: string;
  readonly summary: Summary;
  readonly findings: readonly JsonFinding[];
  readonly undetermined: readonly JsonUndetermined[];
  readonly skipped: readonly ReportSkipped[];
}

export function jsonFinding(finding: ReportFinding, owners: readonly string[] = []): JsonFinding {
  const { root, vendor, fix } = finding;
  return {
    entry: finding.entry,
    rule: finding.rule,
    kind: finding.kind,
    state: finding.state,
    ...(root === undefined ? {} : { root }),
    path: finding.path,
    line: finding.line,
    column: finding.column,
    endLine: finding.endLine,
    endColumn: finding.endColumn,
    offset: finding.offset,
    language: finding.language,
    method: finding.method,
    endpoint: finding.endpoint,
    confidence: finding.confidence,
    severity: finding.severity,
    context: finding.context,
    evidence: finding.evidence,
    related: finding.related,
    endOfLife: finding.endOfLife,
    daysPast: finding.daysPast,
    ...(vendor === undefined ? {} : { vendor }),
    message: finding.message,
    replacement: finding.replacement,
    codemod: finding.codemod,
    documentation: finding.documentation,
    automation: finding.automation,
    ...(fix === undefined
      ? {}
      : {
          fix: {
            level: fix.level,
            edits: fix.edits.map(({ offset, text }) => ({ offset, text })),
          },
        }),
    fingerprint: finding.fingerprint,
    ...(owners.length === 0 ? {} : { owners }),
  };
}

export function jsonUndetermined(undetermined: ReportUndetermined): JsonUndetermined {
  const { root, path, line, column, why } = undetermined;
  return { ...(root === undefined ? {} : { root }), path, line, column, why };
}

/** The report as one object, as the library returns it. */
export function jsonReport(report: Report): JsonReport {
  return {
    schemaVersion: SCHEMA_VERSION,
    tool: TOOL,
    now: report.now,
    summary: report.summary,
    findings: report.findings.map((finding) => jsonFinding(finding)),
    undetermined: report.undetermined.map(jsonUndetermined),
    skipped: report.skipped,
  };
}

export const jsonFormat = {
  kind: 'whole',
  name: 'json',
  summary: 'one JSON object, schema version 1',
  *render(report: Report, { ownersOf }: RenderContext): Iterable<string> {
    const head = {
      schemaVersion: SCHEMA_VERSION,
      tool: TOOL,
      now: report.now,
      summary: report.summary,
    };
    yield JSON.stringify(head).slice(0, -1);
    yield* list('findings', report.findings, (one) => jsonFinding(one, ownersOf?.(one.path)));
    yield* list('undetermined', report.undetermined, jsonUndetermined);
    yield* list('skipped', report.skipped, (row) => row);
    yield '}\n';
  },
} as const satisfies WholeFormat;

/** One row a line: readable in a diff, and never one huge text in memory. */
function* list<T>(name: string, rows: readonly T[], toJson: (row: T) => unknown): Iterable<string> {
  yield `,\n"${name}":[`;
  for (const [index, row] of rows.entries()) yield `${index === 0 ? '' : ','}\n${jsonLine(toJson(row))}`;
  yield rows.length === 0 ? ']' : '\n]';
}
