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
  /** Ruby's `%w[…]` and Perl's `qw(…)`. */
  readonly quoteWords?: 'ruby' | 'perl';
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
  /** What separates key and value in a literal, apart from `:`, `=>` and `=`. */
  readonly pairs?: readonly string[];
  /** Words that begin a function. */
  readonly functions: readonly string[];
  /** Functions are also written `Type name(…) {`. */
  readonly typedFunctions: boolean;
  readonly bodies: 'braces' | 'indentation';
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

const plain = (
  quote: string,
  escaping: Escape = 'backslash',
  multiline = false,
  holes: readonly HoleForm[] = [],
): StringForm => ({ open: quote, close: quote, escape: escaping, holes, multiline });

const c = { open: '/*', close: '*/' };
const cComments = { lineComments: ['//'], blockComments: [c] };

const braced = {
  sigils: '',
  joins: ['+'],
  adjacent: false,
  access: ['.', '?.', '::'],
  typedFunctions: true,
  functions: [],
  bodies: 'braces',
  newlines: false,
} as const;

const quotes = ['"""', "'''", '"', "'"];
const pythonStrings = quotes.flatMap((quote): StringForm[] => {
  const multiline = quote.length === 3;
  const form = (prefix: string, escaping: Escape, holes: readonly HoleForm[]): StringForm[] => {
    const spellings = new Set([
      prefix,
      prefix.toUpperCase(),
      prefix.charAt(0).toUpperCase() + prefix.slice(1),
    ]);
    return [...spellings].map((spelling) => ({
      open: spelling + quote,
      close: quote,
      escape: escaping,
      holes,
      multiline,
    }));
  };
  return [
    ...form('', 'backslash', []),
    ...['b', 'u'].flatMap((prefix) => form(prefix, 'backslash', [])),
    ...['r', 'br', 'rb'].flatMap((prefix) => form(prefix, 'none', [])),
    ...form('f', 'backslash', ['brace']),
    ...['fr', 'rf'].flatMap((prefix) => form(prefix, 'none', ['brace'])),
  ];
});

const rustRaw = ['', 'b', 'c'].flatMap((prefix): StringForm[] => [
  ...[3, 2, 1, 0].map((count): StringForm => {
    const hashes = '#'.repeat(count);
    return { open: `${prefix}r${hashes}"`, close: `"${hashes}`, escape: 'none', holes: [], multiline: true };
  }),
  { open: `${prefix}"`, close: '"', escape: 'backslash', holes: [], multiline: true, joinsLines: true },
]);

const kotlinHoles: readonly HoleForm[] = ['dollar-brace', 'dollar-name'];

export const SYNTAXES = {
  python: {
    lineComments: ['#'],
    blockComments: [],
    strings: pythonStrings,
    sigils: '',
    joins: ['+'],
    adjacent: true,
    access: ['.'],
    formatOperator: '%',
    functions: ['def'],
    typedFunctions: false,
    bodies: 'indentation',
    newlines: true,
    docstrings: true,
    quotedKeys: true,
    ecosystem: 'pypi',
  },
  go: {
    ...braced,
    ...cComments,
    strings: [plain('"'), plain('`', 'none', true)],
    ticks: true,
    functions: ['func'],
    typedFunctions: false,
    newlines: true,
    pascalFields: true,
    ecosystem: 'go',
  },
  php: {
    ...braced,
    lineComments: ['//', '#'],
    // What stands between two stretches of code is text for the browser.
    blockComments: [c, { open: '?>', close: '<?' }],
    strings: [
      plain('"', 'backslash', true, ['brace-dollar', 'dollar-brace', 'dollar-name']),
      plain("'", 'quote-only', true),
    ],
    heredoc: 'php',
    sigils: '$',
    joins: ['.'],
    access: ['->', '?->', '::', '\\'],
    functions: ['function', 'fn'],
    typedFunctions: false,
    quotedKeys: true,
    ecosystem: 'packagist',
  },
  ruby: {
    lineComments: ['#'],
    blockComments: [{ open: '\n=begin', close: '\n=end' }],
    strings: [plain('"', 'backslash', true, ['hash-brace']), plain("'", 'quote-only', true), plain('`')],
    heredoc: 'ruby',
    quoteWords: 'ruby',
    regexLiterals: true,
    sigils: '$@',
    wordParts: '?!',
    joins: ['+', '<<'],
    adjacent: true,
    access: ['.', '&.', '::'],
    formatOperator: '%',
    functions: ['def'],
    typedFunctions: false,
    bodies: 'indentation',
    newlines: true,
    ecosystem: 'rubygems',
  },
  java: {
    ...braced,
    ...cComments,
    strings: [plain('"""', 'backslash', true), plain('"'), plain("'")],
    ecosystem: 'maven',
  },
  kotlin: {
    ...braced,
    lineComments: ['//'],
    blockComments: [{ ...c, nested: true }],
    strings: [
      plain('"""', 'none', true, kotlinHoles),
      plain('"', 'backslash', false, kotlinHoles),
      plain("'"),
    ],
    functions: ['fun'],
    typedFunctions: false,
    newlines: true,
    pairs: ['to'],
    ecosystem: 'maven',
  },
  groovy: {
    ...braced,
    ...cComments,
    strings: [
      plain('"""', 'backslash', true, kotlinHoles),
      plain("'''", 'backslash', true),
      plain('"', 'backslash', false, kotlinHoles),
      plain("'"),
    ],
    functions: ['def'],
    newlines: true,
    ecosystem: 'maven',
  },
  csharp: {
    ...braced,
    ...cComments,
    strings: [
      { open: '$"""', close: '"""', escape: 'none', holes: ['brace'], multiline: true },
      { open: '"""', close: '"""', escape: 'none', holes: [], multiline: true },
      ...['$@"', '@$"'].map(
        (open): StringForm => ({ open, close: '"', escape: 'doubled', holes: ['brace'], multiline: true }),
      ),
      { open: '@"', close: '"', escape: 'doubled', holes: [], multiline: true },
      { open: '$"', close: '"', escape: 'backslash', holes: ['brace'], multiline: false },
      plain('"'),
      plain("'"),
    ],
    pascalFields: true,
    ecosystem: 'nuget',
  },
  rust: {
    ...braced,
    lineComments: ['//'],
    blockComments: [{ ...c, nested: true }],
    strings: rustRaw,
    ticks: true,
    functions: ['fn'],
    typedFunctions: false,
    ecosystem: 'crates',
  },
  c: {
    ...braced,
    ...cComments,
    strings: [plain('"'), plain("'")],
    adjacent: true,
    access: ['.', '->', '::'],
  },
  swift: {
    ...braced,
    lineComments: ['//'],
    blockComments: [{ ...c, nested: true }],
    strings: [
      plain('"""', 'backslash', true, ['backslash-paren']),
      plain('"', 'backslash', false, ['backslash-paren']),
    ],
    functions: ['func'],
    typedFunctions: false,
    newlines: true,
    quotedKeys: true,
  },
  dart: {
    ...braced,
    ...cComments,
    strings: [
      ...['r"', "r'"].map(
        (open): StringForm => ({ open, close: open.slice(1), escape: 'none', holes: [], multiline: false }),
      ),
      plain("'''", 'backslash', true, kotlinHoles),
      plain('"""', 'backslash', true, kotlinHoles),
      plain("'", 'backslash', false, kotlinHoles),
      plain('"', 'backslash', false, kotlinHoles),
    ],
    adjacent: true,
    quotedKeys: true,
    ecosystem: 'pub',
  },
  scala: {
    ...braced,
    lineComments: ['//'],
    blockComments: [{ ...c, nested: true }],
    strings: [
      ...['s', 'f', 'raw', 'uri'].flatMap((prefix): StringForm[] => [
        { open: `${prefix}"""`, close: '"""', escape: 'none', holes: kotlinHoles, multiline: true },
        { open: `${prefix}"`, close: '"', escape: 'backslash', holes: kotlinHoles, multiline: false },
      ]),
      plain('"""', 'none', true),
      plain('"'),
    ],
    ticks: true,
    functions: ['def'],
    typedFunctions: false,
    newlines: true,
    pairs: ['->'],
    ecosystem: 'maven',
  },
  lua: {
    lineComments: ['--'],
    blockComments: [{ open: '--[[', close: ']]' }],
    strings: [
      { open: '[==[', close: ']==]', escape: 'none', holes: [], multiline: true },
      { open: '[=[', close: ']=]', escape: 'none', holes: [], multiline: true },
      { open: '[[', close: ']]', escape: 'none', holes: [], multiline: true },
      plain('"'),
      plain("'"),
    ],
    sigils: '',
    joins: ['..'],
    adjacent: false,
    access: ['.', ':'],
    functions: ['function'],
    typedFunctions: false,
    bodies: 'indentation',
    newlines: true,
  },
  perl: {
    ...braced,
    lineComments: ['#'],
    blockComments: [
      { open: '\n=pod', close: '\n=cut' },
      { open: '\n=head', close: '\n=cut' },
    ],
    strings: [plain('"', 'backslash', true, ['dollar-brace', 'dollar-name']), plain("'", 'quote-only', true)],
    heredoc: 'perl',
    quoteWords: 'perl',
    regexLiterals: true,
    sigils: '$@%',
    joins: ['.'],
    access: ['->', '::'],
    functions: ['sub'],
    typedFunctions: false,
  },
  elixir: {
    lineComments: ['#'],
    blockComments: [],
    strings: [
      ...['~s', '~S'].flatMap((sigil): StringForm[] =>
        [
          ['"""', '"""'],
          ['(', ')'],
          ['[', ']'],
          ['{', '}'],
          ['"', '"'],
          ['|', '|'],
          ['/', '/'],
        ].map(([open = '', close = '']) => ({
          open: sigil + open,
          close,
          escape: sigil === '~s' ? 'backslash' : 'none',
          holes: sigil === '~s' ? ['hash-brace'] : [],
          multiline: true,
        })),
      ),
      plain('"""', 'backslash', true, ['hash-brace']),
      plain('"', 'backslash', true, ['hash-brace']),
      plain("'", 'backslash', true, ['hash-brace']),
    ],
    sigils: '@',
    wordParts: '?!',
    joins: ['<>'],
    adjacent: false,
    access: ['.'],
    functions: ['def', 'defp'],
    typedFunctions: false,
    bodies: 'indentation',
    newlines: true,
    ecosystem: 'hex',
  },
  powershell: {
    ...braced,
    lineComments: ['#'],
    blockComments: [{ open: '<#', close: '#>' }],
    strings: [
      {
        open: '@"\n',
        close: '\n"@',
        escape: 'backtick',
        holes: ['dollar-paren', 'dollar-brace', 'dollar-name'],
        multiline: true,
      },
      { open: "@'\n", close: "\n'@", escape: 'none', holes: [], multiline: true },
      { ...plain('"', 'backtick', true, ['dollar-paren', 'dollar-brace', 'dollar-name']) },
      { ...plain("'", 'doubled', true) },
    ],
    sigils: '$',
    formatOperator: '-f',
    functions: ['function'],
    typedFunctions: false,
    newlines: true,
  },
  javascript: {
    ...braced,
    ...cComments,
    strings: [plain('`', 'backslash', true, ['dollar-brace']), plain('"'), plain("'")],
    regexLiterals: true,
    sigils: '$',
    functions: ['function'],
    newlines: true,
    ecosystem: 'npm',
  },
  r: {
    ...braced,
    lineComments: ['#'],
    blockComments: [],
    strings: [plain('"', 'backslash', true), plain("'", 'backslash', true)],
    wordParts: '.',
    access: ['$', '::'],
    functions: ['function'],
    typedFunctions: false,
    newlines: true,
  },
  julia: {
    lineComments: ['#'],
    blockComments: [{ open: '#=', close: '=#' }],
    strings: [
      plain('"""', 'backslash', true, ['dollar-paren', 'dollar-name']),
      plain('"', 'backslash', true, ['dollar-paren', 'dollar-name']),
    ],
    ticks: true,
    sigils: '',
    wordParts: '!',
    joins: ['*'],
    adjacent: false,
    access: ['.'],
    functions: ['function'],
    typedFunctions: false,
    bodies: 'indentation',
    newlines: true,
  },
  functional: {
    lineComments: ['--', '//', ';;'],
    blockComments: [
      { open: '{-', close: '-}', nested: true },
      { open: '(*', close: '*)', nested: true },
    ],
    strings: [
      { open: '$"', close: '"', escape: 'backslash', holes: ['brace'], multiline: false },
      plain('"""', 'none', true),
      plain('"', 'backslash', true),
    ],
    ticks: true,
    sigils: '',
    wordParts: "'",
    joins: ['++', '<>', '^', '+'],
    adjacent: false,
    access: ['.'],
    functions: ['let', 'defn'],
    typedFunctions: false,
    bodies: 'indentation',
    newlines: true,
  },
  basic: {
    lineComments: ["'"],
    blockComments: [],
    strings: [
      { open: '$"', close: '"', escape: 'doubled', holes: ['brace'], multiline: false },
      plain('"', 'doubled'),
    ],
    sigils: '',
    joins: ['&', '+'],
    adjacent: false,
    access: ['.'],
    functions: ['Function', 'Sub'],
    typedFunctions: false,
    bodies: 'indentation',
    newlines: true,
  },
  nix: {
    ...braced,
    lineComments: ['#'],
    blockComments: [c],
    strings: [plain("''", 'none', true, ['dollar-brace']), plain('"', 'backslash', true, ['dollar-brace'])],
    wordParts: '-',
    joins: ['+'],
    typedFunctions: false,
  },
  /** Assignments of values: TOML, INI, properties. */
  assignments: {
    lineComments: ['#', ';'],
    blockComments: [],
    strings: [plain('"""', 'backslash', true), plain("'''", 'none', true), plain('"'), plain("'", 'none')],
    sigils: '',
    wordParts: '-',
    joins: [],
    adjacent: false,
    access: ['.'],
    functions: [],
    typedFunctions: false,
    bodies: 'braces',
    newlines: true,
  },
} as const satisfies Record<string, Syntax>;

export type SyntaxName = keyof typeof SYNTAXES;

export function syntaxNamed(name: SyntaxName): Syntax {
  return SYNTAXES[name];
}
