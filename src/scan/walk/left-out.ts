/** What a listing leaves out, and why. */

/**
 * `ignored`: by an ignore file, `--exclude` or `--include`; `vendored` and `generated`: by folder or name;
 * `binary`: no source text by its extension; `record`: lock files, source maps, snapshots, state files;
 * `link`: a symbolic link; `repository`: a submodule or another repository, to be scanned as a root of its own;
 * `unsafe`: a tracked path that would lead out of the tree.
 */
export type LeftOutReason =
  | 'ignored'
  | 'vendored'
  | 'generated'
  | 'binary'
  | 'record'
  | 'link'
  | 'repository'
  | 'unsafe';

export interface LeftOutCount {
  files: number;
  /** Folders not entered; their files are not in `files`. */
  folders: number;
}

export type LeftOut = Record<LeftOutReason, LeftOutCount>;

export function nothingLeftOut(): LeftOut {
  const none = () => ({ files: 0, folders: 0 });
  return {
    ignored: none(),
    vendored: none(),
    generated: none(),
    binary: none(),
    record: none(),
    link: none(),
    repository: none(),
    unsafe: none(),
  };
}

export function addLeftOut(total: LeftOut, part: LeftOut): void {
  for (const [reason, count] of Object.entries(part) as [LeftOutReason, LeftOutCount][]) {
    total[reason].files += count.files;
    total[reason].folders += count.folders;
  }
}

/** Something that kept the listing from being whole, or that its reader should know. */
export interface WalkProblem {
  /** Relative to the root; empty for the root itself. */
  readonly path: string;
  readonly message: string;
  /** Files may be missing from the list because of it. */
  readonly incomplete: boolean;
}
