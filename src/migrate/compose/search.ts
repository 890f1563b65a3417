/** Searches in what is in order, such as the edits of a text. */

/** The last index for which something is true that is true up to some index; -1 for none. */
export function lastBelow(count: number, isTrue: (index: number) => boolean): number {
  let [low, high] = [-1, count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isTrue(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Ranges that overlap, as one, in order: whoever leaves one of them at its start is inside the other. */
export function union(ranges: readonly Range[]): readonly Range[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else if (end > start) result.push({ start, end });
  }
  return result;
}
