import type { Syntax } from '../syntax.js';
import { braced, c, plain } from './parts.js';

/** Functional languages, Basic, Nix, and files of assignments. */

export const OTHERS = {
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
