/** Migrations as pull requests: branches by product area, a description, and the life of both. */
export { type Split, splitPlan } from './areas.js';
export { bodyOf, requestTitle } from './body.js';
export { commitsOf, planDigest } from './commits.js';
export { withFooter } from './footer.js';
export {
  type Checks,
  type Host,
  HostError,
  type HostedRequest,
  hostOf,
  lineUrl,
  networkFetch,
  placeOf,
  type RemoteProject,
} from './hosts/index.js';
export { type BranchResult, type BranchStatus, carryOut, type Prepared } from './run.js';
export {
  holdsCommit,
  removeAbandoned,
  type WorkTree,
  WorkTreeOnDemand,
} from './work-tree.js';
