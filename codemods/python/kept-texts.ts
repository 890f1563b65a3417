/** What stays of an expression that is written anew: its texts, so that other edits may change something in them. */
import type { Edit } from '../../src/analysis/index.js';
import { leafAt, type SyntaxTree, walk } from '../../src/grammar/index.js';
import { aroundRanges } from '../languages/kept-ranges.js';

export function aroundTexts(tree: SyntaxTree, whole: Edit): readonly Edit[] {
  const nodes = walk(leafAt(tree, whole.start, whole.end));
  return aroundRanges(
    tree,
    whole,
    nodes.filter(({ type }) => type === 'string'),
  );
}
