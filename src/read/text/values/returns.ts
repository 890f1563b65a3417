import type { Piece, Value } from '../../../value/index.js';
import { type Code, isPunctuation, isWord, skip } from '../lexing/code.js';
import { bareName, type FunctionScope } from '../lexing/scopes.js';
import { piecesOf } from './pieces.js';

/** A method of Python that is read like a member. */
export function isProperty({ tokens }: Code, { nameAt }: FunctionScope): boolean {
  return tokens
    .slice(Math.max(0, nameAt - 6), nameAt)
    .some((token) => token.kind === 'word' && /^@?(?:cached_)?property$/.test(token.text));
}

/** First token of the one expression a function gives back, or null. */
export function resultOf(code: Code, scope: FunctionScope): number | null {
  const { tokens } = code;
  let found: number | null = null;
  if (isPunctuation(tokens[scope.start], '=>') || isPunctuation(tokens[scope.start], '='))
    return scope.start + 1;
  for (let at = scope.start; at < scope.end && at < scope.start + 400; at++) {
    if (!isWord(tokens[at], 'return')) continue;
    if (found !== null) return null;
    found = at + 1;
  }
  if (found !== null) return found;
  // The last expression is the result: Rust, Ruby, Elixir, Scala.
  if (!isPunctuation(tokens[scope.start], '{') || scope.end - scope.start > 400)
    return scope.end - scope.start < 40 ? lastLine(code, scope) : null;
  const only = scope.start + 1;
  return only < scope.end - 1 ? lastExpression(code, only, scope.end - 1) : null;
}

function lastExpression(code: Code, from: number, end: number): number | null {
  let start = from;
  for (let at = from; at < end; at = skip(code, at)) {
    if (isPunctuation(code.tokens[at], ';') || code.tokens[at]?.kind === 'newline') start = at + 1;
  }
  return start < end ? start : null;
}

function lastLine(code: Code, scope: FunctionScope): number | null {
  const { tokens, leads } = code;
  for (let at = scope.end - 1; at > scope.start; at--) {
    if (leads[at] === 1 && !isWord(tokens[at], 'end') && tokens[at]?.kind !== 'punctuation') return at;
  }
  return null;
}

/** Fills the holes that are named like parameters with the arguments of a call. */
export function substitute(
  value: Value,
  scope: FunctionScope,
  values: readonly Value[],
  shift: number,
): Value {
  if (value.kind !== 'text') return value;
  const pieces = value.pieces.flatMap((piece): readonly Piece[] => {
    if (piece.kind === 'text' || piece.name === undefined) return [piece];
    const name = bareName(piece.name);
    const index = scope.parameters.findIndex((parameter) => parameter.name === name);
    const given = index < 0 ? undefined : values[index - shift];
    return given === undefined ? [piece] : piecesOf(given);
  });
  return { ...value, pieces };
}
