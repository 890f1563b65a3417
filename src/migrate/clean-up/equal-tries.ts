/**
 * A `try` whose `catch` tries something else, in a `try` of its own. Where both do the same once they are edited, the
 * second one is of no use: its `catch` takes the place of the first.
 */
import type { Edit } from '../../analysis/index.js';
import { type Module, type Node, type NodeOf, pathTo } from '../../read/javascript/syntax/index.js';
import { applied } from '../compose/apply.js';

type Try = NodeOf<'TryStatement'>;

export function withoutEqualTries(module: Module, edits: readonly Edit[]): readonly Edit[] {
  const tries = new Set(
    edits.flatMap(({ start }) => pathTo(module.program, start).findLast((node) => isRetry(node)) ?? []),
  );
  let all = edits;
  for (const outer of tries) {
    const inner = secondOf(outer);
    if (outer.type !== 'TryStatement' || !outer.handler || !inner?.handler) continue;
    const [first, second] = [outer.block, inner.block].map(({ range }) => editedText(module, all, range));
    const isEqual = first !== null && first !== undefined && first === second;
    const wereEqual =
      spaced(module.text.slice(...outer.block.range)) === spaced(module.text.slice(...inner.block.range));
    const [start, end] = outer.handler.range;
    const own = inner.handler.range;
    if (!isEqual || wereEqual || all.some((edit) => edit.start < own[1] && own[0] < edit.end)) continue;
    const text = outdented(module.text, own, end);
    all = [...all.filter((edit) => edit.end <= start || end <= edit.start), { start, end, text }];
  }
  return all;
}

function isRetry(node: Node): boolean {
  return secondOf(node) !== null;
}

/** The `try` that is all that a `catch` without a name for the error does. */
function secondOf(node: Node): Try | null {
  if (node.type !== 'TryStatement' || node.finalizer || !node.handler || node.handler.param) return null;
  const [only, ...others] = node.handler.body.body;
  const isOne = only?.type === 'TryStatement' && others.length === 0;
  return isOne && !only.finalizer && only.block.body.length === 1 ? only : null;
}

/** Null where an edit goes beyond it. */
function editedText({ text }: Module, edits: readonly Edit[], [start, end]: readonly [number, number]) {
  const inside = edits.filter((edit) => edit.start < end && start < edit.end);
  if (inside.length === 0 || inside.some((edit) => edit.start < start || end < edit.end)) return null;
  const moved = inside.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  return spaced(applied(text.slice(start, end), moved));
}

function spaced(text: string): string {
  return text.split(/\s+/).join(' ');
}

/** A clause that stands further out than it did, by as much as it was indented more. */
function outdented(text: string, [start, end]: readonly [number, number], outerEnd: number): string {
  const lines = text.slice(start, end).split('\n');
  const step = indentOf(text, end).slice(indentOf(text, outerEnd).length);
  return lines
    .map((line, index) => (index > 0 && line.startsWith(step) ? line.slice(step.length) : line))
    .join('\n');
}

function indentOf(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
}
