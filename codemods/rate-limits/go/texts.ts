/** Texts and lists of limits in Go. */
import type { SyntaxNode, SyntaxTree } from '../../../src/grammar/index.js';
import { piecesOf } from '../../go/text.js';
import type { LimitReader, LimitWriter } from '../written-limit.js';

/** `innerOf`: what a text is looked for in. */
export function textsOf(
  tree: SyntaxTree,
  innerOf = (node: SyntaxNode): SyntaxNode => node,
): Pick<LimitReader<SyntaxNode>, 'piecesOf' | 'inPattern'> {
  return { piecesOf: (node) => piecesOf(tree, innerOf(node)), inPattern: /^\w+(?:\.\w+)*$/ };
}

export function itemsIn(body: SyntaxNode): readonly SyntaxNode[] {
  const items = body.children.filter(({ isNamed }) => isNamed);
  return items.map((one) =>
    one.type === 'literal_element' ? (one.children.find(({ isNamed }) => isNamed) ?? one) : one,
  );
}

/** A text in quotes, with the values that stand in it; null where it cannot be written. */
export const quoted: LimitWriter['text'] = (text, isOpen, withHoles) => {
  if (/[\\\n`]/.test(text)) return null;
  const [open, close] = text.includes('"') ? ['`', '`'] : ['"', '"'];
  if (!isOpen) return `${open}${text}${close}`;
  const values: string[] = [];
  const format = withHoles(text.replaceAll('%', '%%'), (one) => {
    values.push(one);
    return '%s';
  });
  return `fmt.Sprintf(${open}${format}${close}, ${values.join(', ')})`;
};
