/**
 * The files a change touches: since a commit (`--since`), or staged for the next one (`--staged`). Compared by git; filters a hostile repository could run while file contents are compared are switched off
 * by name.
 */

import type { Git } from './git-command.js';
import { FILE_TYPE_MASK, REGULAR_FILE } from './git-index.js';
import { type GitTree, terminated } from './git-list.js';
import { type PathList, PathListBuilder } from './path-list.js';

export type Changes = { readonly since: string } | { readonly staged: true };

/** What went wrong, in a sentence that says what to do. */
export interface ChangesFailure {
  readonly failure: string;
}

export interface ChangedFiles {
  /** Paths below the root. */
  readonly list: PathList;
  /** What is staged of files whose work tree says something else, by path (latin1). */
  readonly contents?: ReadonlyMap<string, Buffer>;
  readonly notice?: string;
}

/** Submodules are left out: to look into one, git would start itself there, under its configuration. */
const LISTED = [
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
  if (!('since' in changes)) return stagedFiles(tree, git, filters);
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
  const result = git.run(['diff', '--name-only', ...LISTED, KINDS, start, '--', '.'], tree.root, filters);
  if (result.status !== 0)
    return { failure: `--since ${since}: git could not compare: ${said(result.stderr)}` };
  const list = asList(result.stdout);
  if (base.status === 0) return { list };
  return {
    list,
    notice: `No common ancestor of HEAD and ${since} is known (a shallow clone?): compared with ${since} itself.`,
  };
}

type Settings = readonly (readonly [string, string])[];

/** As the index has them: what is committed is not always what the work tree says. */
function stagedFiles(tree: GitTree, git: Git, filters: Settings): ChangedFiles | ChangesFailure {
  const refused = (stderr: string) => ({
    failure: `--staged: git could not compare the index: ${said(stderr)}`,
  });
  const staged = git.run(
    ['diff', '--cached', '--raw', '--no-abbrev', ...LISTED, KINDS, '--', '.'],
    tree.root,
    filters,
  );
  if (staged.status !== 0) return refused(staged.stderr);
  const edited = git.run(['diff', '--name-only', ...LISTED, '--', '.'], tree.root, filters);
  if (edited.status !== 0) return refused(edited.stderr);
  const elsewise = new Set(
    [...terminated(edited.stdout)].map(([start, end]) => edited.stdout.toString('latin1', start, end)),
  );
  const builder = new PathListBuilder();
  const names: { readonly path: string; readonly blob: string }[] = [];
  const fields = [...terminated(staged.stdout)];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [start, end] = fields[at] ?? [0, 0];
    // ":<mode before> <mode after> <blob before> <blob after> <kind>", then the path.
    const [, mode = '', , blob = ''] = staged.stdout.toString('latin1', start, end).split(' ');
    const [from, to] = fields[at + 1] ?? [0, 0];
    if ((Number.parseInt(mode, 8) & FILE_TYPE_MASK) !== REGULAR_FILE) continue;
    builder.addRange(staged.stdout, from, to);
    const path = staged.stdout.toString('latin1', from, to);
    if (elsewise.has(path)) names.push({ path, blob });
  }
  const contents = blobs(
    git,
    tree,
    names.map(({ blob }) => blob),
  );
  if (contents === undefined) return refused('a staged file could not be read');
  return {
    list: builder.finish(),
    contents: new Map(names.map(({ path }, index) => [path, contents[index] ?? Buffer.alloc(0)])),
  };
}

/** The contents of objects, in order; `undefined` if git does not give all of them. */
function blobs(git: Git, tree: GitTree, names: readonly string[]): readonly Buffer[] | undefined {
  if (names.length === 0) return [];
  const { status, stdout } = git.run(['cat-file', '--batch'], tree.root, [], `${names.join('\n')}\n`);
  if (status !== 0) return undefined;
  const found: Buffer[] = [];
  for (let at = 0; at < stdout.length; ) {
    // "<name> <type> <size>" on a line, the bytes, a line feed.
    const end = stdout.indexOf(LINE_FEED, at);
    const size = Number(stdout.toString('latin1', at, end).split(' ')[2]);
    if (end < 0 || !Number.isInteger(size)) return undefined;
    found.push(stdout.subarray(end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return found.length === names.length ? found : undefined;
}

const LINE_FEED = 0x0a;

function said(stderr: string): string {
  return stderr.trim().split('\n')[0] ?? '';
}

/** Settings that empty every filter the configuration defines; `undefined` if it cannot be read. */
function switchedOffFilters(tree: GitTree): Settings | undefined {
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
