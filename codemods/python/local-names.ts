/** Names that are only known in one function of a program in Python, and what an address begins with there. */
import {
  closest,
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { BasePieces } from './path-text.js';

export const ONE_PART = String.raw`(\{[^{}]+\}|[\w-]+)`;
const FUNCTION: ReadonlySet<string> = new Set(['function_definition']);

/** Source of an id: what stands in a hole, or the text itself. */
export function idOf(written: string): string {
  return written.startsWith('{') ? written.slice(1, -1) : JSON.stringify(written);
}

/** `self.base = f"{API}/zones/{zone}"`: the names in it mean nothing where the call is. */
export function isOnlyKnownThere(tree: SyntaxTree, { base, node }: BasePieces, literal: SyntaxNode): boolean {
  const there = closest(node.parent, FUNCTION);
  if (there === null || there === closest(literal.parent, FUNCTION)) return false;
  const locals = localNames(tree, there);
  return base.some((piece) => {
    const roots = piece.node === null ? [] : walk(piece.node);
    return roots.some(
      (one) =>
        one.type === 'identifier' &&
        one.field !== 'attribute' &&
        textOf(tree, one) !== 'self' &&
        locals.has(textOf(tree, one)),
    );
  });
}

/** `{self.base}/firewall/rules`, where the base ends with the zone. */
export function behindBase(tail: RegExp, written: string, base: string) {
  const [, before = '', rest = ''] = /^(\{[^{}]+\}\/?)(.*)$/s.exec(written) ?? [];
  const parts = new RegExp(`/zones/${ONE_PART}/?$`).test(base) ? tail.exec(rest) : null;
  if (parts === null) return null;
  const [, collection = '', id, search = ''] = parts;
  const slash = before.endsWith('/') || base.endsWith('/') ? '' : '/';
  const known = { collection, id: id === undefined ? null : idOf(id), search };
  return { ...known, before: before + slash, zone: null, isZoneInBase: true as const };
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
