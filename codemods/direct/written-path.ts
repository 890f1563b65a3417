/** The path of a call: what is put into it, the collection it names, and what stands behind. */

import type { Script } from '../../src/analysis/edits/index.js';
import type { Site } from '../../src/migrate/index.js';
import { keyName, type Node, type NodeOf, nameOf } from '../../src/read/javascript/syntax/index.js';
import { type Condition, conditionsIn } from './conditions.js';
import type { Convention } from './convention.js';
import { pagesInText } from './page-query.js';
import { PAGING, type Paging } from './pages.js';
import { baseName, heldPieces, type PathHolder } from './path-holder.js';
import { joined, type PathPiece, piecesOf } from './path-pieces.js';

export interface WrittenPath {
  readonly prefix: Convention['prefix'];
  readonly nodes: readonly (readonly [string, Node])[];
  readonly handed: Map<string, string>;
  readonly id: Node | null;
  /** An id that is part of the text. */
  readonly fixedId?: string;
  readonly query: readonly string[] | null;
  /** The ids that a query has, as the expression of a list. */
  readonly ids: string | null;
  /** The page that is asked for, where it is not the first: an object of the parameters. */
  readonly paging: Paging | null;
  /** What the query asks for besides pages; null where it cannot be read. */
  readonly conditions: readonly Condition[] | null;
}

const COLLECTION = /(?:firewall\/rules|filters|rate_limits)(?=[/?]|$)|settings(?=\?|$)/;

export function pathOf(
  { script }: Site,
  argument: Node,
  pathVariable: Node | null,
  holder?: PathHolder,
): WrittenPath | null {
  const node = pathVariable?.type === 'VariableDeclarator' ? (pathVariable.init ?? argument) : argument;
  const held = script === null || holder === undefined ? null : heldPieces(script, argument, holder);
  const pieces = script === null ? null : (held?.pieces ?? piecesOf(script, node));
  if (pieces === null || (holder !== undefined && held === null)) return null;
  const all = joined(pieces);
  const at = all.findIndex((piece) => piece.kind === 'text' && COLLECTION.test(piece.text));
  const piece = all[at];
  if (piece?.kind !== 'text') return null;
  const { index, 0: word } = COLLECTION.exec(piece.text) ?? { index: -1, 0: '' };
  const before: PathPiece[] = [...all.slice(0, at), { ...piece, text: piece.text.slice(0, index) }];
  const after = joined([{ ...piece, text: piece.text.slice(index + word.length) }, ...all.slice(at + 1)]);
  const prefix: (string | { name: string })[] = [];
  const nodes: (readonly [string, Node])[] = [];
  const handed = new Map<string, string>();
  for (const part of before) {
    if (part.kind === 'text') {
      if (part.text !== '') prefix.push(part.text);
      continue;
    }
    const base = holder !== undefined && part.node === held?.base ? baseName(holder) : null;
    if (base !== null) {
      handed.set(base, base);
      prefix.push({ name: base });
      continue;
    }
    const name = holeName(prefix.at(-1), part.node);
    if (name === null || nodes.some(([known]) => known === name)) return null;
    nodes.push([name, part.node]);
    prefix.push({ name });
  }
  const rest = restOf(after, script);
  return rest === null ? null : { prefix, nodes, handed, ...rest };
}

/** Parameters of new functions are called after what they are. */
function holeName(before: string | { name: string } | undefined, node: Node): string | null {
  if (typeof before === 'string' && before.endsWith('zones/')) return 'zone';
  const name = nameOf(node)?.split('.').at(-1)?.replace(/^#/, '') ?? null;
  if (name === null || !/^[a-zA-Z_$][\w$]*$/.test(name)) return null;
  return /^[A-Z][A-Z0-9_]*$/.test(name)
    ? name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    : name;
}

/** What stands behind the collection: an id, a query. */
function restOf(
  pieces: readonly PathPiece[],
  script: Script | null,
): Pick<WrittenPath, 'id' | 'fixedId' | 'query' | 'paging' | 'conditions' | 'ids'> | null {
  const text = (node: Node) => script?.text.slice(...node.range) ?? '';
  const [first, second, third, ...others] = pieces;
  const [paging, ids, conditions] = [null, null, []];
  if (first === undefined) return { id: null, query: [], paging, conditions, ids };
  const asked = script === null ? null : pagesBehind(script, pieces);
  if (asked !== null) return { id: null, query: ['page'], paging: asked, conditions, ids };
  if (first.kind !== 'text') return null;
  if (first.text === '?' && second?.kind === 'expression' && third === undefined && script !== null)
    return { id: null, query: null, paging, conditions: null, ids: idsIn(script, second.node) };
  if (first.text.startsWith('?')) {
    const wanted = script === null ? null : conditionsIn(pieces, script);
    const conditions = wanted?.filter(({ name }) => !PAGING.has(name)) ?? null;
    return { id: null, query: queryOf(pieces), paging: pagingOf(pieces, text), conditions, ids };
  }
  const fixedId = second === undefined ? /^\/([\da-f]{32})$/.exec(first.text)?.[1] : undefined;
  if (fixedId !== undefined) return { id: null, fixedId, query: [], paging, conditions, ids };
  if (first.text !== '/' || second?.kind !== 'expression') return null;
  if (third === undefined) return { id: second.node, query: [], paging, conditions, ids };
  if (third.kind === 'text' && third.text.startsWith('?'))
    return { id: second.node, query: queryOf([third, ...others]), paging, conditions: null, ids };
  return null;
}

/** `${query}` and `?${params}`, which are made elsewhere. */
function pagesBehind(script: Script, [first, second, ...others]: readonly PathPiece[]): Paging | null {
  const own = first?.kind === 'text' && first.text === '?' ? second : first;
  const isAll = own === first ? second === undefined : others.length === 0;
  return own?.kind === 'expression' && isAll ? pagesInText(script, own.node) : null;
}

/** `rules.map((rule) => rule.id)` of ``rules.map((rule) => `id=${rule.id}`).join('&')``. */
function idsIn({ text }: Script, node: Node): string | null {
  const joining = methodCall(node, 'join');
  const [sign] = joining?.arguments ?? [];
  const mapping = joining === null ? null : methodCall(joining.callee.object, 'map');
  const [callback, ...others] = mapping?.arguments ?? [];
  if (sign?.type !== 'Literal' || sign.value !== '&' || others.length > 0) return null;
  if (mapping === null || callback?.type !== 'ArrowFunctionExpression' || callback.body === null) return null;
  const { body } = callback;
  const pair =
    body.type === 'TemplateLiteral' && body.quasis.map(({ value }) => value.cooked).join('…') === 'id=…'
      ? body.expressions[0]
      : body.type === 'BinaryExpression' && body.left.type === 'Literal' && body.left.value === 'id='
        ? body.right
        : undefined;
  if (pair === undefined) return null;
  const [only] = callback.params;
  const isId = pair.type === 'Identifier' && only?.type === 'Identifier' && only.name === pair.name;
  if (isId) return text.slice(...mapping.callee.object.range);
  return `${text.slice(mapping.range[0], body.range[0])}${text.slice(...pair.range)})`;
}

type MethodCall = NodeOf<'CallExpression'> & { readonly callee: NodeOf<'MemberExpression'> };

function methodCall(node: Node, name: string): MethodCall | null {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null;
  const { callee } = node;
  return keyName(callee.property, callee.computed) === name ? { ...node, callee } : null;
}

/** `{ page, per_page: 50 }` of `?page=${page}&per_page=50` */
function pagingOf(pieces: readonly PathPiece[], text: (node: Node) => string): Paging {
  const fields: string[] = [];
  let isOpen = false;
  const written = pieces.map((piece, index) => (piece.kind === 'text' ? piece.text : `{${index}}`)).join('');
  for (const pair of written.slice(1).split('&')) {
    const [name = '', value = ''] = pair.split('=');
    const hole = /^\{(\d+)\}$/.exec(value)?.[1];
    const piece = hole === undefined ? undefined : pieces[Number(hole)];
    const expression = piece?.kind === 'expression' ? text(piece.node) : null;
    isOpen ||= name === 'page' && value !== '1';
    fields.push(expression === name ? name : `${name}: ${expression ?? `'${value}'`}`);
  }
  return { text: `{ ${fields.join(', ').replace(/'(\d+)'/g, '$1')} }`, isOpen };
}

function queryOf(pieces: readonly PathPiece[]): readonly string[] | null {
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '{}')).join('');
  const names = text
    .slice(1)
    .split('&')
    .map((pair) => pair.split('=')[0] ?? '');
  return names.every((name) => /^\w+$/.test(name)) ? names : null;
}
