/** Comments inside of a limit that is written out, by the fields of the rule that they go with. */
import type { Script } from '../../src/analysis/edits/index.js';
import { mappedField, RATE_LIMIT } from '../../src/convert/index.js';
import { keyName, type Node, type NodeOf, unwrap } from '../../src/read/javascript/syntax/index.js';

export interface FieldComments {
  /** Lines of their own above the field. */
  readonly above?: readonly string[];
  /** Behind the field, on its line. */
  readonly behind?: readonly string[];
}

/** Where what has no field of its own is explained. */
export const FIRST = 'expression';

export function commentsIn(
  script: Script,
  limit: Node,
  /** Whether the rule has a field. */
  has: (path: string) => boolean,
): ReadonlyMap<string, FieldComments> {
  const found: Found = new Map();
  const node = unwrap(limit);
  if (node.type === 'ObjectExpression') collect({ script, has, found }, node, '');
  return new Map(
    [...found].map(([path, { above, behind }]) => [
      path,
      { ...(above.length > 0 ? { above } : {}), ...(behind.length > 0 ? { behind } : {}) },
    ]),
  );
}

type Found = Map<string, { above: string[]; behind: string[] }>;

interface Collecting {
  readonly script: Script;
  readonly has: (path: string) => boolean;
  readonly found: Found;
}

function collect(how: Collecting, object: NodeOf<'ObjectExpression'>, path: string): void {
  const { script, has, found } = how;
  const note = (field: string, comment: string, where: 'above' | 'behind') => {
    const own = found.get(field) ?? { above: [], behind: [] };
    // Behind a line comment nothing else can stand.
    const isTaken = where === 'behind' && own.behind.some((one) => one.startsWith('//'));
    own[isTaken ? 'above' : where].push(comment);
    found.set(field, own);
  };
  let end = object.range[0] + 1;
  let last: { readonly field: string; readonly isOwn: boolean } | null = null;
  for (const property of [...object.properties, null]) {
    const name = property?.type === 'Property' ? keyName(property.key, property.computed) : null;
    const at = name === null ? path : path === '' ? name : `${path}.${name}`;
    const field = fieldOf(at);
    const isOwn = has(field);
    const next = isOwn ? field : FIRST;
    const start = property?.range[0] ?? object.range[1] - 1;
    for (const { text, isOwnLine } of commentsBetween(script.text, end, start)) {
      if (last !== null && (!isOwnLine || property === null))
        note(last.field, text, isOwnLine || !last.isOwn ? 'above' : 'behind');
      else note(next, text, 'above');
    }
    if (property === null) return;
    const value = property.type === 'Property' ? unwrap(property.value) : null;
    if (value?.type === 'ObjectExpression') collect(how, value, at);
    else if (value !== null)
      for (const comment of commentsOfList(script, value)) note(next, comment, 'above');
    end = property.range[1];
    last = { field: next, isOwn };
  }
}

/** The place in the rule of what a field of the limit becomes. */
export function fieldOf(path: string): string {
  const now = mappedField(RATE_LIMIT, path)?.now;
  if (now !== undefined) return now;
  return path === 'action' ? 'action' : path.startsWith('action.response') ? 'action_parameters' : FIRST;
}

function commentsOfList({ text }: Script, list: Node): readonly string[] {
  if (list.type !== 'ArrayExpression') return [];
  const items = list.elements.filter((one) => one !== null);
  const starts = [list.range[0] + 1, ...items.map(({ range }) => range[1])];
  const ends = [...items.map(({ range }) => range[0]), list.range[1]];
  return starts.flatMap((start, index) =>
    commentsBetween(text, start, ends[index] ?? start).map((one) => one.text),
  );
}

/** Between two fields stand commas, white space and comments. */
function commentsBetween(text: string, from: number, to: number) {
  const found: { readonly text: string; readonly isOwnLine: boolean }[] = [];
  for (let at = from; at < to - 1; at++) {
    const opening = text.slice(at, at + 2);
    if (opening !== '//' && opening !== '/*') continue;
    const end = opening === '//' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2) + 2;
    const until = end < at || end > to ? to : end;
    const isOwnLine = text.slice(from, at).includes('\n');
    found.push({ text: text.slice(at, until).trimEnd(), isOwnLine });
    at = until - 1;
  }
  return found;
}
