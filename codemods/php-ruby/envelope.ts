/** Functions in PHP that put what the API said into an array of their own: `['success' => …, 'data' => …]`. */
import { type Spot, type SyntaxNode, textOf, walk } from '../../src/grammar/index.js';
import { keyOf, pairValue } from '../languages/index.js';
import type { Envelope, Shape } from './sender.js';

interface Field {
  readonly name: string;
  readonly value: SyntaxNode;
}

/**
 * By all that such a function returns: arrays that are written out, or the variable that holds one. `resultShape`: how
 * fields of a result are written, null for what is no result.
 */
export function envelopeOf(
  { tree, node }: Spot,
  returned: readonly SyntaxNode[],
  resultShape: (value: SyntaxNode) => Shape | null,
): { readonly shape: Shape; readonly envelope: Envelope } | null {
  const isArray = ({ type }: SyntaxNode) => type === 'array_creation_expression';
  const fieldsOf = (array: SyntaxNode): readonly Field[] =>
    array.children
      .filter(({ isNamed }) => isNamed)
      .flatMap((pair) => {
        const [name, value] = [keyOf(tree, pair), pairValue(pair)];
        return name === null || value === null ? [] : [{ name, value }];
      });
  const assignments = walk(node).filter(({ type }) => type === 'assignment_expression');
  const heldBy = (variable: string): readonly Field[] =>
    assignments.flatMap(({ children }) => {
      const [target, value] = [children[0], children.at(-1)];
      if (target === undefined || value === undefined) return [];
      const written = textOf(tree, target);
      if (written === variable) return isArray(value) ? fieldsOf(value) : [];
      const [, holder, name] = /^(\$\w+)\[["'](\w+)["']\]$/.exec(written) ?? [];
      return holder === variable && name !== undefined ? [{ name, value }] : [];
    });
  const all = returned.map((one) => (isArray(one) ? fieldsOf(one) : heldBy(textOf(tree, one))));
  const success = ['success', 'ok'].find((name) =>
    all.every((fields) => fields.some((field) => field.name === name)),
  );
  const results = all.flat().flatMap(({ name, value }) => {
    const shape = resultShape(value);
    return shape === null ? [] : [{ name, shape }];
  });
  const [result, ...others] = results;
  if (success === undefined || result === undefined) return null;
  const isOne = others.every(({ name, shape }) => name === result.name && shape === result.shape);
  return isOne ? { shape: result.shape, envelope: { success, result: result.name } } : null;
}
