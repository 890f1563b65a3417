/** What a scan asks of the repository around a folder. */

import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from './find-program.js';
import {
  type EntryVisitor,
  type IndexEntry,
  readGitIndex,
  type UnreadableReason,
  writeGitIndex,
} from './git-index.js';
import { LARGEST_INDEX, openPrivateGit, type PrivateGit } from './private-git.js';
import { readRegularFile } from './regular-file.js';
import { findRepository, type Repository } from './repository.js';

export interface GitTree {
  readonly repository: Repository;
  /** The root's real path, and the components that lead to it from the top of the work tree. */
  readonly root: string;
  readonly above: readonly string[];
  readonly environment: Environment;
}

export function gitTree(repository: Repository, root: string, environment: Environment): GitTree {
  const above = path.relative(repository.top, root).split(path.sep);
  return { repository, root, above: above[0] === '' ? [] : above, environment };
}

/** What stands before each path below the root in an index. */
export function prefixOf({ above }: GitTree): Buffer {
  return Buffer.from(above.map((component) => `${component}/`).join(''));
}

export function indexFile({ environment, repository }: GitTree): string {
  return indexOfCommit(environment, repository) ?? path.join(repository.gitDir, 'index');
}

/** How large the index is that a scan of the folder reads; 0 where there is none. */
export function indexBytes(folder: string, environment: Environment): number {
  if (!existsSync(folder)) return 0;
  const repository = findRepository(folder);
  if (repository === undefined) return 0;
  const index = indexFile(gitTree(repository, folder, environment));
  return statSync(index, { throwIfNoEntry: false })?.size ?? 0;
}

/** `git commit -a` and `git commit <path>` run hooks with an index of their own inside the git directory. */
function indexOfCommit(environment: Environment, repository: Repository): string | undefined {
  const given = environment.GIT_INDEX_FILE;
  if (given === undefined || given === '') return undefined;
  const file = path.resolve(repository.top, given);
  return path.dirname(file) === path.resolve(repository.gitDir) ? file : undefined;
}

/**
 * Shows every entry of the index below the root, by its path from the root. `begin` is given the bytes of the index; it
 * is called once more where only git can read it: then all that was shown before is void. `undefined`, or why the index
 * cannot be used.
 */
export function readIndex(tree: GitTree, begin: (index: Buffer) => EntryVisitor): UnreadableReason {
  const found = readRegularFile(indexFile(tree), LARGEST_INDEX, { follow: true });
  // Without an index nothing was ever added.
  if (found.kind === 'missing') return undefined;
  if (found.kind === 'refused') return found.why;
  const read = (index: Buffer) =>
    readGitIndex(index, tree.repository.objectFormat, belowRoot(tree, begin(index)));
  const refusal = read(found.bytes);
  if (refusal === undefined || !refusal.leftToGit) return refusal?.why;
  const expanded = expandedByGit(tree);
  if ('failure' in expanded) return `${refusal.why}, and git could not read it: ${expanded.failure}`;
  return read(expanded.index)?.why;
}

/** A split or a sparse index as one that lists every file, without what it says of their status. */
function expandedByGit(tree: GitTree): { readonly index: Buffer } | { readonly failure: string } {
  const git = gitWithIndex(tree);
  if ('failure' in git) return git;
  try {
    const { status, stdout, stderr } = git.run(['ls-files', '-z', '--stage']);
    return status === 0 ? { index: indexOfListing(stdout) } : { failure: firstLine(stderr) };
  } finally {
    git.close();
  }
}

/** From lines of "<mode> <object name> <stage>", a tab and the path. */
function indexOfListing(output: Buffer): Buffer {
  const entries: IndexEntry[] = [];
  for (const [start, end] of terminated(output)) {
    const tab = output.indexOf(TAB, start);
    const [mode = '', object = '', stage = ''] = output.toString('latin1', start, tab).split(' ');
    const path = output.subarray(tab + 1, end);
    entries.push({ mode: Number.parseInt(mode, 8), object, stage: Number(stage), path });
  }
  return writeGitIndex(entries);
}

const TAB = 0x09;

/** A git of our own that sees the index. */
export function gitWithIndex(tree: GitTree): PrivateGit | { readonly failure: string } {
  const git = openPrivateGit(tree.repository, tree.environment);
  if ('failure' in git) return git;
  const why = git.useIndex(indexFile(tree));
  if (why === undefined) return git;
  git.close();
  return { failure: `the index cannot be used: ${why}` };
}

export function firstLine(stderr: string): string {
  return stderr.trim().split('\n')[0] || 'git did not finish';
}

function belowRoot(tree: GitTree, visit: EntryVisitor): EntryVisitor {
  const prefix = prefixOf(tree);
  const cut = prefix.length;
  if (cut === 0) return visit;
  return (bytes, start, end, ...rest) => {
    if (end - start > cut && prefix.compare(bytes, start, start + cut) === 0)
      visit(bytes, start + cut, end, ...rest);
  };
}

/** Ranges of a buffer between zero bytes. */
export function* terminated(output: Buffer): Generator<readonly [number, number]> {
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(0, start);
    if (end < 0) return;
    if (end > start) yield [start, end];
    start = end + 1;
  }
}
