/** The import of a helper that a script has already, in either module system. */
import type { Script } from '../../analysis/edits/index.js';
import type { Node, NodeOf } from '../../read/javascript/syntax/estree.js';
import { keyName } from '../../read/javascript/syntax/nodes.js';

export interface HelperImport {
  /** As written: `./edge-sunset-firewall-rules.js`. */
  readonly source: string;
  /** Local names by what they mean in the helper. */
  readonly locals: ReadonlyMap<string, string>;
  /** Where one more name is added, behind the last one. */
  readonly end: number;
  readonly system: 'esm' | 'commonjs';
}

/** `name` is that of the helper, without extension. */
export function helperImportIn(script: Script, name: string): HelperImport | null {
  for (const statement of script.program.body) {
    const found =
      statement.type === 'ImportDeclaration'
        ? fromImport(statement, name)
        : statement.type === 'VariableDeclaration'
          ? fromRequire(statement, name)
          : null;
    if (found !== null) return found;
  }
  return null;
}

function isHelper(source: string, name: string): boolean {
  return source.startsWith('.') && source.replace(/^.*\//, '').replace(/\.[cm]?[jt]s$/, '') === name;
}

function fromImport(statement: NodeOf<'ImportDeclaration'>, name: string): HelperImport | null {
  const source = statement.source.value;
  if (typeof source !== 'string' || !isHelper(source, name)) return null;
  const locals = new Map<string, string>();
  for (const { type, imported, local } of statement.specifiers) {
    if (type !== 'ImportSpecifier') return null;
    const key = imported === undefined ? null : keyName(imported, false);
    if (key !== null) locals.set(key, local.name);
  }
  const end = statement.specifiers.at(-1)?.range[1];
  return end === undefined ? null : { source, locals, end, system: 'esm' };
}

function fromRequire({ declarations }: NodeOf<'VariableDeclaration'>, name: string): HelperImport | null {
  for (const { id, init } of declarations) {
    const source = requiredBy(init);
    if (source === null || !isHelper(source, name) || id.type !== 'ObjectPattern') continue;
    const locals = new Map<string, string>();
    for (const property of id.properties) {
      if (property.type !== 'Property' || property.value.type !== 'Identifier') return null;
      const key = keyName(property.key, property.computed);
      if (key !== null) locals.set(key, property.value.name);
    }
    const end = id.properties.at(-1)?.range[1];
    if (end !== undefined) return { source, locals, end, system: 'commonjs' };
  }
  return null;
}

/** The module that an expression such as `require('x')` or `require('x').y` asks for. */
export function requiredBy(node: Node | null | undefined): string | null {
  let current = node ?? null;
  while (current !== null) {
    if (current.type === 'MemberExpression') current = current.object;
    else if (current.type === 'CallExpression' && current.callee.type !== 'Identifier')
      current = current.callee;
    else break;
  }
  if (current?.type !== 'CallExpression' || current.callee.type !== 'Identifier') return null;
  const [first] = current.arguments;
  const isRequire = current.callee.name === 'require' && first?.type === 'Literal';
  return isRequire && typeof first.value === 'string' ? first.value : null;
}
