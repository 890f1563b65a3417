/** Bodies in languages other than JavaScript. */
export { keyOf, pairNamed, pairValue, startOfLine } from './elements.js';
export { goesElsewhere } from './elsewhere.js';
export { fieldAt, type WrittenField, withoutFields } from './fields.js';
export { LOST, MAPPED } from './file-plan.js';
export { fieldPairs } from './old-objects.js';
export { type OldRole, oldRole, sends } from './old-shapes.js';
export { isOwnField, ownRuleOf, staysAsRead } from './own-fields.js';
export { ANSWER_USED, UNKNOWN_SHAPES } from './refusals.js';
export type { AnswerUse } from './shell/answers.js';
export { type ShellCall, shellCalls, type UnreadCall } from './shell/calls.js';
export type { RuleFunction, RuleKind } from './shell/functions.js';
export { isReadByCallers, useOfAnswer } from './shell/old-answers.js';
export { listedInOld, type Scripts, writtenInEither } from './shell/old-shape.js';
export { assignmentsOf, usesOfValue } from './shell/variables.js';
export { withoutStatements } from './statements.js';
