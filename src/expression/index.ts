/** The rules expression language as a library. */
export type * from './ast.js';
export { eachOperand } from './ast.js';
export { allOf, anyOf, type Combined, needsParentheses, negate } from './combine.js';
export { detectExpression, looksLikeExpression } from './detect.js';
export { applyEdits, editSource, type TextEdit } from './edits.js';
export { type ErrorKind, type ExpressionError, formatError, pointOut } from './errors.js';
export {
  type ContextValue,
  type EvaluationContext,
  type EvaluationResult,
  evaluateFilter,
  evaluateValue,
  type RuntimeValue as Value,
  valueToJson,
} from './evaluate/index.js';
export { type Explanation, explain, type FieldUse } from './explain.js';
export { type FoldOutcome, type FoldResult, foldThreatScore } from './fold.js';
export * from './host/index.js';
export {
  type Expression,
  type FilterExpression,
  type ParseFailure,
  type ParseOptions,
  type ParseResult,
  parseFilter,
  parseValue,
  type ValueExpression,
} from './parse.js';
export { searchFor } from './regex/javascript.js';
export { type FieldToken, fieldTokens, renameFields } from './rename.js';
export { canonicalName, fieldNames, fieldType, functionNames, isKnownField, renamedField } from './scheme.js';
export { MAX_LENGTH, MAX_NESTING, THREAT_SCORE, type ValueType } from './scheme-data.js';
export {
  type ExpressionSource,
  type HolePiece,
  type PieceOffset,
  type Pieces,
  type SourcePiece as Piece,
  SourceText,
  type SourceTextPiece as TextPiece,
} from './source.js';
export { type IntentSuggestion, suggestIntent } from './suggest.js';
export { threatScoreSpans } from './threat-score.js';
export { tokenize } from './tokenize.js';
export { type ExpressionToken as Token, printTokens, type TokenKind } from './tokens.js';
export { type UrlPatternResult, urlPatternToExpression } from './url-pattern.js';
