/** Maps and structs that are written out in Go. */
import type { Mapping, NewFields } from '../../src/convert/index.js';
import { fieldOf, type Spot, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { indentAt } from '../places/indent.js';
import { meaningsIn } from '../planner/index.js';
import { aligned } from './format.js';
import { fieldsOf, type GoType, type GoTypes, namesOf } from './scope.js';

export interface Entry {
  readonly node: SyntaxNode;
  /** Source of the key. */
  readonly key: string;
  /** The name in JSON. */
  readonly name: string;
  readonly value: SyntaxNode;
}

/** What a literal holds by keys; null where it has other parts, or comments. */
export function entriesOf(
  tree: SyntaxTree,
  body: SyntaxNode,
  struct: GoType | null,
): readonly Entry[] | null {
  const parts = body.children.filter(({ isNamed }) => isNamed);
  const entries = parts.flatMap((node): readonly Entry[] => {
    const [key, value] = [fieldOf(node, 'key'), fieldOf(node, 'value')].map(
      (one) => one?.children[0] ?? null,
    );
    if (node.type !== 'keyed_element' || key == null || value == null) return [];
    const written = textOf(tree, key);
    const name = struct === null ? /^"([\w-]+)"$/.exec(written)?.[1] : jsonNames(struct)?.get(written);
    return name === undefined ? [] : [{ node, key: written, name, value }];
  });
  return entries.length === parts.length ? entries : null;
}

/** Keys of a struct that is written out, with their values; null where it has other parts. */
export function entryPairs(
  tree: SyntaxTree,
  body: SyntaxNode,
): readonly { readonly key: string; readonly value: SyntaxNode }[] | null {
  const parts = body.children.filter(({ isNamed }) => isNamed);
  const pairs = parts.flatMap((node) => {
    const [key, value] = [fieldOf(node, 'key'), fieldOf(node, 'value')].map((one) => one?.children[0]);
    return key === undefined || value === undefined ? [] : [{ key: textOf(tree, key), value }];
  });
  return pairs.length === parts.length ? pairs : null;
}

/** Names in JSON by the names of fields; null where the type is no struct whose fields all have tags. */
export function jsonNames(struct: GoType): ReadonlyMap<string, string> | null {
  if ('foreign' in struct || struct.node.type !== 'struct_type') return null;
  const names = new Map<string, string>();
  for (const field of fieldsOf(struct.node)) {
    const tag = fieldOf(field, 'tag');
    const [name, ...others] = namesOf(struct.spot, field);
    const json = tag === null ? undefined : /json:"([\w-]*)/.exec(textOf(struct.spot.tree, tag))?.[1];
    if (name === undefined || others.length > 0 || json === undefined) return null;
    names.set(name, json === '' ? name : json);
  }
  return names;
}

/** The body of a literal, and its type as it is written: elements of a list leave theirs out. */
export interface Literal {
  readonly body: SyntaxNode;
  readonly type: GoType;
  /** Source of the type. */
  readonly written: string;
}

export function literalOf(types: GoTypes, spot: Spot): Literal | null {
  const { tree, node } = spot;
  if (node.type === 'unary_expression') {
    const inner = fieldOf(node, 'operand');
    return inner === null || !textOf(tree, node).startsWith('&')
      ? null
      : literalOf(types, { ...spot, node: inner });
  }
  if (node.type === 'composite_literal') {
    const [type, body] = [fieldOf(node, 'type'), fieldOf(node, 'body')];
    const found = types.written(spot, type);
    return type === null || body === null || found === null
      ? null
      : { body, type: found, written: textOf(tree, type) };
  }
  if (node.type !== 'literal_value') return null;
  const holder = node.parent?.type === 'literal_element' ? node.parent.parent : null;
  const outer =
    holder?.type === 'literal_value'
      ? literalAround(types, spot, holder)
      : holder?.type === 'keyed_element' && holder.parent !== null
        ? literalAround(types, spot, holder.parent)
        : null;
  const element = outer === null ? null : types.element(types.underlying(outer.type));
  if (element === null || 'foreign' in element) return null;
  return { body: node, type: element, written: textOf(element.spot.tree, element.node) };
}

function literalAround(types: GoTypes, spot: Spot, body: SyntaxNode): Literal | null {
  const node = body.parent?.type === 'composite_literal' ? body.parent : body;
  return literalOf(types, { ...spot, node });
}

/** A literal with other entries, on one line or on several as it is now. */
export function literalText(
  tree: SyntaxTree,
  body: SyntaxNode,
  entries: readonly (readonly [string, string])[],
): string {
  if (!textOf(tree, body).includes('\n'))
    return `{${entries.map(([key, value]) => `${key}: ${value}`).join(', ')}}`;
  return linesOf(entries, indentAt(tree.text, body.end - 1));
}

export function linesOf(entries: readonly (readonly [string, string])[], indent: string): string {
  const lines = entries.map(([key, value]) => `${indent}\t${key}: ${value},`);
  return `{\n${aligned(lines.join('\n'))}\n${indent}}`;
}

/** The opposite of a condition. */
export function negated(written: string): string {
  if (written === 'true' || written === 'false') return written === 'true' ? 'false' : 'true';
  if (/^![\w.]+(?:\([^()]*\))?$/.test(written)) return written.slice(1);
  return /^[\w.[\]]+(?:\([^()]*\))?$/.test(written) ? `!${written}` : `!(${written})`;
}

/** `map[string]string{"ruleset": "current"}` */
export function stringMap(fields: NewFields[string]): string {
  const entries = typeof fields === 'object' ? Object.entries(fields) : [];
  return `map[string]string{${entries.map(([key, value]) => `"${key}": "${value}"`).join(', ')}}`;
}

/** Statements that give a rule the fields which its values stand for now. `field`: source of a field by its name in JSON. */
export function meaningLines(
  mapping: Mapping,
  field: (name: string) => string,
  mapOf: (name: string, fields: NewFields[string]) => string = (_, fields) => stringMap(fields),
): readonly string[] {
  return meaningsIn(mapping).flatMap(({ name, value, now }) => [
    `if ${field(name)} == "${value}" {`,
    ...Object.entries(now).map(
      ([key, one]) => `\t${field(key)} = ${typeof one === 'string' ? `"${one}"` : mapOf(key, one)}`,
    ),
    '}',
  ]);
}
