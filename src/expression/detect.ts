/**
 * Is this text an expression? Evidence is in the text alone: it parses in tolerant mode, compares or combines
 * something, and uses at least one field we know. Prose does not parse; a lone field name, as in lists of
 * fields, compares nothing. `ssl` proves nothing, since it is a word like any other.
 *
 * Where the place already says so (a body field, a resource attribute), parse without asking here.
 */

import { MAX_LENGTH } from './scheme/data.js';
import { canonicalName, isKnownField } from './scheme/scheme.js';
import { type ConditionNode, eachOperand } from './syntax/ast.js';
import { type FilterExpression, parseFilter } from './syntax/parse.js';
import { type ExpressionSource, SourceText } from './syntax/source.js';

/** Part of every known field with a dot; cheap to look for before parsing. */
const KNOWN_START = /(?:vendor|http|cf|ip)\./;

/** The expression, if the text is one beyond doubt. */
export function detectExpression(source: ExpressionSource): FilterExpression | null {
  const text = SourceText.of(source).text;
  if (text.length < 6 || text.length > MAX_LENGTH || !KNOWN_START.test(text)) return null;
  const parsed = parseFilter(source);
  if (!parsed.ok) return null;
  const { root } = parsed.expression;
  return saysSomething(root) && usesKnownField(root) ? parsed.expression : null;
}

export function looksLikeExpression(source: ExpressionSource): boolean {
  return detectExpression(source) !== null;
}

/** More than a name: a comparison, a combination, a negation or a call. */
function saysSomething(node: ConditionNode): boolean {
  if (node.type === 'group') return saysSomething(node.inner);
  if (node.type === 'test') return node.operand.type === 'call';
  return node.type !== 'constant';
}

function usesKnownField(root: ConditionNode): boolean {
  let found = false;
  eachOperand(root, (operand) => {
    if (operand.type !== 'field' || operand.name === null) return;
    found ||= operand.name.includes('.') && isKnownField(canonicalName(operand.name));
  });
  return found;
}
