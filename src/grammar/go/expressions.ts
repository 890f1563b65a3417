/** Expressions of Go: calls, chains of calls, and texts that are put together. */
import type { Spot } from '../definitions.js';
import { type SyntaxNode, textOf } from '../nodes.js';
import { fieldOf } from './packages.js';

/** The scheme and the host that a text begins with. */
export function addressIn({ tree, node }: Spot): string | null {
  return /^["`](https?:\/\/[^/?#:"`%]+)/i.exec(textOf(tree, node))?.[1]?.toLowerCase() ?? null;
}

/** What a text that is put together begins with. */
export function firstPart(spot: Spot): Spot | null {
  const { tree, node } = spot;
  const part = (inner: SyntaxNode | null | undefined): Spot | null =>
    inner == null ? null : { ...spot, node: inner };
  if (node.type === 'binary_expression')
    return node.children.some(({ type }) => type === '+') ? part(fieldOf(node, 'left')) : null;
  if (node.type === 'parenthesized_expression' || node.type === 'literal_element')
    return part(node.children.find(({ isNamed }) => isNamed));
  if (node.type !== 'call_expression') return null;
  const name = calledAs(spot);
  const [first, second] = argumentsOf(node);
  if (name === 'fmt.Sprintf' && first !== undefined)
    return /^["`]%[sv]/.test(textOf(tree, first)) ? part(second) : part(first);
  if (/^(?:strings\.(?:Trim\w*|ToLower)|url\.(?:Parse|JoinPath)|string)$/.test(name)) return part(first);
  const called = fieldOf(node, 'function');
  return /\.(?:String|JoinPath|Parse|ResolveReference)$/.test(name) && called !== null
    ? part(fieldOf(called, 'operand'))
    : null;
}

/** `fmt.Sprintf`, `c.client.R` as it is written. */
export function calledAs({ tree, node }: Spot): string {
  const called = fieldOf(node, 'function');
  return called === null ? '' : textOf(tree, called).replaceAll(/\s+/g, '');
}

export function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  const list = fieldOf(call, 'arguments');
  return (list?.children ?? []).filter(({ isNamed, type }) => isNamed && type !== 'comment');
}

export function placeOf(argument: SyntaxNode): number {
  const all = argument.parent?.parent;
  return all == null ? -1 : argumentsOf(all).indexOf(argument);
}

/** A chain from its last call down to what it begins with. */
export function chainOf(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let next: SyntaxNode | null = node; next !== null; ) {
    found.push(next);
    if (next.type !== 'call_expression') break;
    const called = fieldOf(next, 'function');
    next = called?.type === 'selector_expression' ? fieldOf(called, 'operand') : called;
  }
  return found;
}
