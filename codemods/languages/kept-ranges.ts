/** What stays of code that is written anew, so that other edits may change something in it. */
import type { Edit } from '../../src/analysis/index.js';
import type { SyntaxTree } from '../../src/grammar/index.js';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A shorter text may stand in the new one by chance. */
const SHORTEST = 10;

/** An edit as several, between the ranges whose text stands in the new text in the same order. */
export function aroundRanges(tree: SyntaxTree, whole: Edit, ranges: Iterable<Range>): readonly Edit[] {
  const edits: Edit[] = [];
  let start = whole.start;
  let from = 0;
  for (const range of ranges) {
    const isWithin = range.start >= start && range.end <= whole.end;
    const at =
      isWithin && range.end - range.start >= SHORTEST
        ? whole.text.indexOf(tree.text.slice(range.start, range.end), from)
        : -1;
    if (at < 0) continue;
    edits.push({ start, end: range.start, text: whole.text.slice(from, at) });
    start = range.end;
    from = at + range.end - range.start;
  }
  return [...edits, { start, end: whole.end, text: whole.text.slice(from) }];
}
