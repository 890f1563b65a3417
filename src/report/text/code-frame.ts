import type { ReportFinding } from '../findings/model.js';
import type { Paint } from '../words/colours.js';
import { visible } from '../words/escape.js';

/** Columns kept before a place that stands far right. */
const BEFORE = 20;

/** The line of code a finding begins on, with its exact text underlined; a line that is cut says so with `…`. */
export function codeFrame(finding: ReportFinding, paint: Paint, width: number): readonly string[] {
  const { firstLine, lines } = finding.excerpt;
  const line = lines[finding.line - firstLine];
  if (line === undefined) return [];
  const number = String(finding.line);
  const gutter = `    ${paint.dim(`${number} │`)} `;
  const shown = cutLine(line.text, { finding, dropped: line.dropped, room: width - number.length - 7 });
  const carets = `${' '.repeat(shown.from)}${paint.red('^'.repeat(shown.length))}`;
  return [`${gutter}${shown.text}`, `    ${' '.repeat(number.length)} ${paint.dim('│')} ${carets}`];
}

interface Cut {
  readonly text: string;
  /** Columns before the underlined text. */
  readonly from: number;
  readonly length: number;
}

interface Place {
  readonly finding: ReportFinding;
  readonly dropped: number;
  readonly room: number;
}

function cutLine(text: string, { finding, dropped, room }: Place): Cut {
  const column = Math.max(0, finding.column - 1 - dropped);
  const endColumn = finding.endLine === finding.line ? finding.endColumn - 1 - dropped : text.length;
  const whole = shownText(text).trimEnd();
  const place = shownText(text.slice(0, column)).length;
  const end = Math.max(place + 1, shownText(text.slice(0, endColumn)).length);
  const indent = Math.min(place, whole.length - whole.trimStart().length);
  const space = Math.max(10, room);
  const fits = dropped === 0 && whole.length - indent <= space;
  if (fits) return { text: whole.slice(indent), from: place - indent, length: end - place };
  // No room is left empty on the right of a line whose end is shown.
  const latest = Math.min(place - BEFORE, whole.length - space + 1);
  const start = dropped === 0 && end - indent < space ? indent : Math.max(indent, latest);
  const before = dropped > 0 || start > indent ? '…' : '';
  const isCutBehind = whole.length - start > space - before.length;
  const content = whole.slice(start, start + space - before.length - (isCutBehind ? 1 : 0));
  const from = before.length + place - start;
  const shown = `${before}${content}${isCutBehind ? '…' : ''}`;
  return { text: shown, from, length: Math.max(1, Math.min(end - place, shown.length - from)) };
}

/** Code as it is shown: tabs as two blanks, what is invisible made visible. */
function shownText(text: string): string {
  return visible(text.replaceAll('\t', '  '));
}
