/** Commands of files in which a backslash at the end of a line goes on with the next. */
import type { Range } from './format.js';

/** From the beginning of the first line of what goes on to the end of its last. */
export function continuedLines(text: string, at: number): Range {
  let start = text.lastIndexOf('\n', at - 1) + 1;
  while (start > 1 && text[start - 2] === '\\') start = text.lastIndexOf('\n', start - 2) + 1;
  let end = endOfLine(text, at);
  while (end < text.length && text[end - 1] === '\\') end = endOfLine(text, end + 1);
  return { start, end };
}

export function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** New lines would need backslashes, where nothing new may stand. */
export function onOneLine(text: string, _column: number, script: string): string | null {
  return text.includes('\n') && !script.includes(text) ? null : text;
}
