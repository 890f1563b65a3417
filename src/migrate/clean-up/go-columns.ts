/** Columns of values in literals of Go, as gofmt lays them out, where lines of them are gone. */
import type { Edit } from '../../analysis/index.js';
import { type SyntaxNode, type SyntaxTree, walk } from '../../grammar/index.js';

interface Row {
  readonly node: SyntaxNode;
  /** The length of the key with its colon, and where the value begins. */
  readonly key: number;
  readonly keyEnd: number;
  readonly value: number;
}

/** The edits that bring values nearer to the longest key that is left beside them. */
export function withoutColumns(tree: SyntaxTree, edits: readonly Edit[]): readonly Edit[] {
  const gone = (node: SyntaxNode) => edits.some(({ start, end }) => start <= node.start && node.end <= end);
  return walk(tree.root).flatMap((list) => {
    if (list.type !== 'literal_value' || gone(list)) return [];
    const isTouched = list.children.some((one) => one.type === 'keyed_element' && gone(one));
    if (!isTouched) return [];
    return runsOf(tree, list).flatMap((run) => {
      const left = run.filter(({ node }) => !gone(node));
      const longest = Math.max(0, ...left.map(({ key }) => key));
      const wide = Math.max(0, ...run.map(({ key }) => key)) - longest;
      if (left.length === run.length || wide === 0) return [];
      return left.flatMap(({ keyEnd, value }) => {
        const space = tree.text.slice(keyEnd, value);
        return space.length > wide && space.trim() === ''
          ? [{ start: keyEnd, end: keyEnd + wide, text: '' }]
          : [];
      });
    });
  });
}

/** Lines right below each other whose values begin in one column. */
function runsOf({ text }: SyntaxTree, list: SyntaxNode): readonly (readonly Row[])[] {
  const runs: Row[][] = [];
  let last: { readonly row: Row; readonly line: number; readonly column: number } | null = null;
  for (const node of list.children) {
    const value = node.children.findLast(({ isNamed }) => isNamed);
    const colon = node.children.find(({ type }) => type === ':');
    const start = text.lastIndexOf('\n', node.start - 1) + 1;
    if (node.type !== 'keyed_element' || value === undefined || colon === undefined) continue;
    if (text.slice(start, node.start).trim() !== '') continue;
    const row = { node, key: colon.end - node.start, keyEnd: colon.end, value: value.start };
    const column = value.start - start;
    const isNext = last !== null && lineAfter(text, last.row.node.end) === start && last.column === column;
    if (isNext) runs.at(-1)?.push(row);
    else runs.push([row]);
    last = { row, line: start, column };
  }
  return runs;
}

function lineAfter(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? -1 : end + 1;
}
