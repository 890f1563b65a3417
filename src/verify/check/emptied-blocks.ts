/** Blocks of the old code that hold nothing but calls without a successor: what decided about them goes with them. */
import type { Origin } from '../../value/index.js';
import { ENDED_SETTINGS, isEndedLevel } from './expected.js';
import { blockEnd } from './explained.js';
import type { Sent } from './sent.js';

const SETTING = /\/settings\/(\w+)$/;
const HEAD = /^\s*(?:if|elif|unless)\b/;
/** Signs that close a statement or a block. */
const CLOSING = /^[\s;})]*$/;

export function emptiedBlocks(retired: readonly Sent[], textOf: (path: string) => string): readonly Origin[] {
  const ended = retired.filter(
    (sent) => ENDED_SETTINGS.has(SETTING.exec(sent.template)?.[1] ?? '') || isEndedLevel(sent),
  );
  return ended.flatMap(({ at }) => {
    const text = textOf(at.file);
    const head = headAbove(text, text.lastIndexOf('\n', at.start - 1) + 1);
    if (head === null || !HEAD.test(text.slice(head.start, head.end))) return [];
    const end = blockEnd(text, head);
    const rest = text.slice(head.end, end);
    // Another way is taken instead.
    if (end < at.end || /^[\s}]*(?:else|elif)\b/.test(text.slice(end, end + 40))) return [];
    const others = ended.reduce((left, { at: call }) => {
      const [start, stop] = [statementStart(text, call.start) - head.end, call.end - head.end];
      const isInside = call.file === at.file && start >= 0 && stop <= rest.length;
      return isInside ? `${left.slice(0, start)}${' '.repeat(stop - start)}${left.slice(stop)}` : left;
    }, rest);
    return CLOSING.test(others) ? [{ file: at.file, start: head.start, end }] : [];
  });
}

/** The line that stands less deep than the one at `start`. */
function headAbove(text: string, start: number): { readonly start: number; readonly end: number } | null {
  const indentAt = (at: number) => /^[ \t]*/.exec(text.slice(at, at + 200))?.[0].length ?? 0;
  const indent = indentAt(start);
  for (let end = start - 1; end > 0; ) {
    const line = text.lastIndexOf('\n', end - 1) + 1;
    if (text.slice(line, end).trim() !== '' && indentAt(line) < indent) return { start: line, end };
    end = line - 1;
  }
  return null;
}

/** `await` and a name for the answer, in front of a call. */
function statementStart(text: string, start: number): number {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const [whole] = /^\s*(?:(?:const|let|var) \w+ = |return )?(?:await )?$/.exec(text.slice(line, start)) ?? [];
  return whole === undefined ? start : line;
}
