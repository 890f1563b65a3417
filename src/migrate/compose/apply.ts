/** Puts edits into a text, and tells where an offset of the original stands afterwards. */
import type { Edit } from '../../analysis/index.js';
import { lastBelow } from './search.js';

/** Edits in the order of the text; of several at one place, insertions come first, in the order given. */
export function ordered<E extends Edit>(edits: readonly E[]): readonly E[] {
  return edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end || a.index - b.index)
    .map(({ edit }) => edit);
}

export function applied(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text: inserted } of ordered(edits)) {
    result += text.slice(at, start) + inserted;
    at = end;
  }
  return result + text.slice(at);
}

/** Where offsets of a text stand after edits. Null where the place itself was replaced. */
export function movedBy(edits: readonly Edit[]): (offset: number) => number | null {
  const inOrder = ordered(edits);
  // How far what is behind each edit moves.
  let shift = 0;
  const shifts = inOrder.map(({ start, end, text }) => (shift += text.length - (end - start)));
  // Edits do not overlap, so only the last one that begins before an offset can hold it.
  return (offset) => {
    const last = lastBelow(inOrder.length, (index) => (inOrder[index]?.start ?? 0) <= offset);
    if ((inOrder[last]?.end ?? 0) > offset) return null;
    return offset + (shifts[last] ?? 0);
  };
}
