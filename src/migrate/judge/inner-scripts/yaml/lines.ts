/** Where the scripts of a YAML file begin and end, line by line: most such files are templates of something else. */

import { endOfLine } from '../continued.js';
import type { Range } from '../format.js';

export interface Place extends Range {
  /** Columns before each line; null for a script of one line beside its key. */
  readonly indent: number | null;
  /** Whether it stands in single quotes. */
  readonly isQuoted: boolean;
  /** Where the line with its key begins. */
  readonly keyLine: number;
}

const KEYS = 'run|script|before_script|after_script|bash|sh|command|args';
/** The line that opens a block: `run: |`, or `- |` in a list. */
const OPENS_BLOCK = new RegExp(`^([ \\t]*)(?:(?:- )*(?:${KEYS}):|-) \\|[-+]?[ \\t]*$`);
const ONE_LINE = new RegExp(`^[ \\t]*(?:- )*(?:${KEYS}): (?=[A-Za-z]|')`);

/** An item of a list that is a command itself. */
const ITEM = /^[ \t]*- (?=[A-Za-z]|')/;

export function placeAt(text: string, at: number): Place | null {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const lineEnd = endOfLine(text, at);
  const line = text.slice(lineStart, lineEnd);
  const isCommand = ITEM.test(line) && isScriptList(text, lineStart);
  const [beside] = (isCommand ? ITEM : ONE_LINE).exec(line) ?? [];
  if (beside !== undefined) return valueAt(text, lineStart, lineStart + beside.length, lineEnd);
  let indent = Number.POSITIVE_INFINITY;
  for (let start = lineStart; ; start = text.lastIndexOf('\n', start - 2) + 1) {
    const line = text.slice(start, endOfLine(text, start));
    const [opening, before = ''] = OPENS_BLOCK.exec(line) ?? [];
    if (opening !== undefined && before.length < indent) {
      const first = endOfLine(text, start) + 1;
      if (indent === Number.POSITIVE_INFINITY) return null;
      return { start: first, end: endOfBlock(text, first, indent), indent, isQuoted: false, keyLine: start };
    }
    if (line.trim() !== '') indent = Math.min(indent, columnsBefore(line));
    if (start === 0) return null;
  }
}

/** A value in one line, which may stand in single quotes: in them nothing but a quote is written otherwise. */
function valueAt(text: string, keyLine: number, start: number, end: number): Place | null {
  const isQuoted = text[start] === "'";
  if (!isQuoted) return { start, end, indent: null, isQuoted, keyLine };
  const value = /^'([^'\n]*)'[ \t]*$/.exec(text.slice(start, end))?.[1];
  return value === undefined
    ? null
    : { start: start + 1, end: start + 1 + value.length, indent: null, isQuoted, keyLine };
}

function endOfBlock(text: string, first: number, indent: number): number {
  let end = first - 1;
  for (let start = first; start < text.length; start = endOfLine(text, start) + 1) {
    const line = text.slice(start, endOfLine(text, start));
    if (line.trim() === '') continue;
    if (columnsBefore(line) < indent) break;
    end = endOfLine(text, start);
  }
  return end;
}

export function columnsBefore(line: string): number {
  return line.length - line.trimStart().length;
}

const OPENS_LIST = /^([ \t]*)(?:- )*(?:steps|(?:before_|after_)?script):[ \t]*$/;

/** How many scripts and lists of them have no line: a file has to have no more of them than before. */
export function emptyScripts(text: string): number {
  const lines = text.split('\n');
  return lines.filter((line, index) => {
    const [, before] = OPENS_BLOCK.exec(line) ?? OPENS_LIST.exec(line) ?? [];
    if (before === undefined) return false;
    const next = lines.slice(index + 1).find((one) => one.trim() !== '' && !/^[ \t]*#/.test(one));
    if (next === undefined) return true;
    const isItem = OPENS_LIST.test(line) && next.startsWith(`${before}- `);
    return columnsBefore(next) <= before.length && !isItem;
  }).length;
}

/** The lines of an item of a list: of a step, with all its keys. */
export interface Item {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
  /** Columns before its dash. */
  readonly dash: number;
}

/** The item whose key stands in a line; null where the key is in no list. */
export function itemAround(text: string, keyLine: number): Item | null {
  const columns = keyColumn(text.slice(keyLine, endOfLine(text, keyLine)));
  for (let start = keyLine; ; start = text.lastIndexOf('\n', start - 2) + 1) {
    const line = text.slice(start, endOfLine(text, start));
    if (line.trim() !== '' && keyColumn(line) < columns) return null;
    const dash = /^[ \t]*- /.test(line) && keyColumn(line) === columns ? columnsBefore(line) : null;
    if (dash !== null) {
      const end = endOfBlock(text, endOfLine(text, start) + 1, dash + 1);
      return { start, end, lines: text.slice(start, end).split('\n'), dash };
    }
    if (start === 0) return null;
  }
}

/** The other items of its list. */
export function itemsBeside(text: string, { start, end, dash }: Item): readonly Range[] {
  const opens = (line: string) => columnsBefore(line) === dash && line.startsWith('- ', dash);
  const isOver = (line: string) =>
    line.trim() !== '' && !/^[ \t]*#/.test(line) && columnsBefore(line) <= dash && !opens(line);
  const items: { start: number; end: number }[] = [];
  let before = start;
  while (before > 0) {
    const lineStart = text.lastIndexOf('\n', before - 2) + 1;
    const line = text.slice(lineStart, before - 1);
    if (isOver(line)) break;
    if (opens(line)) items.push({ start: lineStart, end: items.at(-1)?.start ?? start });
    before = lineStart;
  }
  for (let next = end + 1; next < text.length; next = endOfLine(text, next) + 1) {
    const line = text.slice(next, endOfLine(text, next));
    if (isOver(line)) break;
    const last = items.at(-1);
    if (opens(line)) items.push({ start: next, end: endOfLine(text, next) });
    else if (last !== undefined && last.start > end) last.end = endOfLine(text, next);
  }
  return items;
}

/** Where the key of a line begins, behind the dashes of lists. */
export function keyColumn(line: string): number {
  return /^[ \t]*(?:- )*/.exec(line)?.[0].length ?? 0;
}

/** Whether a line is an item of `script:`, whose items are run by one shell, one after the other. */
export function isScriptList(text: string, itemLine: number): boolean {
  const dash = columnsBefore(text.slice(itemLine, endOfLine(text, itemLine)));
  const above = text.slice(0, itemLine).split('\n').slice(0, -1);
  const key = above.findLast((line) => {
    const columns = columnsBefore(line);
    const isAbove = columns < dash || (columns === dash && !line.startsWith('- ', columns));
    return line.trim() !== '' && isAbove && !line.startsWith('#', columns);
  });
  return key !== undefined && /^[ \t]*(?:- )*(?:before_|after_)?script:[ \t]*$/.test(key);
}
