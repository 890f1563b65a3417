import type { Entry } from '../catalogue/index.js';
import type { Paint } from './colours.js';
import { relativeDays } from './days.js';
import { visible } from './escape.js';
import { instead } from './message.js';
import type { LeftOutFiles, Report, ReportFinding } from './model.js';
import { wrap } from './wrap.js';

/** The end of the text report: what to do about each entry, how much there is, and what was not seen. */
export function summaryLines(
  report: Report,
  paint: Paint,
  width: number,
  explain = 'edge-sunset explain',
): string[] {
  return [
    ...advice(report, paint, width),
    ...counts(report, paint),
    ...remarks(report, paint),
    ...nextStep(report, explain),
  ];
}

/** One paragraph for each entry that was met, the most frequent first. */
function advice(report: Report, paint: Paint, width: number): string[] {
  return countedEntries(report).flatMap(({ entry, count, finding }) => [
    `${paint.bold(entry.id)}  ${plural(count, 'finding')}, ${deadSince(entry, finding)}`,
    ...symptomsOf(entry, finding).flatMap((text, index) =>
      row(index === 0 ? 'You see' : '', text, paint, width),
    ),
    ...row('Instead', instead(entry.replacement).replace(/^Instead: /, ''), paint, width),
    '',
  ]);
}

interface CountedEntry {
  readonly entry: Entry;
  readonly count: number;
  readonly finding: ReportFinding;
}

function countedEntries(report: Report): readonly CountedEntry[] {
  const counted = Object.entries(report.summary.byEntry).flatMap(([id, count]) => {
    const entry = report.entries.find((candidate) => candidate.id === id);
    const finding = report.findings.find((candidate) => candidate.entry === id);
    return entry === undefined || finding === undefined ? [] : [{ entry, count, finding }];
  });
  return counted.sort((a, b) => b.count - a.count);
}

function deadSince(entry: Entry, { endOfLife, daysPast }: ReportFinding): string {
  if (endOfLife === null || daysPast === null) return 'no end of life is announced';
  const verb = daysPast >= 0 ? 'retired on' : 'ends on';
  const vendor = entry.vendor?.date;
  const note = vendor === undefined || vendor === endOfLife ? '' : ` (the vendor names ${vendor})`;
  return `${verb} ${endOfLife}, ${relativeDays(daysPast)}${note}`;
}

const MOST_SYMPTOMS = 2;

/** What callers get back today: the text people search for. */
function symptomsOf(entry: Entry, { daysPast }: ReportFinding): readonly string[] {
  if (daysPast === null || daysPast < 0) return [];
  return entry.symptoms.slice(0, MOST_SYMPTOMS).map(({ status, code, message, when }) => {
    const parts = [
      status === undefined ? [] : `HTTP ${status}`,
      code === undefined ? [] : `code ${code}`,
      message,
    ];
    return `${parts.flat().join(', ')}${when === undefined ? '' : ` (${when})`}`;
  });
}

const LABEL = 9;

function row(label: string, text: string, paint: Paint, width: number): string[] {
  const lines = wrap(visible(text), Math.max(30, width - LABEL - 2));
  return lines.map((line, index) => `  ${paint.dim((index === 0 ? label : '').padEnd(LABEL))}${line}`);
}

function counts(report: Report, paint: Paint): string[] {
  const { summary } = report;
  const files = `${plural(summary.files.seen, 'file')} seen`;
  if (summary.files.seen === 0) return [paint.yellow('Nothing to scan: no files were found.')];
  if (summary.findings === 0) return [paint.green(`No retired API calls found (${files}).`)];
  const where = new Set(
    report.findings.filter((finding) => finding.severity !== 'hint').map((finding) => finding.path),
  ).size;
  const head = `${plural(summary.findings, 'finding')} in ${plural(where, 'file')}`;
  return [`${paint.bold(head)} ${paint.dim(`(${files})`)}`];
}

function remarks(report: Report, paint: Paint): string[] {
  const { summary } = report;
  const hintsListed = report.findings.some((finding) => finding.severity === 'hint');
  const listed = report.undetermined.length > 0;
  const rows: readonly (string | false)[] = [
    summary.marked > 0 && `${thousands(summary.marked)} of them marked for a person (edge-sunset-todo)`,
    summary.markers > 0 && `${plural(summary.markers, 'migration marker')} still open`,
    summary.undetermined > 0 &&
      `${plural(summary.undetermined, 'call')} to the API could not be determined${listed ? '' : ' (--undetermined lists them)'}`,
    summary.withheld > 0 &&
      `${plural(summary.withheld, 'less certain finding')} not listed (--min-confidence possible lists them)`,
    summary.known > 0 && `${plural(summary.known, 'finding')} of the baseline not listed`,
    summary.hints > 0 &&
      `${plural(summary.hints, 'mention')} in documentation, types or prose${hintsListed ? '' : ' (--hints lists them)'}`,
    summary.suppressed > 0 && `${plural(summary.suppressed, 'finding')} suppressed by comments`,
    summary.files.skipped > 0 && `${plural(summary.files.skipped, 'file')} not fully read, listed above`,
    ...leftOut(report.leftOut),
  ];
  return rows.filter((row) => row !== false).map((row) => `  ${paint.dim('·')} ${row}`);
}

function leftOut({ vendored, vendoredFolders, generated, repositories }: LeftOutFiles): (string | false)[] {
  const parts = [
    vendored + generated > 0 && plural(vendored + generated, 'vendored or generated file'),
    vendoredFolders > 0 && plural(vendoredFolders, 'vendored or generated folder'),
  ].filter((part) => part !== false);
  const nested = plural(repositories, 'nested repository', 'nested repositories');
  return [
    parts.length > 0 && `${parts.join(' and ')} left out (--vendored scans them)`,
    repositories > 0 && `${nested} left out; scan each by its own path`,
  ];
}

function nextStep(report: Report, explain: string): string[] {
  const [first] = countedEntries(report);
  return first === undefined ? [] : ['', `Next: ${visible(explain)} ${first.entry.id}`];
}

export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${thousands(count)} ${count === 1 ? noun : many}`;
}

/** `12,345`. The locale functions of the runtime take longer to load than a small scan. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
