import type { Value } from '../../../value/index.js';
import { type Code, isPunctuation, skip, split } from '../lexing/code.js';
import { bareName } from '../lexing/scopes.js';
import type { Evaluator } from './evaluate.js';

/** An argument of a call, with the range of tokens that is its value. */
export interface Argument {
  readonly name: string | null;
  readonly start: number;
  readonly end: number;
}

/**
 * The arguments of a call. `call` is its `(`, or, in languages that also call without parentheses, the name
 * that is called.
 */
export function argumentsAt(code: Code, evaluator: Evaluator, call: number): readonly Argument[] {
  if (isPunctuation(code.tokens[call], '(')) {
    return split(code, call).map((part) => {
      const named = evaluator.namedArgument(part.start);
      return { name: named?.name ?? null, start: named?.value ?? part.start, end: part.end };
    });
  }
  return code.syntax.commands === true
    ? commandArguments(code, evaluator, call)
    : bareArguments(code, evaluator, call);
}

export function argumentValue(evaluator: Evaluator, argument: Argument): Value {
  return evaluator.between(argument.start, argument.end);
}

/** True for a name that is called without parentheses where it stands. */
export function isBareCall(code: Code, at: number): boolean {
  const { tokens, syntax } = code;
  const name = tokens[at];
  const next = tokens[at + 1];
  if (name?.kind !== 'word' || next === undefined || next.start === name.end) return false;
  if (syntax.commands === true) {
    // `Verb-Noun` at the beginning of a command.
    return (
      isPunctuation(tokens[at - 1], '-') &&
      tokens[at - 1]?.end === name.start &&
      (next.kind !== 'punctuation' || ['-', '@', '(', '{'].includes(next.text)) &&
      next.kind !== 'newline'
    );
  }
  if (syntax.bareCalls !== true) return false;
  return (
    next.kind === 'string' ||
    next.kind === 'word' ||
    next.kind === 'number' ||
    (isPunctuation(next, ':') && tokens[at + 2]?.start === next.end)
  );
}

const MAX_ARGUMENTS = 24;

/** `-Name value value2` */
function commandArguments(code: Code, evaluator: Evaluator, name: number): readonly Argument[] {
  const { tokens } = code;
  const found: Argument[] = [];
  let at = name + 1;
  while (found.length < MAX_ARGUMENTS) {
    const token = tokens[at];
    if (token === undefined || token.kind === 'newline') break;
    if (token.kind === 'punctuation' && [';', '|', '}', ')'].includes(token.text)) break;
    const key = tokens[at + 1];
    const named = isPunctuation(token, '-') && key?.kind === 'word' && key.start === token.end;
    const start = named ? at + 2 : at;
    const value = tokens[start];
    // A switch has no value.
    const bare = named && (value === undefined || value.kind === 'newline' || isPunctuation(value, '-'));
    const end = bare ? start : Math.max(start + 1, evaluator.at(start).end);
    if (!bare) found.push({ name: named ? bareName(key.text) : null, start, end });
    at = Math.max(at + 1, end);
  }
  return found;
}

/** `put "…", body do` */
function bareArguments(code: Code, evaluator: Evaluator, name: number): readonly Argument[] {
  const { tokens } = code;
  const found: Argument[] = [];
  let start = name + 1;
  for (let at = start; found.length < MAX_ARGUMENTS; at = skip(code, at)) {
    const token = tokens[at];
    const ends =
      token === undefined ||
      token.kind === 'newline' ||
      (token.kind === 'punctuation' && [';', '}', ')', ']'].includes(token.text)) ||
      (token.kind === 'word' && /^(?:do|if|unless|while|and|or|rescue)$/.test(token.text));
    if (!ends && !isPunctuation(token, ',')) continue;
    if (at > start) {
      const named = evaluator.namedArgument(start);
      found.push({ name: named?.name ?? null, start: named?.value ?? start, end: at });
    }
    if (ends) break;
    start = at + 1;
  }
  return found;
}

/** The name that is called without parentheses with the expression at a token among its arguments, or null. */
export function bareCallBefore(code: Code, at: number): number | null {
  if (code.syntax.bareCalls !== true) return null;
  const { tokens, partner } = code;
  for (let index = at - 1; index >= 0 && index > at - 60; index--) {
    const token = tokens[index];
    if (token === undefined || token.kind === 'newline') return null;
    const open = partner[index] ?? -1;
    if (open >= 0 && open < index) {
      index = open;
      continue;
    }
    if (token.kind === 'punctuation' && ['(', '[', '{', ';', '=', '|'].includes(token.text)) return null;
    if (token.kind === 'word' && isBareCall(code, index)) return index;
  }
  return null;
}
