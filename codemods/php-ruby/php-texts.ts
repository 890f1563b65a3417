/** Texts and arguments of PHP: what a text is put together of, and how one is written. */
import { type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { Argument, Piece } from './syntax.js';

export function argumentsOf(tree: SyntaxTree, call: SyntaxNode): readonly Argument[] {
  const list = call.children.find(({ field }) => field === 'arguments');
  return (list?.children ?? [])
    .filter(({ type }) => type === 'argument')
    .map((node): Argument => {
      const name = node.children.find(({ field }) => field === 'name');
      return {
        node,
        key: name === undefined ? null : textOf(tree, name),
        value: node.children.findLast(({ isNamed }) => isNamed) ?? node,
      };
    });
}

export function piecesOf(tree: SyntaxTree, node: SyntaxNode): readonly Piece[] | null {
  switch (node.type) {
    case 'string':
    case 'encapsed_string': {
      const inner = node.children.slice(1, -1).filter(({ type }) => type !== '{' && type !== '}');
      return all(
        inner.map((child) => {
          const text = textOf(tree, child);
          if (child.type === 'string_content') return [{ text, isCode: false }];
          return child.type === 'escape_sequence' ? null : [{ text, isCode: true }];
        }),
      );
    }
    case 'binary_expression': {
      const [left, operator, right] = node.children;
      if (operator?.type !== '.' || left === undefined || right === undefined) return null;
      return all([piecesOf(tree, left), piecesOf(tree, right)]);
    }
    case 'parenthesized_expression': {
      const [inner] = node.children.filter(({ isNamed }) => isNamed);
      return inner === undefined ? null : piecesOf(tree, inner);
    }
    case 'function_call_expression':
      return /^\\?sprintf\(/.test(textOf(tree, node)) ? formatted(tree, node) : [expression(tree, node)];
    default:
      return /^(?:integer|boolean|null|array_creation_expression)$/.test(node.type)
        ? null
        : [expression(tree, node)];
  }
}

function expression(tree: SyntaxTree, node: SyntaxNode): Piece {
  return { text: textOf(tree, node), isCode: true };
}

function all(parts: readonly (readonly Piece[] | null)[]): readonly Piece[] | null {
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
}

/** `sprintf('zones/%s', $zone)` */
function formatted(tree: SyntaxTree, call: SyntaxNode): readonly Piece[] | null {
  const [template, ...values] = argumentsOf(tree, call);
  const text = template === undefined ? null : piecesOf(tree, template.value);
  const [only, ...others] = text ?? [];
  if (only === undefined || only.isCode || others.length > 0) return null;
  const parts = only.text.split('%s');
  if (parts.length !== values.length + 1 || only.text.replaceAll('%s', '').includes('%')) return null;
  return parts.flatMap((part, index) => {
    const value = values[index];
    return [
      ...(part === '' ? [] : [{ text: part, isCode: false }]),
      ...(value === undefined ? [] : [expression(tree, value.value)]),
    ];
  });
}

/** A text in the way of another one. */
export function textFrom(pieces: readonly Piece[], like: string): string {
  return like.startsWith('"') ? interpolated(pieces) : joined(pieces, like);
}

/** `"zones/{$zone}/rulesets"`, with what cannot stand in a text before or behind it. */
function interpolated(pieces: readonly Piece[]): string {
  const parts: { text: string; isInner: boolean }[] = [];
  for (const { text, isCode } of pieces) {
    const isInner = !isCode || text.startsWith('$');
    const written = isCode && isInner ? `{${text}}` : text;
    const last = parts.at(-1);
    if (isInner && last?.isInner === true) last.text += written;
    else parts.push({ text: written, isInner });
  }
  return parts.map(({ text, isInner }) => (isInner ? `"${text}"` : text)).join(' . ');
}

/** `'zones/' . $zone . '/rulesets'`, with the space around dots that the other one has. */
function joined(pieces: readonly Piece[], like: string): string {
  const dot = /\S\.\S/.test(like.replaceAll(/'[^']*'|"[^"]*"/g, "''")) ? '.' : ' . ';
  const texts: { text: string; isText: boolean }[] = [];
  for (const { text, isCode } of pieces) {
    const last = texts.at(-1);
    if (!isCode && last?.isText === true) last.text += text;
    else texts.push({ text, isText: !isCode });
  }
  return texts.map(({ text, isText }) => (isText ? `'${text}'` : text)).join(dot);
}
