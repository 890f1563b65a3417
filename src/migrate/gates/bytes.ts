/** Outside the edits nothing may differ: the stretches between them are compared one by one. */
import type { ComposedFile } from '../compose/index.js';

export function strayChange({ before, after, edits }: ComposedFile): string | null {
  if (before === null || edits.length === 0) return null;
  let [from, to] = [0, 0];
  for (const { start, end, text } of edits) {
    if (start < from) return `two edits overlap at offset ${start}`;
    if (before.slice(from, start) !== after.slice(to, to + start - from))
      return `a change outside the edits before offset ${start}`;
    to += start - from;
    if (after.slice(to, to + text.length) !== text)
      return `an edit is not where it should be, at offset ${start}`;
    to += text.length;
    from = end;
  }
  return before.slice(from) === after.slice(to) ? null : `a change outside the edits behind offset ${from}`;
}
