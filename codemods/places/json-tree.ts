/** JSON with positions, and edits of its objects and lists that leave everything else as it is written. */
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { Edit } from '../../src/analysis/index.js';
import { indentAt, lineEndOf, unitOf } from './indent.js';

export type JsonNode = Node;

export interface Member {
  readonly key: string;
  /** Name and value together. */
  readonly node: JsonNode;
  readonly value: JsonNode;
}

/** Null for what is no JSON. */
export function jsonTree(text: string): JsonNode | null {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  return errors.length > 0 ? null : (root ?? null);
}

export function membersOf(node: JsonNode): readonly Member[] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key === undefined || value === undefined
      ? []
      : [{ key: String(key.value), node: property, value }];
  });
}

export function memberNamed(node: JsonNode, name: string): Member | undefined {
  return membersOf(node).find(({ key }) => key === name);
}

export function endOf({ offset, length }: JsonNode): number {
  return offset + length;
}

/** The objects from the root down to an offset, each with the name that it stands under. */
export function objectsAround(
  root: JsonNode,
  offset: number,
): readonly { readonly name: string; readonly object: JsonNode }[] {
  const found: { name: string; object: JsonNode }[] = [];
  let name = '';
  let node: JsonNode | undefined = root;
  while (node !== undefined) {
    if (node.type === 'object') found.push({ name, object: node });
    const child: JsonNode | undefined = node.children?.find(
      (one) => one.offset <= offset && offset < endOf(one),
    );
    if (child?.type === 'property') name = String(child.children?.[0]?.value);
    node = child?.type === 'property' ? child.children?.[1] : child;
  }
  return found;
}

export function holds({ offset, length }: JsonNode, at: number): boolean {
  return offset <= at && at < offset + length;
}

/** JSON to be written: text as it is, lists, and objects by name. */
export type NewJson = string | readonly NewJson[] | { readonly [name: string]: NewJson };

/** A member of an object (with its name) or an item of a list, behind one that stays or in the place of one that goes. */
export interface Addition {
  readonly at: JsonNode;
  /** In front of one that stays. */
  readonly isBefore?: true;
  readonly name?: string;
  readonly value: NewJson;
}

/** Takes out members and items, and what would be left empty by that, and puts in others. */
export function treeEdits(
  text: string,
  root: JsonNode,
  gone: ReadonlySet<JsonNode>,
  additions: readonly Addition[] = [],
): readonly Edit[] {
  const edits: Edit[] = [];

  /** Whether all of a container goes. If not, its edits are noted. */
  const emptied = (container: JsonNode | undefined): boolean => {
    const children = container?.type === 'object' || container?.type === 'array' ? container.children : [];
    if (children === undefined || children.length === 0) return false;
    const goes = children.map((child) => {
      const value = child.type === 'property' ? child.children?.[1] : child;
      return gone.has(child) || emptied(value);
    });
    const isKept = !goes.every(Boolean) || additions.some(({ at }) => children.includes(at));
    if (isKept) edits.push(...listEdits(text, children, goes, additions));
    return !isKept;
  };

  emptied(root);
  return edits;
}

function listEdits(
  text: string,
  children: readonly JsonNode[],
  goes: readonly boolean[],
  additions: readonly Addition[],
): readonly Edit[] {
  const addedTo = (child: JsonNode, isBefore: boolean) =>
    additions
      .filter((one) => one.at === child && (one.isBefore ?? false) === isBefore)
      .map((one) => printedAddition(text, child, one));
  const added = children.map((child) => addedTo(child, false));
  const between = separator(text, children[0] as JsonNode);
  const edits: Edit[] = [];
  for (let index = 0; index < children.length; index++) {
    const own = children[index] as JsonNode;
    if (!goes[index]) {
      const texts = added[index] ?? [];
      const front = addedTo(own, true);
      if (front.length > 0)
        edits.push({ start: own.offset, end: own.offset, text: front.map((one) => one + between).join('') });
      if (texts.length > 0)
        edits.push({ start: endOf(own), end: endOf(own), text: texts.map((one) => between + one).join('') });
      continue;
    }
    let last = index;
    while (goes[last + 1] === true) last++;
    const texts = added.slice(index, last + 1).flat();
    const next = children[last + 1];
    const end = endOf(children[last] as JsonNode);
    if (texts.length > 0) edits.push({ start: own.offset, end, text: texts.join(between) });
    else if (next !== undefined) edits.push({ start: own.offset, end: next.offset, text: '' });
    else edits.push(tail(edits, endOf(children[index - 1] as JsonNode), end));
    index = last;
  }
  return edits;
}

/** What goes at the end goes with the comma before it; what was put in there stays. */
function tail(edits: Edit[], start: number, end: number): Edit {
  const before = edits.at(-1);
  if (before?.start !== start || before.end !== start) return { start, end, text: '' };
  edits.pop();
  return { start, end, text: before.text };
}

function separator(text: string, first: JsonNode): string {
  return isOnOwnLine(text, first) ? `,${lineEndOf(text)}${indentAt(text, first.offset)}` : ', ';
}

function isOnOwnLine(text: string, { offset }: JsonNode): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return line.trim() === '' && text.includes('\n');
}

function printedAddition(text: string, beside: JsonNode, { name, value }: Addition): string {
  const isLong = isOnOwnLine(text, beside);
  const layout = isLong
    ? { eol: lineEndOf(text), step: unitOf(text), indent: indentAt(text, beside.offset) }
    : null;
  return `${name === undefined ? '' : `${JSON.stringify(name)}: `}${printed(value, layout)}`;
}

interface Layout {
  readonly eol: string;
  readonly step: string;
  readonly indent: string;
}

/** On one line without a layout. */
function printed(value: NewJson, layout: Layout | null): string {
  if (typeof value === 'string') return value;
  const inner = layout === null ? null : { ...layout, indent: layout.indent + layout.step };
  const isList = Array.isArray(value);
  const rows = isList
    ? value.map((one: NewJson) => printed(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${printed(one, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (layout === null || inner === null) return isList ? `[${rows.join(', ')}]` : `{ ${rows.join(', ')} }`;
  const { eol } = layout;
  return `${open}${eol}${rows.map((row) => inner.indent + row).join(`,${eol}`)}${eol}${layout.indent}${close}`;
}
