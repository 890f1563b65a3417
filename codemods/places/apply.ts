/** Edits of a part of a file, applied to its text. */
import type { Edit } from '../../src/analysis/index.js';

/** `offset` is where the text begins in its file. */
export function appliedTo(source: string, offset: number, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, text: put }) => text.slice(0, start - offset) + put + text.slice(end - offset),
      source,
    );
}
