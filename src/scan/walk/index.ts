/**
 * Which files of a tree are scanned.
 *
 * `listFiles(root, options)` starts the listing; `parts()` gives the tracked files at once and the untracked
 * ones when git has found them, as sorted lists of paths kept as bytes (`list.cursor(root)` walks through one
 * without making strings). `leftOut` counts what is not listed and why, `problems` what went wrong.
 * `.edgesunsetignore`, in git's ignore syntax, is read at the root and, inside a git work tree, in the
 * folders above it.
 */

export { hasGeneratedHeader } from './generated-header.js';
export { type Git, gitFor } from './git-command.js';
export { HASH_BYTES, readGitIndex } from './git-index.js';
export type { LeftOut, LeftOutCount, LeftOutReason, WalkProblem } from './left-out.js';
export {
  allFiles,
  DEFAULT_LIST_OPTIONS,
  type FileList,
  type ListFailure,
  type ListOptions,
  listFiles,
} from './list-files.js';
export { Names } from './names.js';
export type { PathCursor, PathList } from './path-list.js';
export { findRepository, type Repository } from './repository.js';
export { isSafeName } from './safe-path.js';
