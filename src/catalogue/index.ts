import { CATALOGUE_JSON } from './generated/catalogue.js';
import type { Catalogue } from './types.js';

export { type Checks, expandChecks } from './expand.js';
export type { EntryId } from './generated/ids.js';
export { type Loaded, loadCatalogueFile } from './load.js';
export { type Merged, mergeCatalogues, type NamedPart } from './merge.js';
export { nearest } from './nearest.js';
export { problemText } from './problem.js';
export type { CatalogueProblem } from './schema/located.js';
export { type SdkReach, sdkCallsOf, versionIn } from './sdk.js';
export { callText } from './template.js';
export { type Trigger, triggers } from './triggers.js';
export type * from './types.js';

let builtin: Catalogue | undefined;

/** The compiled catalogue, without its samples. */
export function builtinCatalogue(): Catalogue {
  builtin ??= JSON.parse(CATALOGUE_JSON) as Catalogue;
  return builtin;
}
