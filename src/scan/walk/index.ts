/**
 * Which files of a tree are scanned.
 *
 * `listFiles(root, options)` lists a tree; `parts` are sorted lists of paths kept as bytes (`list.cursor(root)` walks
 * through one without making strings). `leftOut` counts what is not listed and why, `problems` what went wrong.
 * `.edgesunsetignore`, in git's ignore syntax, is read at the root and, inside a git work tree, in the
 * folders above it. `fileStates` tells of files whether they are as the index of their repository holds them.
 */

export { type FileState, fileStates } from './file-states.js';
export { findOutside } from './find-program.js';
export { hasGeneratedHeader } from './generated-header.js';
export { matchesGlob, parseGlob } from './glob.js';
export type { LeftOut, LeftOutCount, LeftOutReason, WalkProblem } from './left-out.js';
export {
  allFiles,
  DEFAULT_LIST_OPTIONS,
  type FileList,
  type ListFailure,
  type ListOptions,
  listFiles,
} from './list-files.js';
export { PathNames } from './names.js';
export { type Origin, originOf, repositoryName } from './origin.js';
export type { PathCursor, PathList } from './path-list.js';
export { openPrivateGit } from './private-git.js';
export { realPath } from './real-path.js';
export { readRegularFile } from './regular-file.js';
export { findRepository, type Repository } from './repository.js';
export { isSafeName } from './safe-path.js';
