/**
 * How a language is written, as far as the text tier needs it: comments, strings with their interpolations,
 * how texts are joined, and what a member access and a function look like. Data, not code.
 */

/** A way to put a value inside a string. */
export type HoleForm =
  /** `${x}` */
  | 'dollar-brace'
  /** `$x`, `$x->y`, `$x[0]`, `$x.y` by the language's own rule */
  | 'dollar-name'
  /** `#{x}` */
  | 'hash-brace'
  /** `{x}`, with `{{` and `}}` for the braces themselves */
  | 'brace'
  /** `{$x}` */
  | 'brace-dollar'
  /** `\(x)` */
  | 'backslash-paren'
  /** `$(x)` */
  | 'dollar-paren'
  /** `@x` and `@{x}` */
  | 'at-name';

export type Escape =
  | 'backslash'
  /** Only `\'` and `\\` are escapes. */
  | 'quote-only'
  /** The quote is written twice. */
  | 'doubled'
  | 'backtick'
  | 'none';

export interface StringForm {
  readonly open: string;
  readonly close: string;
  readonly escape: Escape;
  readonly holes: readonly HoleForm[];
  readonly multiline: boolean;
  /** A backslash at the end of a line takes the indentation of the next one with it. */
  readonly joinsLines?: boolean;
}

export interface BlockComment {
  readonly open: string;
  readonly close: string;
  readonly nested?: boolean;
}

export type Heredoc = 'php' | 'ruby' | 'perl';

export interface Syntax {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly BlockComment[];
  readonly strings: readonly StringForm[];
  readonly heredoc?: Heredoc;
  /** Ruby's `%w[…]`, Perl's `qw(…)` and Elixir's `~w(…)`. */
  readonly quoteWords?: 'ruby' | 'perl' | 'elixir';
  /** `/…/` may be a regular expression. */
  readonly regexLiterals?: boolean;
  /** A lone `'` may be no string: lifetimes, labels, character literals. */
  readonly ticks?: boolean;
  /** Characters that may begin a name besides letters and `_`. */
  readonly sigils: string;
  /** Characters inside a name besides letters, digits and `_`. */
  readonly wordParts?: string;
  /** Operators that join two texts. */
  readonly joins: readonly string[];
  /** Literals next to each other join. */
  readonly adjacent: boolean;
  readonly access: readonly string[];
  readonly formatOperator?: '%' | '-f';
  /** Words where others have marks: `a if condition else b`, `a or b`. */
  readonly wordOperators?: boolean;
  /** What separates key and value in a literal, apart from `:`, `=>` and `=`. */
  readonly pairs?: readonly string[];
  /** Words that begin a function. */
  readonly functions: readonly string[];
  /** Functions are also written `Type name(…) {`. */
  readonly typedFunctions: boolean;
  readonly bodies: 'braces' | 'indentation';
  /** A call may do without parentheses: `get "…", headers`. */
  readonly bareCalls?: boolean;
  /** Calls are commands: `Invoke-RestMethod -Uri $url`, `$list | ForEach-Object { … }`. */
  readonly commands?: boolean;
  /** Ends a line that goes on, if a backslash does not. */
  readonly continuation?: '`';
  /** Types stand in front: `func (c *Client) Get()`, `[]string{…}`. */
  readonly typesFirst?: boolean;
  /** Newlines end statements. */
  readonly newlines: boolean;
  /** Field names in code are `PascalCase` where the wire format has `snake_case`. */
  readonly pascalFields?: boolean;
  /** A bare word before `:` or `=>` in a collection is a variable, not a key. */
  readonly quotedKeys?: boolean;
  /** A bare string statement is documentation. */
  readonly docstrings?: boolean;
  /** Registry of packages the language's imports name. */
  readonly ecosystem?: string;
}
