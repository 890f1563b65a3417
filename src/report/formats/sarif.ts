import { datesSentence, type Entry, symptomText, vendorState } from '../../catalogue/index.js';
import { VERSION } from '../../version.js';
import { markdownText } from '../findings/markdown-text.js';
import { instead } from '../findings/message.js';
import { migrateCommand } from '../findings/migrate-command.js';
import type { Range, Report, ReportFinding, ReportFix, ReportSkipped } from '../findings/model.js';
import { sha256 } from '../words/digest.js';
import { documentationOf } from '../words/documentation.js';
import { jsonLine } from '../words/escape.js';
import { ruleName } from '../words/rule-name.js';
import type { RenderContext, WholeFormat } from './index.js';
import { originalUriBaseIds, type SarifUri, sarifUris } from './sarif-uri.js';

/**
 * SARIF 2.1.0 as GitHub code scanning takes it: every rule of the catalogue is listed, hit or not, each result
 * has all four corners of its region and a line hash that survives line shifts.
 */

/** GitHub refuses a run with more results than this, and keeps 5,000 of them. */
const MOST_RESULTS = 25_000;
const SHOWN_RESULTS = 5_000;
/** Where the vendor publishes what ends when: the page a reader of an alert needs. */
const SCHEDULE_PAGE = 'https://developers.cloudflare.com/fundamentals/api/reference/deprecations/';

const MOST_RELATED = 100;
const LONGEST_TEXT = 1000;

export const sarifFormat = {
  kind: 'whole',
  name: 'sarif',
  summary: 'SARIF 2.1.0, for code scanning',
  *render(report: Report, context: RenderContext): Iterable<string> {
    const kept = [...report.findings].sort(bySeverity).slice(0, MOST_RESULTS);
    if (report.findings.length > SHOWN_RESULTS) context.notice(limitNotice(report.findings.length));
    const findings = kept.length === report.findings.length ? report.findings : kept;
    const rules = report.entries.map(sarifRule);
    const indexes = new Map(rules.map((row, index) => [row.id, index]));
    const uriOf = sarifUris(report.places);
    const head = {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
    };
    const run = {
      tool: {
        driver: {
          name: 'edge-sunset',
          semanticVersion: VERSION,
          version: VERSION,
          informationUri: SCHEDULE_PAGE,
          rules,
        },
      },
      automationDetails: { id: 'edge-sunset/' },
      columnKind: 'utf16CodeUnits',
      originalUriBaseIds: originalUriBaseIds(report.places),
      invocations: [
        {
          executionSuccessful: true,
          toolExecutionNotifications: report.skipped.map((row) => notification(row, uriOf)),
        },
      ],
    };
    yield `${JSON.stringify(head).slice(0, -1)},"runs":[${jsonLine(run).slice(0, -1)},\n"results":[`;
    for (const [index, finding] of findings.entries()) {
      const row = result(finding, indexes.get(finding.rule) ?? -1, uriOf);
      yield `${index === 0 ? '' : ','}\n${jsonLine(row)}`;
    }
    yield ']}]}\n';
  },
} as const satisfies WholeFormat;

function limitNotice(count: number): string {
  const cut = count > MOST_RESULTS ? ` The SARIF report contains the first ${MOST_RESULTS} by severity.` : '';
  return `${count} findings: GitHub code scanning shows ${SHOWN_RESULTS} per run.${cut} Narrow the scan with paths, --only or --skip.`;
}

const SEVERITY = { error: 0, warning: 1, hint: 2 } as const;

function bySeverity(a: ReportFinding, b: ReportFinding): number {
  return SEVERITY[a.severity] - SEVERITY[b.severity];
}

/** What a driver says of an entry. */
export function sarifRule(entry: Entry) {
  const ended = entry.endOfLife === null ? '' : ` End of life: ${entry.endOfLife}.`;
  const help = helpOf(entry, `${entry.summary}${ended}`);
  const page = documentationOf(entry.id);
  return {
    id: ruleName(entry.id),
    name: pascalCase(ruleName(entry.id)),
    shortDescription: { text: cut(`Retired: ${entry.title}`) },
    fullDescription: { text: cut(`${entry.summary}${ended}`) },
    ...(page === null ? {} : { helpUri: page }),
    help: {
      text: cut(help.map(({ text }) => text).join(' ')),
      markdown: help.map(({ markdown }) => markdown).join('\n\n'),
    },
    defaultConfiguration: { level: level(entry.severity ?? 'error') },
    properties: { tags: ['api-deprecation', entry.area], precision: 'high', 'problem.severity': 'error' },
  };
}

/** What a person needs who opens an alert: what to do, what callers see, which date is whose, an example, the command. */
function helpOf(entry: Entry, head: string): readonly { readonly text: string; readonly markdown: string }[] {
  const same = (text: string) => ({ text, markdown: markdownText(text) });
  const { example } = entry;
  const fenced = (code: string) => `\`\`\`${example?.language ?? ''}\n${code.trimEnd()}\n\`\`\``;
  const [dates, state, command] = [datesSentence(entry), vendorState(entry), migrateCommand(entry)];
  const symptoms = entry.symptoms.map(symptomText);
  return [
    same(head),
    ...(dates === null ? [] : [same(dates)]),
    ...(state === null ? [] : [same(state)]),
    same(instead(entry.replacement)),
    ...(symptoms.length === 0
      ? []
      : [
          {
            text: `Callers see: ${symptoms.join('; ')}.`,
            markdown: `Callers see:\n\n${symptoms.map((symptom) => `* ${markdownText(symptom)}`).join('\n')}`,
          },
        ]),
    ...(command === null ? [] : [{ text: `Run: ${command}`, markdown: `Run \`${command}\`.` }]),
    ...(example === undefined
      ? []
      : [
          {
            text: '',
            markdown: `Before:\n\n${fenced(example.before)}\n\nAfter:${example.after === undefined ? ' delete it.' : `\n\n${fenced(example.after)}`}`,
          },
        ]),
  ];
}

type UriOf = (path: string) => SarifUri;

function result(finding: ReportFinding, ruleIndex: number, uriOf: UriOf) {
  const location = uriOf(finding.path);
  const related = finding.related.slice(0, MOST_RELATED);
  // A related location is shown only where the message links to it.
  const links = related.map((place, index) => ` ([${linkText(place.message)}](${index + 1}))`).join('');
  return {
    ruleId: finding.rule,
    ...(ruleIndex < 0 ? {} : { ruleIndex }),
    level: level(finding.severity),
    message: { text: linkSafe(finding.message) + links },
    locations: [
      {
        physicalLocation: {
          artifactLocation: location,
          region: { ...region(finding), snippet: { text: snippet(finding) } },
        },
      },
    ],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((place, index) => ({
            id: index + 1,
            message: { text: place.message },
            physicalLocation: {
              artifactLocation: uriOf(place.path),
              region: region(place),
            },
          })),
        }),
    partialFingerprints: { primaryLocationLineHash: lineHash(finding, location) },
    ...(finding.fix === undefined ? {} : { fixes: [fix(finding.fix, location)] }),
    properties: {
      entry: finding.entry,
      kind: finding.kind,
      state: finding.state,
      confidence: finding.confidence,
      endOfLife: finding.endOfLife,
      daysPast: finding.daysPast,
      method: finding.method,
      endpoint: finding.endpoint,
      codemod: finding.codemod,
      automation: finding.automation,
    },
  };
}

function region(range: Range) {
  return {
    startLine: range.line,
    startColumn: range.column,
    endLine: range.endLine,
    endColumn: range.endColumn,
  };
}

function snippet(finding: ReportFinding): string {
  const line = finding.excerpt.lines[finding.line - finding.excerpt.firstLine];
  const text = (line?.text ?? '').trim();
  return text === '' ? finding.entry : text;
}

/** GitHub tells alerts apart by this text alone, so the path is part of it; the line number is not. */
function lineHash(finding: ReportFinding, { uri }: SarifUri): string {
  const key = `\0${uri}\0${finding.fingerprint}`;
  return `${sha256(key).slice(0, 16)}:1`;
}

function fix(fix: ReportFix, artifactLocation: SarifUri) {
  return {
    description: { text: fix.level === 'safe' ? 'Replace it.' : 'Replace it; review the result.' },
    artifactChanges: [
      {
        artifactLocation,
        replacements: fix.edits.map((edit) => ({
          deletedRegion: region(edit),
          insertedContent: { text: edit.text },
        })),
      },
    ],
  };
}

function notification(row: ReportSkipped, uriOf: UriOf) {
  const detail = row.detail === undefined ? '' : ` (${row.detail})`;
  return {
    level: row.tier === undefined ? 'warning' : 'note',
    message: { text: `The file was not fully read: ${row.reason}${detail}.` },
    locations: [{ physicalLocation: { artifactLocation: uriOf(row.path) } }],
    descriptor: { id: row.reason },
  };
}

function level(severity: 'error' | 'warning' | 'hint'): 'error' | 'warning' | 'note' {
  return severity === 'hint' ? 'note' : severity;
}

/** Square brackets are links in a SARIF message. */
function linkSafe(text: string): string {
  return text.replace(/[\\[\]]/g, '\\$&');
}

function linkText(text: string): string {
  return text.replace(/[\\[\]]/g, ' ').trim() || 'related';
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 1)}…`;
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
