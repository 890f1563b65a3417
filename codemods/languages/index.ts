/** Bodies in languages other than JavaScript. */
export { keyOf, pairValue } from './elements.js';
export { fieldAt, withoutFields } from './fields.js';
export { LOST, MAPPED } from './file-plan.js';
export { fieldPairs } from './old-objects.js';
export { type OldRole, oldRole, sends } from './old-shapes.js';
export { isOwnField, ownRuleOf, staysAsRead } from './own-fields.js';
export { UNKNOWN_SHAPES } from './refusals.js';
export { withoutStatements } from './statements.js';
