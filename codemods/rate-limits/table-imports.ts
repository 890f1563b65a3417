/** Places of other files that name what a file exports. */
import type { Surroundings } from '../../src/migrate/index.js';
import { type Identifier, Module, type Node } from '../../src/read/javascript/syntax/index.js';

export interface ImportedUses {
  readonly file: string;
  readonly script: Module;
  readonly nodes: readonly Identifier[];
}

/** `name`: null for the default export. Null where a file that imports it may name it in another way. */
export function importedUses(
  file: string,
  name: string | null,
  around: Surroundings,
): readonly ImportedUses[] | null {
  const found: ImportedUses[] = [];
  for (const importer of around.importers(file)) {
    if (importer === file) continue;
    const text = around.file(importer)?.text ?? '';
    if (name !== null && !text.includes(name)) continue;
    const script = around.scriptAt(importer, 0);
    if (!(script instanceof Module)) return null;
    const locals = script.program.body.flatMap((node) => importsIn(node, file, name));
    if (locals.length === 0) return null;
    const nodes = locals.flatMap((local) => {
      const binding = script.resolve(local);
      return binding === null ? [] : script.references(binding);
    });
    found.push({ file: importer, script, nodes });
  }
  return found;
}

function importsIn(node: Node, file: string, name: string | null): readonly Identifier[] {
  if (node.type === 'ImportDeclaration') {
    if (!isOf(String(node.source.value), file)) return [];
    return node.specifiers.flatMap((one) => {
      if (name === null) return one.type === 'ImportDefaultSpecifier' ? [one.local] : [];
      const isNamed =
        one.type === 'ImportSpecifier' && one.imported?.type === 'Identifier' && one.imported.name === name;
      return isNamed ? [one.local] : [];
    });
  }
  if (node.type !== 'VariableDeclaration' || name === null) return [];
  return node.declarations.flatMap(({ id, init }) => {
    const source = init?.type === 'CallExpression' ? init.arguments[0] : undefined;
    if (source?.type !== 'Literal' || !isOf(String(source.value), file)) return [];
    const properties = id.type === 'ObjectPattern' ? id.properties : [];
    return properties.flatMap((one) =>
      one.type === 'Property' && one.shorthand && one.value.type === 'Identifier' && one.value.name === name
        ? [one.value]
        : [],
    );
  });
}

/** Whether what is imported may be the file. */
function isOf(source: string, file: string): boolean {
  const stem = (path: string) => path.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');
  const last = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  return last(stem(source)) === last(stem(file));
}
