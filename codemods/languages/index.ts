/** Bodies in languages other than JavaScript. */
export { keyOf } from './elements.js';
export { fieldAt, withoutFields } from './fields.js';
