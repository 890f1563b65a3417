/** An object literal written anew, with some of its properties changed, in the layout it had. */
import type { Script } from '../../src/analysis/edits/index.js';
import { keyName, type Node } from '../../src/read/javascript/syntax/index.js';
import { indentAt, lineEndOf } from '../places/indent.js';
import type { ObjectNode, PropertyNode } from '../places/trees.js';

/** `change` gives the text of a property, null to leave it out; or why the object cannot be written anew. */
export function objectText(
  { text }: Script,
  object: ObjectNode,
  change: (name: string, property: PropertyNode, written: string) => string | null | { readonly why: string },
  spread: (argument: Node, written: string) => string | null = (_, written) => written,
): string | { readonly why: string } {
  const parts: string[] = [];
  for (const property of object.properties) {
    const written = text.slice(...property.range);
    if (property.type === 'SpreadElement') {
      const kept = spread(property.argument, written);
      if (kept !== null) parts.push(kept);
      continue;
    }
    const name = property.kind === 'init' ? keyName(property.key, property.computed) : null;
    if (name === null) return { why: 'a property of what is sent has a computed name' };
    const changed = change(name, property, written);
    if (typeof changed === 'object' && changed !== null) return changed;
    if (changed !== null) parts.push(changed);
  }
  if (parts.length === 0) return '{}';
  const [first] = object.properties;
  const isSpread = first !== undefined && /[\r\n]/.test(text.slice(object.range[0], first.range[0]));
  if (!isSpread || first === undefined) return `{ ${parts.join(', ')} }`;
  const [eol, indent] = [lineEndOf(text), indentAt(text, first.range[0])];
  const closing = indentAt(text, object.range[1] - 1);
  return `{${eol}${parts.map((part) => `${indent}${part},${eol}`).join('')}${closing}}`;
}
