/**
 * Which of the files that a migration would change have changes that are not committed.
 *
 * Git itself would run filters that the repository configures, so it never compares the work tree: files are hashed
 * here and compared with the index. Git is asked for what is staged, which runs nothing, and reads an index that the
 * reader here does not know.
 */
import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  findRepository,
  type Git,
  gitFor,
  HASH_BYTES,
  type Repository,
  readGitIndex,
} from '../scan/walk/index.js';

/** A file with changes that git does not hold, or may not hold. */
export interface DirtyFile {
  /** Relative to the root. */
  readonly path: string;
  readonly why: string;
}

export type Cleanness =
  | { readonly kind: 'known'; readonly dirty: readonly DirtyFile[] }
  /** There is a repository, and nobody to ask about it. */
  | { readonly kind: 'unknown'; readonly why: string };

/** Outside a repository there is nothing to ask. */
export function cleannessOf(
  root: string,
  paths: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Cleanness {
  const repository = findRepository(root);
  if (repository === undefined || paths.length === 0) return { kind: 'known', dirty: [] };
  const git = gitFor(repository, environment);
  if (git === undefined) return { kind: 'unknown', why: 'git is not installed' };
  const names = new Map(paths.map((path) => [nameIn(repository, join(root, path)), path]));
  const staged = stagedNames(git, repository);
  if (staged !== 'all' && 'why' in staged) return { kind: 'unknown', why: staged.why };
  const entries = indexEntries(git, repository, new Set(names.keys()));
  if ('why' in entries) return { kind: 'unknown', why: entries.why };
  const dirty = [...names].flatMap(([name, path]) => {
    const why = whyDirty(
      join(root, path),
      entries.get(name),
      staged === 'all' || staged.has(name),
      repository,
    );
    return why === null ? [] : [{ path, why }];
  });
  return { kind: 'known', dirty };
}

/** As git names a file, its bytes as latin1. */
function nameIn({ top }: Repository, file: string): string {
  return Buffer.from(relative(top, file).split(sep).join('/')).toString('latin1');
}

/** What the index holds of one file. */
interface Entry {
  /** Null for a file in conflict, and for one that git is told not to compare. */
  readonly object: string | null;
  /** Of the file when git last found that it holds what the index says; null where that is not known. */
  readonly status: Buffer | null;
}

function whyDirty(
  file: string,
  entry: Entry | undefined,
  isStaged: boolean,
  repository: Repository,
): string | null {
  if (entry === undefined) return 'git does not track it';
  if (entry.object === null)
    return 'it is in conflict, or git is told not to look for changes in it (assume-unchanged, skip-worktree)';
  if (isStaged) return 'staged, not committed';
  const status = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  if (!status?.isFile()) return 'it is no regular file';
  const bytes = readFileSync(file);
  const isSame = (content: Buffer) => objectName(content, repository) === entry.object;
  // With the conversion of line ends that git may do.
  if (isSame(bytes) || (bytes.includes('\r\n') && isSame(withoutReturns(bytes)))) return null;
  // A file that goes through a filter holds something else. Git knows by its status whether it was touched.
  return entry.status !== null && isUntouched(entry.status, status, repository) ? null : 'changed';
}

function objectName(content: Buffer, { objectFormat }: Repository): string {
  return createHash(objectFormat).update(`blob ${content.length}\0`).update(content).digest('hex');
}

function withoutReturns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

const STATUS_BYTES = 40;
const NANOSECONDS = 1_000_000_000n;

/** The status in the index: times of change and of modification, device, inode, mode, owner, group, size. */
function isUntouched(recorded: Buffer, now: BigIntStats, repository: Repository): boolean {
  const index = lstatSync(indexOf(repository), { throwIfNoEntry: false, bigint: true });
  const field = (at: number) => BigInt(recorded.readUInt32BE(at));
  const time = (at: number) => field(at) * NANOSECONDS + field(at + 4);
  // A file that was written when the index was may have been changed within the same tick.
  if (index === undefined || time(8) >= index.mtimeNs) return false;
  const low = (value: bigint) => BigInt.asUintN(32, value);
  return (
    time(0) === now.ctimeNs &&
    time(8) === now.mtimeNs &&
    field(20) === low(now.ino) &&
    field(36) === low(now.size)
  );
}

/** Names whose entry in the index differs from the last commit, `all` before the first; or why that is not known. */
function stagedNames(git: Git, { top }: Repository): ReadonlySet<string> | 'all' | { readonly why: string } {
  const head = git.run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], top);
  if (head.status === 1) return 'all';
  const { status, stdout, stderr } = git.run(
    ['diff-index', '--cached', '--name-only', '-z', '--no-renames', '--ignore-submodules=all', 'HEAD', '--'],
    top,
  );
  if (status !== 0) return { why: `git diff-index failed: ${stderr.trim()}` };
  return new Set(stdout.toString('latin1').split('\0'));
}

type Entries = ReadonlyMap<string, Entry>;

function indexOf({ gitDir }: Repository): string {
  return join(gitDir, 'index');
}

function indexEntries(
  git: Git,
  repository: Repository,
  wanted: ReadonlySet<string>,
): Entries | { readonly why: string } {
  const file = indexOf(repository);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return new Map();
  if (!found.isFile()) return { why: 'the git index is no regular file' };
  const index = readFileSync(file);
  const entries = new Map<string, Entry>();
  const refusal = readGitIndex(
    index,
    repository.objectFormat,
    (bytes, start, end, _mode, stage, statusAt) => {
      const name = bytes.toString('latin1', start, end);
      if (!wanted.has(name)) return;
      const isCompared = stage === 0 && statusAt !== 0;
      const objectAt = statusAt + STATUS_BYTES;
      const hashEnd = objectAt + HASH_BYTES[repository.objectFormat];
      entries.set(name, {
        object: isCompared ? index.toString('hex', objectAt, hashEnd) : null,
        status: isCompared ? index.subarray(statusAt, objectAt) : null,
      });
    },
  );
  return refusal === undefined ? entries : entriesByGit(git, repository, wanted);
}

/** Of an index of a kind that is not read here: split, sparse, or newer. */
function entriesByGit(
  git: Git,
  { top }: Repository,
  wanted: ReadonlySet<string>,
): Entries | { readonly why: string } {
  const { status, stdout, stderr } = git.run(['ls-files', '-z', '--stage', '-v'], top);
  if (status !== 0) return { why: `git ls-files failed: ${stderr.trim()}` };
  const entries = new Map<string, Entry>();
  for (const row of stdout.toString('latin1').split('\0')) {
    // "<tag> <mode> <object name> <stage>", a tab and the path. H: in the index, and compared.
    const tab = row.indexOf('\t');
    const name = row.slice(tab + 1);
    if (!wanted.has(name)) continue;
    const [tag, , object = null, stage] = row.slice(0, tab).split(' ');
    entries.set(name, { object: tag === 'H' && stage === '0' ? object : null, status: null });
  }
  return entries;
}
