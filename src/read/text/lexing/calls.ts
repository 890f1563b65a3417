import { type Code, isPunctuation } from './code.js';

/** Where an expression stands: the call it is an argument of, and the links of that call's chain. */

/** The names in front of the `(` at `open`, outermost first: `self.client.put(` is `self client put`. */
export function calleeOf(code: Code, open: number): readonly string[] {
  const { tokens, syntax } = code;
  const names: string[] = [];
  let at = open - 1;
  // Type arguments and the mark of a macro stand between the name and the bracket.
  if (isPunctuation(tokens[at], '!')) at--;
  if (isPunctuation(tokens[at], '>') || isPunctuation(tokens[at], '>>')) {
    for (let back = at - 1; back > at - 20; back--) {
      if (isPunctuation(tokens[back], '<')) {
        at = back - 1;
        if (isPunctuation(tokens[at], '::')) at--;
        break;
      }
    }
  }
  while (names.length < 24) {
    const token = tokens[at];
    if (token?.kind !== 'word') break;
    names.unshift(token.text);
    const mark = tokens[at - 1];
    if (mark?.kind !== 'punctuation' || !syntax.access.includes(mark.text)) break;
    const before = tokens[at - 2];
    if (before?.kind === 'word') {
      at -= 2;
      continue;
    }
    // A call or an index in between: `client.put().uri(`.
    let link = at - 2;
    while (link >= 0 && isClosing(code, link)) link = (code.partner[link] ?? link) - 1;
    if (tokens[link]?.kind !== 'word' || link === at - 2) break;
    at = link;
  }
  return names;
}

function isClosing(code: Code, at: number): boolean {
  const token = code.tokens[at];
  const partner = code.partner[at] ?? -1;
  return token?.kind === 'punctuation' && partner >= 0 && partner < at;
}

/** The innermost `(` around a token, going out of collections; -1 when a block or nothing comes first. */
export function callAround(code: Code, at: number): number {
  let open = code.enclosing[at] ?? -1;
  for (let guard = 0; open >= 0 && guard < 12; guard++) {
    const token = code.tokens[open];
    if (isPunctuation(token, '(')) return open;
    if (!isPunctuation(token, '[') && !isCollection(code, open)) return -1;
    open = code.enclosing[open] ?? -1;
  }
  return -1;
}

/** True for a `{` that begins a literal rather than a block. */
export function isCollection(code: Code, open: number): boolean {
  const { tokens } = code;
  if (!isPunctuation(tokens[open], '{')) return isPunctuation(tokens[open], '[');
  const before = tokens[open - 1];
  if (before?.kind === 'punctuation')
    return (
      ['(', '[', ',', '=', ':=', ':', '=>', '{', '@', '%', '}', '+', '?', '>', ']', '!'].includes(
        before.text,
      ) && !(before.text === '}' && code.syntax.newlines)
    );
  if (before?.kind === 'word')
    return /^[A-Z]|^(?:return|new|in|yield)$/.test(before.text) && code.syntax.bodies === 'braces';
  return false;
}

export interface Link {
  readonly name: string;
  /** The `(` of the call, or -1. */
  readonly open: number;
}

/** The calls that follow `from` in the same chain: `.put(body).send()`. */
export function linksAfter(code: Code, from: number): readonly Link[] {
  const { tokens, syntax } = code;
  const links: Link[] = [];
  let at = from;
  while (links.length < 24) {
    const mark = tokens[at];
    // `?` ends a Rust call, `!!` a Kotlin one.
    if (isPunctuation(mark, '?') || isPunctuation(mark, '!')) {
      at++;
      continue;
    }
    const name = tokens[at + 1];
    if (mark?.kind !== 'punctuation' || !syntax.access.includes(mark.text) || name?.kind !== 'word')
      return links;
    const open = isPunctuation(tokens[at + 2], '(') ? at + 2 : -1;
    links.push({ name: name.text, open });
    const partner = open < 0 ? -1 : (code.partner[open] ?? -1);
    if (open >= 0 && partner < 0) return links;
    at = open < 0 ? at + 2 : partner + 1;
  }
  return links;
}
