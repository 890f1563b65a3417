/**
 * Takes one property out of an object, or one element out of an array, with the comma that belongs to it. An
 * item that has its lines to itself takes them along, so that no blank line is left. Where a comment would go
 * too, nothing is done.
 *
 * Several items of a list may go in one pass: then each takes the comma behind it, but for those at the very end
 * of the list, which have none and take the one before. So no two edits meet.
 */

import type { Node } from '../../read/javascript/syntax/index.js';
import type { Edit } from '../finding.js';
import { blankStart } from './lines.js';
import { hasComment, type Script } from './tree.js';

export function removeItem(
  script: Script,
  list: Node,
  items: readonly Node[],
  item: Node,
  /** Others that go as well. */
  gone: readonly Node[] = [],
): Edit | null {
  const index = items.indexOf(item);
  const [start, end] = item.range;
  const before = items[index - 1]?.range[1] ?? list.range[0] + 1;
  const after = items[index + 1]?.range[0] ?? list.range[1] - 1;
  if (index < 0 || hasComment(script, start, end, item)) return null;
  const last = items[items.length - 1] ?? item;
  const isTail =
    items.slice(index + 1).every((other) => gone.includes(other)) &&
    commaIn(script, last.range[1], list.range[1] - 1) === null;
  const range =
    isTail && items.length > 1
      ? ([commaIn(script, before, start) ?? start, end] as const)
      : rangeOf(script, before, start, end, after, items.length === 1);
  if (hasComment(script, range[0], start) || hasComment(script, end, range[1])) return null;
  return { start: range[0], end: range[1], text: '' };
}

type Range = readonly [number, number];

/** Only spaces and comments stand between items, and one comma. */
function commaIn({ text }: Script, from: number, to: number): number | null {
  const gap = text
    .slice(from, to)
    .replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\r\n]*/g, (comment) => ' '.repeat(comment.length));
  const at = gap.indexOf(',');
  return at < 0 ? null : from + at;
}

function rangeOf(
  script: Script,
  before: number,
  start: number,
  end: number,
  after: number,
  isOnly: boolean,
): Range {
  const { text } = script;
  const isEmptied =
    isOnly && /^\s*$/.test(text.slice(before, start)) && /^\s*(?:,\s*)?$/.test(text.slice(end, after));
  if (isEmptied) return [before, after];
  const comma = commaIn(script, end, after);
  if (comma !== null) return wholeLines(script, start, comma + 1, after);
  // No comma follows: the one before goes, if there is any.
  return [commaIn(script, before, start) ?? start, end];
}

function wholeLines({ text }: Script, start: number, end: number, limit: number): Range {
  const lineStart = blankStart(text, start);
  const rest = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(end, limit));
  const alone = lineStart === 0 || /[\r\n]/.test(text.charAt(lineStart - 1));
  if (alone && rest !== null) return [lineStart, end + rest[0].length];
  const spaces = /^[ \t]*/.exec(text.slice(end, limit))?.[0].length ?? 0;
  // In the middle of a line the space behind goes; at its end the space before.
  return rest === null ? [start, end + spaces] : [lineStart, end];
}
