/**
 * Where nodes stand. Every parser of ESLint writes `range`; the scanner's writes `start` and `end`, for a pair of
 * numbers at each node is a third of its tree. The reader asks here, and trees that are handed on get their ranges.
 */

/** A node as one parser or the other leaves it. */
interface Positioned {
  readonly range?: readonly [number, number];
  readonly start?: number;
  readonly end?: number;
}

export function startOf(node: Positioned): number {
  return node.range === undefined ? (node.start ?? 0) : node.range[0];
}

export function endOf(node: Positioned): number {
  return node.range === undefined ? (node.end ?? 0) : node.range[1];
}

export function rangeOf(node: Positioned): [number, number] {
  return [startOf(node), endOf(node)];
}
