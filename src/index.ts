/** The library: each function returns what the command of the same name prints as JSON. */
export { UsageError } from './cli/base/arguments.js';
export type { ExplainedEntries, ExplainedEntry } from './cli/catalogue/explain.js';
export type { ExplainedFinding, ExplainedPlace } from './cli/catalogue/explain-place.js';
export {
  type BriefOptions,
  brief,
  type Explanation,
  explain,
  type MigrateOptions,
  migrate,
  type VerifyOptions,
  verify,
} from './library/commands.js';
export type { Options } from './library/options.js';
export { type AnalyzeOptions, analyze, type ScanOptions, scan } from './library/scan.js';
export type {
  JsonPlan,
  JsonPlan as Plan,
  JsonPlannedFile,
  JsonPlannedFile as PlannedFile,
  JsonSite,
  JsonSite as Site,
} from './migrate/index.js';
export type {
  JsonFinding,
  JsonFinding as Finding,
  JsonReport,
  JsonReport as Report,
  JsonUndetermined,
  JsonUndetermined as Undetermined,
} from './report/index.js';
export type {
  Brief,
  JsonVerdict,
  JsonVerdict as Verdict,
  JsonVerification,
  JsonVerification as Verification,
} from './verify/index.js';
