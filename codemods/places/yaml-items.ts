/** Items of lists in YAML documents, with the edit that takes one out. */
import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Edit } from '../../src/analysis/index.js';
import { documentsOf } from '../../src/migrate/index.js';
import type { SourceFile } from '../../src/read/index.js';

export interface YamlItem {
  readonly seq: YAMLSeq;
  readonly item: Node;
}

export interface YamlMapItem extends YamlItem {
  readonly map: YAMLMap;
}

/** The innermost wanted item around an offset; null where the file does not parse. */
export function itemAt(
  file: SourceFile,
  offset: number,
  isWanted: (keys: readonly string[]) => boolean,
): YamlMapItem | null {
  const documents = documentsOf(file);
  if (documents.some(({ errors }) => errors.length > 0)) return null;
  const document = documents.find(({ contents }) => contents !== null && holdsOffset(contents, offset));
  let node: Node | null | undefined = document?.contents;
  let found: YamlMapItem | null = null;
  while (node !== undefined && node !== null) {
    if (isSeq(node)) {
      const seq: YAMLSeq = node;
      const item = seq.items.find((one) => holdsOffset(one as Node, offset)) as Node | undefined;
      if (isMap(item) && isWanted(keysOf(item))) found = { seq, item, map: item };
      node = item;
    } else if (isMap(node)) {
      const pair = (node.items as Pair<Node, Node | null>[]).find(
        ({ key, value }) => holdsOffset(key, offset) || (value !== null && holdsOffset(value, offset)),
      );
      node = pair?.value;
    } else break;
  }
  return found;
}

export function keysOf(map: YAMLMap): readonly string[] {
  return map.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''));
}

export function holdsOffset(node: Node, offset: number): boolean {
  return node.range != null && node.range[0] <= offset && offset < Math.max(node.range[1], node.range[0] + 1);
}

/**
 * Takes out the lines of an item with the comments above it, and with the empty lines behind it where it is a
 * paragraph of its own. Null where nothing else would be left of the list, or something else stands on a line.
 */
export function withoutItem(text: string, { seq, item }: YamlItem, isParagraph: boolean): Edit | null {
  if (seq.flow === true || seq.items.length < 2 || item.range == null) return null;
  const line = text.lastIndexOf('\n', item.range[0] - 1) + 1;
  if (!/^[ \t]*-[ \t]+$/.test(text.slice(line, item.range[0]))) return null;
  const [comments = ''] = /(?:^|(?<=\n))(?:[ \t]*#[^\n]*\n)*$/.exec(text.slice(0, line)) ?? [];
  const close =
    text.charAt(item.range[1] - 1) === '\n' ? item.range[1] : text.indexOf('\n', item.range[1]) + 1;
  const end = close === 0 ? text.length : close;
  const rest = text.slice(item.range[1], end).trim();
  if (rest !== '' && !rest.startsWith('#')) return null;
  const [gap = ''] = isParagraph ? (/^(?:[ \t]*\r?\n)*/.exec(text.slice(end)) ?? []) : [];
  const start = line - comments.length;
  // Nothing but the end of a line ends a file.
  const isLast = isParagraph && end + gap.length === text.length;
  const [, above = ''] = isLast ? (/\n((?:[ \t]*\r?\n)+)$/.exec(text.slice(0, start)) ?? []) : [];
  return { start: start - above.length, end: end + gap.length, text: '' };
}
