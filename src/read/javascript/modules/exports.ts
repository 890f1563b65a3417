import { namesIn } from '../syntax/bindings.js';
import type { Identifier, Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { keyName, unwrap } from '../syntax/nodes.js';
import { Note } from '../syntax/notes.js';
import { endOf } from '../syntax/positions.js';

export type Export =
  /** A name of the module's own scope. */
  | { readonly kind: 'local'; readonly name: string }
  | { readonly kind: 'expression'; readonly node: Node }
  /** Another module's export; null stands for the module as a whole. */
  | { readonly kind: 'from'; readonly source: string; readonly name: string | null };

/** What a module offers to others, in both module systems. */
export interface ExportTable {
  readonly names: ReadonlyMap<string, Export>;
  /** Sources of `export * from`. */
  readonly stars: readonly string[];
  /** What CommonJS assigns to `module.exports`. */
  readonly whole: Node | null;
  readonly isCommonJs: boolean;
}

const tables = new Note(readExports);

export function exportsOf(module: Module): ExportTable {
  return tables.of(module);
}

function nameOfExport(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}

function readExports(module: Module): ExportTable {
  const names = new Map<string, Export>();
  const stars: string[] = [];
  let whole: Node | null = null;
  let isCommonJs = false;
  const local = (name: string): void => {
    names.set(name, { kind: 'local', name });
  };
  for (const node of module.exports) {
    switch (node.type) {
      case 'ExportNamedDeclaration':
        if (node.declaration?.type === 'VariableDeclaration') {
          for (const declarator of node.declaration.declarations) {
            for (const id of namesIn(declarator.id)) local(id.name);
          }
        } else if (
          node.declaration &&
          'id' in node.declaration &&
          node.declaration.id?.type === 'Identifier'
        ) {
          local(node.declaration.id.name);
        }
        for (const specifier of node.specifiers) {
          const exported = nameOfExport(specifier.exported);
          const inner = nameOfExport(specifier.local);
          names.set(
            exported,
            node.source === null
              ? { kind: 'local', name: inner }
              : { kind: 'from', source: String(node.source.value), name: inner },
          );
        }
        break;
      case 'ExportDefaultDeclaration': {
        const { declaration } = node;
        const named =
          'id' in declaration && declaration.id?.type === 'Identifier' ? declaration.id.name : null;
        names.set(
          'default',
          named !== null && /Declaration$/.test(declaration.type)
            ? { kind: 'local', name: named }
            : { kind: 'expression', node: declaration },
        );
        break;
      }
      case 'ExportAllDeclaration':
        if (node.exported === null) stars.push(String(node.source.value));
        else
          names.set(nameOfExport(node.exported), {
            kind: 'from',
            source: String(node.source.value),
            name: null,
          });
        break;
      case 'TSExportAssignment':
        whole = node.expression;
        break;
    }
  }
  for (const write of module.memberWrites) {
    if (write.left.type !== 'MemberExpression') continue;
    const { object } = write.left;
    const name = keyName(write.left.property, write.left.computed);
    if (name === null) continue;
    if (object.type === 'Identifier' && object.name === 'module' && name === 'exports') {
      isCommonJs = true;
      whole = unwrap(write.right);
    } else if (isExportsObject(object)) {
      isCommonJs = true;
      names.set(name, { kind: 'expression', node: write.right });
    }
  }
  return { names, stars, whole, isCommonJs };
}

/** `exports` or `module.exports`. */
function isExportsObject(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'exports';
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    keyName(node.property, node.computed) === 'exports'
  );
}

const endUses = new Note(() => new Map<string, Identifier>());

/** A use of a top-level name at the very end of the module: what an importer sees of it. */
export function useAtEnd(module: Module, name: string): Identifier {
  const uses = endUses.of(module);
  let use = uses.get(name);
  if (use === undefined) {
    const end = endOf(module.program) + 1;
    use = { type: 'Identifier', name, range: [end, end], parent: module.program };
    uses.set(name, use);
  }
  return use;
}
