/** A request of a program in Python, as far as its replacement has to know it. */
import {
  closest,
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../../src/grammar/index.js';

/** What a call gives back: the response of the client, the whole answer, or the result alone. */
export type Returned = 'response' | 'answer' | 'result';

export interface PythonCall {
  readonly node: SyntaxNode;
  readonly method: string;
  /** What stands before `/zones/` in the text of the address. */
  readonly prefix: string;
  /** Source of the zone's id. */
  readonly zone: string;
  /** `firewall/rules` or `filters`. */
  readonly collection: string;
  /** Source of the id behind it. */
  readonly id: string | null;
  readonly body: SyntaxNode | null;
  readonly query: SyntaxNode | null;
  readonly returns: Returned;
  /** The call again with another method, path and body. */
  readonly again: (method: string, path: string, body?: string) => string;
  /** Names that the call uses besides zone, id and body. */
  readonly names: readonly string[];
}

const VERBS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);
const BODIES: ReadonlySet<string> = new Set(['json', 'body', 'payload', 'data']);
const PATH =
  /^(.*?)\/?zones\/\{([^{}]+)\}\/(firewall\/rules|filters)(?:\/\{([^{}]+)\})?(?:\?per_page=\d+)?$/s;

/** Every formatted text of a file that is the path of such a call, read or with the reason why it is not. */
export interface UnreadCall {
  readonly node: SyntaxNode;
  readonly why: string;
}

export function callsIn(tree: SyntaxTree): readonly (PythonCall | UnreadCall)[] {
  return [...walk(tree.root)].flatMap((node): readonly (PythonCall | UnreadCall)[] => {
    if (node.type !== 'string' || !/\/(?:firewall\/rules|filters)\b/.test(textOf(tree, node))) return [];
    const read = readCall(tree, node);
    return typeof read === 'string' ? [{ node, why: read }] : [read];
  });
}

function readCall(tree: SyntaxTree, literal: SyntaxNode): PythonCall | string {
  const written = textOf(tree, literal);
  const [, quote = '', inner = ''] = /^[fF]("|')(.*)\1$/s.exec(written) ?? [];
  const path = PATH.exec(inner);
  if (path === null || quote === '') return 'the path is not one formatted text here';
  const [, prefix = '', zone = '', collection = '', id] = path;
  const list = literal.parent;
  const node = list?.parent ?? null;
  if (list?.type !== 'argument_list' || node?.type !== 'call') return 'the path is not written into the call';
  const [callee] = node.children;
  if (callee === undefined) return 'what is called cannot be told';
  const args = list.children.filter(({ isNamed, type }) => isNamed && type !== 'comment');
  if (list.children.some(({ type }) => type === 'comment'))
    return 'a comment stands in the call and would be lost';
  const place = args.indexOf(literal);
  const name = /(\w+)$/.exec(textOf(tree, callee))?.[1] ?? '';
  const first = args[0] === undefined ? '' : textOf(tree, args[0]);
  const verb = /^["'](GET|POST|PUT|PATCH|DELETE)["']$/i.exec(first)?.[1]?.toUpperCase();
  const isByName = place === 0 && VERBS.has(name);
  if (!isByName && (place !== 1 || verb === undefined)) return 'its method is not written where the call is';
  const rest = args.slice(place + 1);
  const positional = rest.filter(({ type }) => type !== 'keyword_argument');
  const [positionalBody] = positional;
  if (positional.length > 1 || positional.some(({ type }) => /splat/.test(type)))
    return 'its arguments cannot be told apart';
  const named = rest
    .filter(({ type }) => type === 'keyword_argument')
    .map((one) => ({ one, key: textOf(tree, one).split('=')[0]?.trim() ?? '' }));
  const bodies = named.filter(({ key }) => BODIES.has(key));
  const query = named.find(({ key }) => key === 'params')?.one ?? null;
  const others = named
    .filter(({ key }) => !BODIES.has(key) && key !== 'params')
    .map(({ one }) => textOf(tree, one));
  const bodyKey = bodies[0]?.key ?? null;
  const bodyNode = bodies[0]?.one.children.at(-1) ?? positionalBody ?? null;
  if (bodies.length + positional.length > 1) return 'its arguments cannot be told apart';
  const returns = returnedBy(tree, callee);
  if (returns === null) return 'what the function that sends it returns cannot be told';
  if (isByName && returns === 'response' && bodyKey === 'data') return 'its body is no JSON value';
  const object = isByName ? textOf(tree, callee).replace(/\w+$/, '') : '';
  const slash = inner.startsWith(`${prefix}/`) ? '/' : '';
  const again = (method: string, rulesets: string, body?: string): string => {
    const address = `f${quote}${prefix}${slash}${rulesets}${quote}`;
    const head = isByName
      ? `${object}${method.toLowerCase()}(${address}`
      : `${textOf(tree, callee)}(${quoted(first, method)}, ${address}`;
    const key = bodyKey ?? (positionalBody === undefined ? 'json' : null);
    const sent = body === undefined ? [] : [key === null ? body : `${key}=${body}`];
    return `${[head, ...sent, ...others].join(', ')})`;
  };
  const used = [textOf(tree, callee), prefix, ...others].join(' ');
  return {
    node,
    method: isByName ? name.toUpperCase() : (verb ?? ''),
    prefix,
    zone,
    collection,
    id: id ?? null,
    body: bodyNode,
    query,
    returns,
    again,
    names: namesIn(
      tree,
      [
        callee,
        literal,
        ...named
          .filter(({ key }) => !BODIES.has(key) && key !== 'params')
          .flatMap(({ one }) => one.children.at(-1) ?? []),
      ],
      used,
    ),
  };
}

function quoted(example: string, method: string): string {
  const mark = example.charAt(0);
  return `${mark}${example.slice(1, 2) === example.slice(1, 2).toLowerCase() ? method.toLowerCase() : method}${mark}`;
}

function namesIn(tree: SyntaxTree, nodes: readonly SyntaxNode[], used: string): readonly string[] {
  const names = nodes.flatMap((node) =>
    [...walk(node)].flatMap((one) => {
      const isRoot = one.type === 'identifier' && !(one.field === 'attribute') && one.field !== 'name';
      return isRoot ? [textOf(tree, one)] : [];
    }),
  );
  return [...new Set(names)].filter((name) => new RegExp(`(?<![\\w.])${name}\\b`).test(used));
}

/** By the library that the client comes from, or by what a function of the file returns. */
function returnedBy(tree: SyntaxTree, callee: SyntaxNode): Returned | null {
  const written = textOf(tree, callee);
  const name = /(\w+)$/.exec(written)?.[1] ?? '';
  const own = [...walk(tree.root)].filter(
    (node) =>
      node.type === 'function_definition' &&
      node.children.some((child) => child.field === 'name' && textOf(tree, child) === name),
  );
  const [only, ...others] = own;
  if (/^(?:self\.)?\w+$/.test(written))
    return only === undefined || others.length > 0 ? null : returnedFrom(tree, only);
  return isOfRequests(tree, written) && (VERBS.has(name) || name === 'request') ? 'response' : null;
}

/** A function of the library, or of a session that it made or that is called one. */
function isOfRequests(tree: SyntaxTree, callee: string): boolean {
  if (!/^[ \t]*(?:import requests|from requests import)\b/m.test(tree.text)) return false;
  const object = callee.replace(/\.\w+$/, '');
  if (object === 'requests' || /(?:^|[._])session$/i.test(object)) return true;
  const name = object.replaceAll('.', '\\.');
  return new RegExp(`(?:^|[^\\w.])${name}(?:: [\\w.]+)? ?= ?requests\\.Session\\(\\)`, 'm').test(tree.text);
}

function returnedFrom(tree: SyntaxTree, definition: SyntaxNode): Returned | null {
  if (textOf(tree, definition).startsWith('async')) return null;
  const returns = [...walk(definition)].filter(
    (node) =>
      node.type === 'return_statement' && closest(node, new Set(['function_definition'])) === definition,
  );
  const kinds = returns.map((one): Returned | null => {
    const text = textOf(tree, one).replace(/^return\s*/, '');
    if (/(?:\.json\(\)|\w)\[["']result["']\]$|\.get\(["']result["']\)$/.test(text)) return 'result';
    if (/\.json\(\)$/.test(text)) return 'answer';
    const variable = /^(\w+)$/.exec(text)?.[1];
    const assigned =
      variable === undefined
        ? []
        : [...textOf(tree, definition).matchAll(new RegExp(`^\\s*${variable}\\s*=\\s*(.*)$`, 'gm'))].map(
            ([, value = '']) => value,
          );
    const [value, ...more] = assigned;
    if (value !== undefined && more.length === 0) {
      if (/\.json\(\)$/.test(value)) return 'answer';
      if (/(?:requests|session|self\.\w+|client|http)\.\w+\(/.test(value) && !value.includes('.json'))
        return 'response';
      return null;
    }
    return /^(?:requests|[\w.]*session)\.(?:request|get|post|put|patch|delete)\(/.test(text) &&
      /\)$/.test(text) &&
      !text.includes('.json')
      ? 'response'
      : null;
  });
  const [kind] = kinds;
  return kind != null && kinds.every((other) => other === kind) ? kind : null;
}

/** The function or method around a node. */
export function functionAround(node: SyntaxNode): SyntaxNode | null {
  return closest(node.parent, new Set(['function_definition']));
}

/** Names that a function gives itself: parameters and what it assigns. */
export function localNames(tree: SyntaxTree, definition: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of walk(definition)) {
    if (node.type !== 'identifier') continue;
    const isParameter =
      closest(node, new Set(['parameters'])) !== null && node.field !== 'type' && node.field !== 'value';
    const target = closest(
      node,
      new Set(['assignment', 'for_statement', 'as_pattern', 'for_in_clause', 'with_item']),
    );
    const left = target?.children.find(({ field }) => field === 'left' || field === 'alias');
    if (isParameter || (left !== undefined && isInside(node, left))) names.add(textOf(tree, node));
  }
  return names;
}
