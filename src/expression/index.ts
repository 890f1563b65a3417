/** The rules expression language as a library. */

export { allOf, anyOf, type Combined, needsParentheses, negate } from './changes/combine.js';
export { applyEdits, editSource, type TextEdit } from './changes/edits.js';
export { type FoldOutcome, type FoldResult, foldThreatScore } from './changes/fold.js';
export { type FieldToken, fieldTokens, renameFields } from './changes/rename.js';
export { type IntentSuggestion, suggestIntent } from './changes/suggest.js';
export { threatScoreSpans } from './changes/threat-score.js';
export { detectExpression, looksLikeExpression } from './detect.js';
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
export * from './host/index.js';
/** @public */
export type { MeaningComparison } from './meaning/index.js';
export { compareMeaning, PLAIN, type Probe, probesOf } from './meaning/index.js';
export { searchFor } from './regex/javascript.js';
export { MAX_LENGTH, MAX_NESTING, THREAT_SCORE, type ValueType } from './scheme/data.js';
export {
  canonicalName,
  fieldNames,
  fieldType,
  functionNames,
  isKnownField,
  renamedField,
} from './scheme/scheme.js';
export type * from './syntax/ast.js';
export { eachOperand } from './syntax/ast.js';
export { type ErrorKind, type ExpressionError, formatError, pointOut } from './syntax/errors.js';
export {
  type Expression,
  type FilterExpression,
  type ParseFailure,
  type ParseOptions,
  type ParseResult,
  parseFilter,
  parseValue,
  type ValueExpression,
} from './syntax/parse.js';
export {
  type ExpressionSource,
  type HolePiece,
  type PieceOffset,
  type Pieces,
  type SourcePiece as Piece,
  SourceText,
  type SourceTextPiece as TextPiece,
} from './syntax/source.js';
export { tokenize } from './syntax/tokenize.js';
export { type ExpressionToken as Token, printTokens, type TokenKind } from './syntax/tokens.js';
export { type UrlPatternResult, urlPatternToExpression } from './url-pattern.js';
