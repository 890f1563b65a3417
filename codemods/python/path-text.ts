/** The text of an address in Python, however it is put together, as the inside of one formatted string. */
import { Definitions, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';

/** A stretch of text, or an expression whose value stands there. */
export interface Piece {
  readonly text: string;
  readonly node: SyntaxNode | null;
}

/** Null where a part cannot be written into a formatted string. */
export function piecesOf(tree: SyntaxTree, node: SyntaxNode): readonly Piece[] | null {
  switch (node.type) {
    case 'string':
      return stringPieces(tree, node);
    case 'concatenated_string':
      return joined(node.children.map((child) => piecesOf(tree, child)));
    case 'parenthesized_expression':
      return joined(node.children.filter(({ isNamed }) => isNamed).map((child) => piecesOf(tree, child)));
    case 'binary_operator':
      return operatorPieces(tree, node);
    case 'call':
      return formatPieces(tree, node) ?? expression(tree, node);
    default:
      return expression(tree, node);
  }
}

/** The inside of a formatted string: `{API}/zones/{zone}`. */
export function innerOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text, node }) => (node === null ? text : `{${text}}`)).join('');
}

export interface BasePieces {
  /** The text with what it begins with written out. */
  readonly pieces: readonly Piece[];
  /** What that is, and where it is written. */
  readonly base: readonly Piece[];
  readonly node: SyntaxNode;
}

/** The same with the constant that it begins with written out. */
export function withBase(tree: SyntaxTree, path: string, pieces: readonly Piece[]): BasePieces | null {
  const [first, ...rest] = pieces;
  if (first?.node == null || !/^(?:identifier|attribute)$/.test(first.node.type)) return null;
  const value = new Definitions(() => null).onlyValue({ tree, path, node: first.node });
  const base = value === null ? null : piecesOf(tree, value.node);
  return value === null || base === null ? null : { pieces: [...base, ...rest], base, node: value.node };
}

function joined(parts: readonly (readonly Piece[] | null)[]): readonly Piece[] | null {
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
}

function expression(tree: SyntaxTree, node: SyntaxNode): readonly Piece[] | null {
  const text = textOf(tree, node);
  const inner = /^str\((\w+)\)$/.exec(text);
  return /[{}\\\n]/.test(text) ? null : [{ text: inner?.[1] ?? text, node }];
}

function stringPieces(tree: SyntaxTree, node: SyntaxNode): readonly Piece[] | null {
  const isFormatted = /^f/i.test(textOf(tree, node));
  return joined(
    node.children.map((child): readonly Piece[] | null => {
      if (child.type === 'string_start') return /^f?["']{1,3}$/i.test(textOf(tree, child)) ? [] : null;
      if (child.type === 'string_end') return [];
      if (child.type === 'interpolation') {
        const [inner, ...others] = child.children.filter(({ isNamed }) => isNamed);
        return inner === undefined || others.length > 0 ? null : expression(tree, inner);
      }
      const text = textOf(tree, child);
      return /[\\\n]/.test(text) || (isFormatted && /[{}]/.test(text)) ? null : [{ text, node: null }];
    }),
  );
}

function operatorPieces(tree: SyntaxTree, node: SyntaxNode): readonly Piece[] | null {
  const [left, operator, right] = node.children;
  if (left === undefined || right === undefined) return null;
  if (operator?.type === '+') return joined([piecesOf(tree, left), piecesOf(tree, right)]);
  if (operator?.type !== '%') return null;
  const values = right.type === 'tuple' ? right.children.filter(({ isNamed }) => isNamed) : [right];
  return filled(tree, left, /%[sd]/, (index) => values[index], values.length);
}

/** `'…/{}/…'.format(zone)` */
function formatPieces(tree: SyntaxTree, node: SyntaxNode): readonly Piece[] | null {
  const [callee, list] = node.children;
  const [object] = callee?.children ?? [];
  if (callee?.type !== 'attribute' || object === undefined || !/string$/.test(object.type)) return null;
  if (!/\.format$/.test(textOf(tree, callee))) return null;
  const values = list?.children.filter(({ isNamed }) => isNamed) ?? [];
  const positional = values.filter(({ type }) => type !== 'keyword_argument');
  const named = (name: string) =>
    values
      .find((one) => one.type === 'keyword_argument' && textOf(tree, one).startsWith(`${name}=`))
      ?.children.at(-1);
  return filled(
    tree,
    object,
    /\{(\w*)\}/,
    (index, name) =>
      name === '' ? positional[index] : /^\d+$/.test(name) ? positional[Number(name)] : named(name),
    null,
  );
}

/** A text with values in its holes. */
function filled(
  tree: SyntaxTree,
  template: SyntaxNode,
  hole: RegExp,
  valueAt: (index: number, name: string) => SyntaxNode | undefined,
  count: number | null,
): readonly Piece[] | null {
  const whole = piecesOf(tree, template);
  if (whole === null || whole.some(({ node }) => node !== null)) return null;
  let rest = whole.map(({ text }) => text).join('');
  const pieces: Piece[] = [];
  let index = 0;
  for (let found = hole.exec(rest); found !== null; found = hole.exec(rest)) {
    const value = valueAt(index, found[1] ?? '');
    const written = value === undefined ? null : expression(tree, value);
    if (written === null) return null;
    pieces.push({ text: rest.slice(0, found.index), node: null }, ...written);
    rest = rest.slice(found.index + found[0].length);
    index++;
  }
  if (/[%{}]/.test(rest) || (count !== null && count !== index)) return null;
  return [...pieces, { text: rest, node: null }];
}
