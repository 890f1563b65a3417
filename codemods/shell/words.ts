/** Words of a shell as the command gets them, with the place where each character is written. */
import { type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';

export type Quote = 'single' | 'double' | 'none' | 'heredoc' | 'heredoc-raw';

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
    case 'heredoc_body':
      return linesOf(tree, word);
    case 'string': {
      const printed = printedText(tree, word);
      return printed === null
        ? escaped(text, word, word.start + 1, word.end - 1, 'double')
        : linesOf(tree, printed);
    }
    case 'command_substitution': {
      const printed = printedText(tree, word);
      return printed === null
        ? [{ char: HOLE, start: word.start, end: word.end, quote: 'none' }]
        : linesOf(tree, printed);
    }
    case 'simple_expansion':
    case 'expansion':
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

/** The lines of a here-document, without the last line break. */
function linesOf({ text }: SyntaxTree, body: SyntaxNode): readonly Piece[] {
  const mark = body.parent?.children.find(({ type }) => type === 'heredoc_start');
  const end = body.end - (/\r?\n$/.exec(text.slice(body.start, body.end))?.[0].length ?? 0);
  const isRaw = mark === undefined || /\W/.test(text.slice(mark.start, mark.end));
  return isRaw
    ? plain(text, body.start, end, 'heredoc-raw')
    : escaped(text, body, body.start, end, 'heredoc');
}

/** The here-document that `$(cat <<END …)` prints, which may stand in double quotes. */
function printedText(tree: SyntaxTree, word: SyntaxNode): SyntaxNode | null {
  const [only, ...others] = word.children.filter(({ isNamed }) => isNamed);
  if (only === undefined || others.length > 0) return null;
  if (word.type === 'string')
    return only.type === 'command_substitution' && word.end - word.start === only.end - only.start + 2
      ? printedText(tree, only)
      : null;
  const [command, redirect, ...more] = only.type === 'redirected_statement' ? only.children : [];
  if (command === undefined || textOf(tree, command) !== 'cat' || more.length > 0) return null;
  const document = redirect?.type === 'heredoc_redirect' ? hereDocument(redirect) : null;
  return document?.isAlone === true ? document.body : null;
}

interface HereDocument {
  readonly start: SyntaxNode;
  readonly body: SyntaxNode;
  readonly end: SyntaxNode;
  /** Nothing else is written behind its mark. */
  readonly isAlone: boolean;
}

export function hereDocument({ children }: SyntaxNode): HereDocument | null {
  const [start, body, end] = ['heredoc_start', 'heredoc_body', 'heredoc_end'].map((type) =>
    children.find((child) => child.type === type),
  );
  if (start === undefined || body === undefined || end === undefined) return null;
  return { start, body, end, isAlone: children.filter(({ isNamed }) => isNamed).length === 3 };
}

/** Lines of a here-document as a word: `"$(cat <<END …)"`. */
export function printedWord({ text }: SyntaxTree, body: SyntaxNode, lines: string): string | null {
  const redirect = body.parent;
  const document = redirect === null ? null : hereDocument(redirect);
  if (redirect === null || document === null) return null;
  const { start, end } = document;
  return `"$(cat ${text.slice(redirect.start, start.end)}\n${lines}${text.slice(end.start, end.end).trim()}\n)"`;
}

function plain(text: string, start: number, end: number, quote: Quote): readonly Piece[] {
  return Array.from({ length: end - start }, (_, index) => ({
    char: text.charAt(start + index),
    start: start + index,
    end: start + index + 1,
    quote,
  }));
}

const ESCAPABLE: Readonly<Record<Quote, RegExp>> = {
  single: /(?!)/,
  double: /["\\$`]/,
  none: /./,
  heredoc: /[\\$`]/,
  'heredoc-raw': /(?!)/,
};

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
  switch (quote) {
    case 'single':
      return plainText.replaceAll("'", "'\\''");
    case 'double':
      return plainText.replace(/["\\$`]/g, '\\$&');
    case 'heredoc':
      return plainText.replace(/[\\$`]/g, '\\$&');
    case 'heredoc-raw':
      return plainText;
    case 'none':
      return plainText.replace(/[^\w./:-]/g, '\\$&');
  }
}

/** Some pieces as a word of their own, in double quotes where something in it expands. */
export function asWord(text: string, pieces: readonly Piece[]): string {
  const plainText = wordText(pieces);
  if (!plainText.includes(HOLE))
    return /^[\w./:-]+$/.test(plainText) ? plainText : `'${quoted(plainText, 'single')}'`;
  return `"${requoted(text, pieces, 'double')}"`;
}
