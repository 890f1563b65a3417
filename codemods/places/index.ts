/** Places in files, and what is written there. */
export { endsInSemicolons, indentAt, lineEndOf, quoteOf, unitOf } from './indent.js';
export { propertyNamed } from './trees.js';
export { editsHere, inPlace, isCleared, NEEDS_POLICY } from './verdicts.js';
