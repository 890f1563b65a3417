/** Tokens of the rules language. Every character of the text belongs to exactly one token or its lead. */

export type ComparisonOperator =
  | 'eq'
  | 'ne'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'contains'
  | 'matches'
  | 'wildcard'
  | 'strict wildcard'
  | 'in'
  | 'bitwise_and';

export type LogicalOperator = 'and' | 'or' | 'xor';

export type TokenKind =
  /** A field, function or constant name; may contain holes. */
  | 'name'
  /** `"..."` with escapes. */
  | 'string'
  /** `r"..."`, `r#"..."#`. */
  | 'raw'
  /** `"..."` after `matches` or `~`, where backslashes belong to the regular expression. */
  | 'regex'
  /** Anything unquoted where a value stands: number, address, range, bytes. */
  | 'word'
  /** `$name`. */
  | 'list'
  | 'comparison'
  | 'logical'
  | 'not'
  | '('
  | ')'
  | '['
  | ']'
  | '{'
  | '}'
  | ','
  | '*'
  /** A hole that stands alone. */
  | 'hole'
  /** Text that is no token of the language. */
  | 'error'
  /** The end of the text; its lead is the trailing white space. */
  | 'end';

export type Operator = ComparisonOperator | LogicalOperator;

export interface ExpressionToken {
  readonly kind: TokenKind;
  /** Where the white space before the token starts. */
  readonly lead: number;
  readonly start: number;
  readonly end: number;
  /** Canonical operator of `comparison` and `logical` tokens, however they are spelled. */
  readonly operator: Operator | null;
  /** A bit set of the flags below. */
  readonly flags: number;
}

/** The token contains a hole. */
export const HAS_HOLE = 1;
/** The token contains a backslash escape. */
export const HAS_ESCAPE = 2;
/** A quote stands unescaped inside a class of a regular expression. */
export const QUOTE_IN_CLASS = 4;
/** The closing quote is missing. */
export const UNTERMINATED = 8;

/** White space inside an expression; a tab is not. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13;
}

const NAME_CHARACTER = table('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.');
const WORD_CHARACTER = table('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:/-');

function table(characters: string): Uint8Array {
  const set = new Uint8Array(128);
  for (let index = 0; index < characters.length; index++) set[characters.charCodeAt(index)] = 1;
  return set;
}

export function isNameCode(code: number): boolean {
  return code < 128 && NAME_CHARACTER[code] === 1;
}

/** A character of an unquoted value. */
export function isWordCode(code: number): boolean {
  return code < 128 && WORD_CHARACTER[code] === 1;
}

/** A character that would run into a neighbouring word if no white space stood between. */
export function isWordBoundaryCode(code: number): boolean {
  return isNameCode(code) && code !== 46;
}

/** The text again, from its tokens. */
export function printTokens(text: string, tokens: readonly ExpressionToken[]): string {
  let printed = '';
  for (const token of tokens) printed += text.slice(token.lead, token.end);
  return printed;
}
