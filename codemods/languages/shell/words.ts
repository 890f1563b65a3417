/** Words of a shell as the command gets them, with the place where each character is written. */
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';

export type Quote = 'single' | 'double' | 'none';

/** One character, or an expansion, whose value only shows when the script runs. */
export interface Piece {
  readonly char: string;
  readonly start: number;
  readonly end: number;
  readonly quote: Quote;
}

/** Stands for an expansion in the text of a word. */
export const HOLE = '\uE000';

const EXPANSIONS: ReadonlySet<string> = new Set(['simple_expansion', 'expansion', 'command_substitution']);

/** Null for words that are put together in other ways. */
export function piecesOf(tree: SyntaxTree, word: SyntaxNode): readonly Piece[] | null {
  const { text } = tree;
  if (textOf(tree, word).includes(HOLE)) return null;
  switch (word.type) {
    case 'raw_string':
      return plain(text, word.start + 1, word.end - 1, 'single');
    case 'number':
      return plain(text, word.start, word.end, 'none');
    case 'word':
      return escaped(text, word, word.start, word.end, 'none');
    case 'string':
      return escaped(text, word, word.start + 1, word.end - 1, 'double');
    case 'simple_expansion':
    case 'expansion':
    case 'command_substitution':
      return [{ char: HOLE, start: word.start, end: word.end, quote: 'none' }];
    case 'concatenation': {
      const parts = word.children.map((child) => piecesOf(tree, child));
      const isWhole = word.children.every(
        ({ start }, index) => index === 0 || word.children[index - 1]?.end === start,
      );
      return isWhole && parts.every((part) => part !== null) ? parts.flatMap((part) => part ?? []) : null;
    }
    default:
      return null;
  }
}

function plain(text: string, start: number, end: number, quote: Quote): readonly Piece[] {
  return Array.from({ length: end - start }, (_, index) => ({
    char: text.charAt(start + index),
    start: start + index,
    end: start + index + 1,
    quote,
  }));
}

const ESCAPABLE: Readonly<Record<Quote, RegExp>> = { single: /(?!)/, double: /["\\$`]/, none: /./ };

function escaped(
  text: string,
  { children }: SyntaxNode,
  start: number,
  end: number,
  quote: Quote,
): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = start; at < end; ) {
    const hole = children.find((child) => child.start === at && EXPANSIONS.has(child.type));
    if (hole !== undefined) {
      pieces.push({ char: HOLE, start: at, end: hole.end, quote });
      at = hole.end;
      continue;
    }
    const next = text.charAt(at + 1);
    const length = text.charAt(at) === '\\' && at + 1 < end ? (ESCAPABLE[quote].test(next) ? 2 : 1) : 1;
    // A line that goes on below.
    if (!(text.charAt(at) === '\\' && next === '\n'))
      pieces.push({ char: text.charAt(at + length - 1), start: at, end: at + length, quote });
    at += text.charAt(at) === '\\' && next === '\n' ? 2 : length;
  }
  return pieces;
}

/** The text of a word, with a mark for each expansion. */
export function wordText(pieces: readonly Piece[]): string {
  return pieces.map(({ char }) => char).join('');
}

/** Pieces again as source, inside of quotes of some kind. */
export function requoted(text: string, pieces: readonly Piece[], quote: Quote): string {
  const isSame = pieces.every((piece) => piece.quote === quote);
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (isSame && first !== undefined && last !== undefined) return text.slice(first.start, last.end);
  return pieces
    .map(({ char, start, end }) => {
      if (char !== HOLE) return quoted(char, quote);
      const source = text.slice(start, end);
      return quote === 'single' ? `'"${source}"'` : source;
    })
    .join('');
}

/** Plain text as it is written inside of quotes of some kind. */
export function quoted(plainText: string, quote: Quote): string {
  if (quote === 'single') return plainText.replaceAll("'", "'\\''");
  return quote === 'double' ? plainText.replace(/["\\$`]/g, '\\$&') : plainText.replace(/[^\w./:-]/g, '\\$&');
}

/** Some pieces as a word of their own, in double quotes where something in it expands. */
export function asWord(text: string, pieces: readonly Piece[]): string {
  const plainText = wordText(pieces);
  if (!plainText.includes(HOLE))
    return /^[\w./:-]+$/.test(plainText) ? plainText : `'${quoted(plainText, 'single')}'`;
  return `"${requoted(text, pieces, 'double')}"`;
}
