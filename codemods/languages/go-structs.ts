/** Fields of structs of Go: one that a literal leaves out is sent with its zero value, unless its tag says `omitempty`. */
import type { Edit } from '../../src/analysis/index.js';
import {
  fieldOf,
  importsOf,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { Surroundings } from '../../src/migrate/index.js';

/**
 * What the type of a literal needs so that fields which are left out are not sent; null where that cannot be seen.
 * A map needs nothing.
 */
export function omitted(
  around: Surroundings,
  path: string,
  tree: SyntaxTree,
  literal: SyntaxNode,
  pairs: readonly SyntaxNode[],
): readonly Edit[] | null {
  const names = pairs.map((pair) => textOf(tree, pair.children[0] ?? pair));
  if (names.every((name) => /^["`]/.test(name))) return [];
  const type = typeOf(literal);
  if (type === null) return null;
  if (type.type === 'qualified_type') return isOfOthers(around, path, tree, type) ? [] : null;
  const here = structNamed(tree, textOf(tree, type));
  const edits = names.map((name) => (here === null ? null : omitting(tree, here, name)));
  if (here !== null) return edits.includes(null) ? null : edits.flatMap((edit) => edit ?? []);
  for (const file of around.siblings(path)) {
    const other = file === path || !/(?<!_test)\.go$/.test(file) ? null : around.treeOf(file);
    const struct = other === null ? null : structNamed(other, textOf(tree, type));
    if (other === null || struct === null) continue;
    return names.every((name) => omitting(other, struct, name)?.length === 0) ? [] : null;
  }
  return null;
}

/** The name of the type of a literal, which the elements of a slice leave out. */
function typeOf(literal: SyntaxNode): SyntaxNode | null {
  const { parent } = literal;
  if (parent?.type === 'composite_literal') return named(fieldOf(parent, 'type'));
  const list = parent?.type === 'literal_element' ? parent.parent?.parent : null;
  const slice = list?.type === 'composite_literal' ? fieldOf(list, 'type') : null;
  const element = slice === null ? null : (fieldOf(slice, 'element') ?? fieldOf(slice, 'value'));
  return named(element?.type === 'pointer_type' ? (element.children.at(-1) ?? null) : element);
}

function named(type: SyntaxNode | null): SyntaxNode | null {
  return type !== null && /^(?:type_identifier|qualified_type)$/.test(type.type) ? type : null;
}

/** A type of another module, whose fields nobody here can change. */
function isOfOthers(around: Surroundings, path: string, tree: SyntaxTree, type: SyntaxNode): boolean {
  const [alias] = textOf(tree, type).split('.');
  const imported = importsOf(tree).find(({ name }) => name === alias);
  const folders = path.split('/').slice(0, -1);
  const module = [...folders.keys(), folders.length]
    .map((depth) => around.file([...folders.slice(0, depth), 'go.mod'].join('/'))?.text)
    .flatMap((text) => /^module[ \t]+(\S+)/m.exec(text ?? '')?.[1] ?? []);
  return (
    imported !== undefined &&
    !module.some((own) => imported.path === own || imported.path.startsWith(`${own}/`))
  );
}

function structNamed(tree: SyntaxTree, name: string): SyntaxNode | null {
  const found = walk(tree.root).filter(
    (node) =>
      node.type === 'type_spec' &&
      node.children.some(({ field, start, end }) => field === 'name' && tree.text.slice(start, end) === name),
  );
  const struct = found.length === 1 && found[0] !== undefined ? fieldOf(found[0], 'type') : null;
  return struct?.type === 'struct_type' ? struct : null;
}

/** `json:"locked"` becomes `json:"locked,omitempty"`. */
function omitting(tree: SyntaxTree, struct: SyntaxNode, name: string): readonly Edit[] | null {
  const list = struct.children.find(({ type }) => type === 'field_declaration_list');
  const fields = (list?.children ?? []).filter(({ type }) => type === 'field_declaration');
  const field = fields.find((one) => {
    const all = one.children.filter((child) => child.field === 'name' && child.isNamed);
    return all.length === 1 && all[0] !== undefined && textOf(tree, all[0]) === name;
  });
  const tag = field === undefined ? null : fieldOf(field, 'tag');
  const written = tag === null ? null : /json:"([\w-]+)((?:,\w+)*)"/.exec(textOf(tree, tag));
  if (tag === null || written === null || written[1] === '-') return null;
  if (/,omit(?:empty|zero)\b/.test(written[2] ?? '')) return [];
  // A comment behind the tags stands in a column of its own.
  if (/`[ \t]*\/[/*]/.test(tree.text.slice(struct.start, struct.end))) return null;
  const end = tag.start + written.index + written[0].length - 1;
  return [{ start: end, end, text: ',omitempty' }];
}
