export { builtinCatalogue } from './builtin.js';
export { type CompanionsByWord, companionsOf } from './builtin-companions.js';
export { triggers } from './builtin-triggers.js';
export { beginWord, datesSentence, isAccepted, isEnded, symptomText, vendorState } from './dates.js';
export { isDay } from './day.js';
export { expandChecks, snakeCase } from './expand.js';
export { catalogueFromValue } from './from-value.js';
export type { EntryId } from './generated/ids.js';
export { loadCatalogueFile } from './load.js';
export { entriesFor, type Lead } from './lookup.js';
export { mergeCatalogues, type NamedPart } from './merge.js';
export { nearest } from './nearest.js';
export { oncePerCatalogue } from './once.js';
export { levelsOff } from './owasp.js';
export { type Standing, standingOf } from './pinned.js';
export { problemText } from './problem.js';
export { rewriteLevel } from './rewrite-level.js';
export {
  ACTION_ADVICE,
  ACTIONS,
  CATEGORY_FIELDS,
  CUSTOM_RULES,
  DEAD_PRODUCTS,
  FIELD_ADVICE,
  KINDS,
  MANAGED_RULES,
  MANAGED_RULESET,
  MANAGED_RULESETS,
  ONE_CHARACTERISTIC,
  OVERRIDE_ACTIONS,
  OVERRIDE_FIELDS,
  OWASP_ACTION_OF_MODE,
  OWASP_LAST_RULE,
  OWASP_RULESET,
  OWASP_SENSITIVITY,
  PARANOIA_LEVELS,
  PARANOIA_TAG,
  PERIODS,
  PHASE_ACTIONS,
  PRODUCTS,
  RATE_LIMIT_FIELDS,
  RATE_LIMITS,
  REDIRECT_STATUSES,
  REDIRECTS,
  REQUIRED_CHARACTERISTIC,
  RESPONDING_ACTIONS,
  RESPONSE_FIELDS,
  RESPONSE_STATUS,
  RULE_FIELDS,
  RULE_OVERRIDE_FIELDS,
  RULESET_FIELDS,
  RULESET_RESOURCES,
  type RulesetCheck,
  SKIPPABLE_PHASES,
  TIMEOUTS,
  WITHOUT_TIMEOUT,
} from './ruleset-engine.js';
export { builtinSamples } from './samples.js';
export type { CatalogueProblem } from './schema/located.js';
export { nestsDeep } from './schema/nested-yaml.js';
export { sdkCallsOf } from './sdk.js';
export { methodsIn } from './sdk-versions.js';
export type * from './types.js';
export { wordGroups } from './word-groups.js';
export { ZONE_SETTINGS } from './zone-settings.js';
