/** What the lexer of the text tier makes of a source text. Offsets are UTF-16 offsets of the file. */

/** A known stretch of a string literal; `offsets` only where escapes shift the characters. */
export interface LiteralText {
  readonly kind: 'text';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly offsets?: readonly number[];
}

/** An interpolation: the range of the expression inside it. */
export interface LiteralHole {
  readonly kind: 'hole';
  readonly start: number;
  readonly end: number;
}

export type LiteralPart = LiteralText | LiteralHole;

interface Placed {
  readonly start: number;
  readonly end: number;
}

export interface WordToken extends Placed {
  readonly kind: 'word';
  readonly text: string;
}

export interface StringToken extends Placed {
  readonly kind: 'string';
  readonly parts: readonly LiteralPart[];
  readonly multiline: boolean;
}

export interface PunctuationToken extends Placed {
  readonly kind: 'punctuation';
  readonly text: string;
}

export interface CommentToken extends Placed {
  readonly kind: 'comment';
}

export interface NumberToken extends Placed {
  readonly kind: 'number';
  readonly text: string;
}

export interface NewlineToken extends Placed {
  readonly kind: 'newline';
}

export type Token = WordToken | StringToken | PunctuationToken | CommentToken | NumberToken | NewlineToken;

/** The texts of a literal with holes left out; what a plain literal says. */
export function plainText(token: StringToken): string {
  let all = '';
  for (const part of token.parts) if (part.kind === 'text') all += part.text;
  return all;
}

/** The text of a literal without holes, else null. */
export function literalText(token: Token | undefined): string | null {
  if (token?.kind !== 'string' || token.parts.some((part) => part.kind === 'hole')) return null;
  return plainText(token);
}
