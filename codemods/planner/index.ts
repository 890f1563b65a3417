/** The planner: what becomes of calls about rules in a program, whatever its language is. */

export type {
  Feature,
  FunctionRole,
  FunctionUse,
  ListUse,
  Outcome,
  RuleFile,
  SentBody,
  SentRule,
} from './calls.js';
export { DIFFERENT, newFunctions } from './functions.js';
export { camel, functionNames, type RuleKind, snake } from './kind.js';
export { fieldPairs, lostReads, meaningsIn, type ObjectSyntax, oldObjectLines } from './old-objects.js';
export type { OldRole } from './old-shapes.js';
export { isOwnField, ownRuleOf, staysAsRead } from './own-fields.js';
export { goodOf, plannedFile } from './plan.js';
export {
  ANSWER_USED,
  NO_LIST,
  NOT_ONE,
  NOT_ONE_LIMIT,
  OPEN_FIELDS,
  OTHER_PARTS,
  READ_OF_OLD,
  RULES_USED,
  UNKNOWN_SHAPES,
  UNWRITTEN,
} from './refusals.js';
export { EMPTY, LOST, MAPPED, NO_RULE, ONE_RULE, plannedVerdict, SEVERAL, SHOWN, SOME } from './verdict.js';
