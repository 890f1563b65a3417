import type { Paint } from './colours.js';
import { relativeDays } from './days.js';
import type { LeftOutFiles, Report, ReportFinding } from './model.js';

/** The end of the text report: how much there is of what, what was not seen, and what to do next. */
export function summaryLines(report: Report, paint: Paint): string[] {
  return [...counts(report, paint), ...remarks(report, paint), ...nextSteps(report)];
}

function counts(report: Report, paint: Paint): string[] {
  const { summary } = report;
  const files = `${plural(summary.files.seen, 'file')} seen`;
  if (summary.files.seen === 0) return [paint.yellow('Nothing to scan: no files were found.')];
  if (summary.findings === 0) return [paint.green(`No retired API calls found (${files}).`)];
  const where = new Set(
    report.findings
      .filter((finding) => finding.severity !== 'hint')
      .map((finding) => `${finding.root ?? ''}\0${finding.path}`),
  ).size;
  const head = paint.bold(`${plural(summary.findings, 'finding')} in ${plural(where, 'file')}`);
  return [`${head} ${paint.dim(`(${files})`)}`, '', ...table(report, paint), ''];
}

function table(report: Report, paint: Paint): string[] {
  const rows = Object.entries(summaryOrder(report)).map(([id, count]) => {
    const finding = report.findings.find((candidate) => candidate.entry === id);
    const date = finding === undefined ? '' : dateOf(finding);
    return { id, count: String(count), date };
  });
  const width = (key: 'id' | 'count' | 'date') => Math.max(...rows.map((row) => row[key].length));
  return rows.map(
    (row) =>
      `  ${row.count.padStart(width('count'))}  ${paint.bold(row.id.padEnd(width('id')))}  ${paint.dim(row.date)}`,
  );
}

function dateOf({ endOfLife, daysPast }: ReportFinding): string {
  return endOfLife === null || daysPast === null
    ? 'no end announced'
    : `${endOfLife}, ${relativeDays(daysPast)}`;
}

/** Most frequent first. */
function summaryOrder(report: Report): Record<string, number> {
  return Object.fromEntries(Object.entries(report.summary.byEntry).sort((a, b) => b[1] - a[1]));
}

function remarks(report: Report, paint: Paint): string[] {
  const { summary } = report;
  const hintsListed = report.findings.some((finding) => finding.severity === 'hint');
  const rows: (string | false)[] = [
    summary.markers > 0 && `${plural(summary.markers, 'migration marker')} still open`,
    summary.undetermined > 0 &&
      `${plural(summary.undetermined, 'call')} to the API could not be determined${report.undetermined.length > 0 ? '' : ' (--undetermined lists them)'}`,
    summary.hints > 0 &&
      `${plural(summary.hints, 'mention')} in documentation, types or prose${hintsListed ? '' : ' (--hints lists them)'}`,
    summary.suppressed > 0 && `${plural(summary.suppressed, 'finding')} suppressed by comments`,
    summary.files.skipped > 0 && `${plural(summary.files.skipped, 'file')} not fully read, listed above`,
  ];
  rows.push(...leftOut(report.leftOut));
  const lines = rows.filter((row) => row !== false);
  return lines.length === 0 ? [] : [...lines.map((line) => `  ${paint.dim('·')} ${line}`), ''];
}

function leftOut({ vendored, vendoredFolders, generated, repositories }: LeftOutFiles): (string | false)[] {
  const parts = [
    vendored + generated > 0 && plural(vendored + generated, 'vendored or generated file'),
    vendoredFolders > 0 && plural(vendoredFolders, 'vendored or generated folder'),
  ].filter((part) => part !== false);
  return [
    parts.length > 0 && `${parts.join(' and ')} left out (--vendored scans them)`,
    repositories > 0 &&
      `${plural(repositories, 'nested repository', 'nested repositories')} left out; scan each by its own path`,
  ];
}

function nextSteps(report: Report): string[] {
  const [first] = Object.keys(summaryOrder(report));
  return first === undefined ? [] : [`Next: edge-sunset explain ${first}`];
}

function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : many}`;
}
