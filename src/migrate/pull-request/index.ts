/** Migrations as pull requests: branches by product area, a description, and the life of both. */
export { type Split, splitPlan } from './areas.js';
export { bodyOf, requestTitle } from './body.js';
export { commitsOf, planDigest } from './commits.js';
export { withFooter } from './footer.js';
export { Git, GitError, Interrupted, withoutCredentials } from './git.js';
export { type Host, HostError, hostOf, lineUrl, networkFetch, type Place, placeOf } from './hosts/index.js';
export { type BranchResult, carryOut, type Prepared, type Status } from './run.js';
export { openWorkTree, type WorkTree } from './work-tree.js';
