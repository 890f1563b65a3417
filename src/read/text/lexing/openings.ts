import type { BlockComment, StringForm, Syntax } from './syntax.js';

/** What may begin at a character of a language's text: comments, literals, lists of words, patterns. */

export const ASCII = 128;

export interface Openings {
  readonly strings: ReadonlyMap<string, readonly StringForm[]>;
  readonly line: readonly string[];
  readonly block: readonly BlockComment[];
  /** By ASCII character whether anything but a word, a number or punctuation may begin with it. */
  readonly any: Uint8Array;
}

const known = new WeakMap<Syntax, Openings>();

/** Worked out once for each language. */
export function openingsOf(syntax: Syntax): Openings {
  const before = known.get(syntax);
  if (before !== undefined) return before;
  const strings = new Map<string, StringForm[]>();
  for (const form of syntax.strings) {
    const first = form.open.charAt(0);
    const forms = strings.get(first) ?? [];
    forms.push(form);
    strings.set(first, forms);
  }
  for (const forms of strings.values()) forms.sort((a, b) => b.open.length - a.open.length);
  const openings = {
    strings,
    line: syntax.lineComments,
    block: syntax.blockComments,
    any: anyOf(syntax),
  };
  known.set(syntax, openings);
  return openings;
}

function anyOf(syntax: Syntax): Uint8Array {
  const texts = [
    ...syntax.lineComments,
    ...syntax.blockComments.map(({ open }) => open),
    ...syntax.strings.map(({ open }) => open),
    ...(syntax.heredoc === undefined ? [] : ['<']),
    ...(syntax.quoteWords === undefined ? [] : ['%', 'q', '~']),
    ...(syntax.regexLiterals === true ? ['/'] : []),
  ];
  const any = new Uint8Array(ASCII);
  for (const opening of texts) any[opening.charCodeAt(0)] = 1;
  return any;
}
