/**
 * `PATCH /zones/{id}/settings` with a list of items in languages other than JavaScript: the statement is written again
 * for each setting that is left, with the id behind its path and the value as its body.
 */
import {
  closest,
  isInside,
  leafAt,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { alternatives } from '../../src/value/index.js';
import { elementsOf, keyOf, pairNamed, pairValue, startOfLine } from '../languages/elements.js';
import { type Forms, formsOf } from '../languages/forms.js';
import { callStatement, withoutStatements } from '../languages/statements.js';
import { appliedTo } from '../places/apply.js';
import { GONE_SETTINGS } from '../places/gone-settings.js';
import { httpUsages, methodsOf } from '../places/requests.js';
import { valueAt } from '../python/variables.js';
import { jsonOf, piecesOf, requoted, wordText } from '../shell/index.js';
import type { Split } from './batch.js';
import { isGoBatch, splitGo } from './go.js';

/** Statements up to this many are easier to read than a loop. */
const MOST = 3;
const ELSEWHERE = 'the path or the body is not written in the call';
const NOT_ITEMS = 'the body is not a list of items alone';

interface Item {
  readonly id: string;
  /** Source of the body for this setting. */
  readonly body: string;
}

interface Batch {
  readonly tree: SyntaxTree;
  readonly call: SyntaxNode;
  /** Behind `/settings`. */
  readonly pathEnd: number;
  readonly body: SyntaxNode;
  /** The statement that gives the body to a variable of its own. */
  readonly held: SyntaxNode | null;
  readonly items: readonly Item[];
}

export function splitOutside(site: Site, around: Surroundings): Split | string {
  if (isGoBatch(site, around)) return splitGo(site, around);
  const batch = batchOf(site, around);
  if (typeof batch === 'string') return batch;
  const { tree, call, items, pathEnd, body, held } = batch;
  const found = callStatement(tree, call);
  const [first, last] = [found?.statements[0], found?.statements.at(-1)];
  if (found === null || first === undefined || last === undefined)
    return 'the result of the call is used, and there would be one for each setting';
  if ([...walk(body), ...walk(call)].some(({ type }) => type === 'comment'))
    return 'a comment stands in the statement';
  const isBeside = held === null || held.parent === first.parent;
  const heldEdits = held === null ? [] : isBeside ? withoutStatements(tree, [held], /(?!)/) : null;
  if (heldEdits === null) return ELSEWHERE;
  if (items.length === 0) {
    const gone = [...(held === null ? [] : [held]), ...found.statements];
    const edits = withoutStatements(tree, gone, /(?!)/);
    return edits === null ? 'a comment stands in the statement' : { edits, isMany: false };
  }
  if (items.length > MOST)
    return 'it sets many settings: they are easier to read as a loop, which is yours to write';
  const [start, end] = [first.start, last.end];
  const source = tree.text.slice(start, end);
  if (tree.language === 'shell' && items.length > 1 && /\|\|(?!\s*(?:true|exit|return|die)\b)/.test(source))
    return 'what follows a failure would be done for each setting';
  const indent = tree.text.slice(startOfLine(tree.text, start), start);
  if (indent.trim() !== '') return 'another statement stands on the line of the call';
  const copies = items.map((item) =>
    appliedTo(source, start, [
      { start: pathEnd, end: pathEnd, text: `/${item.id}` },
      { start: body.start, end: body.end, text: item.body },
    ]),
  );
  const text = copies.join(`\n${indent}`);
  return { edits: [...heldEdits, { start, end, text }], isMany: items.length > 1 };
}

function batchOf(site: Site, around: Surroundings): Batch | string {
  const tree = around.treeOf(site.file.path);
  const forms = tree === null ? null : formsOf(tree.language);
  const usages = httpUsages(site);
  const isPatch = [...methodsOf(site)].every((method) => method === 'PATCH');
  if (tree === null || forms === null || usages.length === 0 || !isPatch)
    return 'calls of other methods are made with this text';
  const ends = new Set(
    usages
      .flatMap(({ url }) => alternatives(url))
      .map((url) => {
        const piece = url.kind === 'text' ? url.pieces.at(-1) : undefined;
        return piece?.kind === 'text' && piece.origin?.file === site.file.path ? piece.origin.end : null;
      }),
  );
  const [pathEnd] = ends;
  if (ends.size !== 1 || pathEnd == null || !/\/settings$/.test(tree.text.slice(0, pathEnd)))
    return 'the path does not end where the call is written';
  const call = closest(leafAt(tree, pathEnd - 1, pathEnd), forms.calls);
  if (call === null) return ELSEWHERE;
  const found =
    tree.language === 'shell' ? shellItems(tree, call) : writtenItems(tree, forms, call, usages[0]);
  if (typeof found === 'string') return found;
  const live = found.items.filter(({ id }) => !GONE_SETTINGS.has(id));
  const isLevel = live.some(
    ({ id, body }) => id === 'security_level' && !/["'](?:off|under_attack)\b/.test(body),
  );
  return isLevel
    ? 'the list sets a security level that may no longer be accepted'
    : { tree, call, pathEnd, body: found.body, held: found.held ?? null, items: live };
}

type Found =
  | { readonly body: SyntaxNode; readonly held?: SyntaxNode | null; readonly items: readonly Item[] }
  | string;

/** `{"items": [{"id": …, "value": …}]}`, in the call. */
function writtenItems(
  tree: SyntaxTree,
  forms: Forms,
  call: SyntaxNode,
  usage: ReturnType<typeof httpUsages>[number] | undefined,
): Found {
  const at = usage?.body.kind === 'object' ? usage.body.origin : null;
  const body = at == null ? null : closest(leafAt(tree, at.start, at.start + 1), forms.maps);
  if (body === null) return ELSEWHERE;
  const place = placeIn(tree, call, body);
  if (place === null) return ELSEWHERE;
  const list = pairNamed(tree, body, 'items');
  const value = list === null ? null : pairValue(list);
  if (value === null || !forms.lists.has(value.type) || elementsOf(forms, body).length !== 1)
    return NOT_ITEMS;
  const items: Item[] = [];
  for (const element of elementsOf(forms, value)) {
    const item = forms.maps.has(element.type)
      ? element
      : (element.children.find(({ type }) => forms.maps.has(type)) ?? element);
    const pairs = elementsOf(forms, item);
    const [id, setting] = ['id', 'value'].map((name) => pairNamed(tree, item, name));
    const named = id == null ? null : pairValue(id);
    const name = named === null ? undefined : /^["'](\w+)["']$/.exec(textOf(tree, named))?.[1];
    if (
      setting == null ||
      name === undefined ||
      pairs.length !== 2 ||
      pairs.some((pair) => keyOf(tree, pair) === null)
    )
      return 'an item is not written as id and value';
    if (/\w\(/.test(textOf(tree, setting))) return 'a value is the result of a call';
    const written = textOf(tree, item);
    const [, open = '', gap] = /^(array\s*\(|.)(\s?)/.exec(written) ?? [];
    const space = gap === '' ? '' : ' ';
    items.push({ id: name, body: `${open}${space}${textOf(tree, setting)}${space}${written.at(-1)}` });
  }
  return { ...place, items };
}

/** Where the call has its body: as it is written, or the variable of Python that only this call uses. */
function placeIn(
  tree: SyntaxTree,
  call: SyntaxNode,
  body: SyntaxNode,
): { readonly body: SyntaxNode; readonly held: SyntaxNode | null } | null {
  if (isInside(body, call)) return { body, held: null };
  for (const node of tree.language === 'python' ? walk(call) : []) {
    const variable = node.type === 'identifier' && node.field !== 'attribute' ? valueAt(tree, node) : null;
    if (variable?.value === body && variable.uses.length === 1)
      return { body: node, held: variable.statement };
  }
  return null;
}

/** The same in JSON that is a word of the command. */
function shellItems(tree: SyntaxTree, call: SyntaxNode): Found {
  const words = call.children.filter(({ isNamed }) => isNamed);
  const body = words.find((word) => /\bitems\b/.test(textOf(tree, word)) && piecesOf(tree, word) !== null);
  const pieces = body === undefined ? null : piecesOf(tree, body);
  const json = pieces === null ? null : jsonOf(pieces);
  if (body === undefined || pieces === null || json === null) return ELSEWHERE;
  const [list, ...others] = json.members;
  if (list?.key !== 'items' || list.value.kind !== 'array' || others.length > 0) return NOT_ITEMS;
  const text = wordText(pieces);
  const quote = body.type === 'string' ? 'double' : 'single';
  const mark = quote === 'double' ? '"' : "'";
  const items: Item[] = [];
  for (const { members } of list.value.items) {
    const [id, setting] = ['id', 'value'].map((name) => members.find(({ key }) => key === name));
    const name =
      id === undefined ? undefined : /^"(\w+)"$/.exec(text.slice(id.value.start, id.value.end))?.[1];
    if (setting === undefined || name === undefined || members.length !== 2)
      return 'an item is not written as id and value';
    const member = requoted(tree.text, pieces.slice(setting.start, setting.value.end), quote);
    items.push({ id: name, body: `${mark}{${member}}${mark}` });
  }
  return { body, items };
}
