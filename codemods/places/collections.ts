/** Collections of requests: Postman keeps an address twice, as a text and as a list of its segments. */
import type { Edit } from '../../src/analysis/index.js';
import type { SourceFile } from '../../src/read/index.js';
import { endOf, type JsonNode, jsonTree, memberNamed, objectsAround, treeEdits } from './json-tree.js';
import { itemAt, withoutItem } from './yaml-items.js';

/**
 * The edits of the list of segments that go with an edit of the text beside it, none where no list is there. Null
 * where the two differ: the list is what is sent.
 */
export function segmentEdits({ language, text }: SourceFile, edit: Edit): readonly Edit[] | null {
  const root = language === 'json' ? jsonTree(text) : null;
  const url = root === null ? undefined : objectsAround(root, edit.start).at(-1)?.object;
  const [raw, path] = ['raw', 'path'].map((name) =>
    url === undefined ? undefined : memberNamed(url, name)?.value,
  );
  if (path === undefined) return [];
  if (raw === undefined || edit.start < raw.offset || edit.end > endOf(raw)) return null;
  const listed = (path.children ?? []).map(({ value }) => value as unknown);
  const before = segmentsOf(text.slice(raw.offset + 1, endOf(raw) - 1));
  const after = segmentsOf(
    text.slice(raw.offset + 1, edit.start) + edit.text + text.slice(edit.end, endOf(raw) - 1),
  );
  const hidden = before.length - listed.length;
  const isQueryListed = url !== undefined && memberNamed(url, 'query') !== undefined;
  if (isQueryListed && edit.text.includes('?') !== text.slice(edit.start, edit.end).includes('?'))
    return null;
  if (hidden < 0 || before.slice(hidden).some((segment, index) => segment !== listed[index])) return null;
  return replaced(text, path.children ?? [], before.slice(hidden), after.slice(hidden));
}

function segmentsOf(address: string): readonly string[] {
  return (address.split(/[?#]/)[0] ?? '').split('/');
}

/** One list for another: what is the same at both ends stays as it is written. */
function replaced(
  text: string,
  nodes: readonly JsonNode[],
  before: readonly string[],
  after: readonly string[],
): readonly Edit[] | null {
  const differs = (index: number) => before[index] !== after[index];
  const first = before.findIndex((_, index) => differs(index));
  if (first < 0) return before.length === after.length ? [] : null;
  let same = 0;
  while (before.at(-1 - same) === after.at(-1 - same) && same < before.length - first - 1) same++;
  const gone = nodes.slice(first, nodes.length - same);
  const added = after.slice(first, after.length - same);
  const [start, end] = [gone[0], gone.at(-1)];
  if (start === undefined || end === undefined || added.length === 0) return null;
  const previous = nodes[first - 1];
  const between = previous === undefined ? ', ' : text.slice(endOf(previous), start.offset);
  return [{ start: start.offset, end: endOf(end), text: added.map((one) => `"${one}"`).join(between) }];
}

/** Whether a script of a collection of Postman looks at the answer of the request at an offset; null outside of one. */
export function isTested({ text }: SourceFile, at: number): boolean | null {
  const root = jsonTree(text);
  const around = root === null ? [] : objectsAround(root, at);
  if (!around.some(({ object }) => memberNamed(object, 'request') !== undefined)) return null;
  return around.some(({ object }) => memberNamed(object, 'event') !== undefined);
}

/**
 * The edits that take a request out of a collection of Postman or an export of Insomnia; null where it is none, or the
 * only one of its folder.
 */
export function withoutRequest(file: SourceFile, at: number): readonly Edit[] | null {
  const { language, text } = file;
  if (language === 'yaml') return withoutYamlRequest(file, at);
  const root = language === 'json' ? jsonTree(text) : null;
  if (root !== null && memberNamed(root, '__export_format') !== undefined)
    return withoutResource(text, root, at);
  const schema = root === null ? undefined : memberNamed(root, 'info')?.value;
  const isCollection = schema !== undefined && /postman/i.test(text.slice(schema.offset, endOf(schema)));
  if (root === null || !isCollection) return null;
  const item = objectsAround(root, at).findLast(({ object }) => memberNamed(object, 'request') !== undefined);
  const list = item?.object.parent;
  if (item === undefined || list?.type !== 'array' || (list.children?.length ?? 0) < 2) return null;
  return treeEdits(text, root, new Set([item.object]));
}

/** Insomnia keeps requests and folders in one list. What else names the id of a request uses its answer. */
function withoutResource(text: string, root: JsonNode, at: number): readonly Edit[] | null {
  const resource = objectsAround(root, at)[1]?.object;
  const [id, type] = ['_id', '_type'].map((name) =>
    resource === undefined ? undefined : memberNamed(resource, name)?.value.value,
  );
  const list = resource?.parent;
  if (resource === undefined || type !== 'request' || typeof id !== 'string') return null;
  if (list?.type !== 'array' || text.split(id).length !== 2) return null;
  return treeEdits(text, root, new Set([resource]));
}

/** Insomnia 5 keeps collections in YAML, folders as lists in lists. */
function withoutYamlRequest(file: SourceFile, at: number): readonly Edit[] | null {
  if (!/^type: ["']?collection\.insomnia\.rest\//m.test(file.text)) return null;
  const request = itemAt(file, at, (keys) => keys.includes('url') && keys.includes('method'));
  const id: unknown = request?.map.getIn(['meta', 'id']);
  const isUsed = typeof id === 'string' && file.text.split(id).length !== 2;
  const edit = request === null || isUsed ? null : withoutItem(file.text, request, true);
  return edit === null ? null : [edit];
}
