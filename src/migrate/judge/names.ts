/** Names that edits bring into a file: what is taken there, and what a new name is called. */
import type { Script } from '../../analysis/edits/index.js';
import { childrenOf, type Node } from '../../read/javascript/syntax/index.js';

const known = new WeakMap<object, ReadonlySet<string>>();

/** Every identifier of a script, whatever it means: a new name that is none of them cannot clash. */
export function namesTaken(script: Script): ReadonlySet<string> {
  const before = known.get(script.program);
  if (before !== undefined) return before;
  const names = new Set<string>();
  const pending = [...childrenOf(script.program)];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') names.add(node.name);
    pending.push(...childrenOf(node).filter((child) => !isMemberName(node, child)));
  }
  known.set(script.program, names);
  return names;
}

/** Names of members and methods are no names of the scope they stand in. */
function isMemberName(node: Node, child: Node): boolean {
  if (Reflect.get(node, 'computed') === true) return false;
  if (node.type === 'MemberExpression') return node.property === child;
  if (node.type === 'Property') return node.key === child && node.shorthand !== true;
  return (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') && node.key === child;
}

export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let count = 2; ; count++) if (!taken.has(`${wanted}${count}`)) return `${wanted}${count}`;
}
