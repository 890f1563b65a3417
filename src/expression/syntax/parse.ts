/**
 * The face of the parser: text in, tree or errors out, never an exception.
 *
 * Tolerant mode is for what we read: unknown names and functions, operators that do not fit their operand and
 * the leniencies of the published engine are accepted, the latter listed as `quirks`. Strict mode is for what
 * we write: types, names, numbers of arguments and quirks are checked too.
 */

import { MAX_LENGTH } from '../scheme/data.js';
import type { ConditionNode, ExpressionHole, OperandNode } from './ast.js';
import { checkTypes } from './check.js';
import { type ExpressionError, ExpressionFailure, fail } from './errors.js';
import { ExpressionParser } from './parser.js';
import { type ExpressionSource, SourceText } from './source.js';
import { tokenizeSource } from './tokenize.js';
import type { ExpressionToken } from './tokens.js';

export interface ParseOptions {
  /** Default: tolerant. */
  readonly mode?: 'strict' | 'tolerant';
}

interface Parsed {
  readonly source: SourceText;
  /** The text that was parsed; every hole is one character. */
  readonly text: string;
  readonly tokens: readonly ExpressionToken[];
  readonly holes: readonly ExpressionHole[];
  /** What only the leniency of the published engine accepts; empty in strict mode. */
  readonly quirks: readonly ExpressionError[];
}

export interface FilterExpression extends Parsed {
  readonly kind: 'filter';
  readonly root: ConditionNode;
}

export interface ValueExpression extends Parsed {
  readonly kind: 'value';
  readonly root: OperandNode;
}

export type Expression = FilterExpression | ValueExpression;

export interface ParseFailure {
  readonly ok: false;
  /** At least one. */
  readonly errors: readonly [ExpressionError, ...ExpressionError[]];
  readonly text: string;
}

export type ParseResult<E extends Expression> = { readonly ok: true; readonly expression: E } | ParseFailure;

/** Parses what stands in `rule.expression`: a condition. */
export function parseFilter(
  source: ExpressionSource,
  options: ParseOptions = {},
): ParseResult<FilterExpression> {
  const read = SourceText.of(source);
  try {
    const parser = open(read);
    const root = parser.filter();
    return finish({ kind: 'filter', root, ...parsed(read, parser) }, options);
  } catch (error) {
    return failure(read.text, error);
  }
}

/** Parses what stands in `target_url.expression`: a field or a call. */
export function parseValue(
  source: ExpressionSource,
  options: ParseOptions = {},
): ParseResult<ValueExpression> {
  const read = SourceText.of(source);
  try {
    const parser = open(read);
    const root = parser.value();
    return finish({ kind: 'value', root, ...parsed(read, parser) }, options);
  } catch (error) {
    return failure(read.text, error);
  }
}

function open(source: SourceText): ExpressionParser {
  const { length } = source.text;
  if (length > MAX_LENGTH) {
    fail('limit', 0, length, `the expression has ${length} characters, ${MAX_LENGTH} are allowed`);
  }
  return new ExpressionParser(source, tokenizeSource(source));
}

function parsed(source: SourceText, { tokens, notes }: ExpressionParser): Parsed {
  return { source, text: source.text, tokens, holes: notes.holes(), quirks: notes.quirks };
}

function finish<E extends Expression>(expression: E, options: ParseOptions): ParseResult<E> {
  if (options.mode !== 'strict') return { ok: true, expression };
  const [first, ...rest] = [...expression.quirks, ...checkTypes(expression)];
  if (first === undefined) return { ok: true, expression };
  return { ok: false, text: expression.text, errors: [first, ...rest] };
}

function failure(text: string, error: unknown): ParseFailure {
  if (!(error instanceof ExpressionFailure)) throw error;
  return { ok: false, text, errors: [error.detail] };
}
