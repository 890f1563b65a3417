import { isCollection } from './calls.js';
import { type Code, isPunctuation } from './code.js';
import type { FunctionScope } from './scopes.js';

/** A statement: tokens from `start` on, before `end`. Heads of loops and branches are statements of their own. */
export interface Statement {
  readonly start: number;
  readonly end: number;
}

/** The statements of a function, or those outside of all functions, in order. */
export function statementsOf(code: Code, scope: FunctionScope | null): readonly Statement[] {
  const from = scope?.start ?? 0;
  const to = Math.min(scope?.end ?? code.tokens.length, code.tokens.length);
  const found: Statement[] = [];
  let start = from;
  for (let at = from; at < to; at++) {
    if (!isBoundary(code, at, from)) continue;
    if (at > start) found.push({ start, end: at });
    start = at + 1;
  }
  if (to > start) found.push({ start, end: to });
  return found;
}

/** `body` is the brace of the function: behind a type, `[]Record {`, it looks like that of a literal. */
function isBoundary(code: Code, at: number, body: number): boolean {
  const { tokens, enclosing, syntax } = code;
  const token = tokens[at];
  const open = enclosing[at] ?? -1;
  const inside = open >= 0 && open !== body && (isPunctuation(tokens[open], '(') || isCollection(code, open));
  if (token?.kind === 'newline') {
    const next = tokens[at + 1];
    // A chain goes on in the next line.
    const goesOn = next?.kind === 'punctuation' && (syntax.access.includes(next.text) || next.text === '|>');
    return !inside && !goesOn;
  }
  if (token?.kind !== 'punctuation') return false;
  if (token.text === ';') return !inside || isPunctuation(tokens[open], '(');
  const opening = token.text === '{' ? at : token.text === '}' ? (code.partner[at] ?? -1) : null;
  return opening !== null && (opening === body || !isCollection(code, opening));
}

/** The statement a token belongs to, by its index in the list; -1 for none. */
export function statementAt(statements: readonly Statement[], at: number): number {
  let low = 0;
  let high = statements.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const one = statements[middle];
    if (one === undefined) return -1;
    if (at < one.start) high = middle - 1;
    else if (at >= one.end) low = middle + 1;
    else return middle;
  }
  return -1;
}
