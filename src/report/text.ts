import { colours, type Paint } from './colours.js';
import { endText } from './days.js';
import { plainLines, visible } from './escape.js';
import type { RenderContext, WholeFormat } from './formats.js';
import type { Report, ReportFinding } from './model.js';
import { summaryLines } from './text-summary.js';

/**
 * The report for a person at a terminal: files in order, every finding with its line of code; then, once for
 * each entry, since when it is dead, what the caller sees now and what to use instead.
 */
export const textFormat = {
  kind: 'whole',
  name: 'text',
  summary: 'for a person at a terminal (default)',
  *render(report: Report, context: RenderContext): Iterable<string> {
    for (const piece of pieces(report, context)) yield plainLines(piece);
  },
} as const satisfies WholeFormat;

function* pieces(report: Report, context: RenderContext): Iterable<string> {
  const paint = colours(context.colours);
  let path: string | null = null;
  let inFile = 0;
  for (const finding of report.findings) {
    inFile++;
    if (finding.path !== path) {
      path = finding.path;
      inFile = 1;
      yield `${paint.underline(visible(path))}\n`;
    }
    yield `${findingLines(finding, paint, context.width, inFile <= MOST_FRAMES).join('\n')}\n\n`;
  }
  for (const row of report.undetermined) {
    yield `${paint.dim(`${visible(row.path)}:${row.line}:${row.column}`)}  cannot be determined: ${visible(row.why)}\n`;
  }
  if (report.undetermined.length > 0) yield '\n';
  for (const row of report.skipped) {
    const detail = row.detail === undefined ? '' : ` (${visible(row.detail)})`;
    const still = row.tier === undefined ? '' : ', read as plain text instead';
    yield `${paint.dim(visible(row.path))}  ${paint.yellow(row.reason)}${still}${detail}\n`;
  }
  if (report.skipped.length > 0) yield '\n';
  yield `${summaryLines(report, paint, context.width, context.explain).join('\n')}\n`;
}

/** Nobody reads the code of more places of one file. */
const MOST_FRAMES = 1_000;

function findingLines(finding: ReportFinding, paint: Paint, width: number, withCode: boolean): string[] {
  const place = paint.dim(`${finding.line}:${finding.column}`);
  const head = `  ${place}  ${severityLabel(finding, paint)}  ${paint.bold(finding.entry)}${since(finding, paint)}`;
  return [
    head,
    ...(withCode ? frame(finding, paint, width) : []),
    `    ${visible(finding.subject)}`,
    ...finding.related.map((related) =>
      paint.dim(
        `    ${visible(related.path)}:${related.line}:${related.column}: ${visible(related.message)}`,
      ),
    ),
  ];
}

function severityLabel(finding: ReportFinding, paint: Paint): string {
  switch (finding.severity) {
    case 'error':
      return paint.red('error');
    case 'warning':
      return paint.yellow('warning');
    case 'hint':
      return paint.cyan('hint');
  }
}

function since(finding: ReportFinding, paint: Paint): string {
  const notes = [
    ...(finding.confidence === 'exact' ? [] : [finding.confidence]),
    ...(finding.state === 'marked' ? ['marked'] : []),
  ];
  const sure = notes.length === 0 ? '' : paint.dim(` (${notes.join(', ')})`);
  if (finding.daysPast === null) return `  no end announced${sure}`;
  const colour = finding.daysPast >= 0 ? paint.red : paint.yellow;
  return `  ${colour(endText(finding.daysPast))}${sure}`;
}

/** The lines of code with the place underlined. */
function frame(finding: ReportFinding, paint: Paint, width: number): string[] {
  const { firstLine, lines } = finding.excerpt;
  const digits = String(firstLine + lines.length - 1).length;
  const room = Math.max(30, width - digits - 7);
  const focus = lines[finding.line - firstLine];
  // One shift for the whole frame, so that indentation stays comparable.
  const column = finding.column - 1 - (focus?.dropped ?? 0);
  const shift = column < room - 12 ? 0 : Math.max(0, column - 20);
  return lines.flatMap(({ text }, index) => {
    const number = firstLine + index;
    const marked = number >= finding.line && number <= finding.endLine;
    const content = codeLine(text, shift, room);
    const gutter = `  ${marked ? paint.red('>') : ' '} ${paint.dim(`${String(number).padStart(digits)} │`)}`;
    const row = `${gutter} ${marked ? content : paint.dim(content)}`.trimEnd();
    if (number !== finding.line) return [row];
    const end =
      finding.endLine === finding.line ? finding.endColumn - 1 - (focus?.dropped ?? 0) : text.length;
    const from = codeLine(text.slice(0, column), shift, room).length;
    const length = Math.max(1, Math.min(codeLine(text.slice(0, end), shift, room).length, room) - from);
    const carets = `${' '.repeat(from)}${paint.red('^'.repeat(length))}`;
    return [row, `    ${' '.repeat(digits)} ${paint.dim('│')} ${carets}`];
  });
}

/** A stretch of a line as it is shown: tabs as two blanks, what is invisible made visible, cut to the room. */
function codeLine(text: string, shift: number, room: number): string {
  return visible(text.slice(shift).replaceAll('\t', '  ')).slice(0, room);
}
