import type { Entry } from '../../catalogue/index.js';
import { markdownCode, markdownText } from '../findings/markdown-text.js';
import { instead } from '../findings/message.js';
import type { Report, ReportFinding } from '../findings/model.js';
import { plural } from '../text/summary.js';
import { endText } from '../words/days.js';
import type { WholeFormat } from './index.js';

/** A comment or an issue holds 65,536 characters. */
const MOST_ROWS = 200;
/** How another run knows that a file is a report of ours. */
export const MARKDOWN_MARK = '<!-- edge-sunset report -->';

/** For a pull request, an issue or a job summary: what to do for each entry, then the places, folded if many. */
export const markdownFormat = {
  kind: 'whole',
  name: 'markdown',
  summary: 'for a pull request, an issue or a job summary',
  *render(report: Report): Iterable<string> {
    const { findings, summary, entries } = report;
    yield `${MARKDOWN_MARK}\n## ${headline(report)}\n`;
    const listed = findings.filter(({ severity }) => severity !== 'hint');
    for (const entry of entries) {
      const own = listed.filter((finding) => finding.entry === entry.id);
      if (own.length > 0) yield* section(entry, own);
    }
    const remarks = [
      summary.undetermined > 0 && `${plural(summary.undetermined, 'call')} could not be determined`,
      summary.known > 0 && `${plural(summary.known, 'finding')} of the baseline not listed`,
      summary.withheld > 0 && `${plural(summary.withheld, 'less certain finding')} not listed`,
      summary.files.skipped > 0 && `${plural(summary.files.skipped, 'file')} not fully read`,
      summary.suppressed > 0 && `${plural(summary.suppressed, 'finding')} suppressed by comments`,
    ].filter((remark) => remark !== false);
    if (remarks.length > 0) yield `\n${remarks.map((remark) => `* ${remark}\n`).join('')}`;
  },
} as const satisfies WholeFormat;

function headline({ findings, summary }: Report): string {
  if (summary.findings === 0) return 'No calls of retired APIs';
  const paths = new Set(findings.filter(({ severity }) => severity !== 'hint').map(({ path }) => path));
  return `${plural(summary.findings, 'call')} of retired APIs in ${plural(paths.size, 'file')}`;
}

function* section(entry: Entry, findings: readonly ReportFinding[]): Iterable<string> {
  const [first] = findings;
  const when =
    first?.daysPast === undefined || first.daysPast === null ? '' : `, ${endText(first.daysPast, entry)}`;
  const head = `${markdownCode(entry.id)}, ${plural(findings.length, 'call')}${when}`;
  yield `\n### ${markdownText(entry.title)} (${head})\n\n`;
  yield `${markdownText(instead(entry.replacement))}\n\n`;
  const rows = findings.slice(0, MOST_ROWS).map(row).join('');
  const more = findings.length - MOST_ROWS;
  const table = `| Place | What |\n| --- | --- |\n${rows}${more > 0 ? `| … and ${more} more | |\n` : ''}`;
  yield findings.length <= 10
    ? table
    : `<details><summary>${plural(findings.length, 'place')}</summary>\n\n${table}\n</details>\n`;
}

function row({ path, line, subject, state, confidence }: ReportFinding): string {
  const notes = [...(confidence === 'exact' ? [] : [confidence]), ...(state === 'marked' ? ['marked'] : [])];
  const sure = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  return `| ${markdownCode(`${path}:${line}`)} | ${markdownText(subject)}${sure} |\n`;
}
