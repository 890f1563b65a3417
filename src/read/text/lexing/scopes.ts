import { type Assignment, bareName, readAssignments } from './assignments.js';
import { type Code, isPunctuation, isWord, skip, split } from './code.js';
import type { Token } from './tokens.js';

/** The functions of a file, with the places where names get their values. Token indices throughout. */

export { type Assignment, bareName } from './assignments.js';

export interface Parameter {
  readonly name: string;
  /** First token of the default value, or -1. */
  readonly fallback: number;
}

export interface FunctionScope {
  readonly name: string;
  readonly nameAt: number;
  readonly parameters: readonly Parameter[];
  readonly start: number;
  /** First token after the body. */
  readonly end: number;
}

export interface Scopes {
  readonly functions: readonly FunctionScope[];
  /** Index of the innermost function around each token, else -1. */
  readonly owner: Int32Array;
  readonly assignments: ReadonlyMap<string, readonly Assignment[]>;
}

const CONTROL = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'return',
  'new',
  'else',
  'using',
  'lock',
  'foreach',
  'when',
  'match',
  'synchronized',
  'elseif',
  'sizeof',
  'await',
  'throw',
  'function',
  'with',
  'unless',
  'until',
]);

export function readScopes(code: Code): Scopes {
  const functions = readFunctions(code);
  return { functions, owner: ownersOf(code, functions), assignments: readAssignments(code) };
}

function ownersOf(code: Code, functions: readonly FunctionScope[]): Int32Array {
  const owner = new Int32Array(code.tokens.length).fill(-1);
  const order = functions
    .map((_, index) => index)
    .sort((a, b) => startOf(functions, a) - startOf(functions, b));
  const open: number[] = [];
  let next = 0;
  for (let at = 0; at < owner.length; at++) {
    for (
      let index = order[next];
      index !== undefined && startOf(functions, index) <= at;
      index = order[++next]
    ) {
      open.push(index);
    }
    while (open.length > 0 && (functions[open.at(-1) ?? 0]?.end ?? 0) <= at) open.pop();
    owner[at] = open.at(-1) ?? -1;
  }
  return owner;
}

const startOf = (functions: readonly FunctionScope[], index: number): number => functions[index]?.start ?? 0;

function readFunctions(code: Code): FunctionScope[] {
  const { tokens, syntax } = code;
  const functions: FunctionScope[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind !== 'word') continue;
    const found = syntax.functions.includes(token.text)
      ? keywordFunction(code, at)
      : syntax.typedFunctions
        ? typedFunction(code, at)
        : null;
    if (found !== null) functions.push(found);
  }
  return functions;
}

/** Words and marks between the keyword of a function and its parameters. */
const MAX_NAME_TOKENS = 40;

function keywordFunction(code: Code, at: number): FunctionScope | null {
  const { tokens } = code;
  let index = at + 1;
  // Go's receiver stands before the name.
  if (isPunctuation(tokens[index], '(') && code.syntax.typesFirst === true) {
    const after = skip(code, index);
    if (tokens[after]?.kind !== 'word') return null;
    index = after;
  }
  let nameAt = at;
  while (tokens[index]?.kind === 'word' || isMemberMark(tokens[index])) {
    if (tokens[index]?.kind === 'word') nameAt = index;
    if (++index - at > MAX_NAME_TOKENS) return null;
  }
  index = pastTypeParameters(code, index);
  const name = tokens[nameAt];
  const text = name?.kind === 'word' && nameAt > at ? bareName(name.text) : '';
  if (!isPunctuation(tokens[index], '(')) return bareFunction(code, at, nameAt, text, index);
  const body = bodyAfter(code, skip(code, index), at);
  if (body === null) return null;
  return { name: text, nameAt, parameters: parametersOf(code, index), ...body };
}

const isMemberMark = (token: Token | undefined): boolean =>
  token?.kind === 'punctuation' && ['.', ':', '::', '-'].includes(token.text);

/** Functions without a parameter list: Ruby's `def name`, Perl's `sub name {`, PowerShell's `function X {`. */
function bareFunction(
  code: Code,
  at: number,
  nameAt: number,
  name: string,
  index: number,
): FunctionScope | null {
  const { tokens } = code;
  if (name === '') return null;
  if (isPunctuation(tokens[index], '{')) {
    const end = skip(code, index);
    return { name, nameAt, parameters: innerParameters(code, index + 1), start: index, end };
  }
  if (code.syntax.bodies !== 'indentation') return null;
  // The words up to the end of the line are the parameters: `def name a, b`.
  const body = bodyAfter(code, index, at);
  return body === null ? null : { name, nameAt, parameters: [], ...body };
}

/** `param($A, $B)` and `my ($a, $b) = @_;` at the beginning of a body. */
function innerParameters(code: Code, from: number): Parameter[] {
  const { tokens } = code;
  for (let index = from; index < from + 30; index++) {
    if (!isWord(tokens[index], 'param') && !isWord(tokens[index], 'Param') && !isWord(tokens[index], 'my'))
      continue;
    if (!isPunctuation(tokens[index + 1], '(')) continue;
    const parameters: Parameter[] = [];
    for (const part of split(code, index + 1)) {
      for (let inner = part.start; inner < part.end; inner = skip(code, inner)) {
        const token = tokens[inner];
        if (token?.kind === 'word' && token.text.startsWith('$')) {
          parameters.push({ name: bareName(token.text), fallback: fallbackOf(code, inner + 1, part.end) });
          break;
        }
      }
    }
    return parameters;
  }
  return [];
}

function fallbackOf(code: Code, from: number, end: number): number {
  for (let index = from; index < end; index = skip(code, index)) {
    if (isPunctuation(code.tokens[index], '=')) return index + 1;
  }
  return -1;
}

function pastTypeParameters(code: Code, index: number): number {
  const { tokens } = code;
  if (isPunctuation(tokens[index], '<')) {
    for (let at = index + 1; at < index + 30; at++) {
      if (isPunctuation(tokens[at], '>') && isPunctuation(tokens[at + 1], '(')) return at + 1;
    }
  }
  if (isPunctuation(tokens[index], '[')) {
    const after = skip(code, index);
    if (isPunctuation(tokens[after], '(')) return after;
  }
  return index;
}

/** `Type name(…) {` */
function typedFunction(code: Code, at: number): FunctionScope | null {
  const { tokens } = code;
  const token = tokens[at];
  if (token?.kind !== 'word' || CONTROL.has(token.text)) return null;
  const open = pastTypeParameters(code, at + 1);
  if (!isPunctuation(tokens[open], '(')) return null;
  const before = tokens[at - 1];
  const declared =
    before === undefined ||
    before.kind === 'newline' ||
    (before.kind === 'word' && !CONTROL.has(before.text)) ||
    (before.kind === 'punctuation' && ['>', ']', '*', '&', '?', '}', '{', ';', ')'].includes(before.text));
  if (!declared) return null;
  const close = code.partner[open] ?? -1;
  if (close < 0) return null;
  const body = bodyAfter(code, close + 1, at);
  return body === null || !body.braced
    ? null
    : {
        name: token.text,
        nameAt: at,
        parameters: parametersOf(code, open),
        start: body.start,
        end: body.end,
      };
}

interface Body {
  readonly start: number;
  readonly end: number;
  readonly braced: boolean;
}

/** How many tokens of result types and clauses may stand between the parameters and the body. */
const MAX_CLAUSE = 48;

function bodyAfter(code: Code, from: number, head: number): Body | null {
  const { tokens, syntax } = code;
  if (syntax.bodies === 'indentation') return { start: from, end: dedent(code, head), braced: false };
  let generics = 0;
  for (
    let index = from;
    index < from + MAX_CLAUSE;
    index = isPunctuation(tokens[index], '{') ? index + 1 : skip(code, index)
  ) {
    const token = tokens[index];
    if (token === undefined || token.kind === 'string' || token.kind === 'newline') return null;
    if (token.kind !== 'punctuation') continue;
    // `throws IOException, InterruptedException {` of Java, `where T : class, new() {` of C#
    if (token.text === ',' && (isWord(tokens[from], 'throws') || isWord(tokens[from], 'where'))) continue;
    if (token.text === '<') generics++;
    else if (token.text === '>') generics--;
    else if (token.text === '>>') generics -= 2;
    if (generics > 0) continue;
    if (token.text === '{') return { start: index, end: skip(code, index), braced: true };
    if (token.text === '=>' || token.text === '=')
      return { start: index, end: statementEnd(code, index + 1), braced: token.text === '=>' };
    if ([';', ')', ']', '}', ',', '+', '&&', '||', '=='].includes(token.text)) return null;
  }
  return null;
}

function dedent(code: Code, head: number): number {
  const column = code.indent[head] ?? 0;
  const { tokens, indent } = code;
  const leading = leadingTokens(code);
  for (let line = lineAfter(leading, head); line < leading.length; line++) {
    const index = leading[line] ?? tokens.length;
    if ((indent[index] ?? 0) > column) continue;
    const token = tokens[index];
    if (token?.kind === 'punctuation' && ')]}'.includes(token.text)) continue;
    return index;
  }
  return tokens.length;
}

const leadingOf = new WeakMap<Code, readonly number[]>();

/** The first tokens of all lines. */
function leadingTokens(code: Code): readonly number[] {
  let leading = leadingOf.get(code);
  if (leading === undefined) {
    leading = code.tokens.flatMap((_, index) => (code.leads[index] === 1 ? [index] : []));
    leadingOf.set(code, leading);
  }
  return leading;
}

/** The first line that begins behind a token. */
function lineAfter(leading: readonly number[], token: number): number {
  let low = 0;
  let high = leading.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((leading[middle] ?? 0) <= token) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the token that ends the statement containing `from`, at its own depth. */
export function statementEnd(code: Code, from: number): number {
  const { tokens } = code;
  for (let index = from; index < tokens.length; index = skip(code, index)) {
    const token = tokens[index];
    if (token?.kind === 'newline') return index;
    if (token?.kind === 'punctuation' && [';', '}', ')', ']'].includes(token.text)) return index;
  }
  return tokens.length;
}

function parametersOf(code: Code, open: number): Parameter[] {
  return split(code, open).flatMap((part) => {
    const found = parameterOf(code, part.start, part.end);
    return found === null ? [] : [found];
  });
}

function parameterOf(code: Code, start: number, end: number): Parameter | null {
  const { tokens, syntax } = code;
  const fallback = fallbackOf(code, start, end);
  const stop = fallback < 0 ? end : fallback - 1;
  let colon = -1;
  const words: number[] = [];
  for (let index = start; index < stop; index = skip(code, index)) {
    const token = tokens[index];
    if (isPunctuation(token, ':') && colon < 0 && words.length > 0) colon = words.length;
    if (token?.kind === 'word') words.push(index);
  }
  const sigil = words.find((index) => {
    const token = tokens[index];
    return syntax.sigils.includes('$') && token?.kind === 'word' && token.text.startsWith('$');
  });
  const chosen = sigil ?? (colon > 0 ? words[colon - 1] : syntax.typedFunctions ? words.at(-1) : words[0]);
  const token = chosen === undefined ? undefined : tokens[chosen];
  return token?.kind === 'word' ? { name: bareName(token.text), fallback } : null;
}

/** The innermost function around a token, or null. */
export function functionAround(scopes: Scopes, at: number): FunctionScope | null {
  return scopes.functions[scopes.owner[at] ?? -1] ?? null;
}
