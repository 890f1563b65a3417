/** A rule that is only read to delete its filter: the filter goes with the rule, and nobody asks for it any more. */
import { removeStatement, type Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import { type Call, isFunction, type Node, namesIn } from '../../src/read/javascript/syntax/index.js';
import { usesOf } from '../places/trees.js';

export function readForFilter(script: Script, call: Call): readonly Edit[] | null {
  let node: Node | undefined = call;
  while (node !== undefined && node.type !== 'VariableDeclarator' && !isFunction(node)) node = node.parent;
  const statement = node?.parent;
  if (node?.type !== 'VariableDeclarator' || statement?.type !== 'VariableDeclaration') return null;
  if (statement.declarations.length > 1 || !/^(?:Program|BlockStatement)$/.test(statement.parent?.type ?? ''))
    return null;
  const uses = namesIn(node.id).map((name) => usesOf(script, name));
  const all = uses.flatMap((some) => some ?? []);
  if (all.length === 0 || uses.includes(null) || !all.every((use) => deletesFilter(script, use))) return null;
  const edit = removeStatement(script, statement);
  return edit === null ? null : [edit];
}

/** `await cf(`/filters/${rule.filter.id}`, { method: 'DELETE' });` around a name. */
function deletesFilter({ text }: Script, use: Node): boolean {
  let node: Node | undefined = use;
  while (node !== undefined && node.type !== 'ExpressionStatement' && !isFunction(node)) node = node.parent;
  const written = node?.type === 'ExpressionStatement' ? text.slice(...node.range) : '';
  return /\/filters\/|\bfilters\.delete\(/.test(written) && /\bdelete\b/i.test(written);
}
