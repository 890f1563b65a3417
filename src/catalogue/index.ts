export { builtinCatalogue } from './builtin.js';
export { triggers } from './builtin-triggers.js';
export { expandChecks } from './expand.js';
export { catalogueFromValue } from './from-value.js';
/** @public */
export type { EntryId } from './generated/ids.js';
export { loadCatalogueFile } from './load.js';
export { mergeCatalogues, type NamedPart } from './merge.js';
export { nearest } from './nearest.js';
export { problemText } from './problem.js';
export { builtinSamples } from './samples.js';
export type { CatalogueProblem } from './schema/located.js';
export { sdkCallsOf, versionIn } from './sdk.js';
export type * from './types.js';
