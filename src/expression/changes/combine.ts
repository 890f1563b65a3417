/**
 * Joining expressions with `and` and `or`, and negating them, with the fewest parentheses that keep the meaning.
 *
 * The texts are kept byte for byte; only white space at their ends goes. `not` takes the comparison after it
 * and `and` binds before `xor` before `or`, so a side needs parentheses exactly when the operator at its top
 * binds more loosely than the one that joins. `true` and `false` disappear into what they decide.
 */
import type { ConditionNode } from '../syntax/ast.js';
import type { ExpressionError } from '../syntax/errors.js';
import { type FilterExpression, parseFilter } from '../syntax/parse.js';
import { type ExpressionSource, type SourcePiece, SourceText } from '../syntax/source.js';

export type Combined =
  | {
      readonly ok: true;
      /** The text as a person would recognise it; holes as they were written. */
      readonly text: string;
      readonly source: ExpressionSource;
      /** Set where the whole is `true` or `false`, which may match everything or nothing. */
      readonly constant: boolean | null;
    }
  | { readonly ok: false; readonly error: ExpressionError; readonly part: ExpressionSource };

type Joint = 'and' | 'or' | 'not';

export function allOf(...parts: readonly ExpressionSource[]): Combined {
  return join('and', parts);
}

export function anyOf(...parts: readonly ExpressionSource[]): Combined {
  return join('or', parts);
}

export function negate(part: ExpressionSource): Combined {
  const parsed = parseFilter(part);
  if (!parsed.ok) return { ok: false, error: parsed.errors[0], part };
  const { expression } = parsed;
  const { root } = expression;
  const constant = constantOf(root);
  if (constant !== null) return whole([{ text: String(!constant) }]);
  if (root.type === 'not') return whole(piecesOf(expression, withoutParentheses(root.operand)));
  return whole([{ text: 'not ' }, ...asOperand(expression, 'not')]);
}

/** Whether a condition must stand in parentheses to keep its meaning as an operand of `joint`. */
export function needsParentheses(expression: FilterExpression, joint: Joint): boolean {
  const { root } = expression;
  if (root.type === 'test' && root.operand.type === 'hole') return true;
  if (root.type === 'logical') return LOOSENESS[root.operator] > LOOSENESS[joint];
  return false;
}

const LOOSENESS = { not: 0, and: 1, xor: 2, or: 3 } as const;

function join(joint: 'and' | 'or', parts: readonly ExpressionSource[]): Combined {
  const deciding = joint === 'or';
  const kept: { expression: FilterExpression; part: ExpressionSource }[] = [];
  let decided = false;
  for (const part of parts) {
    const parsed = parseFilter(part);
    if (!parsed.ok) return { ok: false, error: parsed.errors[0], part };
    const constant = constantOf(parsed.expression.root);
    if (constant === null) kept.push({ expression: parsed.expression, part });
    else decided ||= constant === deciding;
  }
  if (decided) return whole([{ text: String(deciding) }]);
  const [only, ...others] = kept;
  if (only === undefined) return whole([{ text: String(!deciding) }]);
  if (others.length === 0) return whole(piecesOf(only.expression, only.expression.root));
  const pieces: SourcePiece[] = [];
  for (const { expression } of kept) {
    if (pieces.length > 0) pieces.push({ text: ` ${joint} ` });
    for (const one of asOperand(expression, joint)) pieces.push(one);
  }
  return whole(pieces);
}

function asOperand(expression: FilterExpression, joint: Joint): SourcePiece[] {
  const pieces = piecesOf(expression, expression.root);
  return needsParentheses(expression, joint) ? [{ text: '(' }, ...pieces, { text: ')' }] : pieces;
}

function piecesOf({ source }: FilterExpression, node: ConditionNode): SourcePiece[] {
  return source.piecesBetween(node.start, node.end);
}

/** Joining may make a text too long or too deep, so the result is read again. */
function whole(pieces: readonly SourcePiece[]): Combined {
  const merged = merge(pieces);
  const only = merged[0];
  const source = merged.length === 1 && only !== undefined && 'text' in only ? only.text : { pieces: merged };
  const parsed = parseFilter(source);
  if (!parsed.ok) return { ok: false, error: parsed.errors[0], part: source };
  const constant = constantOf(parsed.expression.root);
  return { ok: true, text: SourceText.of(source).display(), source, constant };
}

function merge(pieces: readonly SourcePiece[]): SourcePiece[] {
  const merged: SourcePiece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last !== undefined && 'text' in last && 'text' in piece) {
      merged[merged.length - 1] = { text: last.text + piece.text };
    } else merged.push(piece);
  }
  return merged;
}

function constantOf(node: ConditionNode): boolean | null {
  const inner = withoutParentheses(node);
  return inner.type === 'constant' ? inner.value : null;
}

function withoutParentheses(node: ConditionNode): ConditionNode {
  let inner = node;
  while (inner.type === 'group') inner = inner.inner;
  return inner;
}
