/** Shell scripts that manage rules. */
export { type AnswerUse, assignmentAround, nameOf, outerOf, pipedInto, programOf } from './answers.js';
export { type ShellCall, shellCalls, type UnreadCall } from './calls.js';
export { type RuleFunction, shellRules } from './functions.js';
export { objectOf } from './jq.js';
export { type JsonNode, jsonOf } from './json-word.js';
export { listEdits } from './lists.js';
export { isReadByCallers, useOfAnswer } from './old-answers.js';
export { listedInOld, type Scripts, writtenInEither } from './old-shape.js';
export { type PlannedCall, type PlannedCalls, shellClassifier } from './plan.js';
export { assignmentsOf, isExported, isGivenBy, usesOf, usesOfValue } from './variables.js';
export { asWord, HOLE, type Piece, piecesOf, printedWord, quoted, requoted, wordText } from './words.js';
