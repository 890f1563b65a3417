/** The planner: what becomes of calls about rules in a program, whatever its language is. */
export { withFilterComments } from './filter-comments.js';
export { camel, functionNames, type RuleKind, snake } from './kind.js';
export { fieldPairs, lostReads, type ObjectSyntax, oldObjectLines } from './old-objects.js';
export { type OldRole, oldRole, sends } from './old-shapes.js';
export { isOwnField, ownRuleOf, staysAsRead } from './own-fields.js';
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
export {
  EMPTY,
  type Failed,
  type FilePlan,
  LOST,
  MAPPED,
  NEW_ANSWER,
  NO_RULE,
  ONE_RULE,
  type PlannedPlaces,
  plannedVerdict,
  SEVERAL,
  SHOWN,
  SOME,
} from './verdict.js';
