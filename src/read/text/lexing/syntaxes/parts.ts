import type { Escape, HoleForm, StringForm } from '../syntax.js';

/** What the descriptions of several languages are put together from. */

export const plain = (
  quote: string,
  escaping: Escape = 'backslash',
  multiline = false,
  holes: readonly HoleForm[] = [],
): StringForm => ({ open: quote, close: quote, escape: escaping, holes, multiline });

export const c = { open: '/*', close: '*/' };
export const cComments = { lineComments: ['//'], blockComments: [c] };

/** A language with braces, members behind a dot and functions behind their type. */
export const braced = {
  sigils: '',
  joins: ['+'],
  adjacent: false,
  access: ['.', '?.', '::'],
  typedFunctions: true,
  functions: [],
  bodies: 'braces',
  newlines: false,
} as const;
