/**
 * The files a change touches: since a commit (`--since`), or staged for the next one (`--staged`). git compares commits
 * with the index; the index is compared with the work tree here, because git would run filters for that.
 */

import { FILE_TYPE_MASK, REGULAR_FILE } from './git-index.js';
import { firstLine, type GitTree, gitWithIndex, prefixOf, terminated } from './git-tree.js';
import type { WalkProblem } from './left-out.js';
import type { PrivateGit } from './private-git.js';

export type Changes = { readonly since: string } | { readonly staged: true };

/** What went wrong, in a sentence that says what to do. */
export interface ChangesFailure {
  readonly failure: string;
}

/** Paths are latin1, from the root. */
export interface StagedFiles {
  readonly contents: ReadonlyMap<string, Buffer>;
  readonly problems: readonly WalkProblem[];
}

export interface ChangesSince {
  /** Files that the index does not hold as the commit does. */
  readonly inIndex: ReadonlySet<string>;
  readonly notice?: string;
}

/** Added, copied, changed, renamed, of another type, in conflict; what is deleted has no text to scan. */
const COMPARE: readonly string[] = [
  'diff-index',
  '--cached',
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--ignore-submodules=all',
  '--diff-filter=ACMRTU',
];

const OBJECT_NAME = /^[0-9a-f]{40,64}$/;
const EMPTY_TREE = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const;

export function changesSince(tree: GitTree, since: string): ChangesSince | ChangesFailure {
  if (since.includes('@{')) {
    return {
      failure:
        `--since ${since}: names with @{…} depend on git settings that are not read. Let git resolve it: ` +
        `--since "$(git rev-parse '${since}')".`,
    };
  }
  return withGit(tree, `--since ${since}`, (git) => {
    const commit = objectNamed(git, `${since}^{commit}`);
    if (commit === undefined) {
      return {
        failure:
          `--since ${since}: there is no such commit. Check the name; ` +
          'in a shallow clone fetch it first (git fetch origin <branch>, or a checkout with full history).',
      };
    }
    const base = git.run(['merge-base', commit, 'HEAD']);
    const ancestor = base.stdout.toString('latin1').trim();
    const hasAncestor = base.status === 0 && OBJECT_NAME.test(ancestor);
    const rows = changedRows(tree, git, hasAncestor ? ancestor : commit);
    if ('failure' in rows) return { failure: `--since ${since}: ${rows.failure}` };
    const inIndex = new Set(rows.map(({ path }) => path));
    if (hasAncestor) return { inIndex };
    return {
      inIndex,
      notice: `No common ancestor of HEAD and ${since} is known (a shallow clone?): compared with ${since} itself.`,
    };
  });
}

/** As the index has them: what is committed is not always what the work tree says. `wanted` says which are scanned. */
export function stagedFiles(tree: GitTree, wanted: (path: Buffer) => boolean): StagedFiles | ChangesFailure {
  return withGit(tree, '--staged', (git) => {
    const rows = changedRows(tree, git, lastCommit(tree, git));
    if ('failure' in rows) return { failure: `--staged: ${rows.failure}` };
    const files = rows.filter(
      ({ mode, path }) => (mode & FILE_TYPE_MASK) === REGULAR_FILE && wanted(Buffer.from(path, 'latin1')),
    );
    return blobsOf(git, files) ?? { failure: '--staged: git could not read the staged files.' };
  });
}

/** Paths (latin1) that the index does not hold as the last commit does; all before the first. */
export function stagedPaths(tree: GitTree): ReadonlySet<string> | ChangesFailure {
  return withGit(tree, 'the staged files', (git) => {
    const rows = changedRows(tree, git, lastCommit(tree, git));
    return 'failure' in rows ? rows : new Set(rows.map(({ path }) => path));
  });
}

/** Before the first commit an empty tree. */
function lastCommit(tree: GitTree, git: PrivateGit): string {
  return objectNamed(git, 'HEAD^{commit}') ?? EMPTY_TREE[tree.repository.objectFormat];
}

function withGit<T>(tree: GitTree, option: string, work: (git: PrivateGit) => T): T | ChangesFailure {
  const git = gitWithIndex(tree);
  if ('failure' in git) return { failure: `${option} needs git: ${git.failure}.` };
  try {
    return work(git);
  } finally {
    git.close();
  }
}

/** Not a range, nor the opposite of a commit: `^HEAD` resolves, too. */
function objectNamed(git: PrivateGit, name: string): string | undefined {
  const { status, stdout } = git.run(['rev-parse', '--verify', '--quiet', '--end-of-options', name]);
  const found = stdout.toString('latin1').trim();
  return status === 0 && OBJECT_NAME.test(found) ? found : undefined;
}

interface Row {
  /** Latin1, from the root. */
  readonly path: string;
  readonly mode: number;
  readonly blob: string;
}

function changedRows(tree: GitTree, git: PrivateGit, from: string): readonly Row[] | ChangesFailure {
  const { status, stdout, stderr } = git.run([...COMPARE, from]);
  if (status !== 0) return { failure: `git could not compare: ${firstLine(stderr)}` };
  const prefix = prefixOf(tree).toString('latin1');
  const rows: Row[] = [];
  const fields = [...terminated(stdout)];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [start, end] = fields[at] ?? [0, 0];
    const [from, to] = fields[at + 1] ?? [0, 0];
    // ":<mode before> <mode after> <blob before> <blob after> <kind>", then the path.
    const [, mode = '', , blob = ''] = stdout.toString('latin1', start, end).split(' ');
    const path = stdout.toString('latin1', from, to);
    if (path.startsWith(prefix))
      rows.push({ path: path.slice(prefix.length), mode: Number.parseInt(mode, 8), blob });
  }
  return rows;
}

const LARGEST_BLOB = 64 * 1024 * 1024;
const MOST_BYTES = 256 * 1024 * 1024;

/** The contents of objects, as far as they fit; `undefined` if git does not give them. */
function blobsOf(git: PrivateGit, rows: readonly Row[]): StagedFiles | undefined {
  if (rows.length === 0) return { contents: new Map(), problems: [] };
  const sizes = git.run(['cat-file', '--batch-check'], asLines(rows));
  if (sizes.status !== 0) return undefined;
  const lines = sizes.stdout.toString('latin1').split('\n');
  const problems: WalkProblem[] = [];
  const wanted: Row[] = [];
  let total = 0;
  for (const [index, row] of rows.entries()) {
    const [, type, digits] = lines[index]?.split(' ') ?? [];
    const size = Number(digits);
    const why = type !== 'blob' ? 'git does not have its content' : sizeProblem(size, total);
    if (why === undefined) {
      wanted.push(row);
      total += size;
    } else
      problems.push({
        path: Buffer.from(row.path, 'latin1').toString(),
        message: `The staged file was not read: ${why}`,
        incomplete: true,
      });
  }
  const { status, stdout } = git.run(['cat-file', '--batch'], asLines(wanted));
  const contents = status === 0 ? contentsIn(stdout) : undefined;
  if (contents?.length !== wanted.length) return undefined;
  return {
    contents: new Map(wanted.map(({ path }, index) => [path, contents[index] ?? Buffer.alloc(0)])),
    problems,
  };
}

function sizeProblem(size: number, total: number): string | undefined {
  if (size > LARGEST_BLOB) return `it has ${size} bytes`;
  return total + size > MOST_BYTES ? 'the staged files are more than 256 MB' : undefined;
}

function asLines(rows: readonly Row[]): string {
  return rows.map(({ blob }) => `${blob}\n`).join('');
}

const LINE_FEED = 0x0a;

/** "<name> <type> <size>" on a line, the bytes, a line feed, for each object. */
function contentsIn(output: Buffer): readonly Buffer[] | undefined {
  const found: Buffer[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(LINE_FEED, at);
    const size = Number(output.toString('latin1', at, end).split(' ')[2]);
    if (end < 0 || !Number.isInteger(size)) return undefined;
    found.push(output.subarray(end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return found;
}
