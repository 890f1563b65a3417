/** Migrations: from findings to edits that have passed their gates, and to files that are written or not at all. */

export { PURE_IN_GO, unusedAfter } from './clean-up/go.js';
export { type CommentForm, commentForms } from './compose/marker-edit.js';
export { withCalls } from './compose/shared-calls.js';
export { styleOf, widthOf } from './compose/style.js';
export { checkTypes, type TypeVerdict, typesNotRun } from './gates/types.js';
export { cleannessOf } from './git-clean.js';
export { Groups } from './groups.js';
export { editsBetween } from './line-edits.js';
export type * from './model.js';
export { editsOnTheSpot, levelsOnTheSpot, type SpotEdit } from './on-the-spot.js';
export { MigratedPackages } from './packages.js';
export type * from './plan.js';
export type * from './plan-options.js';
export { planInSteps, planRoot, planSites } from './plan-root.js';
export { Git, GitError, Interrupted, withoutCredentials } from './pull-request/git.js';
export { openTemporary } from './pull-request/temporary.js';
export { fileIn, openWorkTree, type WorkTree } from './pull-request/work-tree.js';
export { type JsonPlan, type JsonPlannedFile, type JsonSite, jsonOf } from './report/json.js';
export { markdownOf } from './report/markdown.js';
export { patchOf } from './report/patch.js';
export { sarifOf } from './report/sarif.js';
export { tallyOf } from './report/tally.js';
export { diffText, textOf } from './report/text.js';
export { requestAt } from './request-files.js';
export { forget, recover, type UndoResult, undo } from './undo.js';
export { decodeExactly } from './write/encoding.js';
export {
  BadRecord,
  BadState,
  exchange,
  existingStateOf,
  hasState,
  Records,
  ReplaceError,
  realDisk,
  stateFolderOf,
  type Tree,
  takeLock,
  treeOf,
  Unfinished,
  type WriteFailure,
  withoutFailures,
  writePlan,
} from './write/index.js';
export { documentsOf } from './yaml-documents.js';
