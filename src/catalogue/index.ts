export { builtinCatalogue } from './builtin/catalogue.js';
export { type CompanionsByWord, companionsOf } from './builtin/companions.js';
export { builtinSamples } from './builtin/samples.js';
export { triggers } from './builtin/triggers.js';
export type { EntryId } from './generated/ids.js';
export { entriesFor, type Lead } from './lookup.js';
export { beginWord, datesSentence, isAccepted, isEnded, symptomText, vendorState } from './model/dates.js';
export { isDay } from './model/day.js';
export { expandChecks, snakeCase } from './model/expand.js';
export { nearest } from './model/nearest.js';
export { oncePerCatalogue, oncePerEntries, withLivingCalls } from './model/once.js';
export { rewriteLevel } from './model/rewrite-level.js';
export type * from './model/types.js';
export { catalogueFromValue } from './schema/from-value.js';
export { loadCatalogueFile } from './schema/load.js';
export type { CatalogueProblem } from './schema/located.js';
export { mergeCatalogues, type NamedPart } from './schema/merge.js';
export { nestsDeep } from './schema/nested-yaml.js';
export { problemText } from './schema/problem.js';
export { sdkCallsOf } from './sdk/calls.js';
export { type Standing, standingOf } from './sdk/pinned.js';
export { methodsIn } from './sdk/versions.js';
export { type GeneralError, generalErrorOf } from './tables/general-errors.js';
export { levelsOff } from './tables/owasp.js';
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
} from './tables/ruleset-engine.js';
export { ZONE_SETTINGS } from './tables/zone-settings.js';
export { wordGroups } from './triggers/word-groups.js';
