/**
 * Declarations that only the removed code used: imports, variables, functions and types. A declaration goes if every
 * use of its name stands in a part that goes, nothing that is written anew names it, nobody outside the file can see
 * it, and evaluating it has no effect.
 */
import { isQuiet } from '../../analysis/edits/index.js';
import type { Binding, Module, Node } from '../../read/javascript/syntax/index.js';
import { requiredBy } from '../compose/required.js';
import { isUsedElsewhere, meaningOf, nodesByName } from './names.js';

/** Something that declares a name, and the list it is a part of, such as the names of an import. */
export interface Declaration {
  readonly node: Node;
  readonly statement: Node;
}

export interface Parts {
  goes(offset: number): boolean;
  /** Whether a stretch may go: nothing in it has to stay, and no edit reaches over its ends. */
  mayGo(start: number, end: number): boolean;
}

/** Declarations that nothing needs any more, given the names in the parts that go. */
export function unusedDeclarations(
  module: Module,
  touched: ReadonlySet<Binding>,
  parts: Parts,
  putIn: ReadonlySet<string>,
): readonly Declaration[] {
  const found: Declaration[] = [];
  for (const binding of touched) {
    if (putIn.has(binding.name) || binding.declarations.length !== 1) continue;
    if (module.elements.length > 0 && FOR_ELEMENTS.has(binding.name)) continue;
    const declaration = declarationOf(module, binding);
    if (declaration === null) continue;
    const { node } = declaration;
    if (parts.goes(node.range[0]) || !parts.mayGo(...node.range)) continue;
    if (!isUsedElsewhere(module, binding, parts.goes, node)) found.push(declaration);
  }
  return found;
}

/** Names that elements of JSX may be compiled to. */
const FOR_ELEMENTS: ReadonlySet<string> = new Set(['React', 'Fragment', 'h', 'preact']);

/** Names that are used or declared in the parts that go. */
export function bindingsUsedIn(module: Module, { goes }: Parts): ReadonlySet<Binding> {
  const bindings = new Set<Binding>();
  for (const nodes of nodesByName(module).values())
    for (const node of nodes) {
      if (!goes(node.range[0]) || !('name' in node) || typeof node.name !== 'string') continue;
      const binding = meaningOf(module, node as Node & { readonly name: string });
      if (binding !== null) bindings.add(binding);
    }
  return bindings;
}

const PLAIN: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSEnumDeclaration',
  'TSImportEqualsDeclaration',
]);
const BLOCKS: ReadonlySet<string> = new Set(['Program', 'BlockStatement', 'StaticBlock']);

function declarationOf(module: Module, { declarations: [id] }: Binding): Declaration | null {
  const declares = id?.parent;
  if (id === undefined || declares === undefined) return null;
  if (declares.type === 'Property') {
    const declarator = declares.parent?.parent;
    return declarator?.type === 'VariableDeclarator' && isPlainPattern(declarator.id)
      ? ofDeclarator(module, declares, declarator)
      : null;
  }
  const part = declares.type === 'RestElement' ? declares : id;
  const { parent: pattern } = part;
  if (pattern?.type === 'ArrayPattern')
    return pattern.parent?.type === 'VariableDeclarator' ? ofDeclarator(module, part, pattern.parent) : null;
  const { parent } = declares;
  if (parent?.type === 'ImportDeclaration') return { node: declares, statement: parent };
  // Parameters stand in what declares another name.
  if (Reflect.get(declares, 'id') !== id) return null;
  if (declares.type === 'VariableDeclarator') return ofDeclarator(module, declares, declares);
  if (!PLAIN.has(declares.type) || !isOwnStatement(module, declares)) return null;
  return { node: declares, statement: declares };
}

/** Each name of the pattern can be left out without a change of the others. */
function isPlainPattern(pattern: Node): boolean {
  return (
    pattern.type === 'ObjectPattern' &&
    pattern.properties.every((one) => one.type === 'Property' && one.value.type === 'Identifier')
  );
}

function ofDeclarator(module: Module, node: Node, declarator: Node): Declaration | null {
  const statement = declarator.parent;
  if (declarator.type !== 'VariableDeclarator' || statement?.type !== 'VariableDeclaration') return null;
  const { init } = declarator;
  const isIdle = init === null || isIdleValue(init) || requiredBy(init) !== null;
  return isIdle && isOwnStatement(module, statement) ? { node, statement } : null;
}

function isIdleValue(init: Node): boolean {
  return isQuiet(init);
}

/** It stands in a block, and not in an `export`; a script without modules shows its outermost names to others. */
export function isOwnStatement(module: Module, statement: Node): boolean {
  const { parent } = statement;
  if (parent === undefined || !BLOCKS.has(parent.type)) return false;
  return parent.type !== 'Program' || isModule(module);
}

function isModule({ path, text, imports, exports }: Module): boolean {
  return (
    imports.length > 0 ||
    exports.length > 0 ||
    /\.[cm][jt]s$/.test(path) ||
    /\brequire\s*\(|\bmodule\.exports\b|\bexports\.\w/.test(text)
  );
}
