import type { HoleForm, StringForm, Syntax } from '../syntax.js';
import { braced, c, cComments, plain } from './parts.js';

/** Languages with braces around their blocks. */

const rustRaw = ['', 'b', 'c'].flatMap((prefix): StringForm[] => [
  ...[3, 2, 1, 0].map((count): StringForm => {
    const hashes = '#'.repeat(count);
    return { open: `${prefix}r${hashes}"`, close: `"${hashes}`, escape: 'none', holes: [], multiline: true };
  }),
  { open: `${prefix}"`, close: '"', escape: 'backslash', holes: [], multiline: true, joinsLines: true },
]);

const kotlinHoles: readonly HoleForm[] = ['dollar-brace', 'dollar-name'];

export const BRACED = {
  go: {
    ...braced,
    ...cComments,
    strings: [plain('"'), plain('`', 'none', true)],
    ticks: true,
    functions: ['func'],
    typedFunctions: false,
    newlines: true,
    pascalFields: true,
    typesFirst: true,
    ecosystem: 'go',
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
} as const satisfies Record<string, Syntax>;
