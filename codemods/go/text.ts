/** Texts of Go that are put together, and new ones in the same way. */
import { argumentsOf, calledAs, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';

/** A stretch of a text, or an expression whose value stands there. */
export interface Piece {
  readonly text: string;
  readonly isCode: boolean;
}

export const word = (text: string): Piece => ({ text, isCode: false });
export const code = (text: string): Piece => ({ text, isCode: true });

const STRINGS: ReadonlySet<string> = new Set(['interpreted_string_literal', 'raw_string_literal']);
const ESCAPES = /^(?:url\.(?:PathEscape|QueryEscape)|strings\.TrimSpace)$/;

/** Null where it is no text. */
export function piecesOf(tree: SyntaxTree, node: SyntaxNode): readonly Piece[] | null {
  const written = textOf(tree, node);
  if (STRINGS.has(node.type)) {
    const text = written.slice(1, -1);
    return written.startsWith('"') && text.includes('\\') ? null : text === '' ? [] : [word(text)];
  }
  if (node.type === 'parenthesized_expression') {
    const inner = node.children.find(({ isNamed }) => isNamed);
    return inner === undefined ? null : piecesOf(tree, inner);
  }
  if (node.type === 'binary_expression') {
    const [left, right, ...others] = node.children.filter(({ isNamed }) => isNamed);
    const isSum = node.children.some(({ type }) => type === '+');
    if (!isSum || left === undefined || right === undefined || others.length > 0) return null;
    const [before, after] = [piecesOf(tree, left), piecesOf(tree, right)];
    return before === null || after === null ? null : [...before, ...after];
  }
  if (node.type !== 'call_expression')
    return /^(?:identifier|selector_expression|index_expression)$/.test(node.type) ? [code(written)] : null;
  const name = calledAs({ tree, path: '', node });
  if (ESCAPES.test(name) || !name.startsWith('fmt.')) return [code(written)];
  const [format, ...values] = argumentsOf(node);
  const pattern = format !== undefined && STRINGS.has(format.type) ? textOf(tree, format).slice(1, -1) : null;
  if (name !== 'fmt.Sprintf' || pattern === null || pattern.includes('\\')) return null;
  const parts = pattern.split(/%([svd])/);
  if (parts.length !== values.length * 2 + 1 || parts.some((part) => part.includes('%'))) return null;
  const all: Piece[] = [];
  for (const [index, part] of parts.entries()) {
    const value = values[(index - 1) / 2];
    if (index % 2 === 0) {
      if (part !== '') all.push(word(part));
    } else if (value !== undefined) {
      const inner = piecesOf(tree, value);
      all.push(...(inner ?? [code(textOf(tree, value))]));
    }
  }
  return all;
}

/** The source of a text: of holes between words with a format, or with plus signs where the file does so. */
export function textFrom(pieces: readonly Piece[], isFormat: boolean): string {
  const all = merged(pieces);
  const [only, ...others] = all;
  if (only === undefined) return '""';
  if (others.length === 0) return only.isCode ? only.text : `"${only.text}"`;
  const [first, second] = all;
  const isPlain = !isFormat || (all.length === 2 && first?.isCode === true && second?.isCode === false);
  if (isPlain) return all.map(({ text, isCode }) => (isCode ? text : `"${text}"`)).join('+');
  const values = all.filter(({ isCode }) => isCode).map(({ text }) => text);
  return `fmt.Sprintf("${all.map(({ text, isCode }) => (isCode ? '%s' : text)).join('')}", ${values.join(', ')})`;
}

/** Neighbouring words as one. */
export function merged(pieces: readonly Piece[]): readonly Piece[] {
  const all: { text: string; isCode: boolean }[] = [];
  for (const { text, isCode } of pieces) {
    const last = all.at(-1);
    if (!isCode && last?.isCode === false) last.text += text;
    else all.push({ text, isCode });
  }
  return all.filter(({ text }) => text !== '');
}
