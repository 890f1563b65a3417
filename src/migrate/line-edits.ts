/** Edits that turn one text into another, in whole lines: for texts that were not made by edits. */
import type { Edit } from '../analysis/index.js';
import { linesOf } from './report/diff.js';

/** Cells of the table of common lines; larger differences become one edit. */
const MOST_CELLS = 4_000_000;

export function editsBetween(before: string, after: string): readonly Edit[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const [left, right] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  const start = old.slice(0, head).join('').length;
  return runsOf(left, right).map(({ from, to, added }) => ({
    start: start + left.slice(0, from).join('').length,
    end: start + left.slice(0, to).join('').length,
    text: added.join(''),
  }));
}

interface LineRun {
  readonly from: number;
  readonly to: number;
  readonly added: readonly string[];
}

/** Stretches of lines that are replaced, between the longest common sequence of lines. */
function runsOf(left: readonly string[], right: readonly string[]): readonly LineRun[] {
  if (left.length === 0 && right.length === 0) return [];
  if (left.length * right.length > MOST_CELLS) return [{ from: 0, to: left.length, added: right }];
  const width = right.length + 1;
  const common = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--)
    for (let column = right.length - 1; column >= 0; column--)
      common[row * width + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const runs: LineRun[] = [];
  let [row, column] = [0, 0];
  while (row < left.length || column < right.length) {
    if (row < left.length && column < right.length && left[row] === right[column]) {
      row++;
      column++;
      continue;
    }
    const [from, first] = [row, column];
    while (
      (row < left.length || column < right.length) &&
      !(row < left.length && column < right.length && left[row] === right[column])
    )
      if (column >= right.length || (row < left.length && at(row + 1, column) >= at(row, column + 1))) row++;
      else column++;
    runs.push({ from, to: row, added: right.slice(first, column) });
  }
  return runs;
}
