/**
 * Which items of two lists are the same ones: an item that was inserted, removed or moved must not make its neighbours
 * differ. Items with equal keys in the same order belong together, then equal ones elsewhere (moved), then the ones
 * most alike between them.
 */
export interface AlignedItems {
  /** Index in either list; null where the item has no counterpart. */
  readonly before: number | null;
  readonly after: number | null;
  readonly moved: boolean;
}

/** How much two items that are not equal have in common, from 0 to 1. */
export type Likeness = (before: number, after: number) => number;

/** Less in common is another item. */
const ALIKE = 0.5;
/** Larger tables would take too long; the lists are then compared by index. */
const MOST_CELLS = 4_000_000;

export function alignItems(
  before: readonly string[],
  after: readonly string[],
  likeness: Likeness,
): readonly AlignedItems[] {
  const anchors = commonInOrder(before, after);
  const moved = movedItems(before, after, anchors);
  const taken = {
    before: new Set(moved.map((pair) => pair[0])),
    after: new Set(moved.map((pair) => pair[1])),
  };
  const pairs: AlignedItems[] = moved.map(([left, right]) => ({ before: left, after: right, moved: true }));
  let [left, right] = [0, 0];
  for (const [nextLeft, nextRight] of [...anchors, [before.length, after.length] as const]) {
    const gap = {
      before: range(left, nextLeft).filter((index) => !taken.before.has(index)),
      after: range(right, nextRight).filter((index) => !taken.after.has(index)),
    };
    pairs.push(...alignGap(gap.before, gap.after, likeness));
    if (nextLeft < before.length) pairs.push({ before: nextLeft, after: nextRight, moved: false });
    [left, right] = [nextLeft + 1, nextRight + 1];
  }
  return pairs.sort(inReadingOrder);
}

type Pair = readonly [before: number, after: number];

function inReadingOrder(one: AlignedItems, other: AlignedItems): number {
  const place = ({ before, after }: AlignedItems) => [after ?? before ?? 0, before === null ? 1 : 0] as const;
  const [first, second] = [place(one), place(other)];
  return first[0] - second[0] || first[1] - second[1];
}

/** A longest common subsequence, as pairs of indexes. */
function commonInOrder(before: readonly string[], after: readonly string[]): readonly Pair[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1;
  const middle = commonOfTable(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  );
  return [
    ...range(0, start).map((index): Pair => [index, index]),
    ...middle.map(([left, right]): Pair => [left + start, right + start]),
    ...range(0, end).map((index): Pair => [before.length - end + index, after.length - end + index]),
  ];
}

function commonOfTable(before: readonly string[], after: readonly string[]): readonly Pair[] {
  const [rows, columns] = [before.length, after.length];
  if (rows * columns > MOST_CELLS)
    return range(0, Math.min(rows, columns)).flatMap((index): Pair[] =>
      before[index] === after[index] ? [[index, index]] : [],
    );
  // Length of the longest common subsequence of what follows either index.
  const width = columns + 1;
  const table = new Uint32Array((rows + 1) * width);
  const at = (row: number, column: number) => table[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      table[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const pairs: Pair[] = [];
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    if (before[row] === after[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** Equal items that stand in another order. */
function movedItems(
  before: readonly string[],
  after: readonly string[],
  anchors: readonly Pair[],
): readonly Pair[] {
  const anchored = {
    before: new Set(anchors.map(([left]) => left)),
    after: new Set(anchors.map(([, right]) => right)),
  };
  const free = new Map<string, number[]>();
  for (const [index, key] of after.entries())
    if (!anchored.after.has(index)) free.set(key, [...(free.get(key) ?? []), index]);
  return before.flatMap((key, index): Pair[] => {
    const other = anchored.before.has(index) ? undefined : free.get(key)?.shift();
    return other === undefined ? [] : [[index, other]];
  });
}

/** Items that are not equal: the most alike in order belong together, and what is left if both sides have as many. */
function alignGap(
  before: readonly number[],
  after: readonly number[],
  likeness: Likeness,
): readonly AlignedItems[] {
  if (before.length === 0 || after.length === 0 || before.length * after.length > MOST_LIKENESSES)
    return unpaired(before, after);
  const width = after.length + 1;
  const likely = before.map((left) => after.map((right) => likeness(left, right)));
  const table = new Float64Array((before.length + 1) * width);
  const at = (row: number, column: number) => table[row * width + column] ?? 0;
  const score = (row: number, column: number) => {
    const found = likely[row]?.[column] ?? 0;
    return found < ALIKE ? Number.NEGATIVE_INFINITY : found + at(row + 1, column + 1);
  };
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      table[row * width + column] = Math.max(score(row, column), at(row + 1, column), at(row, column + 1));
  const aligned: AlignedItems[] = [];
  const rest = { before: [] as number[], after: [] as number[] };
  const flush = () => {
    aligned.push(...unpaired(rest.before.splice(0), rest.after.splice(0)));
  };
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [left, right] = [before[row], after[column]];
    if (left !== undefined && right !== undefined && score(row, column) === at(row, column)) {
      flush();
      aligned.push({ before: left, after: right, moved: false });
      [row, column] = [row + 1, column + 1];
    } else if (left !== undefined && (right === undefined || at(row + 1, column) >= at(row, column + 1))) {
      rest.before.push(left);
      row += 1;
    } else if (right !== undefined) {
      rest.after.push(right);
      column += 1;
    }
  }
  flush();
  return aligned;
}

/** Comparing many unequal items with each other would take too long. */
const MOST_LIKENESSES = 10_000;

function unpaired(before: readonly number[], after: readonly number[]): readonly AlignedItems[] {
  if (before.length === after.length)
    return before.map((left, index) => ({ before: left, after: after[index] ?? null, moved: false }));
  return [
    ...before.map((left) => ({ before: left, after: null, moved: false })),
    ...after.map((right) => ({ before: null, after: right, moved: false })),
  ];
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
