import { text as textOf, type Value } from '../../../value/index.js';
import { type Code, split } from '../lexing/code.js';
import { literalText } from '../lexing/tokens.js';
import { methodNamed } from '../words/verbs.js';

/** A command line of curl that a program starts as a list of words: `["curl", "-X", "PUT", url]`. */
const CURL = /(?:^|\/)curl(?:\.exe)?$/;
const METHOD_OPTION = /^(?:-[a-zA-Z]*X|--request)$/;
const SENDING_OPTION = /^(?:-[a-zA-Z]*d|--data(?:-\w+)?|--json|-F|--form)$/;

/** Words of a command that are looked at. */
const MAX_WORDS = 60;

/** The method that the words around a token send, or null if they are no such command. */
export function commandMethod(code: Code, at: number): Value | null {
  let open = code.enclosing[at] ?? -1;
  for (let level = 0; open >= 0 && level < 2; level++) {
    const words = split(code, open, [','], MAX_WORDS).map((part) =>
      part.end === part.start + 1 ? literalText(code.tokens[part.start]) : null,
    );
    const method = methodOfWords(words);
    if (method !== null) return method;
    open = code.enclosing[open] ?? -1;
  }
  return null;
}

/** The method of a command line given word by word; a word that is not known is null. */
export function methodOfWords(words: readonly (string | null)[]): Value | null {
  const program = words.slice(0, 4).findIndex((word) => word !== null && CURL.test(word));
  return program < 0 ? null : textOf(methodOf(words.slice(program + 1)), null);
}

function methodOf(words: readonly (string | null)[]): string {
  for (const [index, word] of words.entries()) {
    const inline = /^(?:-X|--request=)(\w+)$/.exec(word ?? '')?.[1];
    const named = METHOD_OPTION.test(word ?? '') ? words[index + 1] : inline;
    const method = methodNamed(named ?? '');
    if (method !== null) return method;
  }
  return words.some((word) => SENDING_OPTION.test(word ?? '')) ? 'POST' : 'GET';
}
