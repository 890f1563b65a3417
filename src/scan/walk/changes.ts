/**
 * The files a change touches: since a commit (`--since`), or staged for the next one (`--staged`). Compared by
 * git; filters a hostile repository could run while file contents are compared are switched off by name.
 */

import type { GitTree } from './git-list.js';
import { terminated } from './git-list.js';
import { type PathList, PathListBuilder } from './path-list.js';

export type Changes = { readonly since: string } | { readonly staged: true };

/** What went wrong, in a sentence that says what to do. */
export interface ChangesFailure {
  readonly failure: string;
}

export interface ChangedFiles {
  /** Paths below the root. */
  readonly list: PathList;
  readonly notice?: string;
}

/** Submodules are left out: to look into one, git would start itself there, under its configuration. */
const LISTED = [
  '--name-only',
  '-z',
  '--relative',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--ignore-submodules=all',
];
/** Added, copied, changed, renamed, of another type, in conflict; what is deleted has no text to scan. */
const KINDS = '--diff-filter=ACMRTU';

export function changedFiles(tree: GitTree, changes: Changes): ChangedFiles | ChangesFailure {
  const { git } = tree;
  const option = 'since' in changes ? `--since ${changes.since}` : '--staged';
  if (git === undefined)
    return { failure: `${option} needs git, and no git program was found on the search path.` };
  const filters = switchedOffFilters(tree);
  if (filters === undefined)
    return { failure: `${option}: git could not read the repository's configuration.` };
  if (!('since' in changes)) {
    const result = git.run(['diff', '--cached', ...LISTED, KINDS, '--', '.'], tree.root, filters);
    if (result.status !== 0)
      return { failure: `--staged: git could not compare the index: ${said(result.stderr)}` };
    return { list: asList(result.stdout) };
  }
  const { since } = changes;
  const resolved = git.run(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${since}^{commit}`],
    tree.root,
  );
  const commit = resolved.stdout.toString('latin1').trim();
  if (resolved.status !== 0 || commit === '') {
    return {
      failure:
        `--since ${since}: git knows no such commit here. Check the name; ` +
        'in a shallow clone fetch it first (git fetch origin <branch>, or a checkout with full history).',
    };
  }
  const base = git.run(['merge-base', commit, 'HEAD'], tree.root);
  const start = base.status === 0 ? base.stdout.toString('latin1').trim() : commit;
  const result = git.run(['diff', ...LISTED, KINDS, start, '--', '.'], tree.root, filters);
  if (result.status !== 0)
    return { failure: `--since ${since}: git could not compare: ${said(result.stderr)}` };
  const list = asList(result.stdout);
  if (base.status === 0) return { list };
  return {
    list,
    notice: `No common ancestor of HEAD and ${since} is known (a shallow clone?): compared with ${since} itself.`,
  };
}

function said(stderr: string): string {
  return stderr.trim().split('\n')[0] ?? '';
}

/** Settings that empty every filter the configuration defines; `undefined` if it cannot be read. */
function switchedOffFilters(tree: GitTree): readonly (readonly [string, string])[] | undefined {
  const result = tree.git?.run(['config', '-z', '--name-only', '--get-regexp', '^filter\\.'], tree.root);
  // Status 1 says that none is defined.
  if (result === undefined || (result.status !== 0 && result.status !== 1)) return undefined;
  const keys = new Set(
    result.stdout
      .toString('utf8')
      .split('\0')
      .filter((key) => key !== ''),
  );
  return [...keys].map((key) => [key, key.endsWith('.required') ? 'false' : ''] as const);
}

function asList(output: Buffer): PathList {
  const builder = new PathListBuilder();
  for (const [start, end] of terminated(output)) builder.addRange(output, start, end);
  return builder.finish();
}
