/**
 * What is to be migrated together, what that needs, and how the change is judged. Coding agents are a face of their own
 * (`agent`), so that nothing of them is loaded without one.
 */

export {
  type Brief,
  type BriefDecision,
  briefMarkdown,
  briefOf,
  MOST_TOKENS,
  tokensOf,
} from './brief/index.js';
export type { Check, Gap, NamedDifference, Refutation, VerdictName } from './check/model.js';
export { withNewCalls } from './check/new-calls.js';
export { filesReached } from './check/reached.js';
export {
  type JsonVerdict,
  type JsonVerification,
  type Shown,
  shownIn,
  verificationJson,
  verificationText,
} from './check/report.js';
export type { KeptRuns, RunOptions } from './check/runs.js';
export { changedFiles, checkOut, lendDependencies } from './check/trees.js';
export { type UnitVerdict, type Verification, type VerifyOptions, verify } from './check/verify.js';
export {
  type Planned,
  UNIT_ID_LENGTH,
  type Unit,
  type UnitPlace,
  unitAt,
  unitsAt,
  unitsOf,
} from './units.js';
