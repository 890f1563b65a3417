import { type Code, isPunctuation, isWord, skip } from './code.js';

/** The bracket that begins a literal or the arguments of a call, past the type that is written before it. */

/** The `{` of C#'s `new[] { … }`, `new List<T> { … }`, `new T(…) { … }`, or -1. */
export function initialiserAt(code: Code, start: number): number {
  const { tokens, syntax } = code;
  const made = isWord(tokens[start], 'new') || isWord(tokens[start - 1], 'new');
  if (syntax.ecosystem !== 'nuget' || !made) return -1;
  for (let at = start; at < start + 16; ) {
    const token = tokens[at];
    if (token?.kind !== 'word' && token?.kind !== 'punctuation') return -1;
    if (token.kind === 'punctuation') {
      if (token.text === '{') return at;
      if (!['[', '(', '<', '>', '>>', '.', ',', '?'].includes(token.text)) return -1;
    }
    at = token.kind === 'punctuation' && token.text !== '<' ? skip(code, at) : at + 1;
  }
  return -1;
}

/** The `{` after a type that begins at `from`, or -1. */
export function typedLiteralAt(code: Code, from: number): number {
  const { tokens } = code;
  for (let at = from; at < from + 14; at++) {
    const token = tokens[at];
    if (token === undefined || token.kind === 'newline' || token.kind === 'string') return -1;
    if (token.kind === 'word') {
      // `interface{}` and `struct{}` are types themselves.
      if (/^(?:interface|struct)$/.test(token.text) && isPunctuation(tokens[at + 1], '{'))
        at = skip(code, at + 1) - 1;
      continue;
    }
    if (token.kind !== 'punctuation') return -1;
    if (token.text === '{') return at;
    if (token.text === '[') at = skip(code, at) - 1;
    else if (!['.', '*'].includes(token.text)) return -1;
  }
  return -1;
}

/** The `(` of a call right after `at`, past type arguments; -1 if none. */
export function callAt(code: Code, at: number): number {
  const { tokens } = code;
  const token = tokens[at];
  if (isPunctuation(token, '(') && (code.partner[at] ?? -1) > 0) return at;
  if (isPunctuation(token, '!') && ['(', '[', '{'].some((open) => isPunctuation(tokens[at + 1], open)))
    return at + 1;
  if (isPunctuation(token, '<') || (isPunctuation(token, '::') && isPunctuation(tokens[at + 1], '<'))) {
    for (let index = at + 1; index < at + 20; index++) {
      const inner = tokens[index];
      if (inner === undefined || inner.kind === 'newline' || inner.kind === 'string') return -1;
      if (inner.kind === 'punctuation' && (inner.text === '>' || inner.text === '>>')) {
        if (isPunctuation(tokens[index + 1], '(')) return index + 1;
      } else if (
        inner.kind === 'punctuation' &&
        !['<', ',', '.', '[', ']', '?', '::', '&', '*', '('].includes(inner.text)
      )
        return -1;
    }
  }
  return -1;
}

/** The `{` of `T { a: 1 }`, `T{A: 1}`, `new T { A = 1 }`, or -1. */
export function structLiteralAt(code: Code, at: number, names: readonly string[]): number {
  const { tokens, syntax } = code;
  if (!isPunctuation(tokens[at], '{') || syntax.bodies !== 'braces') return -1;
  const last = names.at(-1) ?? '';
  // `setting{Value: "low"}`: fields of a type of the package itself.
  const field = tokens[at + 1];
  const fields = field?.kind === 'word' && /^[A-Z]/.test(field.text) && isPunctuation(tokens[at + 2], ':');
  if (!/^[A-Z]/.test(last) && last !== 'new' && !(syntax.ecosystem === 'go' && fields)) return -1;
  return ['go', 'crates', 'nuget'].includes(syntax.ecosystem ?? '') ? at : -1;
}
