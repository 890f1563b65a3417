/** Imports that the new text of a file in Go needs. Those that nothing uses any more go by themselves. */
import { type GoPackage, importsOf, type SyntaxTree } from '../../src/grammar/index.js';
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
    const missing = Object.entries(PACKAGES).flatMap(([name, wanted]) => {
      const isUsed = new RegExp(`(?<![\\w."])${literally(name)}\\.[A-Z]`).test(written);
      return !isUsed || imports.some((one) => one.path === wanted) ? [] : [wanted];
    });
    if (missing.length === 0) return [];
    const isList = imports.some(({ node }) => node.parent?.type === 'import_spec_list');
    return isList ? intoList(tree, path, missing) : asStatement(tree, path, missing);
  });
}

/** Lines at the places that gofmt has them at; those that go to one place go there together. */
function intoList(tree: SyntaxTree, path: string, missing: readonly string[]): readonly FileEdit[] {
  const imports = importsOf(tree).filter(({ node }) => node.parent?.type === 'import_spec_list');
  const edits = new Map<number, FileEdit>();
  for (const wanted of missing) {
    const next = imports.find((one) => one.path > wanted && !one.path.includes('.'));
    const last = imports.findLast((one) => !one.path.includes('.')) ?? imports.at(-1);
    const at = next?.node.start ?? last?.node.end ?? 0;
    const line = next === undefined ? `\n\t"${wanted}"` : `"${wanted}"\n\t`;
    edits.set(at, { file: path, start: at, end: at, text: `${edits.get(at)?.text ?? ''}${line}` });
  }
  return [...edits.values()];
}

/** A list in the place of the only import, or behind the name of the package. */
function asStatement(tree: SyntaxTree, path: string, missing: readonly string[]): readonly FileEdit[] {
  const last = importsOf(tree).at(-1);
  const lines = missing.map((wanted) => ({ path: wanted, text: `"${wanted}"` }));
  if (last !== undefined) {
    const { node } = last;
    const own = { path: last.path, text: tree.text.slice(node.start, node.end) };
    const all = [own, ...lines].sort((a, b) => (a.path < b.path ? -1 : 1));
    return [{ file: path, start: node.start, end: node.end, text: listOf(all) }];
  }
  const clause = tree.root.children.find(({ type }) => type === 'package_clause');
  const [only, ...others] = lines;
  if (clause === undefined || only === undefined) return [];
  const text = `\n\nimport ${others.length === 0 ? only.text : listOf(lines)}`;
  return [{ file: path, start: clause.end, end: clause.end, text }];
}

function listOf(lines: readonly { readonly text: string }[]): string {
  return `(\n${lines.map(({ text }) => `\t${text}\n`).join('')})`;
}
