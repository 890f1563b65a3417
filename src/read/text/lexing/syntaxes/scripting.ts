import type { Escape, HoleForm, StringForm, Syntax } from '../syntax.js';
import { braced, c, plain } from './parts.js';

/** Scripting languages. */

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

const python = {
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
  wordOperators: true,
  quotedKeys: true,
} as const satisfies Syntax;

const ruby = {
  lineComments: ['#'],
  blockComments: [{ open: '\n=begin', close: '\n=end' }],
  strings: [plain('"', 'backslash', true, ['hash-brace']), plain("'", 'quote-only', true), plain('`')],
  heredoc: 'ruby',
  quoteWords: 'ruby',
  bareCalls: true,
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
} as const satisfies Syntax;

export const SCRIPTING = {
  python: { ...python, ecosystem: 'pypi' },
  /** Written like Python, its packages in a registry of their own. */
  nim: { ...python, bareCalls: true },
  ruby: { ...ruby, ecosystem: 'rubygems' },
  /** Written like Ruby, its packages in a registry of their own. */
  crystal: ruby,
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
    quoteWords: 'elixir',
    bareCalls: true,
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
    commands: true,
    continuation: '`',
    functions: ['function'],
    typedFunctions: false,
    newlines: true,
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
} as const satisfies Record<string, Syntax>;
