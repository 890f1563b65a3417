/** Places in files, and what is written there. */
export { endsInSemicolons, indentAt, lineEndOf, quoteOf, unitOf } from './indent.js';
export { madeOptional } from './schemas.js';
export { propertyNamed } from './trees.js';
export { editsHere, inPlace, isCleared, marker, NEEDS_POLICY } from './verdicts.js';
