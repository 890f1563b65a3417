/** Where names are used in a script, also inside types and elements of JSX, which the index of a module leaves out. */
import type { Edit } from '../../analysis/index.js';
import {
  type Binding,
  childrenOf,
  type Identifier,
  type Module,
  type Node,
} from '../../read/javascript/syntax/index.js';

const known = new WeakMap<Module, ReadonlyMap<string, readonly Node[]>>();

/** Nodes by the name they use or declare; names of members and keys are left out. */
export function nodesByName(module: Module): ReadonlyMap<string, readonly Node[]> {
  const before = known.get(module);
  if (before !== undefined) return before;
  const byName = new Map<string, Node[]>();
  const pending: Node[] = [module.program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') {
      const nodes = byName.get(node.name);
      if (nodes === undefined) byName.set(node.name, [node]);
      else nodes.push(node);
    }
    const skipped = keyOf(node);
    for (const child of childrenOf(node)) if (child !== skipped) pending.push(child);
  }
  known.set(module, byName);
  return byName;
}

const KEYED: ReadonlySet<string> = new Set([
  'Property',
  'MethodDefinition',
  'PropertyDefinition',
  'AccessorProperty',
  'TSPropertySignature',
  'TSMethodSignature',
]);

/** The child that names a member and no variable. */
function keyOf(node: Node): unknown {
  if (node.type === 'MemberExpression') return node.computed ? null : node.property;
  if (!KEYED.has(node.type) || Reflect.get(node, 'computed') === true) return null;
  return Reflect.get(node, 'shorthand') === true ? null : Reflect.get(node, 'key');
}

/** What a name means where it stands. */
export function meaningOf(module: Module, node: Node & { readonly name: string }): Binding | null {
  return node.parent === undefined ? module.topLevel(node.name) : module.resolve(node as Identifier);
}

/** Whether everything that uses a name is in a part that goes. */
export function isUsedElsewhere(
  module: Module,
  binding: Binding,
  goes: (offset: number) => boolean,
  declaration: Node,
): boolean {
  const [start, end] = declaration.range;
  return (nodesByName(module).get(binding.name) ?? []).some((node) => {
    const at = node.range[0];
    if ((start <= at && at < end) || goes(at)) return false;
    // What the index does not know, such as a name in a type, is taken for a use.
    return node.parent === undefined || node.type !== 'Identifier' || module.resolve(node) === binding;
  });
}

/** Names in the texts that edits put in, but for those of members. */
export function namesPutIn(edits: readonly Edit[]): ReadonlySet<string> {
  return new Set(edits.flatMap(({ text }) => text.match(NAME) ?? []));
}

const NAME = /(?<![\w$])(?<!(?<!\.\.)\.)[A-Za-z_$][\w$]*/g;
