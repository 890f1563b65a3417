/** A step of a workflow, or a command of a pipeline, whose script is gone. */
import type { Edit } from '../../../../analysis/index.js';
import { columnsBefore, endOfLine, type Item, isScriptList, itemAround, keyColumn } from './lines.js';

/** Keys of a step that mean nothing without its script. */
const GOES_WITH_SCRIPT = /^(?:name|run|if|env|shell|working-directory|continue-on-error|timeout-minutes)$/;

function isOnlyRun({ lines }: Item): boolean {
  const column = keyColumn(lines[0] ?? '');
  const keys = lines.flatMap((line) =>
    keyColumn(line) === column ? (/^([\w-]+):/.exec(line.slice(column))?.[1] ?? []) : [],
  );
  return keys.includes('run') && keys.every((key) => GOES_WITH_SCRIPT.test(key));
}

/** Takes it out; null where other keys have a use of their own, or where it is the only one. */
export function withoutStep(text: string, keyLine: number): Edit | null {
  const item = itemAround(text, keyLine);
  if (item === null) return null;
  if (!isScriptList(text, item.start) && !isOnlyRun(item)) return null;
  let { start } = item;
  const isSibling = (line: string) => columnsBefore(line) === item.dash && line.trimStart().startsWith('- ');
  const above = text.slice(0, start).split('\n').slice(0, -1);
  const below = text.slice(item.end).split('\n').slice(1);
  const nextAbove = above.findLast((line) => line.trim() !== '' && columnsBefore(line) <= item.dash);
  const nextBelow = below.find((line) => line.trim() !== '' && !/^[ \t]*#/.test(line));
  if (![nextAbove, nextBelow].some((line) => line !== undefined && isSibling(line))) return null;
  // A comment right above is about the step, and one empty line is enough between the others.
  while (/^[ \t]*#/.test(above.at(-1) ?? '')) start -= (above.pop()?.length ?? 0) + 1;
  let end = Math.min(item.end + 1, text.length);
  if (above.at(-1)?.trim() === '' && below[0]?.trim() === '')
    end = Math.min(endOfLine(text, end) + 1, text.length);
  return { start, end, text: '' };
}
