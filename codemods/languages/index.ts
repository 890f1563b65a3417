/** Bodies in languages other than JavaScript. */

export { constantIn, keyOf, pairNamed, pairValue, startOfLine } from './elements.js';
export { goesElsewhere } from './elsewhere.js';
export { fieldAt, type WrittenField, withoutFields } from './fields.js';
export { withoutStatements } from './statements.js';
