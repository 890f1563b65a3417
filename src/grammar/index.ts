/** Syntax trees of languages that have no parser of their own here, read when a migration wants to edit a file. */
export {
  CALLS,
  calledName,
  Definitions,
  FUNCTIONS,
  objectOf,
  plainName,
  type Spot,
  type TreeOf,
} from './definitions.js';
export { givenByCallers } from './given.js';
export { declarationIn, leftsOf, parametersIn } from './go/declarations.js';
export { GoDefinitions, isTarget } from './go/definitions.js';
export { addressIn, argumentsOf, calledAs, chainOf, firstPart, placeOf } from './go/expressions.js';
export { fieldOf, folderOfImport, type GoPackage, GoPackages, importsOf, moduleOf } from './go/packages.js';
export { closest, isInside, leafAt, type SyntaxNode, type SyntaxTree, textOf, walk } from './nodes.js';
export { areComments, GRAMMARS, isReadWhole, loadGrammars, parseText } from './parser.js';
export { sourcedFiles } from './sourced.js';
