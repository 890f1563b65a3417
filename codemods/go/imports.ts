/** Imports that the new text of a file in Go needs. Those that nothing uses any more go by themselves. */
import { type GoPackage, importsOf } from '../../src/grammar/index.js';
import type { FileEdit } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';

const PACKAGES: Readonly<Record<string, string>> = {
  bytes: 'bytes',
  context: 'context',
  json: 'encoding/json',
  errors: 'errors',
  fmt: 'fmt',
  io: 'io',
  http: 'net/http',
};

export function importEdits(of: GoPackage, edits: readonly FileEdit[]): readonly FileEdit[] {
  return of.files.flatMap(({ tree, path }) => {
    const written = edits
      .filter(({ file }) => file === path)
      .map(({ text }) => text)
      .join('\n');
    const imports = importsOf(tree);
    return Object.entries(PACKAGES).flatMap(([name, wanted]) => {
      const isUsed = new RegExp(`(?<![\\w."])${literally(name)}\\.[A-Z]`).test(written);
      if (!isUsed || imports.some((one) => one.path === wanted)) return [];
      const next = imports.find((one) => one.path > wanted && !one.path.includes('.'));
      const line = `"${wanted}"`;
      if (next !== undefined && next.node.parent?.type === 'import_spec_list')
        return [{ file: path, start: next.node.start, end: next.node.start, text: `${line}\n\t` }];
      const last = imports.findLast((one) => !one.path.includes('.')) ?? imports.at(-1);
      if (last?.node.parent?.type === 'import_spec_list')
        return [{ file: path, start: last.node.end, end: last.node.end, text: `\n\t${line}` }];
      const clause = tree.root.children.find(({ type }) => type === 'package_clause');
      const { node } = last ?? {};
      if (node?.parent == null)
        return clause === undefined
          ? []
          : [{ file: path, start: clause.end, end: clause.end, text: `\n\nimport ${line}` }];
      const [before, after] =
        (last?.path ?? '') < wanted
          ? [tree.text.slice(node.start, node.end), line]
          : [line, tree.text.slice(node.start, node.end)];
      return [{ file: path, start: node.start, end: node.end, text: `(\n\t${before}\n\t${after}\n)` }];
    });
  });
}
