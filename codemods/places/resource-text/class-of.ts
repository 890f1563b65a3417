/** The classes of Pulumi and CDKTF that a script uses. */
import { builtinCatalogue } from '../../../src/catalogue/index.js';
import { resourcePackage } from '../../../src/read/javascript/index.js';
import {
  type Identifier,
  keyName,
  type Module,
  type Node,
  type NodeOf,
} from '../../../src/read/javascript/syntax/index.js';

export interface ClassName {
  readonly tool: string;
  readonly name: string;
  readonly imported: NodeOf<'ImportDeclaration'> | null;
}

/** The class of a package that declares resources, by the import that a name comes from. */
export function classOf(module: Module, callee: Node): ClassName | null {
  const name = callee.type === 'MemberExpression' ? keyName(callee.property, callee.computed) : null;
  const root = rootOf(callee);
  const declaration = root === null ? undefined : module.resolve(root)?.declarations[0]?.parent;
  if (declaration === undefined) return null;
  const { parent } = declaration;
  if (parent?.type === 'ImportDeclaration') {
    const tool = toolOf(parent.source);
    if (tool === null) return null;
    if (declaration.type !== 'ImportSpecifier') return name === null ? null : { tool, name, imported: null };
    if (name !== null) return { tool, name, imported: null };
    const imported = keyName(declaration.imported ?? declaration.local, false);
    return imported === null ? null : { tool, name: imported, imported: parent };
  }
  if (declaration.type !== 'VariableDeclarator' || name === null || declaration.init == null) return null;
  const { init } = declaration;
  const isRequire =
    init.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'require';
  const tool = isRequire ? toolOf(init.arguments[0]) : null;
  return tool === null ? null : { tool, name, imported: null };
}

function toolOf(source: Node | undefined): string | null {
  if (source?.type !== 'Literal' || typeof source.value !== 'string') return null;
  return resourcePackage(builtinCatalogue().profiles, source.value)?.tool ?? null;
}

/** The first name of `a.b.c`. */
export function rootOf(node: Node): Identifier | null {
  let current = node;
  for (;;) {
    if (current.type === 'MemberExpression') current = current.object;
    else if (current.type === 'CallExpression') current = current.callee;
    else if (current.type === 'TSNonNullExpression') current = current.expression;
    else return current.type === 'Identifier' ? current : null;
  }
}
