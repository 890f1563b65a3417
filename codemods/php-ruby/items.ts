/** Lists and maps that are written out in PHP or Ruby: in PHP both are arrays. */
import { type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';

/** The only item of a list, if that is a map; null where there is more, or something else. */
export function onlyItem(tree: SyntaxTree, list: SyntaxNode): SyntaxNode | null {
  if (!/^(?:array_creation_expression|array)$/.test(list.type)) return null;
  const [first, ...others] = list.children.filter(({ isNamed }) => isNamed);
  if (first === undefined || others.length > 0) return null;
  const item = first.type === 'array_element_initializer' ? first.children : [first];
  const [value, ...more] = item;
  return value !== undefined && more.length === 0 && isMap(tree, value) ? value : null;
}

/** All that it holds has a key that is written out. */
export function isMap(tree: SyntaxTree, node: SyntaxNode): boolean {
  if (node.type === 'hash')
    return node.children.filter(({ isNamed }) => isNamed).every(({ type }) => type === 'pair');
  if (node.type !== 'array_creation_expression') return false;
  const items = node.children.filter(({ isNamed }) => isNamed);
  return (
    items.length > 0 &&
    items.every(
      (one) =>
        /^array_element_initializer$/.test(one.type) &&
        /=>/.test(textOf(tree, one)) &&
        one.children.length === 3,
    )
  );
}
