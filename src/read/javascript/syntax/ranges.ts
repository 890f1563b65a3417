import type { Node, Program } from './estree.js';
import { childrenOf } from './nodes.js';
import { rangeOf } from './positions.js';

const complete = new WeakSet<Program>();

/** Says that a tree has its ranges, as those of linters do. */
export function knownComplete(program: Program): Program {
  complete.add(program);
  return program;
}

/** Gives every node of a tree its range, for whoever goes through trees that the scanner has parsed. */
export function completeRanges(program: Program): void {
  if (complete.has(program)) return;
  complete.add(program);
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    node.range ??= rangeOf(node);
    for (const child of childrenOf(node)) pending.push(child);
  }
}
