/** The whole name of a service record, put together from its parts as they are written, in any language. */
import type { Edit } from '../../src/analysis/index.js';
import { fieldOf, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { Surroundings } from '../../src/migrate/index.js';
import { type ObjectValue, type Origin, propertyOf } from '../../src/value/index.js';
import { fieldAt, keyOf, pairValue, startOfLine, type WrittenField } from '../languages/index.js';
import { PHP } from '../php-ruby/php-syntax.js';
import { RUBY } from '../php-ruby/ruby-syntax.js';
import { quoteOf } from '../places/index.js';
import { piecesOf as pythonPieces } from '../python/path-text.js';

interface Piece {
  readonly isText: boolean;
  readonly text: string;
}

interface NameLanguage {
  readonly piecesOf: (tree: SyntaxTree, node: SyntaxNode) => readonly Piece[] | null;
  /** `like`: how the program writes the first part. Null where the pieces cannot stand in one text. */
  readonly printed: (pieces: readonly Piece[], like: string) => string | null;
  /** What stands behind the key of a pair; null where pairs of a record are not written one by one. */
  readonly sign: string | null;
}

const LANGUAGES: Readonly<Record<string, NameLanguage>> = {
  python: {
    piecesOf: (tree, node) =>
      pythonPieces(tree, node)?.map(({ text, node: code }) => ({ text, isText: code === null })) ?? null,
    printed: formatted,
    sign: ':',
  },
  php: {
    piecesOf: (tree, node) => phpOrRuby(PHP.piecesOf(tree, node)),
    printed: (pieces, like) => sumOf(pieces, ' . ', like),
    sign: ' =>',
  },
  ruby: {
    piecesOf: (tree, node) => phpOrRuby(RUBY.piecesOf(tree, node)),
    printed: (pieces) =>
      pieces.some(({ isText, text }) => !isText && /["\n]/.test(text))
        ? null
        : `"${pieces.map(({ isText, text }) => (isText ? text : `#{${text}}`)).join('')}"`,
    sign: null,
  },
  go: { piecesOf: goPieces, printed: (pieces) => sumOf(pieces, ' + ', '"'), sign: ':' },
};

export const SPOT = 'a part of the name is worked out on the spot';
const APART = 'the record is put together in more than one place';

/**
 * The edit that writes the name outside, where `outer` is, or above the data of a record without one; or why there is
 * none. Null in another language.
 */
export function composedName(
  around: Surroundings,
  data: ObjectValue,
  outer: Origin | null,
  place: SyntaxNode | null,
): readonly Edit[] | string | null {
  const fields = ['service', 'proto', 'name'].map((part) => {
    const origin = propertyOf(data, part)?.keyOrigin ?? null;
    return origin === null ? null : fieldAt(around, origin);
  });
  const [first] = fields;
  const language = first === null || first === undefined ? undefined : LANGUAGES[first.tree.language];
  if (first === null || first === undefined || language === undefined) return null;
  const parts = fields.map((field) => {
    const value = field === null ? null : pairValue(field.pair);
    return field === null || value === null ? null : language.piecesOf(field.tree, value);
  });
  if (parts.includes(null)) return SPOT;
  const dot: Piece = { isText: true, text: '.' };
  const pieces = parts.flatMap((part, index) => (index === 0 ? (part ?? []) : [dot, ...(part ?? [])]));
  if (pieces.some(({ isText, text }) => isText && /["'\\\n{}]/.test(text))) return SPOT;
  const value = pairValue(first.pair);
  const like = value === null ? '"' : textOf(first.tree, value);
  const text = language.printed(pieces, /["']/.test(like) ? like : quoteOf(first.tree.text));
  if (text === null) return SPOT;
  if (place !== null) return [{ start: place.start, end: place.end, text }];
  return outer === null && language.sign !== null ? nameBefore(first, text, language.sign) : APART;
}

/** A record without a name gets one, above its data. */
function nameBefore({ tree, map }: WrittenField, text: string, sign: string): readonly Edit[] | string {
  const holder = map.parent?.type === 'composite_literal' ? map.parent : map;
  const isElement = holder.parent?.type === 'literal_element';
  const data = isElement ? (holder.parent?.parent ?? null) : holder.parent;
  if (data === null || keyOf(tree, data) !== 'data') return APART;
  const key = textOf(tree, data);
  const quote = key.charAt(0);
  if (!/["']/.test(quote)) return APART;
  const line = startOfLine(tree.text, data.start);
  const indent = tree.text.slice(line, data.start);
  const gap = indent.trim() === '' ? `\n${indent}` : ' ';
  return [{ start: data.start, end: data.start, text: `${quote}name${quote}${sign} ${text},${gap}` }];
}

function phpOrRuby(
  pieces: readonly { readonly text: string; readonly isCode: boolean }[] | null,
): readonly Piece[] | null {
  if (pieces === null) return null;
  // What binds less tightly than the sign between parts would have to stand in brackets.
  const isLoose = pieces.some(({ text, isCode }) => isCode && /\?|&&|\|\||\n| (?:and|or) /.test(text));
  return isLoose ? null : pieces.map(({ text, isCode }) => ({ text, isText: !isCode }));
}

/** `f"{service}._tcp.{host}"`; a sum where one text cannot hold all quotes. */
function formatted(pieces: readonly Piece[], like: string): string | null {
  const whole = pieces.map(({ isText, text }) => (isText ? text : `{${text}}`)).join('');
  const own = like.includes("'") ? "'" : '"';
  const quote = whole.includes(own) ? (own === '"' ? "'" : '"') : own;
  if (!whole.includes(quote)) return `${/[{}]/.test(whole) ? 'f' : ''}${quote}${whole}${quote}`;
  const isTight = pieces.every(({ isText, text }) => isText || /^[\w.]+(?:[([][^+\s]*[)\]])?$/.test(text));
  return isTight ? sumOf(pieces, ' + ', like) : null;
}

function sumOf(pieces: readonly Piece[], sign: string, like: string): string {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last?.isText === true && piece.isText)
      merged[merged.length - 1] = { isText: true, text: last.text + piece.text };
    else merged.push(piece);
  }
  const quote = like.includes("'") ? "'" : '"';
  return merged.map(({ isText, text }) => (isText ? quote + text + quote : text)).join(sign);
}

const GO_VALUES: ReadonlySet<string> = new Set([
  'identifier',
  'selector_expression',
  'call_expression',
  'index_expression',
]);

function goPieces(tree: SyntaxTree, node: SyntaxNode): readonly Piece[] | null {
  const text = textOf(tree, node);
  if (node.type === 'literal_element')
    return node.children[0] === undefined ? null : goPieces(tree, node.children[0]);
  if (node.type === 'interpreted_string_literal')
    return text.includes('\\') ? null : [{ isText: true, text: text.slice(1, -1) }];
  const isPointer = node.type === 'unary_expression' && /^\*\w+$/.test(text);
  if (isPointer || (GO_VALUES.has(node.type) && !text.includes('\n'))) return [{ isText: false, text }];
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  if (node.type !== 'binary_expression' || left === null || right === null) return null;
  const sides = [goPieces(tree, left), goPieces(tree, right)];
  const isSum = node.children.some(({ type }) => type === '+');
  return !isSum || sides.includes(null) ? null : sides.flatMap((side) => side ?? []);
}
