/** What goes through the items that a generator gives, where a list takes its place. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Node } from '../../src/read/javascript/syntax/index.js';

/** Edits of the code around a call whose items are taken one by one; null where they are not. */
export function iteratedBy({ text }: Script, call: Node): readonly Edit[] | null {
  const { parent } = call;
  if (parent?.type === 'YieldExpression') return parent.delegate ? [] : null;
  if (parent?.type !== 'ForOfStatement' || parent.right !== call) return null;
  const head = text.slice(parent.range[0], parent.left.range[0]);
  const waits = /^for(\s+await)\b/.exec(head)?.[1];
  if (waits === undefined) return null;
  const start = parent.range[0] + 'for'.length;
  return [{ start, end: start + waits.length, text: '' }];
}
