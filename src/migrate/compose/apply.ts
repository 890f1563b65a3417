/** Puts edits into a text, and tells where an offset of the original stands afterwards. */
import type { Edit } from '../../analysis/index.js';

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

/** Null where the place itself was replaced. */
export function moved(edits: readonly Edit[], offset: number): number | null {
  let shift = 0;
  for (const { start, end, text } of ordered(edits)) {
    if (start > offset) break;
    if (end > offset) return null;
    shift += text.length - (end - start);
  }
  return offset + shift;
}
