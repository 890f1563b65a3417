/** Places in files, and what is written there. */

export { appliedTo } from './apply.js';
export { isCompared, isNameCompared } from './compared.js';
export { endsInSemicolons, indentAt, lineEndOf, quoteOf, unitOf } from './indent.js';
export { type NamedFunction, namedFunctionAround } from './named-functions.js';
export { madeOptional } from './schemas.js';
export { oncePerFile, SCRIPT_ENDINGS } from './script-files.js';
export { isOnlyShown } from './shown.js';
export {
  isKind,
  isPlain,
  type ObjectNode,
  type PropertyNode,
  placeOf,
  propertyNamed,
  usesOf,
} from './trees.js';
export { editsHere, inPlace, isCleared, marker, NEEDS_POLICY } from './verdicts.js';
export { writtenList } from './written-lists.js';
