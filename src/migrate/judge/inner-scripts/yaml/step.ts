/** A step of a workflow, or a command of a pipeline, whose script is gone. */
import type { Edit } from '../../../../analysis/index.js';
import { endOfLine } from '../continued.js';
import type { Range } from '../format.js';
import { type Item, isScriptList, itemAround, itemsBeside, keyColumn } from './lines.js';

/** Keys of a step that mean nothing without its script. */
const GOES_WITH_SCRIPT = /^(?:name|run|if|env|shell|working-directory|continue-on-error|timeout-minutes)$/;

function isOnlyRun({ lines }: Item): boolean {
  const column = keyColumn(lines[0] ?? '');
  const keys = lines.flatMap((line) =>
    keyColumn(line) === column ? (/^([\w-]+):/.exec(line.slice(column))?.[1] ?? []) : [],
  );
  return keys.includes('run') && keys.every((key) => GOES_WITH_SCRIPT.test(key));
}

/**
 * Takes it out; null where other keys have a use of their own, or where no step is left: those at which something else
 * is reported may go, too.
 */
export function withoutStep(text: string, keyLine: number, reported: readonly number[]): Edit | null {
  const item = itemAround(text, keyLine);
  if (item === null) return null;
  if (!isScriptList(text, item.start) && !isOnlyRun(item)) return null;
  const stays = ({ start, end }: Range) => !reported.some((at) => start <= at && at <= end);
  if (!itemsBeside(text, item).some(stays)) return null;
  let { start } = item;
  const above = text.slice(0, start).split('\n').slice(0, -1);
  const [, below = ''] = text.slice(item.end).split('\n', 2);
  // A comment right above is about the step, and one empty line is enough between the others.
  while (/^[ \t]*#/.test(above.at(-1) ?? '')) start -= (above.pop()?.length ?? 0) + 1;
  let end = Math.min(item.end + 1, text.length);
  if (above.at(-1)?.trim() === '' && below.trim() === '')
    end = Math.min(endOfLine(text, end) + 1, text.length);
  return { start, end, text: '' };
}
