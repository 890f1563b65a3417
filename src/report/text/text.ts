import { type EntryGroup, groupsByEntry } from '../findings/groups.js';
import { previewCommand } from '../findings/migrate-command.js';
import type { Report, ReportFinding } from '../findings/model.js';
import type { RenderContext, WholeFormat } from '../formats/index.js';
import { colours, type Paint } from '../words/colours.js';
import { plainLines, visible } from '../words/escape.js';
import { wrap } from '../words/wrap.js';
import { adviceLines, groupTitle } from './advice.js';
import { codeFrame } from './code-frame.js';
import { summaryLines } from './summary.js';

/**
 * The report for a person at a terminal: what there is to do, the most urgent first, each with its places in the code;
 * or file by file, and then what there is to do.
 */
export const textFormat = {
  kind: 'whole',
  name: 'text',
  summary: 'for the terminal (default)',
  *render(report: Report, context: RenderContext): Iterable<string> {
    for (const piece of pieces(report, context)) yield plainLines(piece);
  },
} as const satisfies WholeFormat;

/** What each piece of one report is made with. */
interface Look {
  readonly paint: Paint;
  readonly width: number;
}

function* pieces(report: Report, context: RenderContext): Iterable<string> {
  const look: Look = { paint: colours(context.colours), width: context.width };
  const groups = groupsByEntry(report);
  const isShort = context.summaryOnly === true;
  if (!isShort && context.groupBy === 'file') yield* byFile(report, look);
  for (const group of groups) {
    const title = groupTitle(group, look.paint);
    if (isShort) yield `${title}\n`;
    else yield block([title, ...adviceLines(group, look.paint, look.width, context)]);
    if (!isShort && context.groupBy !== 'file') yield* placesOf(group, look);
  }
  if (isShort && groups.length > 0) yield '\n';
  if (!isShort) yield* notRead(report, look);
  yield `${summaryLines(report, { ...look, next: nextCommand(groups, context), isShort }).join('\n')}\n`;
}

/** The preview of the rewrites; where nothing can be rewritten, more about what is most urgent. */
function nextCommand(groups: readonly EntryGroup[], context: RenderContext): string | null {
  const [first] = groups;
  if (first === undefined) return null;
  const preview = previewCommand(
    groups.flatMap(({ findings }) => findings),
    context,
  );
  return preview ?? `${context.explain ?? 'npx edge-sunset explain'} ${first.entry.id}`;
}

/** Nobody reads the code of more places of one file. */
const MOST_FRAMES = 1_000;

/** Counts the places of each file whose code was shown. */
class Frames {
  readonly #shown = new Map<string, number>();

  of(finding: ReportFinding, { paint, width }: Look): readonly string[] {
    const shown = this.#shown.get(finding.path) ?? 0;
    this.#shown.set(finding.path, shown + 1);
    return shown < MOST_FRAMES ? codeFrame(finding, paint, width) : [];
  }
}

function* placesOf({ findings }: EntryGroup, look: Look): Iterable<string> {
  const frames = new Frames();
  for (const finding of findings) {
    const { path, line, column } = finding;
    const place = look.paint.underline(`${visible(path)}:${line}:${column}`);
    yield block([
      `  ${place}${notesOf(finding, look.paint)}`,
      ...frames.of(finding, look),
      ...detailsOf(finding, look),
    ]);
  }
}

function* byFile({ findings }: Report, look: Look): Iterable<string> {
  const { paint } = look;
  const frames = new Frames();
  let path: string | null = null;
  for (const finding of findings) {
    if (finding.path !== path) {
      path = finding.path;
      yield `${paint.underline(visible(path))}\n`;
    }
    const place = paint.dim(`${finding.line}:${finding.column}`);
    yield block([
      `  ${place}  ${paint.bold(finding.entry)}${notesOf(finding, paint)}`,
      ...frames.of(finding, look),
      ...detailsOf(finding, look),
    ]);
  }
}

/** What is not as most findings are: certain, failing, and not yet marked. */
function notesOf({ severity, confidence, state }: ReportFinding, paint: Paint): string {
  const notes = [
    ...(severity === 'error' ? [] : [severity]),
    ...(confidence === 'exact' ? [] : [confidence]),
    ...(state === 'marked' ? ['marked'] : []),
  ];
  return notes.length === 0 ? '' : `  ${paint.yellow(notes.join(', '))}`;
}

function detailsOf({ subject, related }: ReportFinding, { paint, width }: Look): readonly string[] {
  const indented = (text: string) => wrap(visible(text), width - 6).map((line) => `    ${line}`);
  return [
    ...indented(subject),
    ...related.flatMap(({ path, line, column, message }) =>
      indented(`${path}:${line}:${column}: ${message}`).map(paint.dim),
    ),
  ];
}

function* notRead({ undetermined, skipped }: Report, { paint, width }: Look): Iterable<string> {
  const row = (place: string, text: string) => {
    if (place.length + text.length + 4 <= width) return `  ${paint.dim(place)}  ${text}\n`;
    const lines = wrap(text, width - 4).map((line) => `    ${line}`);
    return `  ${paint.dim(place)}\n${lines.join('\n')}\n`;
  };
  for (const { path, line, column, why } of undetermined)
    yield row(`${visible(path)}:${line}:${column}`, `could not be determined: ${visible(why)}`);
  if (undetermined.length > 0) yield '\n';
  for (const { path, reason, tier, detail } of skipped) {
    const still = tier === undefined ? '' : ', read as plain text instead';
    yield row(visible(path), `${reason}${still}${detail === undefined ? '' : ` (${visible(detail)})`}`);
  }
  if (skipped.length > 0) yield '\n';
}

function block(lines: readonly string[]): string {
  return `${lines.join('\n')}\n\n`;
}
