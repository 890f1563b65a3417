/**
 * The face of the parser: text in, tree or errors out, never an exception.
 *
 * Tolerant mode is for what we read: unknown names and functions, operators that do not fit their operand and
 * the leniencies of the published engine are accepted, the latter listed as `quirks`. Strict mode is for what
 * we write: types, names, numbers of arguments and quirks are checked too.
 */
import type { ConditionNode, Hole, OperandNode } from './ast.js';
import { checkTypes } from './check.js';
import { type ExpressionError, ExpressionFailure } from './errors.js';
import { ExpressionParser } from './parser.js';
import { MAX_LENGTH } from './scheme-data.js';
import { type ExpressionSource, SourceText } from './source.js';
import { tokenizeSource } from './tokenize.js';
import type { Token } from './tokens.js';

export interface ParseOptions {
  /** Default: tolerant. */
  readonly mode?: 'strict' | 'tolerant';
}

interface Parsed {
  readonly source: SourceText;
  /** The text that was parsed; every hole is one character. */
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly holes: readonly Hole[];
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
  return parse(SourceText.of(source), options, (parser, parsed) => ({
    kind: 'filter',
    root: parser.filter(),
    ...parsed(),
  }));
}

/** Parses what stands in `target_url.expression`: a field or a call. */
export function parseValue(
  source: ExpressionSource,
  options: ParseOptions = {},
): ParseResult<ValueExpression> {
  return parse(SourceText.of(source), options, (parser, parsed) => ({
    kind: 'value',
    root: parser.value(),
    ...parsed(),
  }));
}

function parse<E extends Expression>(
  source: SourceText,
  options: ParseOptions,
  build: (parser: ExpressionParser, parsed: () => Parsed) => E,
): ParseResult<E> {
  const { text } = source;
  try {
    if (text.length > MAX_LENGTH) {
      const message = `the expression has ${text.length} characters, ${MAX_LENGTH} are allowed`;
      return { ok: false, text, errors: [{ kind: 'limit', message, start: 0, end: text.length }] };
    }
    const tokens = tokenizeSource(source);
    const parser = new ExpressionParser(source, tokens);
    const expression = build(parser, () => ({
      source,
      text,
      tokens,
      holes: parser.holes(),
      quirks: parser.quirks,
    }));
    if (options.mode !== 'strict') return { ok: true, expression };
    const [first, ...rest] = [...expression.quirks, ...checkTypes(expression)];
    if (first === undefined) return { ok: true, expression };
    return { ok: false, text, errors: [first, ...rest] };
  } catch (error) {
    if (!(error instanceof ExpressionFailure)) throw error;
    return { ok: false, text, errors: [error.detail] };
  }
}
