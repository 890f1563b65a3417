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
