/** Taking an element out of a list, or a pair out of a map, in the way that its neighbours are written. */

import type { Edit } from '../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { type Forms, formsOf } from './forms.js';

/**
 * The edits that take out some elements; others that are `going` are taken out by edits of their own. Null where a
 * comment would be lost, or nothing would be left.
 */
export function withoutElements(
  tree: SyntaxTree,
  list: SyntaxNode,
  gone: readonly SyntaxNode[],
  going: readonly SyntaxNode[] = gone,
): readonly Edit[] | null {
  const forms = formsOf(tree.language);
  if (forms === null) return null;
  const elements = elementsOf(forms, list);
  const left = elements.findLastIndex((element) => !going.includes(element));
  if (left < 0) return null;
  const lone = loneInTuple(list, elements, going);
  const edits = gone.map((element) => {
    const index = elements.indexOf(element);
    const edit = withoutElement(tree, forms, list, elements, { index, isTrailing: index > left });
    return edit !== null && edit.start === lone?.end ? { ...edit, text: ',' } : edit;
  });
  if (edits.some((edit) => edit === null)) return null;
  const comma = lone === elements.at(-1) && lone ? [{ start: lone.end, end: lone.end, text: ',' }] : [];
  return [...edits.flatMap((edit) => edit ?? []), ...comma];
}

/** The last element of a tuple of Python, which would be a pair of brackets around a text without a comma. */
function loneInTuple(
  list: SyntaxNode,
  elements: readonly SyntaxNode[],
  going: readonly SyntaxNode[],
): SyntaxNode | null {
  const [lone, ...others] = elements.filter((element) => !going.includes(element));
  const isLone = list.type === 'tuple' && others.length === 0 && !endsInComma(list, elements);
  return isLone ? (lone ?? null) : null;
}

/** What a list holds, without brackets, commas and comments. */
export function elementsOf(forms: Forms, list: SyntaxNode): readonly SyntaxNode[] {
  if (list.type === 'for_statement') return list.children.filter(({ field }) => field === 'value');
  return list.children.filter(({ isNamed, type }) => isNamed && !forms.comments.has(type));
}

function withoutElement(
  { text }: SyntaxTree,
  forms: Forms,
  list: SyntaxNode,
  elements: readonly SyntaxNode[],
  { index, isTrailing }: { readonly index: number; readonly isTrailing: boolean },
): Edit | null {
  const [before, element, next] = [elements[index - 1], elements[index], elements[index + 1]];
  if (element === undefined || hasComment(forms, list, element, text)) return null;
  const comma = list.children[list.children.indexOf(element) + 1];
  const end = comma?.type === ',' ? comma.end : element.end;
  const lineStart = startOfLine(text, element.start);
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end));
  const isLine = /^[ \t]*$/.test(text.slice(lineStart, element.start)) && rest !== null;
  const hasNoCommaAtEnd = !forms.words.has(list.type) && !endsInComma(list, elements);
  if (isLine && !(isTrailing && hasNoCommaAtEnd))
    return { start: lineStart, end: end + rest[0].length, text: '' };
  if (isTrailing)
    return before === undefined ? null : { start: endOfValue(before), end: element.end, text: '' };
  return next === undefined ? null : { start: element.start, end: next.start, text: '' };
}

/** PowerShell: what parts an entry from the next one belongs to the entry. */
function endOfValue({ children, end }: SyntaxNode): number {
  const last = children.at(-1);
  return last?.type === ';' ? last.start : end;
}

function endsInComma(list: SyntaxNode, elements: readonly SyntaxNode[]): boolean {
  const last = elements.at(-1);
  return last !== undefined && list.children[list.children.indexOf(last) + 1]?.type === ',';
}

/** A comment on the line of the element, or on the lines right above it, would be lost or would mislead. */
function hasComment(forms: Forms, list: SyntaxNode, element: SyntaxNode, text: string): boolean {
  const line = startOfLine(text, element.start);
  return list.children.some(({ type, start, end }) => {
    if (!forms.comments.has(type)) return false;
    if (start >= element.end) return !text.slice(element.end, start).includes('\n');
    return end <= element.start && startOfLine(text, start) >= startOfLine(text, Math.max(0, line - 1));
  });
}

export function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The name of a pair, where it is written as a text. */
export function keyOf(tree: SyntaxTree, pair: SyntaxNode): string | null {
  const key =
    pair.children.find(({ field }) => field === 'key') ?? pair.children.find(({ isNamed }) => isNamed);
  if (key === undefined) return null;
  const text = textOf(tree, key).trim();
  return /^:?["']?([\w-]+)["']?:?$/.exec(text)?.[1] ?? null;
}

/** The value of a pair. */
export function pairValue(pair: SyntaxNode): SyntaxNode | null {
  return (
    pair.children.find(({ field }) => field === 'value') ??
    pair.children.findLast(({ isNamed }) => isNamed) ??
    null
  );
}

/** The pair of a name in a map. */
export function pairNamed(tree: SyntaxTree, map: SyntaxNode, name: string): SyntaxNode | null {
  const forms = formsOf(tree.language);
  return (
    map.children.findLast((child) => forms?.pairs.has(child.type) === true && keyOf(tree, child) === name) ??
    null
  );
}

/** The text or the number that is written there: `"block"`, `'block'`, `:block`, `60`. */
export function constantIn(written: string): string | null {
  const [, text, number] = /^(?:["':](\w+)["']?|(\d+))$/.exec(written) ?? [];
  return text ?? number ?? null;
}
