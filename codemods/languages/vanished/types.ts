/** Fields of types that answers are decoded to, which have to let through what no longer has them. */
import type { Edit } from '../../../src/analysis/index.js';
import { closest, leafAt, type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import type { Origin } from '../../../src/value/index.js';
import { startOfLine } from '../elements.js';

export interface TolerantField {
  /** What the program calls it. */
  readonly name: string;
  /** It is true or false: without it, it is false. */
  readonly isFlag: boolean;
  /** After these a decoder does without it. */
  readonly edits: readonly Edit[];
}

/** Null where the field is declared in another way. */
export function tolerantField(tree: SyntaxTree, { start, end }: Origin): TolerantField | null {
  const leaf = leafAt(tree, start, end);
  if (tree.language === 'rust') return rustField(tree, leaf);
  return tree.language === 'python' ? pythonField(tree, leaf) : null;
}

/** Types that have a default of their own. */
const WITH_DEFAULT =
  /^(?:bool|char|String|&(?:'\w+\s+)?str|[iu](?:8|16|32|64|128|size)|f(?:32|64)|(?:Vec|HashMap|BTreeMap|HashSet|BTreeSet|Option)<.+>|(?:serde_json::)?Value)$/;

/** `#[serde(default)]`, in the attribute that the field has already or in one of its own. */
function rustField(tree: SyntaxTree, leaf: SyntaxNode): TolerantField | null {
  const attribute = closest(leaf, new Set(['attribute_item']));
  const list = closest(leaf, new Set(['field_declaration_list']));
  const parts = list?.children ?? [];
  const around = attribute ?? closest(leaf, new Set(['field_declaration']));
  const from = around === null ? -1 : parts.indexOf(around);
  const index = parts.findIndex(({ type }, at) => at >= from && type === 'field_declaration');
  const field = from < 0 ? undefined : parts[index];
  const type = field?.children.find((child) => child.field === 'type');
  const name = field?.children.find((child) => child.field === 'name');
  if (field === undefined || name === undefined || type === undefined) return null;
  const written = textOf(tree, type);
  if (!WITH_DEFAULT.test(written)) return null;
  const edits = [rustDefault(tree, parts, index, field)];
  return { name: textOf(tree, name), isFlag: written === 'bool', edits };
}

function rustDefault(
  tree: SyntaxTree,
  parts: readonly SyntaxNode[],
  index: number,
  { start }: SyntaxNode,
): Edit {
  const own = attributesBefore(parts, index).find((item) => /^#\[\s*serde\s*\(/.test(textOf(tree, item)));
  if (own !== undefined) {
    const close = own.start + textOf(tree, own).lastIndexOf(')');
    return { start: close, end: close, text: ', default' };
  }
  const indent = tree.text.slice(startOfLine(tree.text, start), start);
  const gap = /^[ \t]*$/.test(indent) ? `\n${indent}` : ' ';
  return { start, end: start, text: `#[serde(default)]${gap}` };
}

function attributesBefore(parts: readonly SyntaxNode[], field: number): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let at = field - 1; at >= 0; at--) {
    const part = parts[at];
    if (part?.type === 'attribute_item') found.push(part);
    else if (part === undefined || !/comment/.test(part.type)) break;
  }
  return found;
}

/** `locked: bool = False`, `zone_id: Optional[str] = None` */
function pythonField(tree: SyntaxTree, leaf: SyntaxNode): TolerantField | null {
  const field = closest(leaf, new Set(['assignment']));
  const type = field?.children.find((child) => child.field === 'type');
  const value = field?.children.find((child) => child.field === 'right');
  const name = field?.children[0];
  if (field === null || name === undefined || type === undefined || !mayHaveDefault(tree, field)) return null;
  const written = textOf(tree, type);
  const made = defaultFor(tree.text, written);
  if (made === null) return null;
  const typed: Edit[] = made.type === null ? [] : [{ start: type.start, end: type.end, text: made.type }];
  const edit =
    value === undefined
      ? { start: field.end, end: field.end, text: ` = ${made.value}` }
      : inFieldCall(value, made.value);
  if (edit === null) return null;
  return { name: textOf(tree, name), isFlag: written === 'bool', edits: [...typed, edit] };
}

/** A field without a default may only stand behind one with a default where all are given by their names. */
function mayHaveDefault(tree: SyntaxTree, field: SyntaxNode): boolean {
  const type = closest(field, new Set(['class_definition']));
  const bases = type?.children.find((child) => child.field === 'superclasses');
  const head = tree.text.slice(type?.parent?.start ?? 0, field.start);
  if (bases !== undefined && /Model\b/.test(textOf(tree, bases))) return true;
  if (/\bkw_only\s*=\s*True\b/.test(head)) return true;
  const block = closest(field, new Set(['block']));
  return (block?.children ?? []).every((statement) => {
    const [declared] = statement.children;
    const isField =
      declared?.type === 'assignment' && declared.children.some((child) => child.field === 'type');
    return (
      !isField || declared.start <= field.start || declared.children.some((child) => child.field === 'right')
    );
  });
}

/** The default of a field, and its type if that has to allow it; null for a file that shows no way to say so. */
function defaultFor(
  text: string,
  type: string,
): { readonly value: string; readonly type: string | null } | null {
  if (type === 'bool') return { value: 'False', type: null };
  if (/^[ \t]*from typing import\b[^\n]*\bOptional\b/m.test(text))
    return { value: 'None', type: `Optional[${type}]` };
  if (/\|\s*None\b/.test(text)) return { value: 'None', type: `${type} | None` };
  return type === 'str' ? { value: '""', type: null } : null;
}

/** `Field(..., alias="zoneId")`: the default stands first, or is named. */
function inFieldCall(value: SyntaxNode, text: string): Edit | null {
  if (value.type === 'ellipsis') return { start: value.start, end: value.end, text };
  const list = value.type === 'call' ? value.children.find(({ field }) => field === 'arguments') : undefined;
  const [open, first] = list?.children ?? [];
  if (open === undefined || first === undefined) return null;
  if (first.type === 'ellipsis') return { start: first.start, end: first.end, text };
  return { start: open.end, end: open.end, text: `default=${text}${first.type === ')' ? '' : ', '}` };
}
