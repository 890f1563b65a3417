/** What stays of an expression that is written anew: its texts, so that other edits may change something in them. */
import type { Edit } from '../../src/analysis/index.js';
import { leafAt, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';

/** A shorter text may stand in the new one by chance. */
const SHORTEST = 10;

/** An edit as several, between the texts that stand in the new text in the same order. */
export function aroundTexts(tree: SyntaxTree, whole: Edit): readonly Edit[] {
  const edits: Edit[] = [];
  let start = whole.start;
  let from = 0;
  for (const node of walk(leafAt(tree, whole.start, whole.end))) {
    const isKept = node.type === 'string' && node.start >= start && node.end <= whole.end;
    const at =
      isKept && node.end - node.start >= SHORTEST ? whole.text.indexOf(textOf(tree, node), from) : -1;
    if (at < 0) continue;
    edits.push({ start, end: node.start, text: whole.text.slice(from, at) });
    start = node.end;
    from = at + node.end - node.start;
  }
  return [...edits, { start, end: whole.end, text: whole.text.slice(from) }];
}
