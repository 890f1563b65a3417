import type { LeftOutFiles, Report } from '../findings/model.js';
import type { Paint } from '../words/colours.js';
import { visible } from '../words/escape.js';
import { wrap } from '../words/wrap.js';

/** How the end of a text report is written. */
export interface SummaryLook {
  readonly paint: Paint;
  readonly width: number;
  /** The command to run next; null where there is nothing to do. */
  readonly next: string | null;
  /** Whether nothing but sums is shown, so that nothing is listed above. */
  readonly isShort: boolean;
}

/** The end of the text report: how much there is, and what was not seen. */
export function summaryLines(report: Report, look: SummaryLook): string[] {
  return [...counts(report, look.paint), ...remarks(report, look), ...nextStep(look)];
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

function remarks(report: Report, { paint, width, isShort }: SummaryLook): string[] {
  return remarksOf(report, isShort ? {} : { listed: 'listed above' }).flatMap((row) =>
    wrap(row, width - 4).map((line, index) => `  ${index === 0 ? paint.dim('·') : ' '} ${line}`),
  );
}

/** What a report holds back, what was not read, and which option lists it. `listed`: where the unread files are. */
export function remarksOf(
  { summary, findings, undetermined, leftOut }: Report,
  { listed }: { readonly listed?: string } = {},
): string[] {
  const hintsListed = findings.some((finding) => finding.severity === 'hint');
  const rows: readonly (string | false)[] = [
    summary.marked > 0 && `${thousands(summary.marked)} of them marked for manual work (edge-sunset-todo)`,
    summary.markers > 0 && `${plural(summary.markers, 'migration marker')} still open`,
    summary.undetermined > 0 &&
      `${plural(summary.undetermined, 'call')} to the API not checked: the path is only known at run time${undetermined.length > 0 ? '' : ' (--undetermined lists them)'}`,
    summary.withheld > 0 &&
      `${plural(summary.withheld, 'less certain finding')} not listed (--min-confidence possible lists them)`,
    summary.known > 0 && `${plural(summary.known, 'finding')} of the baseline not listed`,
    summary.hints > 0 &&
      `${plural(summary.hints, 'mention')} in documentation, types or prose${hintsListed ? '' : ' (--hints lists them)'}`,
    summary.suppressed > 0 && `${plural(summary.suppressed, 'finding')} suppressed by comments`,
    summary.files.skipped > 0 &&
      `${plural(summary.files.skipped, 'file')} not fully read${listed === undefined ? '' : `, ${listed}`}`,
    ...leftOutRemarks(leftOut),
  ];
  return rows.filter((row) => row !== false);
}

function leftOutRemarks({
  vendored,
  vendoredFolders,
  generated,
  repositories,
}: LeftOutFiles): (string | false)[] {
  const parts = [
    vendored + generated > 0 && plural(vendored + generated, 'vendored or generated file'),
    vendoredFolders > 0 && plural(vendoredFolders, 'vendored or generated folder'),
  ].filter((part) => part !== false);
  const nested = plural(repositories, 'nested repository', 'nested repositories');
  return [
    parts.length > 0 && `${parts.join(' and ')} excluded (--vendored scans them)`,
    repositories > 0 && `${nested} excluded; scan each by its own path`,
  ];
}

function nextStep({ next }: SummaryLook): string[] {
  return next === null ? [] : ['', `Next: ${visible(next)}`];
}

export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${thousands(count)} ${count === 1 ? noun : many}`;
}

/** `12,345`. The locale functions of the runtime take longer to load than a small scan. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
