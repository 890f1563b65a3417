import type { SourceFile } from '../../reader.js';
import { lex } from './lexer.js';
import type { Syntax } from './syntax.js';
import type { CommentToken, Token } from './tokens.js';

/**
 * A file as the analysis sees it: the tokens that mean something, with their brackets matched.
 *
 * Comments are set apart. A newline is kept only where it may end a statement: the language says so, and the
 * line neither stands inside parentheses nor ends or continues with an operator.
 */
export interface Code {
  readonly file: SourceFile;
  readonly syntax: Syntax;
  readonly tokens: readonly Token[];
  readonly comments: readonly CommentToken[];
  /** Index of the partner of a bracket, else -1. */
  readonly partner: Int32Array;
  /** Index of the innermost bracket that is open at a token, else -1. */
  readonly enclosing: Int32Array;
  /** Column of the first token of a token's line. */
  readonly indent: Int32Array;
  /** 1 for the first token of a line. */
  readonly leads: Uint8Array;
}

const CLOSER: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** A line that ends with one of these goes on. */
const OPEN_ENDED = new Set([
  '(',
  '[',
  '{',
  ',',
  '=',
  ':=',
  '=>',
  '+',
  '.',
  '..',
  '->',
  '::',
  '<>',
  '&&',
  '||',
  '?',
  '%',
  '&',
  '|',
  '+=',
  '.=',
  '<<',
  '|>',
  '\\',
]);
/** A line that begins with one of these continues the one before. */
const CONTINUING = new Set([
  '.',
  '?.',
  '&.',
  '->',
  '?->',
  '+',
  '..',
  '<>',
  '|>',
  '&&',
  '||',
  '?',
  '%',
  ')',
  ']',
]);

export function isPunctuation(token: Token | undefined, text: string): boolean {
  return token?.kind === 'punctuation' && token.text === text;
}

export function isWord(token: Token | undefined, text: string): boolean {
  return token?.kind === 'word' && token.text === text;
}

export function readCode(file: SourceFile, syntax: Syntax, from = 0, to = file.text.length): Code {
  const lexed = lex(file.text, syntax, from, to);
  const comments: CommentToken[] = [];
  const tokens: Token[] = [];
  const partner = new Int32Array(lexed.length).fill(-1);
  const enclosing = new Int32Array(lexed.length);
  const indents = new Int32Array(lexed.length);
  const leads = new Uint8Array(lexed.length);
  const open: number[] = [];
  let lineStart = 0;
  let indent = 0;
  let leading = true;

  const add = (token: Token): void => {
    const at = tokens.length;
    const leadsLine = leading && token.kind !== 'newline';
    if (leadsLine) indent = token.start - lineStart;
    enclosing[at] = open.at(-1) ?? -1;
    partner[at] = -1;
    indents[at] = indent;
    leads[at] = leadsLine ? 1 : 0;
    if (leadsLine) leading = false;
    tokens.push(token);
  };

  /** A stray closing bracket closes only what is open in its own kind, a few levels up. */
  const openedBy = (text: string): number => {
    for (let depth = open.length - 1; depth >= 0 && depth >= open.length - 4; depth--) {
      const at = open[depth] ?? -1;
      const opening = tokens[at];
      if (opening?.kind !== 'punctuation' || CLOSER[opening.text] !== text) continue;
      open.length = depth;
      return at;
    }
    return -1;
  };

  const dropsNewline = (): boolean => {
    if (!syntax.newlines) return true;
    const last = tokens.at(-1);
    if (last === undefined || last.kind === 'newline') return true;
    if (last.kind === 'punctuation' && OPEN_ENDED.has(last.text)) return true;
    const opening = tokens[open.at(-1) ?? -1];
    if (opening?.kind !== 'punctuation') return false;
    return opening.text !== '{' || syntax.bodies === 'indentation';
  };

  for (const token of lexed) {
    if (token.kind === 'comment') {
      if (token.end > token.start) comments.push(token);
      continue;
    }
    if (token.kind === 'newline') {
      lineStart = token.end;
      leading = true;
      if (!dropsNewline()) add(token);
      continue;
    }
    if (token.kind !== 'punctuation') {
      add(token);
      continue;
    }
    if (leading && tokens.at(-1)?.kind === 'newline' && CONTINUING.has(token.text)) tokens.pop();
    const opening = isCloser(token.text) ? openedBy(token.text) : -1;
    add(token);
    const at = tokens.length - 1;
    if (opening >= 0) {
      partner[opening] = at;
      partner[at] = opening;
    } else if (CLOSER[token.text] !== undefined) open.push(at);
  }
  const { length } = tokens;
  return {
    file,
    syntax,
    tokens,
    comments,
    partner: partner.subarray(0, length),
    enclosing: enclosing.subarray(0, length),
    indent: indents.subarray(0, length),
    leads: leads.subarray(0, length),
  };
}

/** The last token that begins at an offset or before it. */
export function tokenAt({ tokens }: Code, offset: number): number {
  let low = 0;
  let high = tokens.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tokens[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isCloser(text: string): boolean {
  return text === ')' || text === ']' || text === '}';
}

/** Tokens that are looked at for each part, where only so many parts are asked for. */
const TOKENS_PER_PART = 64;

/**
 * Splits what stands between a bracket and its partner at the separators of its own depth; at most into `most` parts,
 * which are looked for in the beginning only: a block of statements may be as long as the file.
 */
export function split(
  code: Code,
  open: number,
  separators: readonly string[] = [','],
  most = Number.POSITIVE_INFINITY,
): readonly { start: number; end: number }[] {
  const close = code.partner[open] ?? -1;
  if (close < 0) return [];
  const parts: { start: number; end: number }[] = [];
  let start = open + 1;
  let left = most * TOKENS_PER_PART;
  for (let at = open + 1; at <= close && parts.length < most && left > 0; at++, left--) {
    const token = code.tokens[at];
    if (at === close || (token !== undefined && isSeparator(token, separators))) {
      const trimmed = trim(code, start, at);
      if (trimmed.end > trimmed.start) parts.push(trimmed);
      start = at + 1;
      continue;
    }
    const partner = code.partner[at] ?? -1;
    if (partner > at) at = partner;
  }
  return parts;
}

function isSeparator(token: Token, separators: readonly string[]): boolean {
  if (token.kind === 'newline') return separators.includes('\n');
  return token.kind === 'punctuation' && separators.includes(token.text);
}

function trim(code: Code, start: number, end: number): { start: number; end: number } {
  let from = start;
  let to = end;
  while (from < to && code.tokens[from]?.kind === 'newline') from++;
  while (to > from && code.tokens[to - 1]?.kind === 'newline') to--;
  return { start: from, end: to };
}

/** The token after `at`, past the partner if it opens a bracket. */
export function skip(code: Code, at: number): number {
  const partner = code.partner[at] ?? -1;
  return partner > at ? partner + 1 : at + 1;
}
