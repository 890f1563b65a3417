/** Reads of a field that is missing, as they are where a program is prepared for that. */
import type { Edit } from '../../../src/analysis/index.js';
import { closest, leafAt, type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import type { Origin } from '../../../src/value/index.js';

/** What a program goes on with: `false`, nothing, or what a variable holds. */
export type Instead = 'false' | 'nothing' | { readonly variable: string };

interface Language {
  /** Nodes that read a key or a member. */
  readonly reads: ReadonlySet<string>;
  readonly edit: (read: Read, instead: Instead) => Edit | null;
}

/** A read with the parts that it is written anew of. */
interface Read {
  readonly tree: SyntaxTree;
  readonly node: SyntaxNode;
  readonly object: string;
  /** The key as it is written. */
  readonly key: SyntaxNode;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  python: { reads: new Set(['subscript', 'attribute']), edit: pythonRead },
  php: { reads: new Set(['subscript_expression', 'member_access_expression']), edit: phpRead },
  ruby: { reads: new Set(['call']), edit: rubyRead },
  rust: { reads: new Set(['index_expression', 'call_expression']), edit: rustRead },
  go: { reads: new Set(['index_expression', 'selector_expression']), edit: goRead },
};

/** The edit that makes a read tolerant, or puts a variable in its place; null where it is written in another way, or is no read. */
export function tolerantRead(tree: SyntaxTree, at: Origin, instead: Instead): Edit | null {
  const read = readAt(tree, at);
  if (read === null) return null;
  if (typeof instead === 'object' && tree.language !== 'rust')
    return { start: read.node.start, end: read.node.end, text: instead.variable };
  return LANGUAGES[tree.language]?.edit(read, instead) ?? null;
}

/** The read of the key at a place, in a language with forms of it. */
export function readAt(tree: SyntaxTree, { start, end }: Origin): Read | null {
  const reads = LANGUAGES[tree.language]?.reads;
  const leaf = leafAt(tree, start, end);
  const node = reads === undefined ? null : closest(leaf, reads);
  const [first, second] = node?.children ?? [];
  if (node === null || first === undefined || isGiven(node)) return null;
  const key = node.children.find(
    (child) => child.isNamed && child !== first && child.start <= start && end <= child.end,
  );
  if (key === undefined || second === undefined) return null;
  return { tree, node, object: textOf(tree, first), key };
}

/** It is assigned to, or deleted. */
function isGiven({ parent, field }: SyntaxNode): boolean {
  if (parent === null) return false;
  return field === 'left' ? /assignment/.test(parent.type) : /^(?:delete|unset)_statement$/.test(parent.type);
}

/** `record["locked"]` becomes `record.get("locked", False)`, `record.locked` of a client `getattr(…)`. */
function pythonRead({ tree, node, object, key }: Read, instead: Instead): Edit | null {
  const value = instead === 'false' ? 'False' : 'None';
  const { start, end } = node;
  if (node.type === 'subscript') {
    const other = instead === 'false' ? `, ${value}` : '';
    return key.type === 'string' ? { start, end, text: `${object}.get(${textOf(tree, key)}${other})` } : null;
  }
  const around = closest(node, new Set(['string']));
  const taken = around === null ? null : /["']/.exec(textOf(tree, around))?.[0];
  const quote = taken === '"' || (around === null && !tree.text.includes('"')) ? "'" : '"';
  return { start, end, text: `getattr(${object}, ${quote}${textOf(tree, key)}${quote}, ${value})` };
}

/** Where an expression of PHP stands alone: elsewhere it needs brackets around `??`. */
const ALONE: ReadonlySet<string> = new Set([
  'argument',
  'assignment_expression',
  'return_statement',
  'array_element_initializer',
  'parenthesized_expression',
]);

/** `$record['locked'] ?? false` */
function phpRead({ tree, node }: Read, instead: Instead): Edit | null {
  const { start, end, parent } = node;
  if (closest(node, new Set(['encapsed_string', 'heredoc'])) !== null) return null;
  const text = `${textOf(tree, node)} ?? ${instead === 'false' ? 'false' : 'null'}`;
  return { start, end, text: ALONE.has(parent?.type ?? '') ? text : `(${text})` };
}

/** `record.fetch('locked')` becomes `record.fetch('locked', false)`. */
function rubyRead({ tree, node, key }: Read, instead: Instead): Edit | null {
  const method = node.children.find(({ field }) => field === 'method');
  const given = key.children.filter(({ isNamed }) => isNamed);
  const [only] = given;
  if (method === undefined || textOf(tree, method) !== 'fetch' || only === undefined || given.length > 1)
    return null;
  return { start: only.end, end: only.end, text: instead === 'false' ? ', false' : ', nil' };
}

const UNWRAPS = /^(?:unwrap|expect)$/;

/** `r["locked"].as_bool().unwrap()` and `r.get("locked").unwrap().as_bool().unwrap()` */
function rustRead({ tree, node }: Read, instead: Instead): Edit | null {
  if (instead === 'nothing') return null;
  const isGet = node.type === 'call_expression';
  const first = isGet ? outerCall(tree, node) : null;
  if (isGet && (first === null || !UNWRAPS.test(first.name))) return null;
  const converted = outerCall(tree, first?.call ?? node);
  const unwrapped = converted === null ? null : outerCall(tree, converted.call);
  const as = instead === 'false' ? 'as_bool' : 'as_str';
  if (converted?.name !== as || unwrapped === null || !UNWRAPS.test(unwrapped.name)) return null;
  const begin = isGet
    ? `${textOf(tree, node)}.and_then(|value| value.${as}())`
    : textOf(tree, converted.call);
  const end = instead === 'false' ? 'unwrap_or_default()' : `unwrap_or(&${instead.variable})`;
  return { start: unwrapped.call.start, end: unwrapped.call.end, text: `${begin}.${end}` };
}

/** The call of a method of what a node gives. */
function outerCall(
  tree: SyntaxTree,
  { parent }: SyntaxNode,
): { readonly call: SyntaxNode; readonly name: string } | null {
  const name = parent?.type === 'field_expression' ? parent.children.at(-1) : undefined;
  const call = parent?.parent ?? null;
  return name === undefined || call?.type !== 'call_expression' ? null : { call, name: textOf(tree, name) };
}

/** `locked := record["locked"].(bool)` takes whether it is one as well. */
function goRead({ node }: Read, instead: Instead): Edit | null {
  const asserted = node.parent;
  const values = asserted?.parent;
  const declared = values?.parent;
  if (instead !== 'false' || asserted?.type !== 'type_assertion_expression') return null;
  if (declared?.type !== 'short_var_declaration' || values?.children.length !== 1) return null;
  const names = declared.children.find(({ field }) => field === 'left');
  return names?.children.length === 1 ? { start: names.end, end: names.end, text: ', _' } : null;
}
