/**
 * Reads of `data.name` beside one of service or proto of the same record. Alone they say nothing: other records have
 * names in their data, too.
 */
import type { Script } from '../../src/analysis/edits/index.js';
import {
  childrenOf,
  enclosingFunction,
  keyName,
  Module,
  type Node,
  type NodeOf,
} from '../../src/read/javascript/syntax/index.js';

type Member = NodeOf<'MemberExpression'>;

/** Those that go with `member`, which is the first read of the record in its function; none for later ones. */
export function nameReadsBeside(script: Script, member: Member): readonly Member[] {
  const around = enclosingFunction(member) ?? (script instanceof Module ? script.program : null);
  const record = recordText(script, member);
  if (around === null || record === null) return [];
  const reads = membersIn(around).filter((one) => recordText(script, one) === record);
  const labels = reads.filter((one) => /^(?:service|proto)$/.test(keyOf(one) ?? ''));
  return labels[0]?.range[0] === member.range[0] ? reads.filter((one) => keyOf(one) === 'name') : [];
}

function membersIn(node: Node): readonly Member[] {
  const own = node.type === 'MemberExpression' ? [node] : [];
  return [...own, ...childrenOf(node).flatMap(membersIn)];
}

function keyOf({ property, computed }: Member): string | null {
  return keyName(property, computed);
}

/** `record` of `record.data.name` */
function recordText({ text }: Script, { object }: Member): string | null {
  if (object.type !== 'MemberExpression' || keyOf(object) !== 'data') return null;
  return text.slice(...object.object.range);
}
